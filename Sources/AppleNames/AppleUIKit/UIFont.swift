public import LiveActivityUI

/// A font with UIKit's names, for code such as `Font(UIFont.systemFont(ofSize: 13))`.
public final class UIFont: NSObject, Sendable {
    package let font: Font
    public let pointSize: CGFloat

    init(_ font: Font, _ size: CGFloat) { (self.font, pointSize) = (font, size) }

    /// The approximate line height of the system font, in points.
    public var lineHeight: CGFloat { pointSize * 1.2 }
    /// The approximate distances of the system font from the baseline, in points.
    public var ascender: CGFloat { pointSize * 0.952 }
    public var descender: CGFloat { pointSize * -0.241 }
    public var capHeight: CGFloat { pointSize * 0.705 }
    public var xHeight: CGFloat { pointSize * 0.526 }
    public var leading: CGFloat { 0 }
    /// Always the names of the system's font.
    public var fontName: String { ".SFUI-Regular" }
    public var familyName: String { ".AppleSystemUIFont" }

    public static let systemFontSize: CGFloat = 14, labelFontSize: CGFloat = 17, buttonFontSize: CGFloat = 18
    public static let smallSystemFontSize: CGFloat = 12
    /// Always empty: fonts are found by their names only.
    public static var familyNames: [String] { [] }
    public static func fontNames(forFamilyName name: String) -> [String] { [] }

    /// Creates an app's font from its name. Its glyphs are drawn with an installed font.
    public convenience init?(name: String, size: CGFloat) { self.init(.custom(name, size: size), size) }

    public static func systemFont(ofSize size: CGFloat) -> UIFont { UIFont(.system(size: size), size) }
    public static func systemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
        UIFont(.system(size: size, weight: weight.weight), size)
    }
    public static func boldSystemFont(ofSize size: CGFloat) -> UIFont { systemFont(ofSize: size, weight: .bold) }
    public static func italicSystemFont(ofSize size: CGFloat) -> UIFont { UIFont(Font.system(size: size).italic(), size) }
    public static func systemFont(ofSize size: CGFloat, weight: Weight, width: Width) -> UIFont {
        UIFont(Font.system(size: size, weight: weight.weight).width(width.width), size)
    }
    /// The system's font with digits of equal width.
    public static func monospacedDigitSystemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
        UIFont(.system(size: size, weight: weight.weight).monospacedDigit(), size)
    }
    /// The system's font with characters of equal width.
    public static func monospacedSystemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
        UIFont(.system(size: size, weight: weight.weight, design: .monospaced), size)
    }

    public static func preferredFont(forTextStyle style: TextStyle) -> UIFont { UIFont(.system(style.style), style.size) }

    /// The system's font in a text style. The traits have no effect.
    public static func preferredFont(forTextStyle style: TextStyle, compatibleWith traits: UITraitCollection?) -> UIFont {
        preferredFont(forTextStyle: style)
    }
    /// The system's font in another size. Weight and design of an original font are kept.
    public func withSize(_ size: CGFloat) -> UIFont { UIFont(font.sized(size), size) }

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

    public struct Width: Hashable, Sendable {
        let width: Font.Width

        public static let compressed = Self(width: .compressed)
        public static let condensed = Self(width: .condensed)
        public static let standard = Self(width: .standard)
        public static let expanded = Self(width: .expanded)
    }
}

/// A description of a font. Its attributes are not used: glyphs are those of the original font.
public final class UIFontDescriptor: NSObject, Sendable {
    package let font: Font
    public let pointSize: CGFloat

    init(font: Font, pointSize: CGFloat) { (self.font, self.pointSize) = (font, pointSize) }

    /// The description of an app's font.
    public convenience init(name: String, size: CGFloat) { self.init(font: .custom(name, size: size), pointSize: size) }
    /// Creates a description of the system's font: attributes are not used.
    public convenience init(fontAttributes attributes: [AttributeName: Any]) {
        self.init(font: .system(size: 17), pointSize: 17)
    }

    public static func preferredFontDescriptor(withTextStyle style: UIFont.TextStyle) -> UIFontDescriptor {
        UIFont.preferredFont(forTextStyle: style).fontDescriptor
    }

    public enum SystemDesign: Hashable, Sendable { case `default`, rounded, serif, monospaced }

    public struct SymbolicTraits: OptionSet, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        public static let traitItalic = Self(rawValue: 1), traitBold = Self(rawValue: 2)
        public static let traitExpanded = Self(rawValue: 32), traitCondensed = Self(rawValue: 64)
        public static let traitMonoSpace = Self(rawValue: 1024), traitTightLeading = Self(rawValue: 32768)
        public static let traitLooseLeading = Self(rawValue: 65536)
    }

    public var symbolicTraits: SymbolicTraits { [] }
    public func withDesign(_ design: SystemDesign) -> UIFontDescriptor? {
        let designs: [SystemDesign: Font.Design] = [.rounded: .rounded, .serif: .serif, .monospaced: .monospaced]
        return UIFontDescriptor(font: font.designed(designs[design] ?? .default), pointSize: pointSize)
    }
    /// The font in bold or italics. The other traits have no effect.
    public func withSymbolicTraits(_ traits: SymbolicTraits) -> UIFontDescriptor? {
        var font = font
        if traits.contains(.traitBold) { font = font.bold() }
        if traits.contains(.traitItalic) { font = font.italic() }
        return UIFontDescriptor(font: font, pointSize: pointSize)
    }
    public func withSize(_ size: CGFloat) -> UIFontDescriptor { UIFontDescriptor(font: font.sized(size), pointSize: size) }

    /// Returns the descriptor itself, because attributes are not used.
    public func addingAttributes(_ attributes: [AttributeName: Any] = [:]) -> UIFontDescriptor { self }

    public struct AttributeName: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        public static let family = Self(rawValue: "NSFontFamilyAttribute"), name = Self(rawValue: "NSFontNameAttribute")
        public static let size = Self(rawValue: "NSFontSizeAttribute"), traits = Self(rawValue: "NSCTFontTraitsAttribute")
        public static let featureSettings = Self(rawValue: "NSCTFontFeatureSettingsAttribute")
    }
}

/// A font of Core Text, for code such as `Font(CTFont(descriptor, size: 13))`.
public final class CTFont: Sendable {
    package let font: Font

    public init(_ descriptor: UIFontDescriptor, size: CGFloat) { font = descriptor.font }
}

/// Core Text's attribute for font variations. It has no effect.
public let kCTFontVariationAttribute = UIFontDescriptor.AttributeName(rawValue: "NSCTFontVariationAttribute")
