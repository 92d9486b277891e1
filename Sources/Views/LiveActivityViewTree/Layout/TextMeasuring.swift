public import Foundation

/// Measures texts for the layout.
///
/// ``ApproximateTextMeasuring`` estimates sizes without fonts; LiveActivityPreview measures with real fonts.
public protocol TextMeasuring: Sendable {
    /// Measures a text for a proposed size.
    ///
    /// - Parameters:
    ///   - text: The text. To reserve space, the layout passes self-updating texts in their widest form.
    ///   - now: The time that self-updating parts show.
    ///   - width: The proposed width in points; `nil` sets each paragraph in one line.
    ///   - height: The proposed height in points; lines that do not fit are truncated, but at least one line remains.
    ///     `nil` is unlimited.
    func measure(_ text: TextNode, at now: Date, width: Double?, height: Double?) -> MeasuredText
}

/// The size of a text that has been broken into lines.
public struct MeasuredText: Hashable, Sendable {
    /// The width in points.
    public var width: Double
    /// The height in points.
    public var height: Double
    /// The distance from the top to the first baseline in points.
    public var firstBaseline: Double
    /// The distance from the top to the last baseline in points.
    public var lastBaseline: Double
    /// The number of visible lines.
    public var lines: Int
    /// Whether part of the text is not visible.
    public var isTruncated: Bool
    /// The factor by which the font was scaled, from the text's minimum scale factor to 1.
    public var scale: Double

    /// The size of a text in points.
    public init(
        width: Double, height: Double, firstBaseline: Double, lastBaseline: Double, lines: Int, isTruncated: Bool, scale: Double
    ) {
        (self.width, self.height, self.firstBaseline, self.lastBaseline) = (width, height, firstBaseline, lastBaseline)
        (self.lines, self.isTruncated, self.scale) = (lines, isTruncated, scale)
    }
}
