import LiveActivityUI

// The system's colors, for example for `Color(.systemBackground)`.
extension UIColor {
    private convenience init(_ system: SystemColor) { self.init(Color(system: system)) }

    /// The system color of the same name, as in UIKit.
    public class var systemRed: UIColor { UIColor(SystemColor.red) }
    /// The system color of the same name, as in UIKit.
    public class var systemOrange: UIColor { UIColor(SystemColor.orange) }
    /// The system color of the same name, as in UIKit.
    public class var systemYellow: UIColor { UIColor(SystemColor.yellow) }
    /// The system color of the same name, as in UIKit.
    public class var systemGreen: UIColor { UIColor(SystemColor.green) }
    /// The system color of the same name, as in UIKit.
    public class var systemMint: UIColor { UIColor(SystemColor.mint) }
    /// The system color of the same name, as in UIKit.
    public class var systemTeal: UIColor { UIColor(SystemColor.teal) }
    /// The system color of the same name, as in UIKit.
    public class var systemCyan: UIColor { UIColor(SystemColor.cyan) }
    /// The system color of the same name, as in UIKit.
    public class var systemBlue: UIColor { UIColor(SystemColor.blue) }
    /// The system color of the same name, as in UIKit.
    public class var systemIndigo: UIColor { UIColor(SystemColor.indigo) }
    /// The system color of the same name, as in UIKit.
    public class var systemPurple: UIColor { UIColor(SystemColor.purple) }
    /// The system color of the same name, as in UIKit.
    public class var systemPink: UIColor { UIColor(SystemColor.pink) }
    /// The system color of the same name, as in UIKit.
    public class var systemBrown: UIColor { UIColor(SystemColor.brown) }
    /// The system color of the same name, as in UIKit.
    public class var systemGray: UIColor { UIColor(SystemColor.gray) }
    /// The system color of the same name, as in UIKit.
    public class var systemGray2: UIColor { UIColor(SystemColor.gray2) }
    /// The system color of the same name, as in UIKit.
    public class var systemGray3: UIColor { UIColor(SystemColor.gray3) }
    /// The system color of the same name, as in UIKit.
    public class var systemGray4: UIColor { UIColor(SystemColor.gray4) }
    /// The system color of the same name, as in UIKit.
    public class var systemGray5: UIColor { UIColor(SystemColor.gray5) }
    /// The system color of the same name, as in UIKit.
    public class var systemGray6: UIColor { UIColor(SystemColor.gray6) }
    /// The default tint, which is the system's blue.
    public class var tintColor: UIColor { UIColor(Color.accentColor) }

    /// The system color of the same name, as in UIKit.
    public class var label: UIColor { UIColor(SystemColor.label) }
    /// The system color of the same name, as in UIKit.
    public class var secondaryLabel: UIColor { UIColor(SystemColor.secondaryLabel) }
    /// The system color of the same name, as in UIKit.
    public class var tertiaryLabel: UIColor { UIColor(SystemColor.tertiaryLabel) }
    /// The system color of the same name, as in UIKit.
    public class var quaternaryLabel: UIColor { UIColor(SystemColor.quaternaryLabel) }
    /// The system color of the same name, as in UIKit.
    public class var placeholderText: UIColor { UIColor(SystemColor.placeholderText) }
    /// The system color of the same name, as in UIKit.
    public class var link: UIColor { UIColor(SystemColor.link) }
    /// The system color of the same name, as in UIKit.
    public class var separator: UIColor { UIColor(SystemColor.separator) }
    /// The system color of the same name, as in UIKit.
    public class var opaqueSeparator: UIColor { UIColor(SystemColor.opaqueSeparator) }

    /// The system color of the same name, as in UIKit.
    public class var systemFill: UIColor { UIColor(SystemColor.fill) }
    /// The system color of the same name, as in UIKit.
    public class var secondarySystemFill: UIColor { UIColor(SystemColor.secondaryFill) }
    /// The system color of the same name, as in UIKit.
    public class var tertiarySystemFill: UIColor { UIColor(SystemColor.tertiaryFill) }
    /// The system color of the same name, as in UIKit.
    public class var quaternarySystemFill: UIColor { UIColor(SystemColor.quaternaryFill) }
    /// The system color of the same name, as in UIKit.
    public class var systemBackground: UIColor { UIColor(SystemColor.background) }
    /// The system color of the same name, as in UIKit.
    public class var secondarySystemBackground: UIColor { UIColor(SystemColor.secondaryBackground) }
    /// The system color of the same name, as in UIKit.
    public class var tertiarySystemBackground: UIColor { UIColor(SystemColor.tertiaryBackground) }
    /// The system color of the same name, as in UIKit.
    public class var systemGroupedBackground: UIColor { UIColor(SystemColor.groupedBackground) }
    /// The system color of the same name, as in UIKit.
    public class var secondarySystemGroupedBackground: UIColor { UIColor(SystemColor.secondaryGroupedBackground) }
    /// The system color of the same name, as in UIKit.
    public class var tertiarySystemGroupedBackground: UIColor { UIColor(SystemColor.tertiaryGroupedBackground) }

    // Colors that do not depend on the appearance.
    /// The color of the same name, as in UIKit.
    public class var black: UIColor { UIColor(white: 0, alpha: 1) }
    /// The color of the same name, as in UIKit.
    public class var darkGray: UIColor { UIColor(white: 1 / 3, alpha: 1) }
    /// The color of the same name, as in UIKit.
    public class var lightGray: UIColor { UIColor(white: 2 / 3, alpha: 1) }
    /// The color of the same name, as in UIKit.
    public class var white: UIColor { UIColor(white: 1, alpha: 1) }
    /// The color of the same name, as in UIKit.
    public class var gray: UIColor { UIColor(white: 0.5, alpha: 1) }
    /// The color of the same name, as in UIKit.
    public class var red: UIColor { UIColor(red: 1, green: 0, blue: 0, alpha: 1) }
    /// The color of the same name, as in UIKit.
    public class var green: UIColor { UIColor(red: 0, green: 1, blue: 0, alpha: 1) }
    /// The color of the same name, as in UIKit.
    public class var blue: UIColor { UIColor(red: 0, green: 0, blue: 1, alpha: 1) }
    /// The color of the same name, as in UIKit.
    public class var cyan: UIColor { UIColor(red: 0, green: 1, blue: 1, alpha: 1) }
    /// The color of the same name, as in UIKit.
    public class var yellow: UIColor { UIColor(red: 1, green: 1, blue: 0, alpha: 1) }
    /// The color of the same name, as in UIKit.
    public class var magenta: UIColor { UIColor(red: 1, green: 0, blue: 1, alpha: 1) }
    /// The color of the same name, as in UIKit.
    public class var orange: UIColor { UIColor(red: 1, green: 0.5, blue: 0, alpha: 1) }
    /// The color of the same name, as in UIKit.
    public class var purple: UIColor { UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1) }
    /// The color of the same name, as in UIKit.
    public class var brown: UIColor { UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1) }
    /// The color of the same name, as in UIKit.
    public class var clear: UIColor { UIColor(white: 0, alpha: 0) }
}
