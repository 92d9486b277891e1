/// How an engine behaves where that is a choice. Fixed for the engine's life.
public struct EngineConfiguration: Codable, Hashable, Sendable {
    /// Makes ids differ between engines, so that an id of another run is not mistaken for one of this run. Engines with the
    /// same seed and the same commands give the same ids.
    public var seed: UInt64

    /// Which of a runtime's engines this is; part of every id it gives. 0 up to 63.
    public var shard: Int

    public var limits: EngineLimits

    /// How long an activity may be active, in seconds: 8 hours (LIFE-16).
    public var activeDuration: TimeInterval

    /// How long an ended activity may stay on show, in seconds: 4 hours (LIFE-17).
    public var lingerDuration: TimeInterval

    /// How long before its ``activeDuration`` is up an activity that renews is followed by its successor, in seconds.
    ///
    /// Early, so that surfaces have the successor before they must let go of the old one.
    public var renewalLead: TimeInterval

    /// Whether ``activeDuration`` of a scheduled activity counts from its start date; from the request if not (UNC-10).
    public var scheduledTimeCountsFromStart: Bool

    /// Whether an update that is as old as the newest accepted one is taken; it is documented only that older ones are not (UNC-08).
    public var acceptsEqualTimestamps: Bool

    /// Whether activities end at once when the person forbids their kind.
    public var denialEndsActivities: Bool

    /// What a start finds that a person's own dismissal of the same owner, kind and key came before.
    public var afterDismissal: DismissalMemory

    /// Whether dates that can only be a mistake are refused (``EngineError``). ActivityKit takes them: content is then stale,
    /// or the activity over, at once.
    public var refusesMistakes: Bool

    public init(
        seed: UInt64 = 0, shard: Int = 0, limits: EngineLimits = EngineLimits(), activeDuration: TimeInterval = 8 * 3_600,
        lingerDuration: TimeInterval = 4 * 3_600, renewalLead: TimeInterval = 60, scheduledTimeCountsFromStart: Bool = true,
        acceptsEqualTimestamps: Bool = true, denialEndsActivities: Bool = true, afterDismissal: DismissalMemory = .allow,
        refusesMistakes: Bool = true
    ) {
        self.seed = seed
        self.shard = shard
        self.limits = limits
        self.activeDuration = activeDuration
        self.lingerDuration = lingerDuration
        self.renewalLead = renewalLead
        self.scheduledTimeCountsFromStart = scheduledTimeCountsFromStart
        self.acceptsEqualTimestamps = acceptsEqualTimestamps
        self.denialEndsActivities = denialEndsActivities
        self.afterDismissal = afterDismissal
        self.refusesMistakes = refusesMistakes
    }
}

/// What a person's own dismissal means for a later start with the same owner, kind and key (LIFE-19: the task itself goes on).
public enum DismissalMemory: Codable, Hashable, Sendable {
    /// Nothing: the next start is taken as any other.
    case allow
    /// A start within so many seconds is refused.
    case refuse(seconds: TimeInterval)
    /// A start within so many seconds is taken, but becomes active only when they have passed.
    case delay(seconds: TimeInterval)

    /// How long a dismissal matters, in seconds.
    var duration: TimeInterval {
        switch self {
        case .allow: 0
        case .refuse(let seconds), .delay(let seconds): seconds
        }
    }
}

/// What an engine never exceeds. Every queue and every growth has its bound here.
public struct EngineLimits: Codable, Hashable, Sendable {
    /// Bytes of JSON of an activity's attributes and its content's state together: 4096, what a push may carry (LIM-04, LIM-05).
    /// Apple does not say what exactly ActivityKit measures (UNC-04). `nil` switches the check off, and with it the encoding of
    /// changes that nobody reads.
    public var payloadBytes: Int?

    /// Ongoing activities of one owner. Apple has such a limit but does not publish it (UNC-01); nobody looks at more than these.
    public var activitiesPerOwner: Int

    /// Activities in all, ended ones that are still on show included. Four million fill about 3 GB.
    public var activities: Int

    /// Alerts of one activity within one hour. More is noise, and Apple throttles it (BUD-01).
    public var alertsPerHour: Int

    /// Event ids that each activity and each topic remembers, so that a repeated event is known. A feed repeats what it sent just now.
    public var rememberedEvents: Int

    /// Dismissals by a person that are remembered in all; the oldest is forgotten first.
    public var rememberedDismissals: Int

    /// How far from now a date may be, in seconds: ten years. Farther ones are in the wrong unit or epoch (WIRE-03).
    public var dateHorizon: TimeInterval

    /// Changes that wait to be drained before commands are refused. A host that never drains is broken; about 1 GB.
    public var undrainedChanges: Int

    public init(
        payloadBytes: Int? = 4_096, activitiesPerOwner: Int = 16, activities: Int = 4_000_000, alertsPerHour: Int = 30,
        rememberedEvents: Int = 32, rememberedDismissals: Int = 65_536, dateHorizon: TimeInterval = 10 * 365 * 86_400,
        undrainedChanges: Int = 10_000_000
    ) {
        self.payloadBytes = payloadBytes
        self.activitiesPerOwner = activitiesPerOwner
        self.activities = activities
        self.alertsPerHour = alertsPerHour
        self.rememberedEvents = rememberedEvents
        self.rememberedDismissals = rememberedDismissals
        self.dateHorizon = dateHorizon
        self.undrainedChanges = undrainedChanges
    }
}
