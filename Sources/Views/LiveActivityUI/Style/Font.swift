public import Foundation

/// A font: a text style that follows the user's text size, a fixed size, or an app's own family, with changes.
public struct Font: Hashable, Sendable {
    enum Base: Hashable, Sendable {
        case style(TextStyle)
        case size(Double)
        /// An app's own family. Without a text style its size is fixed.
        case custom(String, size: Double, relativeTo: TextStyle?)
    }

    var base: Base
    var weight: Weight?
    var design: Design?
    var traits = FontTraits()

    init(_ base: Base, weight: Weight? = nil, design: Design? = nil) {
        (self.base, self.weight, self.design) = (base, weight, design)
    }

    /// A style of text with its own size and weight.
    public enum TextStyle: Hashable, Sendable, CaseIterable {
        case extraLargeTitle, extraLargeTitle2, largeTitle, title, title2, title3, headline, subheadline, body, callout
        case footnote, caption, caption2
    }

    public struct Weight: Hashable, Sendable {
        /// 100 to 900, as `ResolvedFont.weight`.
        let value: Int

        /// Weight 100.
        public static let ultraLight = Self(value: 100)
        /// Weight 200.
        public static let thin = Self(value: 200)
        /// Weight 300.
        public static let light = Self(value: 300)
        /// Weight 400.
        public static let regular = Self(value: 400)
        /// Weight 500, the lightest that the Human Interface Guidelines recommend for Live Activities.
        public static let medium = Self(value: 500)
        /// Weight 600.
        public static let semibold = Self(value: 600)
        /// Weight 700.
        public static let bold = Self(value: 700)
        /// Weight 800.
        public static let heavy = Self(value: 800)
        /// Weight 900.
        public static let black = Self(value: 900)
    }

    /// The design of the system's font.
    public enum Design: Hashable, Sendable {
        case `default`, serif, rounded, monospaced
    }

    public struct Width: Hashable, Sendable {
        /// The width: -1 is narrowest, 0 standard, 1 widest.
        public var value: CGFloat

        public init(_ value: CGFloat) { self.value = value }

        /// Narrowest, -0.3.
        public static let compressed = Self(-0.3)
        /// Narrow, -0.2.
        public static let condensed = Self(-0.2)
        /// Standard, 0.
        public static let standard = Self(0)
        /// Wide, 0.2.
        public static let expanded = Self(0.2)
    }

    /// The space between lines.
    public enum Leading: Hashable, Sendable {
        /// The font's own, one point less, or one point more.
        case standard, tight, loose
    }
}

/// Properties that a font, a text or a view around it can change.
@usableFromInline struct FontTraits: Hashable, Sendable {
    @usableFromInline var isItalic: Bool?
    @usableFromInline var hasMonospacedDigits: Bool?
    @usableFromInline var isMonospaced: Bool?
    var isSmallCaps = false
    @usableFromInline var width: Font.Width?
    var leading: Font.Leading?
}

extension Font {
    public static let largeTitle = Font(.style(.largeTitle))
    public static let title = Font(.style(.title))
    public static let title2 = Font(.style(.title2))
    public static let title3 = Font(.style(.title3))
    public static let headline = Font(.style(.headline))
    public static let subheadline = Font(.style(.subheadline))
    public static let body = Font(.style(.body))
    public static let callout = Font(.style(.callout))
    public static let footnote = Font(.style(.footnote))
    public static let caption = Font(.style(.caption))
    public static let caption2 = Font(.style(.caption2))

    /// The system's font in a text style; `nil` keeps the style's own design and weight.
    public static func system(_ style: TextStyle, design: Design? = nil, weight: Weight? = nil) -> Font {
        Font(.style(style), weight: weight, design: design)
    }

    @_disfavoredOverload
    public static func system(_ style: TextStyle, design: Design = .default) -> Font { Font(.style(style), design: design) }

    /// The system's font at a size in points, which does not follow the user's text size.
    public static func system(size: CGFloat, weight: Weight? = nil, design: Design? = nil) -> Font {
        Font(.size(Double(size)), weight: weight, design: design)
    }

    @_disfavoredOverload
    public static func system(size: CGFloat, weight: Weight = .regular, design: Design = .default) -> Font {
        Font(.size(Double(size)), weight: weight, design: design)
    }

    /// An app's own family. The size in points follows the user's text size as body text does.
    public static func custom(_ name: String, size: CGFloat) -> Font {
        Font(.custom(name, size: Double(size), relativeTo: .body))
    }
    /// An app's own family. The size in points follows the user's text size as `style` does.
    public static func custom(_ name: String, size: CGFloat, relativeTo style: TextStyle) -> Font {
        Font(.custom(name, size: Double(size), relativeTo: style))
    }
    /// An app's own family at a fixed size in points.
    public static func custom(_ name: String, fixedSize: CGFloat) -> Font {
        Font(.custom(name, size: Double(fixedSize), relativeTo: nil))
    }
}

extension Font {
    private func changed(_ change: (inout Font) -> Void) -> Font {
        var font = self
        change(&font)
        return font
    }

    /// The font with another weight.
    public func weight(_ weight: Weight) -> Font { changed { $0.weight = weight } }
    public func bold() -> Font { weight(.bold) }
    /// The font in bold, or the same font.
    public func bold(_ isActive: Bool) -> Font { isActive ? bold() : self }
    public func italic() -> Font { changed { $0.traits.isItalic = true } }
    /// The font in italics, or upright.
    public func italic(_ isActive: Bool) -> Font { changed { $0.traits.isItalic = isActive } }
    /// The font with letters of equal width.
    public func monospaced() -> Font { changed { $0.traits.isMonospaced = true } }
    /// The font with letters of equal width, or not.
    public func monospaced(_ isActive: Bool) -> Font { changed { $0.traits.isMonospaced = isActive } }
    /// The font with digits of equal width, so that a changing number does not move.
    public func monospacedDigit() -> Font { changed { $0.traits.hasMonospacedDigits = true } }
    /// The font with small letters as small capitals.
    public func smallCaps() -> Font { changed { $0.traits.isSmallCaps = true } }
    /// The font with small capitals, like `smallCaps()`.
    public func lowercaseSmallCaps() -> Font { smallCaps() }
    public func uppercaseSmallCaps() -> Font { smallCaps() }
    /// The font with another width.
    public func width(_ width: Width) -> Font { changed { $0.traits.width = width } }
    /// The font with another width, from -1 to 1.
    public func width(_ width: CGFloat) -> Font { self.width(Width(width)) }
    /// The font at another size in points, which does not follow the user's text size.
    package func sized(_ size: CGFloat) -> Font {
        changed { font in
            if case .custom(let name, _, _) = font.base {
                font.base = .custom(name, size: Double(size), relativeTo: nil)
            } else {
                font.base = .size(Double(size))
            }
        }
    }
    /// The system's font in another design.
    package func designed(_ design: Design) -> Font { changed { $0.design = design } }
    /// The font with another space between lines.
    public func leading(_ leading: Leading) -> Font { changed { $0.traits.leading = leading } }
}
