public import Foundation

/// What a text says of its own look; the rest comes from the environment.
@usableFromInline struct TextAttributes: Hashable, Sendable {
    var font: Font?
    var overrides = Font.Overrides()
    var style: HashableStyle?
    @usableFromInline var tracking: Double?
    @usableFromInline var baselineOffset: Double?
    @usableFromInline var underline: Bool?
    @usableFromInline var strikethrough: Bool?

    /// These, where they say something, and `outer` where not.
    func over(_ outer: TextAttributes) -> TextAttributes {
        TextAttributes(
            font: font ?? outer.font, overrides: overrides.over(outer.overrides), style: style ?? outer.style,
            tracking: tracking ?? outer.tracking, baselineOffset: baselineOffset ?? outer.baselineOffset,
            underline: underline ?? outer.underline, strikethrough: strikethrough ?? outer.strikethrough)
    }
}

/// A style in a value that can be compared: two are equal when both can tell and do.
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

    public func font(_ font: Font?) -> Text { changed { $0.font = font } }
    public func fontWeight(_ weight: Font.Weight?) -> Text { changed { $0.overrides.weight = weight } }
    public func fontWidth(_ width: Font.Width?) -> Text { changed { $0.overrides.traits.width = width } }
    public func fontDesign(_ design: Font.Design?) -> Text { changed { $0.overrides.design = design } }
    public func bold() -> Text { bold(true) }
    public func bold(_ isActive: Bool) -> Text { changed { $0.overrides.isBold = isActive } }
    public func italic() -> Text { italic(true) }
    public func italic(_ isActive: Bool) -> Text { changed { $0.overrides.traits.isItalic = isActive } }
    public func monospaced(_ isActive: Bool = true) -> Text { changed { $0.overrides.traits.isMonospaced = isActive } }
    public func monospacedDigit() -> Text { changed { $0.overrides.traits.hasMonospacedDigits = true } }
    public func foregroundColor(_ color: Color?) -> Text { changed { $0.style = color.map { HashableStyle(style: $0) } } }
    public func foregroundStyle<Style: ShapeStyle>(_ style: Style) -> Text {
        changed { $0.style = HashableStyle(style: style) }
    }
    public func tracking(_ tracking: CGFloat) -> Text { changed { $0.tracking = Double(tracking) } }
    public func kerning(_ kerning: CGFloat) -> Text { tracking(kerning) }
    public func baselineOffset(_ offset: CGFloat) -> Text { changed { $0.baselineOffset = Double(offset) } }

    /// The line's pattern and colour are not kept: it has the text's.
    public func underline(_ isActive: Bool = true, color: Color? = nil) -> Text { changed { $0.underline = isActive } }
    public func underline(_ isActive: Bool = true, pattern: LineStyle.Pattern, color: Color? = nil) -> Text {
        underline(isActive)
    }
    public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> Text { changed { $0.strikethrough = isActive } }
    public func strikethrough(_ isActive: Bool = true, pattern: LineStyle.Pattern, color: Color? = nil) -> Text {
        strikethrough(isActive)
    }

    /// A line under or through a text.
    public struct LineStyle: Hashable, Sendable {
        public struct Pattern: Hashable, Sendable {
            private let name: String

            public static let solid = Self(name: "solid")
            public static let dot = Self(name: "dot")
            public static let dash = Self(name: "dash")
            public static let dashDot = Self(name: "dashDot")
            public static let dashDotDot = Self(name: "dashDotDot")
        }

        public init(pattern: Pattern = .solid, color: Color? = nil) {}

        public static let single = LineStyle()
    }
}
