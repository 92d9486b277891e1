public import Foundation

/// The appearance.
public enum UIUserInterfaceStyle: Int, Sendable {
    /// As in UIKit; `unspecified` counts as light.
    case unspecified, light, dark
}

/// The traits on which a `UIColor` depends.
public final class UITraitCollection: NSObject, Sendable {
    /// The appearance.
    public let userInterfaceStyle: UIUserInterfaceStyle

    /// Traits with an appearance.
    public init(userInterfaceStyle: UIUserInterfaceStyle) { self.userInterfaceStyle = userInterfaceStyle }

    /// Always light, because there is no screen.
    public static var current: UITraitCollection { UITraitCollection(userInterfaceStyle: .light) }
}
