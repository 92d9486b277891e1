public import Foundation
public import LiveActivityUI

/// A colour, as UIKit says it. A widget meets it in `Color(.systemBackground)`.
open class UIColor: NSObject, @unchecked Sendable {
    // `@unchecked Sendable`: it has this one constant, and a subclass adds nothing that UIKit's would not have to guard as well.
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

    /// A colour of the app's asset catalogue. Whether it is there is known only where it is drawn: never `nil`.
    public convenience init?(named name: String) { self.init(Color(name)) }
    public convenience init?(named name: String, in bundle: Bundle?, compatibleWith traits: UITraitCollection?) {
        self.init(Color(name, bundle: bundle))
    }

    /// A colour for each appearance: `dynamicProvider` is asked for both at once.
    public convenience init(dynamicProvider: (UITraitCollection) -> UIColor) {
        self.init(
            Color(
                light: dynamicProvider(UITraitCollection(userInterfaceStyle: .light)).color,
                dark: dynamicProvider(UITraitCollection(userInterfaceStyle: .dark)).color))
    }

    open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
        UIColor(color.opacity(alpha))
    }
}
