public import Foundation

/// Attributes that a text sets itself; the others come from the environment.
@usableFromInline struct TextAttributes: Hashable, Sendable {
    var font: Font?
    var overrides = Font.Overrides()
    var style: HashableStyle?
    @usableFromInline var tracking: Double?
    @usableFromInline var baselineOffset: Double?
    @usableFromInline var underline: Bool?
    @usableFromInline var strikethrough: Bool?

    /// These attributes, completed by those of `outer`.
    func over(_ outer: TextAttributes) -> TextAttributes {
        TextAttributes(
            font: font ?? outer.font, overrides: overrides.over(outer.overrides), style: style ?? outer.style,
            tracking: tracking ?? outer.tracking, baselineOffset: baselineOffset ?? outer.baselineOffset,
            underline: underline ?? outer.underline, strikethrough: strikethrough ?? outer.strikethrough)
    }
}

/// A style that can be compared. Styles that are not `Equatable` are never equal.
struct HashableStyle: Hashable, Sendable {
    let style: any ShapeStyle

    static func == (left: Self, right: Self) -> Bool {
        func equal<Style: Equatable>(_ style: Style) -> Bool { style == right.style as? Style }
        return (left.style as? any Equatable).map { equal($0) } ?? false
    }

    func hash(into hasher: inout Hasher) { (style as? any Hashable)?.hash(into: &hasher) }
}

extension Text {
    private func changed(_ change: (inout TextAttributes) -> Void) -> Text {
        var text = self
        change(&text.attributes)
        return text
    }

    /// The text in a font; `nil` uses the environment's.
    public func font(_ font: Font?) -> Text { changed { $0.font = font } }
    /// The text with a font weight; `nil` uses the font's own.
    public func fontWeight(_ weight: Font.Weight?) -> Text { changed { $0.overrides.weight = weight } }
    /// The text with a font width; `nil` uses the font's own.
    public func fontWidth(_ width: Font.Width?) -> Text { changed { $0.overrides.traits.width = width } }
    /// The text with a font design; `nil` uses the font's own.
    public func fontDesign(_ design: Font.Design?) -> Text { changed { $0.overrides.design = design } }
    public func bold() -> Text { bold(true) }
    public func bold(_ isActive: Bool) -> Text { changed { $0.overrides.isBold = isActive } }
    public func italic() -> Text { italic(true) }
    public func italic(_ isActive: Bool) -> Text { changed { $0.overrides.traits.isItalic = isActive } }
    /// The text with or without letters of equal width.
    public func monospaced(_ isActive: Bool = true) -> Text { changed { $0.overrides.traits.isMonospaced = isActive } }
    /// The text with digits of equal width, so that a changing number does not move.
    public func monospacedDigit() -> Text { changed { $0.overrides.traits.hasMonospacedDigits = true } }
    /// The text in a color; `nil` uses the environment's.
    public func foregroundColor(_ color: Color?) -> Text { changed { $0.style = color.map { HashableStyle(style: $0) } } }
    public func foregroundStyle<Style: ShapeStyle>(_ style: Style) -> Text {
        changed { $0.style = HashableStyle(style: style) }
    }
    /// The text with additional space between letters, in points.
    public func tracking(_ tracking: CGFloat) -> Text { changed { $0.tracking = Double(tracking) } }
    /// The text with this kerning, which equals `tracking(_:)` here.
    public func kerning(_ kerning: CGFloat) -> Text { tracking(kerning) }
    /// The text raised by a number of points; a negative number lowers it.
    public func baselineOffset(_ offset: CGFloat) -> Text { changed { $0.baselineOffset = Double(offset) } }

    /// The text underlined, or not. The color has no effect: the line has the color of the text.
    public func underline(_ isActive: Bool = true, color: Color? = nil) -> Text { changed { $0.underline = isActive } }
    /// The text underlined, or not. Pattern and color have no effect.
    public func underline(_ isActive: Bool = true, pattern: LineStyle.Pattern, color: Color? = nil) -> Text {
        underline(isActive)
    }
    /// The text struck through, or not. The color has no effect.
    public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> Text { changed { $0.strikethrough = isActive } }
    /// The text struck through, or not. Pattern and color have no effect.
    public func strikethrough(_ isActive: Bool = true, pattern: LineStyle.Pattern, color: Color? = nil) -> Text {
        strikethrough(isActive)
    }

    /// The style of a line under or through a text. Accepted and not used.
    public struct LineStyle: Hashable, Sendable {
        /// The pattern of a line. Accepted and not used.
        public enum Pattern: Hashable, Sendable {
            case solid, dot, dash, dashDot, dashDotDot
        }

        /// A style that is not stored.
        public init(pattern: Pattern = .solid, color: Color? = nil) {}

        public static let single = LineStyle()
    }
}
