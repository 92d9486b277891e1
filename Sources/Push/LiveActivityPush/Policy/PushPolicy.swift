#if Push
public import LiveActivityCore

/// When which push goes. Each rule is a value that can be replaced; `Documentation/Push.md` has the table of defaults.
public struct PushPolicy: Sendable {
    /// The shortest time between two updates of one activity on one device, in seconds. Alerts, starts and ends do not wait for
    /// it, and count as updates. Apple redraws no more often. Source: Documentation/Reference.md, UNC-33.
    public var spacing: TimeInterval = 15

    /// The most pushes of priority 10 to one device within an hour. Apple does not publish its number.
    /// Source: Documentation/Reference.md, BUD-01, UNC-02.
    public var urgentPerHour = 12

    /// The limit for an installation that may have frequent updates (``ActivityPusher/permitFrequentUpdates(_:for:)``).
    public var urgentPerHourFrequent = 60

    /// So many of the hour's pushes of priority 10 are left to ends and to the owner's most relevant activity.
    public var urgentReserve = 3

    /// Selects updates that are sent like an alert, at once and with priority 10, although they make no sound; `nil` selects
    /// none. Called on the thread that sends. `live-activities plan` searches for the cheapest rule that meets the promises.
    public var isUrgent: (@Sendable (Change) -> Bool)?

    /// The priority of an update without an alert.
    public var updatePriority = PushPriority.opportunistic

    /// The priority of an alert, an end or a start for which the budget has nothing left. Starts are sent with 10 all the same.
    public var demotedPriority = PushPriority.opportunistic

    /// How long APNs stores an update, in seconds. An end and a start are stored until they no longer matter.
    public var updateLifetime: TimeInterval = 3_600

    /// How long a device may take to give a sign of life after a start was accepted, in seconds. Then its push-to-start token
    /// is suspect.
    public var proofWindow: TimeInterval = 300

    /// Whether a start that is known not to have reached the device is sent again.
    ///
    /// A start counts as lost if its answer was lost or the app has registered another push-to-start token since, and no token
    /// of the activity came within ``proofWindow``. It is sent again when the app has registered its push-to-start token since,
    /// so the app runs, and there is still no token of the activity ``proofWindow`` later. Otherwise it is never sent again:
    /// the service does not promise to recognise a repeated `apns-id`.
    public var repeatsLostStart = true

    /// How long an alert that APNs has accepted is kept, in seconds; 0 keeps none. If the app registers another token of the
    /// activity within that time, the alert is sent again: it may have gone to a token that the app was just replacing. Until
    /// then its change is not acknowledged, so the alert survives a killed process.
    public var alertWindow: TimeInterval = 30

    /// Whether widgets are reloaded by a start, an end and an alert.
    public var reloadsWidgets = true

    /// The remedy for each answer.
    public var answers = AnswerPolicy()

    /// How long to wait before something is sent again.
    public var retries = RetrySchedule()

    /// When an endpoint that fails is left alone.
    public var breaker = CircuitBreaker()

    /// How often one push is sent again at once, on another connection, before it waits.
    public var immediateRetries = 3

    /// How many steps of the trace are kept for each activity; 0 keeps none. A step takes some 300 bytes.
    public var traceSteps = 16

    /// The defaults.
    public init() {}
}
#endif
