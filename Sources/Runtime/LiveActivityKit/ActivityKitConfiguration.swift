public import LiveActivities

/// How a runtime behaves towards code that is written for ActivityKit, where Apple's behaviour is not published or depends on the device.
///
/// Set it with ``LiveActivities/LiveActivityRuntime/activityKit`` before the first ``Activity``: each activity and each sequence
/// keeps the one it found.
public struct ActivityKitConfiguration: Sendable {
    /// Whom activities are for unless ``LiveActivities/LiveActivityRuntime/currentOwner`` says otherwise. On a device there is
    /// one owner: whoever holds it.
    public var owner: OwnerID

    /// Whether a sequence begins with the value that holds now; else with the next one (UNC-07).
    public var replaysCurrentValue: Bool

    /// Whether an activity's sequences finish after `dismissed`; else they wait for what never comes (UNC-07).
    public var finishesAfterDismissal: Bool

    /// Whether the end under `.immediate` is seen as `ended`, then `dismissed`; else as `dismissed` alone (UNC-07).
    public var showsEndedBeforeDismissed: Bool

    /// Whether ``Activity/activities`` has those that have ended and are still on show.
    public var listsEndedActivities: Bool

    /// How many values wait for a consumer of a sequence that is slow; the oldest are left out.
    public var bufferedValues: Int

    /// What ``Activity/id`` looks like (UNC-09).
    public var idFormat: IDFormat

    /// Asked before each start: what only a device knows, such as whether the app is in the foreground (`visibility`, LIFE-01) or is
    /// entitled. Called on the thread of the request.
    public var refusal: (@Sendable (ActivityKind, OwnerID) -> ActivityAuthorizationError?)?

    /// Told what the engine refused or left undone where ActivityKit is silent (API-07, LIFE-14). For a debug log.
    public var debugLog: (@Sendable (String) -> Void)?

    /// Who gets tokens for activities that want pushes; `nil` while nobody does, and tokens are then `nil` too.
    public var pushTokens: (any PushTokenProvider)?

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

    /// How an ``/LiveActivityCore/ActivityID`` is written for ActivityKit's callers.
    public enum IDFormat: Hashable, Sendable {
        /// As the engine writes it, and so through every other door.
        case engine
        /// As a UUID whose last 16 digits are the engine's: for code that reads ids with `UUID(uuidString:)`.
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
