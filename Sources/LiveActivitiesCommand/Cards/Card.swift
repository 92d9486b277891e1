import LiveActivityCore

/// What one activity looks like, in words: made from its content once per change, and drawn as often as a surface likes.
///
/// Nothing in it depends on the time of drawing: what counts, counts from dates, as on a device (WK-20).
struct Card: Hashable, Sendable {
    var tint: Tint
    /// One wide character, such as a ball; ``Glyphs`` says it in ASCII.
    var icon: String
    /// Small, above everything else.
    var caption: Line
    /// What matters most.
    var title: Line
    var lines: [Line] = []
    var progress: Progress?
    /// Words on buttons, if any is of use now.
    var controls: [String] = []

    /// What counts, or stands in its place: the right end of the expanded Dynamic Island.
    var clock: [Piece] = []
    /// The Dynamic Island while this activity has it: left and right of the camera.
    var compactLeading: Line
    var compactTrailing: Line
    /// The Dynamic Island while another one has it.
    var minimal: Line

    /// One plain sentence that says it all, for a line of text.
    var summary: Line

    enum Tint: Hashable, Sendable {
        case green, orange, blue, violet
    }

    enum Progress: Hashable, Sendable {
        /// 0 to 1.
        case fraction(Double)
        /// `done` of `count` steps.
        case steps(done: Int, of: Int)
        /// Fills, or empties, with the time.
        case interval(ClosedRange<Date>, countsDown: Bool, pausedAt: Date? = nil)

        func fraction(at now: Date) -> Double {
            switch self {
            case .fraction(let fraction): return min(max(fraction, 0), 1)
            case .steps(let done, let count): return min(max(Double(done) / Double(max(count, 1)), 0), 1)
            case .interval(let interval, let countsDown, let pausedAt):
                let length = interval.upperBound.timeIntervalSince(interval.lowerBound)
                guard length > 0 else { return countsDown ? 0 : 1 }
                let passed = min(max((pausedAt ?? now).timeIntervalSince(interval.lowerBound) / length, 0), 1)
                return countsDown ? 1 - passed : passed
            }
        }
    }
}

/// A line of a card: what stands on the left, and what stands on the right.
struct Line: Hashable, Sendable {
    var leading: [Piece]
    var trailing: [Piece]

    init(_ leading: Piece..., trailing: [Piece] = []) {
        self.leading = leading
        self.trailing = trailing
    }

    init(_ leading: [Piece], trailing: [Piece] = []) {
        self.leading = leading
        self.trailing = trailing
    }

    /// Without any looks.
    func text(at now: Date) -> String {
        [leading, trailing].map { $0.map { $0.text(at: now) }.joined() }.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

/// A word or a figure of a line.
enum Piece: Hashable, Sendable {
    case plain(String)
    case strong(String)
    case faint(String)
    /// Counts through an interval (WK-18), such as `12:07`.
    case timer(ClosedRange<Date>, countsDown: Bool, pausedAt: Date? = nil)
    /// How long until then, such as `12–18 min`.
    case wait(ClosedRange<Date>)

    func text(at now: Date) -> String {
        switch self {
        case .plain(let text), .strong(let text), .faint(let text): text
        case .timer(let interval, let countsDown, let pausedAt):
            Self.clock(
                countsDown
                    ? interval.upperBound.timeIntervalSince(Self.clamp(pausedAt ?? now, interval)).rounded(.up)
                    : Self.clamp(pausedAt ?? now, interval).timeIntervalSince(interval.lowerBound))
        case .wait(let interval): Self.minutes(interval, now)
        }
    }

    private static func clamp(_ date: Date, _ interval: ClosedRange<Date>) -> Date {
        min(max(date, interval.lowerBound), interval.upperBound)
    }

    private static func clock(_ seconds: TimeInterval) -> String {
        let total = Int(seconds)
        let (minutes, rest) = (total / 60, total % 60)
        return "\(minutes):\(rest < 10 ? "0" : "")\(rest)"
    }

    private static func minutes(_ interval: ClosedRange<Date>, _ now: Date) -> String {
        let first = max(0, Int((interval.lowerBound.timeIntervalSince(now) / 60).rounded()))
        let last = max(first, Int((interval.upperBound.timeIntervalSince(now) / 60).rounded()))
        return first == last ? "\(last) min" : "\(first)–\(last) min"
    }
}

extension Piece: ExpressibleByStringInterpolation {
    init(stringLiteral value: String) { self = .plain(value) }
}

extension Date {
    /// The hour and minute in UTC, such as `16:05`.
    var hourAndMinute: String {
        let minutes = Int((timeIntervalSinceReferenceDate / 60).rounded(.down))
        let (hour, minute) = ((minutes / 60) % 24, minutes % 60)
        return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }
}

extension ClosedRange<Date> {
    /// Such as `16:05–16:20`, or one time if both are within the same minute.
    var hoursAndMinutes: String {
        let (first, last) = (lowerBound.hourAndMinute, upperBound.hourAndMinute)
        return first == last ? first : "\(first)–\(last)"
    }
}
