public import Foundation

/// The device, for managers that send its name to a server. There is none here, so it is an iPhone without a name of its own.
public final class UIDevice: Sendable {
    /// The only device.
    public static let current = UIDevice()

    /// Always the same: no vendor is known here.
    public let identifierForVendor: UUID? = UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1))
    /// The name.
    public let name = "iPhone"
    /// The model.
    public let model = "iPhone"
    /// The model in the user's language.
    public let localizedModel = "iPhone"
    /// The name of the system.
    public let systemName = "iOS"
    /// The version of the system.
    public let systemVersion = "26.0"
    /// The kind of device.
    public let userInterfaceIdiom = UIUserInterfaceIdiom.phone
    /// Unknown: from 0 to 1 elsewhere.
    public let batteryLevel: Float = -1
}

/// A kind of device.
public enum UIUserInterfaceIdiom: Int, Hashable, Sendable {
    /// As in UIKit.
    case unspecified = -1, phone, pad, tv, carPlay
    /// As in UIKit.
    case mac = 5, vision
}
