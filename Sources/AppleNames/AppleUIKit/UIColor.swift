public import LiveActivityUI

/// A color with UIKit's names, for code such as `Color(.systemBackground)`.
open class UIColor: NSObject, _ExpressibleByColorLiteral, @unchecked Sendable {
    // `@unchecked Sendable`, because the class is open: its only property is constant, and a subclass with variables has to
    // guard them, as with UIKit.
    package let color: Color

    public init(_ color: Color) { self.color = color }

    /// The color of `#colorLiteral`.
    public required init(_colorLiteralRed red: Float, green: Float, blue: Float, alpha: Float) {
        color = Color(red: Double(red), green: Double(green), blue: Double(blue), opacity: Double(alpha))
    }

    /// Creates a color from sRGB components from 0 to 1.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(Color(red: red, green: green, blue: blue, opacity: alpha))
    }

    /// Creates a color from Display P3 components from 0 to 1. Colors outside sRGB are clamped.
    public convenience init(displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(Color(.displayP3, red: red, green: green, blue: blue, opacity: alpha))
    }

    /// A gray: 0 is black, 1 white.
    public convenience init(white: CGFloat, alpha: CGFloat) { self.init(Color(white: white, opacity: alpha)) }

    /// Creates a color from hue, saturation and brightness from 0 to 1.
    public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
        self.init(Color(hue: hue, saturation: saturation, brightness: brightness, opacity: alpha))
    }

    /// A color of the app's asset catalog. Never `nil`, because the name is looked up when it is drawn.
    public convenience init?(named name: String) { self.init(Color(name)) }
    /// A color of the app's asset catalog. Never `nil`; bundle and traits have no effect.
    public convenience init?(named name: String, in bundle: Bundle?, compatibleWith traits: UITraitCollection?) {
        self.init(Color(name, bundle: bundle))
    }

    /// Creates a color that depends on the appearance. The closure is called immediately for both appearances.
    public convenience init(dynamicProvider: @escaping (UITraitCollection) -> UIColor) {
        self.init(
            Color(
                light: dynamicProvider(UITraitCollection(userInterfaceStyle: .light)).color,
                dark: dynamicProvider(UITraitCollection(userInterfaceStyle: .dark)).color))
    }

    /// The color with its opacity multiplied by `alpha`.
    open func withAlphaComponent(_ alpha: CGFloat) -> UIColor { UIColor(color.opacity(alpha)) }

    open func resolvedColor(with traits: UITraitCollection) -> UIColor {
        let parts = color.resolved(traits)
        return UIColor(red: parts.red, green: parts.green, blue: parts.blue, alpha: parts.opacity)
    }

    /// The components of the color in light appearance, from 0 to 1. Always returns `true`.
    @discardableResult
    open func getRed(
        _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?, blue: UnsafeMutablePointer<CGFloat>?,
        alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        let parts = color.resolved(UITraitCollection(userInterfaceStyle: .light))
        red?.pointee = parts.red
        green?.pointee = parts.green
        blue?.pointee = parts.blue
        alpha?.pointee = parts.opacity
        return true
    }

    /// The color in light appearance.
    public var cgColor: CGColor {
        let parts = color.resolved(UITraitCollection(userInterfaceStyle: .light))
        return CGColor(red: parts.red, green: parts.green, blue: parts.blue, alpha: parts.opacity)
    }
    public convenience init(cgColor: CGColor) {
        self.init(red: cgColor.red, green: cgColor.green, blue: cgColor.blue, alpha: cgColor.alpha)
    }

    /// The drawing color of a graphics context. No context is drawn here.
    open func setFill() {}
    open func setStroke() {}
    open func set() {}

    /// Hue, saturation and brightness in light appearance, from 0 to 1. Always returns `true`.
    @discardableResult
    open func getHue(
        _ hue: UnsafeMutablePointer<CGFloat>?, saturation: UnsafeMutablePointer<CGFloat>?,
        brightness: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        let parts = color.resolved(UITraitCollection(userInterfaceStyle: .light))
        let (most, least) = (max(parts.red, parts.green, parts.blue), min(parts.red, parts.green, parts.blue))
        let range = most - least
        var angle = 0.0
        if range > 0 {
            angle =
                switch most {
                case parts.red: (parts.green - parts.blue) / range
                case parts.green: (parts.blue - parts.red) / range + 2
                default: (parts.red - parts.green) / range + 4
                }
        }
        hue?.pointee = CGFloat(angle < 0 ? angle / 6 + 1 : angle / 6)
        saturation?.pointee = CGFloat(most > 0 ? range / most : 0)
        brightness?.pointee = CGFloat(most)
        alpha?.pointee = CGFloat(parts.opacity)
        return true
    }

    /// The brightness in light appearance, from 0 to 1. Always returns `true`.
    @discardableResult
    open func getWhite(_ white: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?) -> Bool {
        let parts = color.resolved(UITraitCollection(userInterfaceStyle: .light))
        white?.pointee = CGFloat(0.299 * parts.red + 0.587 * parts.green + 0.114 * parts.blue)
        alpha?.pointee = CGFloat(parts.opacity)
        return true
    }

    open override func isEqual(_ object: Any?) -> Bool { (object as? UIColor)?.color == color }
    open override var hash: Int { color.hashValue }
}

/// A color in sRGB.
public final class CGColor: Hashable, Sendable {
    let red: CGFloat
    let green: CGFloat
    let blue: CGFloat
    /// The opacity from 0 to 1.
    public let alpha: CGFloat

    /// Creates a color from components from 0 to 1.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    public convenience init(gray: CGFloat, alpha: CGFloat) { self.init(red: gray, green: gray, blue: gray, alpha: alpha) }
    public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(red: red, green: green, blue: blue, alpha: alpha)
    }
    public func copy(alpha: CGFloat) -> CGColor? { CGColor(red: red, green: green, blue: blue, alpha: alpha) }
    public var colorSpace: CGColorSpace? { CGColorSpaceCreateDeviceRGB() }
    /// The color itself: the space, which only has a name, and the intent are not used.
    public func converted(to space: CGColorSpace, intent: CGColorRenderingIntent, options: [String: Any]?) -> CGColor? { self }

    /// Red, green, blue and opacity.
    public var components: [CGFloat]? { [red, green, blue, alpha] }
    /// The number of ``components``.
    public var numberOfComponents: Int { 4 }

    public static func == (left: CGColor, right: CGColor) -> Bool { left.components == right.components }
    public func hash(into hasher: inout Hasher) { hasher.combine(components) }
}

extension Color {
    /// The color in light appearance.
    public var cgColor: CGColor? { UIColor(self).cgColor }
    public init(cgColor: CGColor) { self = UIColor(cgColor: cgColor).color }

    fileprivate func resolved(_ traits: UITraitCollection) -> ResolvedColor {
        var environment = EnvironmentValues()
        environment.colorScheme = traits.userInterfaceStyle == .dark ? .dark : .light
        return resolved(in: environment)
    }
}
