import Foundation

// A manager or an intent of a Live Activity often asks for permission or schedules a notification beside its activity. These types let such
// code compile. Nobody is asked and nothing is shown: permission is denied, and a request is forgotten.

/// The notifications of an app. As in UserNotifications, but permission is always denied, and nothing is scheduled.
public final class UNUserNotificationCenter: Sendable {
    private static let shared = UNUserNotificationCenter()

    private init() {}

    /// The app's notifications.
    public static func current() -> UNUserNotificationCenter { shared }

    /// Nobody is told anything: always `nil`, and a delegate that is set is not kept.
    public var delegate: (any UNUserNotificationCenterDelegate)? {
        get { nil }
        set {}
    }

    /// Always `false`.
    public var supportsContentExtensions: Bool { false }

    /// Answers `false` at once.
    public func requestAuthorization(
        options: UNAuthorizationOptions = [], completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) { completionHandler(false, nil) }

    /// - Returns: `false`.
    @discardableResult public func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool { false }

    /// Answers settings in which everything is denied.
    public func getNotificationSettings(completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void) {
        completionHandler(UNNotificationSettings())
    }

    /// Settings in which everything is denied.
    public func notificationSettings() async -> UNNotificationSettings { UNNotificationSettings() }

    /// Forgets the request, and answers at once.
    public func add(_ request: UNNotificationRequest, withCompletionHandler handler: (@Sendable ((any Error)?) -> Void)? = nil)
    {
        handler?(nil)
    }

    /// Forgets the request.
    public func add(_ request: UNNotificationRequest) async throws {}

    /// Answers no requests.
    public func getPendingNotificationRequests(completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void) {
        completionHandler([])
    }

    /// No requests.
    public func pendingNotificationRequests() async -> [UNNotificationRequest] { [] }

    /// Answers no notifications.
    public func getDeliveredNotifications(completionHandler: @escaping @Sendable ([UNNotification]) -> Void) {
        completionHandler([])
    }

    /// No notifications.
    public func deliveredNotifications() async -> [UNNotification] { [] }

    /// Does nothing.
    public func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {}
    /// Does nothing.
    public func removeAllPendingNotificationRequests() {}
    /// Does nothing.
    public func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {}
    /// Does nothing.
    public func removeAllDeliveredNotifications() {}
    /// Does nothing.
    public func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {}
    /// Answers at once.
    public func setBadgeCount(_ count: Int, withCompletionHandler handler: (@Sendable ((any Error)?) -> Void)? = nil) {
        handler?(nil)
    }
    /// Does nothing.
    public func setBadgeCount(_ count: Int) async throws {}
}

/// What is told about notifications. As in UserNotifications; it is never called.
public protocol UNUserNotificationCenterDelegate: AnyObject {
    /// Never called.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void)
    /// Never called.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void)
}

extension UNUserNotificationCenterDelegate {
    /// Nothing is shown.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) { completionHandler([]) }

    /// Nothing is done.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) { completionHandler() }
}

/// What an app asks permission for. As in UserNotifications.
public struct UNAuthorizationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The number on the app's icon.
    public static let badge = Self(rawValue: 1 << 0)
    /// Sounds.
    public static let sound = Self(rawValue: 1 << 1)
    /// Alerts.
    public static let alert = Self(rawValue: 1 << 2)
    /// Notifications in CarPlay.
    public static let carPlay = Self(rawValue: 1 << 3)
    /// Sounds for critical alerts, also when the device is muted.
    public static let criticalAlert = Self(rawValue: 1 << 4)
    /// The app has settings of its own to show.
    public static let providesAppNotificationSettings = Self(rawValue: 1 << 5)
    /// Quiet delivery without asking.
    public static let provisional = Self(rawValue: 1 << 6)
    /// Notifications that may interrupt a focus.
    public static let timeSensitive = Self(rawValue: 1 << 8)
}

/// How a notification is shown while the app is in front. As in UserNotifications.
public struct UNNotificationPresentationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The number on the app's icon.
    public static let badge = Self(rawValue: 1 << 0)
    /// Its sound.
    public static let sound = Self(rawValue: 1 << 1)
    /// As a banner and in the list.
    public static let alert = Self(rawValue: 1 << 2)
    /// In Notification Center.
    public static let list = Self(rawValue: 1 << 3)
    /// As a banner.
    public static let banner = Self(rawValue: 1 << 4)
}

/// What the person allowed. As in UserNotifications.
public enum UNAuthorizationStatus: Int, Sendable { case notDetermined, denied, authorized, provisional, ephemeral }

/// Whether one way of showing is allowed. As in UserNotifications.
public enum UNNotificationSetting: Int, Sendable { case notSupported, disabled, enabled }

/// What the person allowed: nothing.
public final class UNNotificationSettings: Sendable {
    /// Always denied.
    public let authorizationStatus = UNAuthorizationStatus.denied
    /// Always disabled.
    public let alertSetting = UNNotificationSetting.disabled
    /// Always disabled.
    public let soundSetting = UNNotificationSetting.disabled
    /// Always disabled.
    public let badgeSetting = UNNotificationSetting.disabled
    /// Always disabled.
    public let timeSensitiveSetting = UNNotificationSetting.disabled
    /// Always disabled.
    public let scheduledDeliverySetting = UNNotificationSetting.disabled
}
