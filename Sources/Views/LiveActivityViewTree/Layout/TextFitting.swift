import Foundation

/// Computes the size of a text from its flow: line heights, the number of lines, and how far the font shrinks.
///
/// Every ``TextMeasuring`` uses it, so estimated and real fonts give the same heights and differ only in widths.
public struct TextFitting {
    /// A text broken into lines.
    public struct Flow: Hashable, Sendable {
        /// The number of lines.
        public var lines: Int
        /// The width of the widest line in points.
        public var widestLine: Double

        /// A text broken into lines.
        public init(lines: Int, widestLine: Double) {
            self.lines = lines
            self.widestLine = widestLine
        }
    }

    /// The distance between two baselines at full size in points, without the line spacing of the text.
    public let lineHeight: Double
    /// The distance from the top of a line to its baseline at full size in points.
    public let ascent: Double
    private let text: TextNode

    /// Takes fonts, line limit, spacing and minimum scale from the text.
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

    /// The ascent and descent of iOS's system font as fractions of the font size: lines at 17 points are 20.3 points
    /// high.
    static let ascent = 0.952
    static let descent = 0.241

    /// Fits the text into the proposed size: shrinks it as far as it allows, then truncates it.
    ///
    /// - Parameters:
    ///   - width: The proposed width in points; `nil` is unlimited.
    ///   - height: The proposed height in points; `nil` is unlimited.
    ///   - flow: Breaks the text into as many lines of `width` as it needs, with the font scaled by `scale`.
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
            // A truncated line fills the available width.
            width: isTruncated ? width ?? flow.widestLine : flow.widestLine,
            height: shown == 0 ? 0 : Double(shown) * lineHeight * scale + Double(shown - 1) * spacing,
            firstBaseline: baseline(1), lastBaseline: baseline(max(1, lines)), lines: lines, isTruncated: isTruncated,
            scale: scale)
    }
}

extension ResolvedFont {
    /// The font size in points, clamped to 0…1000; NaN becomes 0.
    var boundedSize: Double { size.isNaN ? 0 : min(max(size, 0), 1000) }
}
