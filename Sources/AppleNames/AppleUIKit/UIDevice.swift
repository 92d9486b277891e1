public import Foundation

/// The device, for code that sends its name to a server. There is no device here, so it is a generic iPhone.
public final class UIDevice: Sendable {
    public static let current = UIDevice()

    /// Always the same identifier, because there is no vendor here.
    public let identifierForVendor: UUID? = UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1))
    public let name = "iPhone"
    public let model = "iPhone"
    public let localizedModel = "iPhone"
    public let systemName = "iOS"
    public let systemVersion = "26.0"
    public let userInterfaceIdiom = UIUserInterfaceIdiom.phone
    /// Always -1, which means unknown.
    public let batteryLevel: Float = -1
    public let batteryState = BatteryState.unknown
    /// Always `false`; setting it has no effect.
    public var isBatteryMonitoringEnabled: Bool {
        get { false }
        set {}
    }

    public let orientation = UIDeviceOrientation.portrait
    public let isMultitaskingSupported = true
    public func beginGeneratingDeviceOrientationNotifications() {}
    public func endGeneratingDeviceOrientationNotifications() {}

    public enum BatteryState: Int, Sendable { case unknown, unplugged, charging, full }

    // None of these is ever posted here.
    public static let batteryStateDidChangeNotification = Notification.Name("UIDeviceBatteryStateDidChangeNotification")
    public static let batteryLevelDidChangeNotification = Notification.Name("UIDeviceBatteryLevelDidChangeNotification")
    public static let orientationDidChangeNotification = Notification.Name("UIDeviceOrientationDidChangeNotification")
}

public enum UIDeviceOrientation: Int, Hashable, Sendable {
    case unknown, portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown

    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    public var isFlat: Bool { self == .faceUp || self == .faceDown }
}

public enum UIUserInterfaceIdiom: Int, Hashable, Sendable {
    case unspecified = -1, phone, pad, tv, carPlay
    case mac = 5, vision
}
