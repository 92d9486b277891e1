public import LiveActivities

/// Options of a runtime for code written for ActivityKit, where Apple's behaviour is undocumented or depends on the device.
///
/// Set it with ``LiveActivities/LiveActivityRuntime/activityKit`` before the first ``Activity``: each activity and each
/// sequence uses the settings at the time of its creation.
public struct ActivityKitConfiguration: Sendable {
    /// The owner of activities, unless ``LiveActivities/LiveActivityRuntime/currentOwner`` names another. A device has one
    /// owner.
    public var owner: OwnerID

    /// Whether a sequence begins with the current value; otherwise with the next one.
    public var replaysCurrentValue: Bool

    /// Whether an activity's sequences finish after `dismissed`; otherwise they continue until their task is cancelled.
    public var finishesAfterDismissal: Bool

    /// Whether an end with `.immediate` is reported as `ended`, then `dismissed`; otherwise only as `dismissed`.
    public var showsEndedBeforeDismissed: Bool

    /// Whether ``Activity/activities`` includes activities that have ended and are still visible.
    public var listsEndedActivities: Bool

    /// The maximum number of values that wait for a slow consumer of a sequence. The oldest are dropped.
    public var bufferedValues: Int

    /// The format of ``Activity/id``.
    public var idFormat: IDFormat

    /// Called before each start to check conditions that only a device has: whether the app is in the foreground
    /// (`visibility`), or is entitled.
    ///
    /// Returns the reason to refuse the start, or `nil`. Called on the thread of the request.
    public var refusal: (@Sendable (ActivityKind, OwnerID) -> ActivityAuthorizationError?)?

    /// Receives the reasons for refused and ignored calls, as ActivityKit's methods do not throw. For a debug log; called from
    /// any thread.
    public var debugLog: (@Sendable (String) -> Void)?

    /// The source of push tokens. While it is `nil`, all tokens are `nil`.
    public var pushTokens: (any PushTokenProvider)?

    /// Creates settings; every value has a default.
    public init(
        owner: OwnerID = "app", replaysCurrentValue: Bool = true, finishesAfterDismissal: Bool = true,
        showsEndedBeforeDismissed: Bool = true, listsEndedActivities: Bool = true, bufferedValues: Int = 256,
        idFormat: IDFormat = .engine, refusal: (@Sendable (ActivityKind, OwnerID) -> ActivityAuthorizationError?)? = nil,
        debugLog: (@Sendable (String) -> Void)? = nil, pushTokens: (any PushTokenProvider)? = nil
    ) {
        self.owner = owner
        self.replaysCurrentValue = replaysCurrentValue
        self.finishesAfterDismissal = finishesAfterDismissal
        self.showsEndedBeforeDismissed = showsEndedBeforeDismissed
        self.listsEndedActivities = listsEndedActivities
        self.bufferedValues = bufferedValues
        self.idFormat = idFormat
        self.refusal = refusal
        self.debugLog = debugLog
        self.pushTokens = pushTokens
    }

    var bufferCapacity: Int { max(bufferedValues, 1) }

    /// The format of an `ActivityID` for ActivityKit's callers.
    public enum IDFormat: Hashable, Sendable {
        /// The engine's format, used by every other interface of this package: 16 hexadecimal digits.
        case engine
        /// A UUID whose last 16 digits are the engine's, for code that parses ids with `UUID(uuidString:)`.
        case uuid

        func text(_ id: ActivityID) -> String {
            switch self {
            case .engine: return "\(id)"
            case .uuid:
                let digits = "\(id)".uppercased()
                return "00000000-0000-8000-\(digits.prefix(4))-\(digits.dropFirst(4))"
            }
        }
    }
}
