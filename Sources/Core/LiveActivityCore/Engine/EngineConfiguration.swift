/// Options of an engine's behaviour, and its limits. They cannot change while the engine exists.
public struct EngineConfiguration: Codable, Hashable, Sendable {
    /// Makes the ids of different engines differ, so that an id of another run is not mistaken for one of this run. Engines
    /// with the same seed and the same commands assign the same ids.
    public var seed: UInt64

    /// The number of this engine among a runtime's, from 0 to 63. It is part of every id.
    public var shard: Int

    /// The limits of every queue and table.
    public var limits: EngineLimits

    /// How long an activity may be active, in seconds; by default 8 hours. Source: Documentation/Reference.md, LIFE-16.
    public var activeDuration: TimeInterval

    /// How long an ended activity may stay visible, in seconds; by default 4 hours. Source: Documentation/Reference.md,
    /// LIFE-17.
    public var lingerDuration: TimeInterval

    /// How long before the end of its ``activeDuration`` an activity with ``StartOptions/renews`` is replaced by its successor,
    /// in seconds; by default 60.
    ///
    /// Surfaces then receive the successor before they must remove the activity.
    public var renewalLead: TimeInterval

    /// Whether ``activeDuration`` of a scheduled activity counts from its start date, or from the request. Apple does
    /// not document which; by default from the start date.
    public var scheduledTimeCountsFromStart: Bool

    /// Whether an update with the same timestamp as the newest accepted one is accepted. Apple documents only that
    /// older ones are ignored; by default it is.
    public var acceptsEqualTimestamps: Bool

    /// Whether activities end and are dismissed at once when the user forbids their kind; by default they are. If not, those
    /// that run continue, but a scheduled one ends when it would start, and a renewing one has no successor.
    public var denialEndsActivities: Bool

    /// The response to a start after the user has dismissed an activity with the same owner, kind and key; by default the start
    /// is accepted.
    public var afterDismissal: DismissalMemory

    /// Whether dates that can only be a mistake are refused, with ``EngineError/staleDateInPast(_:now:)``,
    /// ``EngineError/endDateInPast(_:now:)`` or ``EngineError/implausibleDate(_:hint:)``; by default they are.
    /// ActivityKit accepts them: the content is stale, or the activity ends, at once.
    public var refusesMistakes: Bool

    /// Creates a configuration; every value has a default.
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

/// The response to a start after the user has dismissed an activity with the same owner, kind and key.
public enum DismissalMemory: Codable, Hashable, Sendable {
    /// The start is accepted like any other.
    case allow
    /// A start within this number of seconds throws ``EngineError/dismissedByPerson(owner:key:until:)``.
    case refuse(seconds: TimeInterval)
    /// A start within this number of seconds is accepted, but the activity becomes active only when they have passed.
    case delay(seconds: TimeInterval)

    /// How long a dismissal is remembered, in seconds.
    var duration: TimeInterval {
        switch self {
        case .allow: 0
        case .refuse(let seconds), .delay(let seconds): seconds
        }
    }
}

/// The limits of an engine. Every queue and table that can grow has its limit here.
public struct EngineLimits: Codable, Hashable, Sendable {
    /// The maximum size of an activity's attributes, content state and alert together, in bytes of JSON; by default 4,096, the
    /// limit of a push. Apple does not document what exactly ActivityKit measures. `nil` switches the check off, and with it
    /// the encoding of changes that are not read. Source: Documentation/Reference.md, LIM-04.
    public var payloadBytes: Int?

    /// The maximum number of ongoing activities of one owner; by default 16. Apple has such a limit but does not publish it.
    public var activitiesPerOwner: Int

    /// The maximum number of activities, including ended ones that are still visible; by default four million, which take about
    /// 3 GB.
    public var activities: Int

    /// The maximum number of alerts of one activity within one hour; by default 30. Further alerts are suppressed; Apple
    /// throttles them too.
    public var alertsPerHour: Int

    /// The number of newest event ids that each activity and each topic remembers regardless of their age, to recognise
    /// repeated events; by default 32. They are part of the activity, so each adds its bytes to every write.
    public var rememberedEvents: Int

    /// The number of seconds for which every event with an id is recognised, however many follow it; by default 600. With 0
    /// only ``rememberedEvents`` are recognised.
    public var rememberedEventSeconds: TimeInterval

    /// The maximum number of events that all activities and topics of an engine together remember for
    /// ``rememberedEventSeconds``; by default 262,144, which take 16 MB. Beyond that number the oldest are dropped early, which
    /// a runtime counts and reports.
    public var rememberedEventsInAll: Int

    /// The maximum number of remembered dismissals by users, for all owners together; by default 65,536. The oldest is dropped
    /// first.
    public var rememberedDismissals: Int

    /// How far from the current time a date may be, in seconds; by default ten years. A more distant date has the wrong unit or
    /// epoch.
    public var dateHorizon: TimeInterval

    /// The maximum length of each name in a command, in bytes of UTF-8: an owner, key, event id, topic, kind or action; also of
    /// a named consumer, a push token and a channel. By default 512. Names that are already in a snapshot or a store are not
    /// checked. The character U+0000 is refused at any length.
    public var nameBytes: Int

    /// Whether alerts count against ``payloadBytes``. They do, except in recordings from before this rule: a journal is
    /// replayed under the limits of its recording.
    private(set) var countsAlerts = true

    /// The maximum number of undrained changes before commands are refused; by default ten million, which take about 1 GB. Only
    /// a host with a defect reaches it.
    public var undrainedChanges: Int

    /// Creates limits; every value has a default.
    public init(
        payloadBytes: Int? = 4_096, activitiesPerOwner: Int = 16, activities: Int = 4_000_000, alertsPerHour: Int = 30,
        rememberedEvents: Int = 32, rememberedEventSeconds: TimeInterval = 600, rememberedEventsInAll: Int = 262_144,
        rememberedDismissals: Int = 65_536, dateHorizon: TimeInterval = 10 * 365 * 86_400, nameBytes: Int = 512,
        undrainedChanges: Int = 10_000_000
    ) {
        self.payloadBytes = payloadBytes
        self.activitiesPerOwner = activitiesPerOwner
        self.activities = activities
        self.alertsPerHour = alertsPerHour
        self.rememberedEvents = rememberedEvents
        self.rememberedEventSeconds = rememberedEventSeconds
        self.rememberedEventsInAll = rememberedEventsInAll
        self.rememberedDismissals = rememberedDismissals
        self.dateHorizon = dateHorizon
        self.nameBytes = nameBytes
        self.undrainedChanges = undrainedChanges
    }
}

extension EngineLimits {
    /// Refuses a name that is longer than ``nameBytes``, or has the character U+0000: it ends a string in C, where the name
    /// would be another one, and PostgreSQL does not store it.
    ///
    /// - Parameter what: The name of the checked value in the error.
    @usableFromInline package func check(_ name: some Name, _ what: @autoclosure () -> String) throws(EngineError) {
        let text = name.rawValue.utf8
        try check(text.count, what())
        if text.withContiguousStorageIfAvailable({ UnsafeRawBufferPointer($0).containsZero }) ?? text.contains(0) {
            throw .undecodable(what: what(), path: "", reason: "a name must not contain the character U+0000")
        }
    }

    /// Also refuses a topic whose name the engine uses for its own records in a store.
    @usableFromInline package func check(_ topic: Topic) throws(EngineError) {
        try check(topic, "topic")
        if topic.rawValue.utf8.first == 1 {
            throw .undecodable(what: "topic", path: "", reason: "a topic's name must not begin with the character U+0001")
        }
    }

    package func check(_ bytes: Int, _ what: @autoclosure () -> String) throws(EngineError) {
        if bytes > nameBytes { throw .tooLong(what: what(), bytes: bytes, limit: nameBytes) }
    }

    /// Checks an optional name, as `check(_:_:)` does for a required one; `nil` is valid.
    @usableFromInline package func check(_ name: (some Name)?, _ what: @autoclosure () -> String) throws(EngineError) {
        if let name { try check(name, what()) }
    }
}

extension EngineLimits {
    /// Decodes limits. A member that an older version did not have gets the behaviour of that version: no memory by time, no
    /// limit of names, alerts that do not count. Recordings of such a version are therefore replayed as they were.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            payloadBytes: try values.decodeIfPresent(Int.self, forKey: .payloadBytes),
            activitiesPerOwner: try values.decode(Int.self, forKey: .activitiesPerOwner),
            activities: try values.decode(Int.self, forKey: .activities),
            alertsPerHour: try values.decode(Int.self, forKey: .alertsPerHour),
            rememberedEvents: try values.decode(Int.self, forKey: .rememberedEvents),
            rememberedEventSeconds: try values.decodeIfPresent(TimeInterval.self, forKey: .rememberedEventSeconds) ?? 0,
            rememberedEventsInAll: try values.decodeIfPresent(Int.self, forKey: .rememberedEventsInAll) ?? 0,
            rememberedDismissals: try values.decode(Int.self, forKey: .rememberedDismissals),
            dateHorizon: try values.decode(TimeInterval.self, forKey: .dateHorizon),
            nameBytes: try values.decodeIfPresent(Int.self, forKey: .nameBytes) ?? .max,
            undrainedChanges: try values.decode(Int.self, forKey: .undrainedChanges))
        countsAlerts = try values.decodeIfPresent(Bool.self, forKey: .countsAlerts) ?? false
    }
}

extension UnsafeRawBufferPointer {
    /// Whether one of the bytes is 0. Eight at a time, because every command checks its names.
    fileprivate var containsZero: Bool {
        var index = 0
        while index + 8 <= count {
            let word = loadUnaligned(fromByteOffset: index, as: UInt64.self)
            // The high bit remains in the lowest byte that is 0, and in no other where none is.
            if (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080 != 0 { return true }
            index += 8
        }
        return self[index...].contains(0)
    }
}
