import Foundation

/// What a text takes once a measurer knows how it flows: line heights, how many lines there may be, and how far the font shrinks.
///
/// Shared by every ``TextMeasuring``, so that a rule of thumb and real fonts give the same heights and differ in widths alone.
public struct TextFitting {
    /// A text in lines of a certain width.
    public struct Flow: Hashable, Sendable {
        public var lines: Int
        public var widestLine: Double

        public init(lines: Int, widestLine: Double) {
            self.lines = lines
            self.widestLine = widestLine
        }
    }

    /// Points from one baseline to the next at full size, before the text's own line spacing.
    public let lineHeight: Double
    /// Points from a line's top to its baseline at full size.
    public let ascent: Double
    private let text: TextNode

    public init(_ text: TextNode) {
        self.text = text
        var (above, below) = (0.0, 0.0)
        for run in text.runs {
            let size = run.font.boundedSize
            let leading = run.font.leading.isNaN ? 0 : min(max(run.font.leading, -size / 4), size)
            above = max(above, size * Self.ascent + leading / 2 + boundedOffset(run.baselineOffset))
            below = max(below, size * Self.descent + leading / 2 - boundedOffset(run.baselineOffset))
        }
        self.ascent = above
        self.lineHeight = above + below
    }

    /// Of the system's font on iOS, of its size: 17 points give lines of 20.3.
    static let ascent = 0.952
    static let descent = 0.241

    /// Sets the text in what it is offered: shrinks it as far as it allows, then cuts it.
    ///
    /// - Parameter flow: How the text flows at a scale of the font in lines of a width, however many lines that takes.
    public func fit(width: Double?, height: Double?, flow: (_ scale: Double, _ width: Double?) -> Flow) -> MeasuredText {
        let whole = flow(1, width)
        if fits(whole, 1, width, height) { return measured(whole, 1, width, height) }
        let least = text.minimumScaleFactor.isNaN ? 1 : min(max(text.minimumScaleFactor, 0.05), 1)
        guard least < 1 else { return measured(whole, 1, width, height) }

        let smallest = flow(least, width)
        guard fits(smallest, least, width, height) else { return measured(smallest, least, width, height) }
        var (fitting, tooLarge) = ((scale: least, flow: smallest), 1.0)
        for _ in 0..<6 {
            let scale = (fitting.scale + tooLarge) / 2
            let flowed = flow(scale, width)
            if fits(flowed, scale, width, height) { fitting = (scale, flowed) } else { tooLarge = scale }
        }
        return measured(fitting.flow, fitting.scale, width, height)
    }

    private var spacing: Double { bounded(text.lineSpacing) }

    private func linesAllowed(_ scale: Double, _ height: Double?) -> Int {
        let limit = max(1, text.lineLimit ?? .max)
        guard let height, height.isFinite else { return limit }
        let line = lineHeight * scale + spacing
        guard line > 0 else { return limit }
        return max(1, min(limit, Int(min((height + spacing + LayoutLimits.tolerance) / line, 1e6))))
    }

    private func fits(_ flow: Flow, _ scale: Double, _ width: Double?, _ height: Double?) -> Bool {
        flow.lines <= linesAllowed(scale, height) && flow.widestLine <= (width ?? .infinity) + LayoutLimits.tolerance
    }

    private func measured(_ flow: Flow, _ scale: Double, _ width: Double?, _ height: Double?) -> MeasuredText {
        let allowed = linesAllowed(scale, height)
        let lines = min(flow.lines, allowed)
        let isTruncated = !fits(flow, scale, width, height)
        let shown = text.reservesSpace ? max(lines, min(allowed, text.lineLimit ?? lines)) : lines
        func baseline(_ line: Int) -> Double { ascent * scale + Double(line - 1) * (lineHeight * scale + spacing) }
        return MeasuredText(
            // What is left of a cut line is as long as there is place for.
            width: isTruncated ? width ?? flow.widestLine : flow.widestLine,
            height: shown == 0 ? 0 : Double(shown) * lineHeight * scale + Double(shown - 1) * spacing,
            firstBaseline: baseline(1), lastBaseline: baseline(max(1, lines)), lines: lines, isTruncated: isTruncated,
            scale: scale)
    }
}

extension ResolvedFont {
    /// Points; a size that cannot be drawn is one that can.
    var boundedSize: Double { size.isNaN ? 0 : min(max(size, 0), 1000) }
}
