import Foundation

// Code for Live Activities often also requests permission for notifications or schedules one. These types make such code
// compile. Permission is always denied, and requests are dropped.

/// The notification center of an app, as in UserNotifications, but permission is always denied and nothing is scheduled.
public final class UNUserNotificationCenter: Sendable {
    private static let shared = UNUserNotificationCenter()

    private init() {}

    public static func current() -> UNUserNotificationCenter { shared }

    /// Always `nil`: a delegate is neither stored nor called.
    public var delegate: (any UNUserNotificationCenterDelegate)? {
        get { nil }
        set {}
    }

    /// Always `false`.
    public var supportsContentExtensions: Bool { false }

    /// Calls the handler with `false` at once.
    public func requestAuthorization(
        options: UNAuthorizationOptions = [], completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) { completionHandler(false, nil) }

    /// - Returns: Always `false`.
    @discardableResult public func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool { false }

    /// Calls the handler with settings in which everything is denied.
    public func getNotificationSettings(completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void) {
        completionHandler(UNNotificationSettings())
    }

    /// Settings in which everything is denied.
    public func notificationSettings() async -> UNNotificationSettings { UNNotificationSettings() }

    /// Drops the request and calls the handler at once.
    public func add(_ request: UNNotificationRequest, withCompletionHandler handler: (@Sendable ((any Error)?) -> Void)? = nil)
    { handler?(nil) }

    /// Drops the request.
    public func add(_ request: UNNotificationRequest) async throws {}

    /// Calls the handler with an empty array.
    public func getPendingNotificationRequests(completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void) {
        completionHandler([])
    }

    public func pendingNotificationRequests() async -> [UNNotificationRequest] { [] }

    /// Calls the handler with an empty array.
    public func getDeliveredNotifications(completionHandler: @escaping @Sendable ([UNNotification]) -> Void) {
        completionHandler([])
    }

    public func deliveredNotifications() async -> [UNNotification] { [] }

    public func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {}
    public func removeAllPendingNotificationRequests() {}
    public func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {}
    public func removeAllDeliveredNotifications() {}
    public func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {}
    /// Does nothing and calls the handler at once.
    public func setBadgeCount(_ count: Int, withCompletionHandler handler: (@Sendable ((any Error)?) -> Void)? = nil) {
        handler?(nil)
    }
    public func setBadgeCount(_ count: Int) async throws {}
}

/// Receives notifications on iOS, with UserNotifications' members; it is never called here.
public protocol UNUserNotificationCenterDelegate: AnyObject {
    /// Never called.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void)
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void)
}

extension UNUserNotificationCenterDelegate {
    /// Does nothing and calls the handler with no options.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) { completionHandler([]) }

    /// Does nothing and calls the handler.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) { completionHandler() }
}

/// The permissions that an app requests, with UserNotifications' members.
public struct UNAuthorizationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The number on the app's icon.
    public static let badge = Self(rawValue: 1 << 0)
    public static let sound = Self(rawValue: 1 << 1)
    public static let alert = Self(rawValue: 1 << 2)
    public static let carPlay = Self(rawValue: 1 << 3)
    public static let criticalAlert = Self(rawValue: 1 << 4)
    public static let providesAppNotificationSettings = Self(rawValue: 1 << 5)
    /// Quiet delivery without prompting the user.
    public static let provisional = Self(rawValue: 1 << 6)
    /// Notifications that may interrupt a focus.
    public static let timeSensitive = Self(rawValue: 1 << 8)
}

/// Options for a notification while the app is in the foreground, as in UserNotifications.
public struct UNNotificationPresentationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The number on the app's icon.
    public static let badge = Self(rawValue: 1 << 0)
    public static let sound = Self(rawValue: 1 << 1)
    public static let alert = Self(rawValue: 1 << 2)
    public static let list = Self(rawValue: 1 << 3)
    public static let banner = Self(rawValue: 1 << 4)
}

/// The user's decision, with UserNotifications' cases.
public enum UNAuthorizationStatus: Int, Sendable { case notDetermined, denied, authorized, provisional, ephemeral }

/// Whether a kind of alert is allowed, as in UserNotifications.
public enum UNNotificationSetting: Int, Sendable { case notSupported, disabled, enabled }

/// The user's settings: everything is denied.
public final class UNNotificationSettings: Sendable {
    /// Always denied.
    public let authorizationStatus = UNAuthorizationStatus.denied
    /// Always disabled.
    public let alertSetting = UNNotificationSetting.disabled
    public let soundSetting = UNNotificationSetting.disabled
    public let badgeSetting = UNNotificationSetting.disabled
    public let timeSensitiveSetting = UNNotificationSetting.disabled
    public let scheduledDeliverySetting = UNNotificationSetting.disabled
}
