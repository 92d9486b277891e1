public import LiveActivityUI

/// A font with UIKit's names, for code such as `Font(UIFont.systemFont(ofSize: 13))`.
public final class UIFont: NSObject, Sendable {
    package let font: Font
    public let pointSize: CGFloat

    init(_ font: Font, _ size: CGFloat) { (self.font, pointSize) = (font, size) }

    /// The approximate line height of the system font, in points.
    public var lineHeight: CGFloat { pointSize * 1.2 }

    /// Creates an app's font from its name. Its glyphs are drawn with an installed font.
    public convenience init?(name: String, size: CGFloat) { self.init(.custom(name, size: size), size) }

    /// The system's font.
    public static func systemFont(ofSize size: CGFloat) -> UIFont { UIFont(.system(size: size), size) }
    /// The system's font in a weight.
    public static func systemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
        UIFont(.system(size: size, weight: weight.weight), size)
    }
    /// The system's bold font.
    public static func boldSystemFont(ofSize size: CGFloat) -> UIFont { systemFont(ofSize: size, weight: .bold) }
    /// The system's font with digits of equal width.
    public static func monospacedDigitSystemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
        UIFont(.system(size: size, weight: weight.weight).monospacedDigit(), size)
    }
    /// The system's font with characters of equal width.
    public static func monospacedSystemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
        UIFont(.system(size: size, weight: weight.weight, design: .monospaced), size)
    }

    public static func preferredFont(forTextStyle style: TextStyle) -> UIFont { UIFont(.system(style.style), style.size) }

    public var fontDescriptor: UIFontDescriptor { UIFontDescriptor(font: font, pointSize: pointSize) }

    /// Creates a font from a descriptor, at the descriptor's size if `size` is 0.
    public convenience init(descriptor: UIFontDescriptor, size: CGFloat) {
        self.init(descriptor.font, size > 0 ? size : descriptor.pointSize)
    }

    public struct TextStyle: Hashable, Sendable {
        let style: Font.TextStyle
        let size: CGFloat

        public static let largeTitle = Self(style: .largeTitle, size: 34)
        public static let title1 = Self(style: .title, size: 28)
        public static let title2 = Self(style: .title2, size: 22)
        public static let title3 = Self(style: .title3, size: 20)
        public static let headline = Self(style: .headline, size: 17)
        public static let subheadline = Self(style: .subheadline, size: 15)
        public static let body = Self(style: .body, size: 17)
        public static let callout = Self(style: .callout, size: 16)
        public static let footnote = Self(style: .footnote, size: 13)
        public static let caption1 = Self(style: .caption, size: 12)
        public static let caption2 = Self(style: .caption2, size: 11)
    }

    public struct Weight: Hashable, Sendable {
        let weight: Font.Weight

        public static let ultraLight = Self(weight: .ultraLight)
        public static let thin = Self(weight: .thin)
        public static let light = Self(weight: .light)
        public static let regular = Self(weight: .regular)
        public static let medium = Self(weight: .medium)
        public static let semibold = Self(weight: .semibold)
        public static let bold = Self(weight: .bold)
        public static let heavy = Self(weight: .heavy)
        public static let black = Self(weight: .black)
    }
}

/// A description of a font. Its attributes are not used: glyphs are those of the original font.
public final class UIFontDescriptor: NSObject, Sendable {
    package let font: Font
    public let pointSize: CGFloat

    init(font: Font, pointSize: CGFloat) { (self.font, self.pointSize) = (font, pointSize) }

    /// Returns the descriptor itself, because attributes are not used.
    public func addingAttributes(_ attributes: [AttributeName: Any] = [:]) -> UIFontDescriptor { self }

    public struct AttributeName: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
    }
}

/// A font of Core Text, for code such as `Font(CTFont(descriptor, size: 13))`.
public final class CTFont: Sendable {
    package let font: Font

    public init(_ descriptor: UIFontDescriptor, size: CGFloat) { font = descriptor.font }
}

/// Core Text's attribute for font variations. It has no effect.
public let kCTFontVariationAttribute = UIFontDescriptor.AttributeName(rawValue: "NSCTFontVariationAttribute")
