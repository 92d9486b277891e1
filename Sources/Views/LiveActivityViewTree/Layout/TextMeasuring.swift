public import Foundation

/// Measures text for the layout: by a rule of thumb where nothing better is at hand (``ApproximateTextMeasuring``), by the real fonts in LiveActivityPreview.
public protocol TextMeasuring: Sendable {
    /// How the text is set in the width it is offered.
    ///
    /// - Parameters:
    ///   - now: What self-updating parts say; the layout asks for the widest that they can become where it reserves place.
    ///   - width: In points; `nil` for all the text in one line a paragraph.
    ///   - height: In points; lines that do not fit are cut, at least one stays. `nil` for no bound.
    func measure(_ text: TextNode, at now: Date, width: Double?, height: Double?) -> MeasuredText
}

/// A text, set.
public struct MeasuredText: Hashable, Sendable {
    public var width: Double
    public var height: Double
    /// From the top.
    public var firstBaseline: Double
    public var lastBaseline: Double
    public var lines: Int
    /// Not all of it is seen.
    public var isTruncated: Bool
    /// At which it was set: from the text's minimum scale factor up to 1.
    public var scale: Double

    public init(
        width: Double, height: Double, firstBaseline: Double, lastBaseline: Double, lines: Int, isTruncated: Bool, scale: Double
    ) {
        self.width = width
        self.height = height
        self.firstBaseline = firstBaseline
        self.lastBaseline = lastBaseline
        self.lines = lines
        self.isTruncated = isTruncated
        self.scale = scale
    }
}
