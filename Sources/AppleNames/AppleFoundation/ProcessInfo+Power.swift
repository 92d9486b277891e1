public import Foundation

// The power and temperature of a device. Nothing is limited here.
extension ProcessInfo {
    /// The temperature of the device.
    public enum ThermalState: Int, Sendable { case nominal, fair, serious, critical }

    public var thermalState: ThermalState { .nominal }
    public var isLowPowerModeEnabled: Bool { false }
    public var isiOSAppOnMac: Bool { false }
    public var isMacCatalystApp: Bool { false }

    /// Calls `block` with `false`: time does not expire here.
    public func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {
        block(false)
    }

    /// Never posted here.
    public static let thermalStateDidChangeNotification = Notification.Name("NSProcessInfoThermalStateDidChangeNotification")
}

extension Notification.Name {
    /// Never posted here.
    public static let NSProcessInfoPowerStateDidChange = Self("NSProcessInfoPowerStateDidChangeNotification")
}
