public import LiveActivityUI

/// A clock that counts down to `date` without updates, and stays at 0:00 afterwards.
public struct Countdown: View {
    private let date: Date
    private let startsLine: Bool

    @Environment(\.now) private var now

    /// - Parameter startsLine: The clock is at the leading end of its line; otherwise it is at the trailing end.
    public init(to date: Date, startsLine: Bool = false) {
        self.date = date
        self.startsLine = startsLine
    }

    public var body: some View {
        ClockText(Text(timerInterval: now...max(now, date), countsDown: true), startsLine: startsLine)
    }
}

/// A clock's text in one line: digits of equal width, from left to right in every language.
///
/// The text is still aligned to its end of the line, which is on the other side in a right-to-left language.
public struct ClockText: View {
    private let text: Text
    private let startsLine: Bool

    @Environment(\.layoutDirection) private var layoutDirection

    /// - Parameter startsLine: The clock is at the leading end of its line; otherwise it is at the trailing end.
    public init(_ text: Text, startsLine: Bool = false) {
        self.text = text
        self.startsLine = startsLine
    }

    public var body: some View {
        // A running text takes all the width that it is offered, and leaves nothing to its neighbors.
        ViewThatFits(in: .horizontal) {
            text.monospacedDigit().fixedSize(horizontal: true, vertical: false)
            text.monospacedDigit()
        }
        .multilineTextAlignment((layoutDirection == .leftToRight) != startsLine ? .trailing : .leading)
        .lineLimit(1)
        .minimumScaleFactor(0.55)
        .environment(\.layoutDirection, .leftToRight)
    }
}

extension Text {
    /// The times of day between which something is expected, such as *17:20–17:30*; one time where they are less than a
    /// minute apart.
    public static func timeWindow(_ window: ClosedRange<Date>) -> Text {
        let first = Text(window.lowerBound, style: .time)
        if window.upperBound.timeIntervalSince(window.lowerBound) < 60 { return first }
        return first + Text(verbatim: "–") + Text(window.upperBound, style: .time)
    }
}
