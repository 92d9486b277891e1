import LiveActivityCore

/// The texts of alerts and actions. The widget's texts are in `Localizable.xcstrings`.
enum MeditationTimerStrings {
    case english, german, hebrew, arabic

    /// The texts in this language, without regard to region and script; English for any other.
    init(for languageCode: String?) {
        switch (languageCode ?? "en").prefix(while: { $0 != "-" && $0 != "_" }).lowercased() {
        case "de": self = .german
        case "he", "iw": self = .hebrew  // iw is the old code of Hebrew, which Java still uses.
        case "ar": self = .arabic
        default: self = .english
        }
    }

    func cycleOver(_ cycle: Int, of total: Int?) -> AlertConfiguration {
        switch self {
        case .english: alert("Cycle complete", total.map { "Cycle \(cycle) of \($0) is over." } ?? "Cycle \(cycle) is over.")
        case .german:
            alert("Runde beendet", total.map { "Runde \(cycle) von \($0) ist vorbei." } ?? "Runde \(cycle) ist vorbei.")
        case .hebrew: alert("הסבב הסתיים", total.map { "סבב \(cycle) מתוך \($0) הסתיים." } ?? "סבב \(cycle) הסתיים.")
        case .arabic: alert("انتهت الدورة", total.map { "انتهت الدورة \(cycle) من \($0)." } ?? "انتهت الدورة \(cycle).")
        }
    }

    func complete() -> AlertConfiguration {
        switch self {
        case .english: alert("Meditation complete", "Well done.")
        case .german: alert("Meditation beendet", "Gut gemacht.")
        case .hebrew: alert("המדיטציה הסתיימה", "כל הכבוד.")
        case .arabic: alert("انتهى التأمل", "أحسنت.")
        }
    }

    private func alert(_ title: String, _ body: String) -> AlertConfiguration {
        AlertConfiguration(title: .literal(title), body: .literal(body))
    }

    static let pause = "Pause"
    static let resume = "Resume"
    static let end = "End"
}
