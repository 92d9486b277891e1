public import Foundation

/// The appearance of the interface.
public enum UIUserInterfaceStyle: Int, Sendable {
    /// As in UIKit; `unspecified` counts as light.
    case unspecified, light, dark
}

/// The traits on which a `UIColor` depends.
public final class UITraitCollection: NSObject, Sendable {
    public let userInterfaceStyle: UIUserInterfaceStyle

    public init(userInterfaceStyle: UIUserInterfaceStyle) { self.userInterfaceStyle = userInterfaceStyle }

    /// Always light, because there is no screen.
    public static var current: UITraitCollection { UITraitCollection(userInterfaceStyle: .light) }
}
