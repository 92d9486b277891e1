public import Foundation

/// The content of a notification, as in UserNotifications.
open class UNNotificationContent: NSObject {
    /// The first line.
    open fileprivate(set) var title = ""
    open fileprivate(set) var subtitle = ""
    open fileprivate(set) var body = ""
    /// The app's own values.
    open fileprivate(set) var userInfo: [AnyHashable: Any] = [:]
    /// The ``UNNotificationCategory`` whose actions it offers.
    open fileprivate(set) var categoryIdentifier = ""
    /// Notifications with the same identifier are grouped.
    open fileprivate(set) var threadIdentifier = ""
    /// The number on the app's icon; `nil` leaves it unchanged.
    open fileprivate(set) var badge: NSNumber?
    /// The sound; `nil` for none.
    open fileprivate(set) var sound: UNNotificationSound?
    /// The scene that a tap opens.
    open fileprivate(set) var targetContentIdentifier: String?
    open fileprivate(set) var interruptionLevel: UNNotificationInterruptionLevel = .active
    /// The notification's rank in a summary, 0 to 1.
    open fileprivate(set) var relevanceScore: Double = 0
    /// Files shown with the notification.
    open fileprivate(set) var attachments: [UNNotificationAttachment] = []
}

/// The content of a notification to schedule, as in UserNotifications. It only stores its values; the observers, which do
/// nothing, give its properties public setters.
open class UNMutableNotificationContent: UNNotificationContent {
    override open var title: String { didSet {} }
    override open var subtitle: String { didSet {} }
    override open var body: String { didSet {} }
    override open var userInfo: [AnyHashable: Any] { didSet {} }
    override open var categoryIdentifier: String { didSet {} }
    override open var threadIdentifier: String { didSet {} }
    override open var badge: NSNumber? { didSet {} }
    override open var sound: UNNotificationSound? { didSet {} }
    override open var targetContentIdentifier: String? { didSet {} }
    override open var interruptionLevel: UNNotificationInterruptionLevel { didSet {} }
    override open var relevanceScore: Double { didSet {} }
    override open var attachments: [UNNotificationAttachment] { didSet {} }
}

/// The urgency of a notification, with UserNotifications' cases.
public enum UNNotificationInterruptionLevel: UInt, Sendable { case passive, active, timeSensitive, critical }

/// A file that a notification shows. As in UserNotifications.
public final class UNNotificationAttachment: Sendable {
    public let identifier: String
    public let url: URL

    public init(identifier: String, url: URL, options: [AnyHashable: Any]? = nil) throws {
        (self.identifier, self.url) = (identifier, url)
    }
}

/// The name of a sound file. As in UserNotifications.
public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// The sound of a notification. As in UserNotifications; it is never played.
public final class UNNotificationSound: Sendable {
    /// The system's sound.
    public static let `default` = UNNotificationSound(named: UNNotificationSoundName(""))
    /// The system's sound for critical alerts.
    public static let defaultCritical = UNNotificationSound(named: UNNotificationSoundName(""))

    public init(named name: UNNotificationSoundName) {}
}

/// When a notification is shown. As in UserNotifications.
open class UNNotificationTrigger {
    public let repeats: Bool
    fileprivate init(repeats: Bool) { self.repeats = repeats }
}

/// After some seconds. As in UserNotifications.
public final class UNTimeIntervalNotificationTrigger: UNNotificationTrigger {
    /// Seconds until it fires.
    public let timeInterval: TimeInterval

    public init(timeInterval: TimeInterval, repeats: Bool) {
        self.timeInterval = timeInterval
        super.init(repeats: repeats)
    }

    public func nextTriggerDate() -> Date? { Date(timeIntervalSinceNow: timeInterval) }
}

/// At a date. As in UserNotifications.
public final class UNCalendarNotificationTrigger: UNNotificationTrigger {
    /// The date, or the components of it that must match.
    public let dateComponents: DateComponents

    public init(dateMatching dateComponents: DateComponents, repeats: Bool) {
        self.dateComponents = dateComponents
        super.init(repeats: repeats)
    }

    public func nextTriggerDate() -> Date? {
        Calendar.current.nextDate(after: Date(), matching: dateComponents, matchingPolicy: .nextTime)
    }
}

/// A notification to schedule. As in UserNotifications.
public final class UNNotificationRequest {
    /// The identifier. A request replaces an earlier one with the same identifier.
    public let identifier: String
    public let content: UNNotificationContent
    /// The trigger; `nil` to show the notification at once.
    public let trigger: UNNotificationTrigger?

    public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
        (self.identifier, self.content, self.trigger) = (identifier, content, trigger)
    }
}

/// A delivered notification. Never created here.
public final class UNNotification {
    public let date: Date
    public let request: UNNotificationRequest

    private init(date: Date, request: UNNotificationRequest) { (self.date, self.request) = (date, request) }
}

/// The user's response to a notification. Never created here.
public final class UNNotificationResponse {
    public let notification: UNNotification
    /// The action that was chosen, or ``UNNotificationDefaultActionIdentifier``.
    public let actionIdentifier: String

    private init(_ notification: UNNotification, _ action: String) {
        (self.notification, actionIdentifier) = (notification, action)
    }
}

public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"

/// Options of an action, with UserNotifications' members.
public struct UNNotificationActionOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The action requires an unlocked device.
    public static let authenticationRequired = Self(rawValue: 1 << 0)
    /// The action is drawn as destructive.
    public static let destructive = Self(rawValue: 1 << 1)
    public static let foreground = Self(rawValue: 1 << 2)
}

/// A button of a notification. As in UserNotifications.
public final class UNNotificationAction: Sendable {
    public let identifier: String
    public let title: String
    public let options: UNNotificationActionOptions

    public init(identifier: String, title: String, options: UNNotificationActionOptions = []) {
        (self.identifier, self.title, self.options) = (identifier, title, options)
    }
}

/// Options of a category, with UserNotifications' members.
public struct UNNotificationCategoryOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let customDismissAction = Self(rawValue: 1 << 0)
    public static let allowInCarPlay = Self(rawValue: 1 << 1)
}

/// A kind of notification with its buttons. As in UserNotifications.
public final class UNNotificationCategory: Hashable, Sendable {
    public let identifier: String
    public let actions: [UNNotificationAction]

    public init(
        identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
        options: UNNotificationCategoryOptions = []
    ) { (self.identifier, self.actions) = (identifier, actions) }

    public static func == (one: UNNotificationCategory, other: UNNotificationCategory) -> Bool { one === other }
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
