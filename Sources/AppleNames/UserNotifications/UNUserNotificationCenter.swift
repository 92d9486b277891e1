import Foundation

// A manager or an intent of a Live Activity often requests permission or schedules a notification besides its activity. These
// types let such code compile. The user sees nothing: permission is denied, and a request is dropped.

/// The notifications of an app. As in UserNotifications, but permission is always denied, and nothing is scheduled.
public final class UNUserNotificationCenter: Sendable {
    private static let shared = UNUserNotificationCenter()

    private init() {}

    /// The app's notifications.
    public static func current() -> UNUserNotificationCenter { shared }

    /// Always `nil`: a delegate that is set is not kept and never called.
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

    /// - Returns: Always `false`.
    @discardableResult public func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool { false }

    /// Answers settings in which everything is denied.
    public func getNotificationSettings(completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void) {
        completionHandler(UNNotificationSettings())
    }

    /// Settings in which everything is denied.
    public func notificationSettings() async -> UNNotificationSettings { UNNotificationSettings() }

    /// Forgets the request, and answers at once.
    public func add(_ request: UNNotificationRequest, withCompletionHandler handler: (@Sendable ((any Error)?) -> Void)? = nil)
    { handler?(nil) }

    /// Forgets the request.
    public func add(_ request: UNNotificationRequest) async throws {}

    /// Answers no requests.
    public func getPendingNotificationRequests(completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void) {
        completionHandler([])
    }

    public func pendingNotificationRequests() async -> [UNNotificationRequest] { [] }

    /// Answers no notifications.
    public func getDeliveredNotifications(completionHandler: @escaping @Sendable ([UNNotification]) -> Void) {
        completionHandler([])
    }

    public func deliveredNotifications() async -> [UNNotification] { [] }

    public func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {}
    public func removeAllPendingNotificationRequests() {}
    public func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {}
    public func removeAllDeliveredNotifications() {}
    public func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {}
    /// Answers at once.
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
    /// Quiet delivery without a question to the user.
    public static let provisional = Self(rawValue: 1 << 6)
    /// Notifications that may interrupt a focus.
    public static let timeSensitive = Self(rawValue: 1 << 8)
}

/// Options for a notification while the app is in front, with UserNotifications' members.
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

/// Whether one way of showing is allowed. As in UserNotifications.
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
