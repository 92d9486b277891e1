import AppIntents

struct FinishIntent: LiveActivityIntent {
    static let title: LocalizedStringResource = "Finish"
    func perform() async throws -> some IntentResult { .result() }
}
