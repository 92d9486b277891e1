public import Foundation

/// `Text`, with all that decides how it is set.
public struct TextNode: Hashable, Sendable, Codable {
    public var runs: [TextRun]
    public var alignment: NodeAlignment.Horizontal
    /// `nil` for as many as fit.
    public var lineLimit: Int?
    /// Keeps the height of all its lines though they are empty (`lineLimit(_:reservesSpace:)`).
    public var reservesSpace: Bool
    /// 0 to 1: how far the font may shrink before the text is cut.
    public var minimumScaleFactor: Double
    public var truncation: Truncation
    public var lineSpacing: Double
    public var allowsTightening: Bool
    /// In which self-updating parts are written, a BCP 47 identifier.
    public var locale: String
    public var isRightToLeft: Bool

    public enum Truncation: String, Hashable, Sendable, Codable { case head, middle, tail }

    @inlinable public init(
        runs: [TextRun], alignment: NodeAlignment.Horizontal = .leading, lineLimit: Int? = nil, reservesSpace: Bool = false,
        minimumScaleFactor: Double = 1, truncation: Truncation = .tail, lineSpacing: Double = 0, allowsTightening: Bool = false,
        locale: String = "en", isRightToLeft: Bool = false
    ) {
        self.runs = runs
        self.alignment = alignment
        self.lineLimit = lineLimit
        self.reservesSpace = reservesSpace
        self.minimumScaleFactor = minimumScaleFactor
        self.truncation = truncation
        self.lineSpacing = lineSpacing
        self.allowsTightening = allowsTightening
        self.locale = locale
        self.isRightToLeft = isRightToLeft
    }
}

/// A part of a text in one font and one paint.
public struct TextRun: Hashable, Sendable, Codable {
    public enum Content: Hashable, Sendable {
        case string(String)
        /// `Text(timerInterval:pauseTime:countsDown:showsHours:)` (WK-18).
        case timer(ClosedRange<Date>, pauseTime: Date?, countsDown: Bool, showsHours: Bool)
        /// `Text(_:style:)` (WK-21).
        case date(Date, style: DateStyle)
        /// `Text(Image(…))`.
        case image(ImageNode)
    }
    public enum DateStyle: String, Hashable, Sendable, Codable { case timer, relative, offset, date, time }

    public var content: Content
    public var font: ResolvedFont
    public var paint: Paint
    public var tracking: Double
    public var baselineOffset: Double
    public var underline: Bool
    public var strikethrough: Bool

    @inlinable public init(
        _ content: Content, font: ResolvedFont, paint: Paint, tracking: Double = 0, baselineOffset: Double = 0,
        underline: Bool = false, strikethrough: Bool = false
    ) {
        self.content = content
        self.font = font
        self.paint = paint
        self.tracking = tracking
        self.baselineOffset = baselineOffset
        self.underline = underline
        self.strikethrough = strikethrough
    }
}

/// A font at a size in points: text styles are settled by the Dynamic Type size of the environment.
public struct ResolvedFont: Hashable, Sendable, Codable {
    public enum Design: String, Hashable, Sendable, Codable { case `default`, rounded, monospaced, serif }

    /// A family of the app's own (`Font.custom`); `nil` is the system's.
    public var family: String?
    public var size: Double
    /// 100 ultra light, 200 thin, 300 light, 400 regular, 500 medium, 600 semibold, 700 bold, 800 heavy, 900 black.
    public var weight: Int
    public var design: Design
    public var isItalic: Bool
    /// All digits are of one width, so that a running clock stands still.
    public var hasMonospacedDigits: Bool
    public var isSmallCaps: Bool
    /// -1 compressed and condensed, 0 standard, 1 expanded.
    public var width: Double
    /// Points added to the line height: -1.. tight, 0 standard, loose.
    public var leading: Double

    @inlinable public init(
        family: String? = nil, size: Double, weight: Int = 400, design: Design = .default, isItalic: Bool = false,
        hasMonospacedDigits: Bool = false, isSmallCaps: Bool = false, width: Double = 0, leading: Double = 0
    ) {
        self.family = family
        self.size = size
        self.weight = weight
        self.design = design
        self.isItalic = isItalic
        self.hasMonospacedDigits = hasMonospacedDigits
        self.isSmallCaps = isSmallCaps
        self.width = width
        self.leading = leading
    }
}

extension TextNode {
    /// The text without dates and timers, which change by themselves.
    package var string: String { runs.map(\.content.staticText).joined() }
}

extension TextRun.Content {
    /// The run's text; empty for a date, a timer or an image.
    package var staticText: String { if case .string(let text) = self { text } else { "" } }
}
