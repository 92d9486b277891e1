#if Push
public import LiveActivityCore

/// The rates, limits and rules of pushes. Each can be replaced; `Documentation/Push.md` has the table of defaults.
public struct PushPolicy: Sendable {
    /// The minimum time between two updates of one activity on one device, in seconds. Alerts, starts and ends are sent without
    /// this wait, but the next update waits after them too. Apple's devices redraw no more often. Source:
    /// Documentation/Reference.md, UNC-33.
    public var spacing: TimeInterval = 15

    /// The maximum number of pushes of priority 10 to one device within an hour. Apple does not publish its own limit. Source:
    /// Documentation/Reference.md, BUD-01, UNC-02.
    public var urgentPerHour = 12

    /// The limit for an installation that may have frequent updates (``ActivityPusher/permitFrequentUpdates(_:for:)``).
    public var urgentPerHourFrequent = 60

    /// How many of the hour's pushes of priority 10 are reserved for ends and for the owner's most relevant activity.
    public var urgentReserve = 3

    /// Selects updates that are sent like an alert, at once and with priority 10, but without a sound; `nil` selects none.
    /// Called on the sending thread. `live-activities plan` searches for the cheapest rule that keeps the promises of a plan.
    public var isUrgent: (@Sendable (Change) -> Bool)?

    /// The priority of an update without an alert.
    public var updatePriority = PushPriority.opportunistic

    /// The priority of an alert or an end when the hour's budget is used up. Starts are always sent with priority 10.
    public var demotedPriority = PushPriority.opportunistic

    /// How long APNs stores an update, in seconds. A start or an end is stored for as long as it is useful.
    public var updateLifetime: TimeInterval = 3_600

    /// How long after an accepted start a sign of life of the device is awaited, in seconds. Without one the push-to-start
    /// token counts as suspect.
    public var proofWindow: TimeInterval = 300

    /// `true` if a start that has not reached the device is sent again.
    ///
    /// A start counts as lost if its answer was lost or the app has registered another push-to-start token since, and the app
    /// registered no token of the activity within ``proofWindow``. It is sent again only if the app has registered its
    /// push-to-start token since, which proves that it runs, and has no token of the activity ``proofWindow`` after that.
    /// Otherwise it is never sent again, because the service does not promise to recognise a repeated `apns-id`.
    public var repeatsLostStart = true

    /// How long an accepted alert may be repeated, in seconds; 0 for never. If the app registers another token of the activity
    /// within this time, the alert is sent again, because it may have gone to a token that the app was just replacing. Its
    /// change is acknowledged only after this time, so the alert survives a killed process.
    public var alertWindow: TimeInterval = 30

    /// `true` if widgets are reloaded by a start, an end and an alert.
    public var reloadsWidgets = true

    /// The remedy for each answer.
    public var answers = AnswerPolicy()

    /// The pauses before something is sent again.
    public var retries = RetrySchedule()

    /// The rule that stops sending to a failing endpoint.
    public var breaker = CircuitBreaker()

    /// How often one push is sent again at once on another connection. Further attempts wait.
    public var immediateRetries = 3

    /// The number of trace steps that are stored for each activity; 0 for none. A step takes about 300 bytes.
    public var traceSteps = 16

    /// The share of the ledger that one owner's apps can fill.
    public var ledgerLimits = LedgerLimits()

    /// The default rules.
    public init() {}
}
#endif
