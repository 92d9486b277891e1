public import Foundation

/// A font: a text style that grows with the person's text size, a size, or a family of the app's own, and what is changed of it.
public struct Font: Hashable, Sendable {
    enum Base: Hashable, Sendable {
        case style(TextStyle)
        case size(Double)
        /// `nil` for a size that does not grow.
        case custom(String, size: Double, relativeTo: TextStyle?)
    }

    var base: Base
    var weight: Weight?
    var design: Design?
    var traits = FontTraits()

    init(_ base: Base, weight: Weight? = nil, design: Design? = nil) {
        self.base = base
        self.weight = weight
        self.design = design
    }

    public enum TextStyle: Hashable, Sendable, CaseIterable {
        case extraLargeTitle, extraLargeTitle2, largeTitle, title, title2, title3, headline, subheadline, body, callout
        case footnote, caption, caption2
    }

    public struct Weight: Hashable, Sendable {
        /// 100 to 900, as ``ResolvedFont/weight``.
        let value: Int

        public static let ultraLight = Self(value: 100)
        public static let thin = Self(value: 200)
        public static let light = Self(value: 300)
        public static let regular = Self(value: 400)
        public static let medium = Self(value: 500)
        public static let semibold = Self(value: 600)
        public static let bold = Self(value: 700)
        public static let heavy = Self(value: 800)
        public static let black = Self(value: 900)
    }

    public enum Design: Hashable, Sendable {
        case `default`, serif, rounded, monospaced
    }

    public struct Width: Hashable, Sendable {
        public var value: CGFloat

        public init(_ value: CGFloat) { self.value = value }

        public static let compressed = Self(-0.3)
        public static let condensed = Self(-0.2)
        public static let standard = Self(0)
        public static let expanded = Self(0.2)
    }

    public enum Leading: Hashable, Sendable {
        case standard, tight, loose
    }
}

/// What may be changed of any font, by the font itself, a text or a view around it.
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

    public static func system(_ style: TextStyle, design: Design? = nil, weight: Weight? = nil) -> Font {
        Font(.style(style), weight: weight, design: design)
    }

    @_disfavoredOverload
    public static func system(_ style: TextStyle, design: Design = .default) -> Font { Font(.style(style), design: design) }

    public static func system(size: CGFloat, weight: Weight? = nil, design: Design? = nil) -> Font {
        Font(.size(Double(size)), weight: weight, design: design)
    }

    @_disfavoredOverload
    public static func system(size: CGFloat, weight: Weight = .regular, design: Design = .default) -> Font {
        Font(.size(Double(size)), weight: weight, design: design)
    }

    /// A family of the app's own; grows as body text does.
    public static func custom(_ name: String, size: CGFloat) -> Font {
        Font(.custom(name, size: Double(size), relativeTo: .body))
    }
    public static func custom(_ name: String, size: CGFloat, relativeTo style: TextStyle) -> Font {
        Font(.custom(name, size: Double(size), relativeTo: style))
    }
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

    public func weight(_ weight: Weight) -> Font { changed { $0.weight = weight } }
    public func bold() -> Font { weight(.bold) }
    public func bold(_ isActive: Bool) -> Font { isActive ? bold() : self }
    public func italic() -> Font { changed { $0.traits.isItalic = true } }
    public func italic(_ isActive: Bool) -> Font { changed { $0.traits.isItalic = isActive } }
    public func monospaced() -> Font { changed { $0.traits.isMonospaced = true } }
    public func monospaced(_ isActive: Bool) -> Font { changed { $0.traits.isMonospaced = isActive } }
    /// All digits of one width, so that a number that changes stands still.
    public func monospacedDigit() -> Font { changed { $0.traits.hasMonospacedDigits = true } }
    public func smallCaps() -> Font { changed { $0.traits.isSmallCaps = true } }
    public func lowercaseSmallCaps() -> Font { smallCaps() }
    public func uppercaseSmallCaps() -> Font { smallCaps() }
    public func width(_ width: Width) -> Font { changed { $0.traits.width = width } }
    public func width(_ width: CGFloat) -> Font { self.width(Width(width)) }
    public func leading(_ leading: Leading) -> Font { changed { $0.traits.leading = leading } }
}
