public import Foundation

/// A resolved `Text` with all settings that affect its layout.
public struct TextNode: Hashable, Sendable, Codable {
    /// The parts of the text in order.
    public var runs: [TextRun]
    /// The alignment of its lines.
    public var alignment: NodeAlignment.Horizontal
    /// The maximum number of lines; `nil` is no limit.
    public var lineLimit: Int?
    /// Whether the text always has the height of all its lines (`lineLimit(_:reservesSpace:)`).
    public var reservesSpace: Bool
    /// How far the font may shrink before the text is truncated, as a fraction. The layout clamps it to 0.05…1.
    public var minimumScaleFactor: Double
    /// Where a text that does not fit is shortened.
    public var truncation: Truncation
    /// Additional space between lines in points. Negative values count as 0.
    public var lineSpacing: Double
    /// Whether letters may move closer together before the text is shortened.
    public var allowsTightening: Bool
    /// The BCP 47 identifier of the language of the text. Self-updating parts are written in it.
    public var locale: String
    /// Whether the layout runs from right to left.
    public var isRightToLeft: Bool
    /// The identifier of the time zone of dates and times of day, such as `Europe/Berlin`; `nil` is the zone of the process
    /// which draws the text.
    public var timeZone: String?

    /// The part of a text that is truncated.
    public enum Truncation: String, Hashable, Sendable, Codable {
        /// The beginning.
        case head
        case middle
        /// The end.
        case tail
    }

    @inlinable public init(
        runs: [TextRun], alignment: NodeAlignment.Horizontal = .leading, lineLimit: Int? = nil, reservesSpace: Bool = false,
        minimumScaleFactor: Double = 1, truncation: Truncation = .tail, lineSpacing: Double = 0, allowsTightening: Bool = false,
        locale: String = "en", isRightToLeft: Bool = false, timeZone: String? = nil
    ) {
        (self.runs, self.alignment, self.lineLimit, self.reservesSpace) = (runs, alignment, lineLimit, reservesSpace)
        (self.minimumScaleFactor, self.truncation, self.lineSpacing) = (minimumScaleFactor, truncation, lineSpacing)
        (self.allowsTightening, self.locale, self.isRightToLeft) = (allowsTightening, locale, isRightToLeft)
        self.timeZone = timeZone
    }
}

/// A part of a text in one font and one paint.
public struct TextRun: Hashable, Sendable, Codable {
    /// The content of a run.
    public enum Content: Hashable, Sendable {
        /// Fixed text.
        case string(String)
        /// A timer, from `Text(timerInterval:pauseTime:countsDown:showsHours:)`.
        case timer(ClosedRange<Date>, pauseTime: Date?, countsDown: Bool, showsHours: Bool)
        /// A date, from `Text(_:style:)`.
        case date(Date, style: DateStyle)
        /// An image within the text, from `Text(Image(…))`.
        case image(ImageNode)
    }
    /// How a date is shown: as a running timer, relative to now, with a sign relative to now, as a date, or as a time.
    public enum DateStyle: String, Hashable, Sendable, Codable {
        /// A running timer, from or to the date.
        case timer
        /// The time from or to the date, in at most two units.
        case relative
        /// The time from or to the date in one unit, with a sign.
        case offset
        /// The day.
        case date
        /// The time of day.
        case time
    }

    /// The content of the run.
    public var content: Content
    public var font: ResolvedFont
    /// The paint of the letters.
    public var paint: Paint
    /// Additional space after each letter in points.
    public var tracking: Double
    /// How far the run is raised above the baseline, in points.
    public var baselineOffset: Double
    /// Whether the run is underlined.
    public var underline: Bool
    /// Whether the run is struck through.
    public var strikethrough: Bool

    @inlinable public init(
        _ content: Content, font: ResolvedFont, paint: Paint, tracking: Double = 0, baselineOffset: Double = 0,
        underline: Bool = false, strikethrough: Bool = false
    ) {
        (self.content, self.font, self.paint, self.tracking) = (content, font, paint, tracking)
        (self.baselineOffset, self.underline, self.strikethrough) = (baselineOffset, underline, strikethrough)
    }
}

/// A font at a size in points. Text styles are already resolved for the user's text size.
public struct ResolvedFont: Hashable, Sendable, Codable {
    /// The design of the system's font.
    public enum Design: String, Hashable, Sendable, Codable {
        /// The system's font.
        case `default`
        /// A design with rounded letters.
        case rounded
        /// Letters of equal width.
        case monospaced
        case serif
    }

    /// The family of an app's own font (`Font.custom`); `nil` is the system's font.
    public var family: String?
    /// The size in points.
    public var size: Double
    /// The weight: 100 ultra light, 200 thin, 300 light, 400 regular, 500 medium, 600 semibold, 700 bold, 800 heavy,
    /// 900 black.
    public var weight: Int
    /// The design of the system's font.
    public var design: Design
    public var isItalic: Bool
    /// Whether all digits have the same width, so that a running clock does not move.
    public var hasMonospacedDigits: Bool
    /// Whether small letters are drawn as small capitals.
    public var isSmallCaps: Bool
    /// The width: -1 compressed, 0 standard, 1 expanded.
    public var width: Double
    /// Points added to the line height: negative is tight, 0 standard, positive loose. The layout clamps it to a
    /// quarter of the font size below, and the font size above.
    public var leading: Double

    /// A font, by default the system's in regular weight.
    @inlinable public init(
        family: String? = nil, size: Double, weight: Int = 400, design: Design = .default, isItalic: Bool = false,
        hasMonospacedDigits: Bool = false, isSmallCaps: Bool = false, width: Double = 0, leading: Double = 0
    ) {
        (self.family, self.size, self.weight, self.design, self.isItalic) = (family, size, weight, design, isItalic)
        (self.hasMonospacedDigits, self.isSmallCaps, self.width) = (hasMonospacedDigits, isSmallCaps, width)
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
