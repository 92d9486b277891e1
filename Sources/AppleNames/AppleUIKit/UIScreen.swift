public import LiveActivityUI

/// The screen, for widgets that adapt to its size. There is no screen here, so it is that of an iPhone with 393×852 points at 3
/// pixels per point, the most commonly tested size.
public final class UIScreen: Sendable {
    public static let main = UIScreen()

    public let bounds = CGRect(x: 0, y: 0, width: 393, height: 852)
    public let scale: CGFloat = 3
    public let nativeScale: CGFloat = 3
    public let nativeBounds = CGRect(x: 0, y: 0, width: 1179, height: 2556)
    public let brightness: CGFloat = 0.5
    public let isCaptured = false
    public let maximumFramesPerSecond = 60
    public var traitCollection: UITraitCollection { .current }

    /// Never posted here.
    public static let brightnessDidChangeNotification = Notification.Name("UIScreenBrightnessDidChangeNotification")
    /// Never posted here.
    public static let capturedDidChangeNotification = Notification.Name("UIScreenCapturedDidChangeNotification")
}
