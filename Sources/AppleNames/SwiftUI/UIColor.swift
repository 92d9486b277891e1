public import LiveActivityUI

/// A colour, as UIKit says it. A widget meets it in `Color(.systemBackground)`.
open class UIColor: NSObject, @unchecked Sendable {
    // `@unchecked Sendable`: it has one constant, and a subclass that adds a variable would have to guard it with UIKit as well.
    /// The same colour, as views say it.
    package let color: Color

    public init(_ color: Color) { self.color = color }

    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(Color(red: red, green: green, blue: blue, opacity: alpha))
    }

    public convenience init(displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(Color(.displayP3, red: red, green: green, blue: blue, opacity: alpha))
    }

    public convenience init(white: CGFloat, alpha: CGFloat) { self.init(Color(white: white, opacity: alpha)) }

    public convenience init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
        self.init(Color(hue: hue, saturation: saturation, brightness: brightness, opacity: alpha))
    }

    /// A colour of the app's asset catalogue. Whether it is there is known only where it is drawn, so this is never `nil`.
    public convenience init?(named name: String) { self.init(Color(name)) }
    public convenience init?(named name: String, in bundle: Bundle?, compatibleWith traits: UITraitCollection?) {
        self.init(Color(name, bundle: bundle))
    }

    /// A colour for each appearance; the closure is asked for both at once.
    public convenience init(dynamicProvider: @escaping (UITraitCollection) -> UIColor) {
        self.init(
            Color(
                light: dynamicProvider(UITraitCollection(userInterfaceStyle: .light)).color,
                dark: dynamicProvider(UITraitCollection(userInterfaceStyle: .dark)).color))
    }

    open func withAlphaComponent(_ alpha: CGFloat) -> UIColor { UIColor(color.opacity(alpha)) }

    open func resolvedColor(with traits: UITraitCollection) -> UIColor {
        let parts = color.resolved(traits)
        return UIColor(red: parts.red, green: parts.green, blue: parts.blue, alpha: parts.opacity)
    }

    /// The parts of the colour in light appearance, from 0 to 1.
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

    open override func isEqual(_ object: Any?) -> Bool { (object as? UIColor)?.color == color }
    open override var hash: Int { color.hashValue }
}

extension Color {
    fileprivate func resolved(_ traits: UITraitCollection) -> ResolvedColor {
        var environment = EnvironmentValues()
        environment.colorScheme = traits.userInterfaceStyle == .dark ? .dark : .light
        return resolved(in: environment)
    }

    /// UIKit's colour as a view's.
    public init(_ color: UIColor) { self = color.color }
    public init(uiColor color: UIColor) { self = color.color }
}

/// In which appearance something is seen.
public enum UIUserInterfaceStyle: Int, Sendable {
    case unspecified, light, dark
}

/// What a `UIColor` may depend on.
public final class UITraitCollection: NSObject, Sendable {
    public let userInterfaceStyle: UIUserInterfaceStyle

    public init(userInterfaceStyle: UIUserInterfaceStyle) { self.userInterfaceStyle = userInterfaceStyle }

    /// There is no screen to ask: light.
    public static var current: UITraitCollection { UITraitCollection(userInterfaceStyle: .light) }
}
