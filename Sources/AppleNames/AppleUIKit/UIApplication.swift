public import AppleFoundation
public import Foundation

/// The part of UIKit's application that code for Live Activities uses. No app is running here: the state is always active, and
/// requests have no effect.
@MainActor @preconcurrency open class UIApplication {
    public enum State: Int, Sendable { case active, inactive, background }

    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let remoteNotification = Self(rawValue: "UIApplicationLaunchOptionsRemoteNotificationKey")
        public static let url = Self(rawValue: "UIApplicationLaunchOptionsURLKey")
    }

    /// A key of the options of a request to open a URL.
    public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let sourceApplication = Self(rawValue: "UIApplicationOpenURLOptionsSourceApplicationKey")
        public static let annotation = Self(rawValue: "UIApplicationOpenURLOptionsAnnotationKey")
        public static let openInPlace = Self(rawValue: "UIApplicationOpenURLOptionsOpenInPlaceKey")
    }

    /// A key of the options of ``open(_:options:completionHandler:)``.
    public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    public static let shared = UIApplication()

    fileprivate init() {}

    /// Always active.
    public let applicationState = State.active
    /// Stored, not used.
    open var isIdleTimerDisabled = false
    open var applicationIconBadgeNumber = 0
    /// Always `false`: there is no push service.
    open var isRegisteredForRemoteNotifications: Bool { false }
    /// Always infinite.
    open var backgroundTimeRemaining: TimeInterval { .infinity }

    /// Does nothing: no token is ever delivered.
    open func registerForRemoteNotifications() {}
    open func unregisterForRemoteNotifications() {}
    /// Always `false`.
    open func canOpenURL(_ url: URL) -> Bool { false }
    /// Opens nothing and returns `false`.
    open func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
        completionHandler: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) { completionHandler?(false) }
    /// - Returns: ``UIBackgroundTaskIdentifier/invalid``.
    open func beginBackgroundTask(
        withName name: String? = nil, expirationHandler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier { .invalid }
    open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}

    /// Always available, although nothing is fetched.
    open var backgroundRefreshStatus: UIBackgroundRefreshStatus { .available }
    open var preferredContentSizeCategory: UIContentSizeCategory { .large }
    open var userInterfaceLayoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }
    open var isProtectedDataAvailable: Bool { true }
    /// Always `false`: an app has one icon.
    open var supportsAlternateIcons: Bool { false }
    open var alternateIconName: String? { nil }
    open func setAlternateIconName(
        _ alternateIconName: String?, completionHandler: (@MainActor @Sendable ((any Error)?) -> Void)? = nil
    ) { completionHandler?(nil) }
    /// Always `false`: nothing receives the action.
    @discardableResult
    open func sendAction(_ action: Selector, to target: Any?, from sender: Any?, for event: Any?) -> Bool { false }
    open func beginReceivingRemoteControlEvents() {}
    open func endReceivingRemoteControlEvents() {}
    open func setMinimumBackgroundFetchInterval(_ interval: TimeInterval) {}

    public nonisolated static let openSettingsURLString = "app-settings:"
    public nonisolated static let openNotificationSettingsURLString = "app-settings:notifications"
    // None of these is ever posted here.
    public nonisolated static let significantTimeChangeNotification = Notification.Name(
        "UIApplicationSignificantTimeChangeNotification")
    public nonisolated static let didReceiveMemoryWarningNotification = Notification.Name(
        "UIApplicationDidReceiveMemoryWarningNotification")
    public nonisolated static let userDidTakeScreenshotNotification = Notification.Name(
        "UIApplicationUserDidTakeScreenshotNotification")
    public nonisolated static let backgroundRefreshStatusDidChangeNotification = Notification.Name(
        "UIApplicationBackgroundRefreshStatusDidChangeNotification")
    public nonisolated static let protectedDataWillBecomeUnavailableNotification = Notification.Name(
        "UIApplicationProtectedDataWillBecomeUnavailable")
    public nonisolated static let protectedDataDidBecomeAvailableNotification = Notification.Name(
        "UIApplicationProtectedDataDidBecomeAvailable")
    public nonisolated static let didBecomeActiveNotification = Notification.Name("UIApplicationDidBecomeActiveNotification")
    public nonisolated static let didEnterBackgroundNotification = Notification.Name(
        "UIApplicationDidEnterBackgroundNotification")
    public nonisolated static let didFinishLaunchingNotification = Notification.Name(
        "UIApplicationDidFinishLaunchingNotification")
    public nonisolated static let willEnterForegroundNotification = Notification.Name(
        "UIApplicationWillEnterForegroundNotification")
    public nonisolated static let willResignActiveNotification = Notification.Name("UIApplicationWillResignActiveNotification")
    public nonisolated static let willTerminateNotification = Notification.Name("UIApplicationWillTerminateNotification")
}

/// The superclass of many delegates.
open class UIResponder: NSObject {
    /// Always `nil`: nothing receives events.
    open var next: UIResponder? { nil }
    open var isFirstResponder: Bool { false }
    open var canBecomeFirstResponder: Bool { false }
    @discardableResult open func becomeFirstResponder() -> Bool { false }
    @discardableResult open func resignFirstResponder() -> Bool { true }
    open func responds(to selector: Selector!) -> Bool { false }
    @discardableResult open func perform(_ selector: Selector!, with object: Any!) -> Unmanaged<AnyObject>! { nil }

    // None of these is ever posted here.
    public static let keyboardWillShowNotification = Notification.Name("UIKeyboardWillShowNotification")
    public static let keyboardDidShowNotification = Notification.Name("UIKeyboardDidShowNotification")
    public static let keyboardWillHideNotification = Notification.Name("UIKeyboardWillHideNotification")
    public static let keyboardDidHideNotification = Notification.Name("UIKeyboardDidHideNotification")
    public static let keyboardWillChangeFrameNotification = Notification.Name("UIKeyboardWillChangeFrameNotification")
    public static let keyboardFrameEndUserInfoKey = "UIKeyboardFrameEndUserInfoKey"
    public static let keyboardAnimationDurationUserInfoKey = "UIKeyboardAnimationDurationUserInfoKey"
}

/// Receives events of an app; it is never called here, so it has no requirements.
@MainActor @preconcurrency public protocol UIApplicationDelegate: AnyObject {}

/// The identifier of a background task, as in UIKit.
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The identifier of no task.
    public static let invalid = Self(rawValue: 0)
}

/// The result of handling a remote notification, as in UIKit.
public enum UIBackgroundFetchResult: UInt, Sendable { case newData, noData, failed }

/// Whether an app may fetch data in the background, as in UIKit.
public enum UIBackgroundRefreshStatus: Int, Sendable { case restricted, denied, available }

public enum UIUserInterfaceLayoutDirection: Int, Sendable { case leftToRight, rightToLeft }
