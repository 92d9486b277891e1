public import Foundation

/// The device, for managers that send its name to a server. There is none here, so it is an iPhone without a name of its own.
public final class UIDevice: Sendable {
    /// The only device.
    public static let current = UIDevice()

    /// Always the same: no vendor is known here.
    public let identifierForVendor: UUID? = UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1))
    public let name = "iPhone"
    public let model = "iPhone"
    public let localizedModel = "iPhone"
    public let systemName = "iOS"
    public let systemVersion = "26.0"
    public let userInterfaceIdiom = UIUserInterfaceIdiom.phone
    /// Unknown: from 0 to 1 elsewhere.
    public let batteryLevel: Float = -1
}

/// A kind of device.
public enum UIUserInterfaceIdiom: Int, Hashable, Sendable {
    case unspecified = -1, phone, pad, tv, carPlay
    case mac = 5, vision
}
