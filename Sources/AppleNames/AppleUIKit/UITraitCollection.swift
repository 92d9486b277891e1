public import Foundation

public enum UIUserInterfaceStyle: Int, Sendable {
    /// As in UIKit; `unspecified` counts as light.
    case unspecified, light, dark
}

/// The traits on which a `UIColor` depends.
public final class UITraitCollection: NSObject, Sendable {
    public let userInterfaceStyle: UIUserInterfaceStyle

    public init(userInterfaceStyle: UIUserInterfaceStyle) { self.userInterfaceStyle = userInterfaceStyle }

    public convenience override init() { self.init(userInterfaceStyle: .unspecified) }

    // The values of an iPhone with default settings.
    public var displayScale: CGFloat { 3 }
    public var userInterfaceIdiom: UIUserInterfaceIdiom { .phone }
    public var preferredContentSizeCategory: UIContentSizeCategory { .large }
    public var horizontalSizeClass: UIUserInterfaceSizeClass { .compact }
    public var verticalSizeClass: UIUserInterfaceSizeClass { .regular }
    public var accessibilityContrast: UIAccessibilityContrast { .normal }

    /// Always light, because there is no screen.
    public static var current: UITraitCollection { UITraitCollection(userInterfaceStyle: .light) }
}

/// The space that an interface has in one direction.
public enum UIUserInterfaceSizeClass: Int, Sendable { case unspecified, compact, regular }

/// The contrast that a person has chosen.
public enum UIAccessibilityContrast: Int, Sendable { case unspecified = -1, normal, high }
