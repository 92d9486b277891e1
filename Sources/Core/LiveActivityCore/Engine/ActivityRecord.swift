/// The complete state of one activity as a value, as contained in a ``Snapshot`` and persisted by a store.
///
/// It is the only declaration of an activity's fields. To add a field, declare it here with a default value, and let
/// `Engine.record(of:)` and `Engine.restore(_:_:)` copy it; a store in SQL adds a column for it.
public struct ActivityRecord: Codable, Hashable, Sendable {
    /// The activity's id. Constant, and never assigned to another activity.
    public var id: ActivityID
    /// The activity's owner. Constant.
    public var owner: OwnerID
    /// Identifies the activity, together with owner and kind, while it is ongoing. Constant.
    public var key: StartKey?
    /// The state; never `dismissed`, as a dismissed activity has no record.
    public var state: ActivityState
    /// Grows by one with each change of the activity, from 1.
    public var revision: UInt32 = 1
    /// The activity's attributes as JSON, which never change.
    ///
    /// `nil` only if a runtime passes the record to a store that already has the attributes.
    public var attributes: JSONText?
    /// The size of the attributes in bytes of JSON, as the size check counted it when the activity started.
    public var attributesBytes: UInt32 = 0
    /// The current content.
    public var content: EncodedContent
    /// When the provider is woken for the activity; `nil` if it is not.
    public var wakeDate: Date?
    /// The date of the next transition without a command: a pending activity starts, an active or stale one ends, an ended one
    /// is dismissed.
    public var closingDate: Date
    /// When the activity started, or was scheduled.
    public var startedAt: Date
    /// The newest timestamp among the accepted updates and events that carried one.
    public var timestamp: Date?
    /// The number of the start; activities of one shard are ordered by it.
    public var order: UInt64 = 0
    /// The number of alerts since ``alertsSince``.
    public var alerts: UInt32 = 0
    /// The date since which ``alerts`` counts; `nil` before the first alert.
    public var alertsSince: Date?
    /// The number of activities that may still use this one's slot, including this one. Used by ``ActivityIDAllocator`` only.
    package var usesLeft: UInt32 = ActivityID.generationsMax
    /// The number of process runs before the activity's start whose last changes the store lost; `nil` for none. Used only by
    /// ``ActivityIDAllocator``.
    package var lostRuns: UInt32?
    /// The schema version in which attributes and content are written (``ActivityProvider/schemaVersion``); `nil` for 1.
    public var schemaVersion: Int?
    /// Rarely used fields; `nil` if all are unset.
    public var extras: Extras?

    /// Fields that few activities use.
    public struct Extras: Hashable, Sendable {
        /// The alert of a scheduled activity's start.
        public var startAlert: AlertConfiguration?
        /// The end date that the start requested.
        public var endDate: Date?
        /// The dismissal policy that applies when the activity ends at its end date or its limit.
        public var dismissalPolicy: ActivityUIDismissalPolicy
        /// The lease, which makes the activity stale and then ends it unless the host renews it; `nil` without a lease.
        public var lease: Lease?
        /// The date of the last command from the host; `nil` without a lease.
        public var leaseRenewedAt: Date?
        /// Whether a successor replaces the activity at the limit of eight hours.
        public var renews: Bool
        /// Whether the activity stays after the user has looked at it.
        public var style: ActivityStyle
        /// The activity that this one succeeded at the limit of eight hours.
        public var predecessor: ActivityID?
        /// The ids of the newest accepted events, the oldest first.
        public var events: [EventID]
        /// The end of an activity that was not restored then, which no change has reported yet; `nil` for none.
        public var unreportedEnd: UnreportedEnd?
        /// Members of the JSON object that the engine does not know, as an object: a runtime adds some (the push type and
        /// the token), and later versions may add others. An engine ignores them; a runtime writes them back.
        public var additional: JSONValue?

        /// Creates extras; without arguments all fields are unset.
        public init(
            startAlert: AlertConfiguration? = nil, endDate: Date? = nil, dismissalPolicy: ActivityUIDismissalPolicy = .default,
            lease: Lease? = nil, leaseRenewedAt: Date? = nil, renews: Bool = false, style: ActivityStyle = .standard,
            predecessor: ActivityID? = nil, events: [EventID] = [], additional: JSONValue? = nil
        ) {
            self.startAlert = startAlert
            self.endDate = endDate
            self.dismissalPolicy = dismissalPolicy
            self.lease = lease
            self.leaseRenewedAt = leaseRenewedAt
            self.renews = renews
            self.style = style
            self.predecessor = predecessor
            self.events = events
            self.additional = additional
        }
    }
}

extension ActivityRecord {
    /// Creates a record with the fields that every activity has. The other fields have default values and can be set
    /// afterwards.
    public init(
        id: ActivityID, owner: OwnerID, state: ActivityState, attributes: JSONText?, content: EncodedContent, startedAt: Date,
        closingDate: Date
    ) {
        self.init(
            id: id, owner: owner, key: nil, state: state, attributes: attributes, content: content, wakeDate: nil,
            closingDate: closingDate, startedAt: startedAt, timestamp: nil, alertsSince: nil, lostRuns: nil, schemaVersion: nil,
            extras: nil)
    }

    /// Whether every number is in the range that the engine can count and compare with.
    var isPlausible: Bool {
        isPlausible(content.staleDate) && isPlausible(wakeDate) && isPlausible(closingDate) && isPlausible(startedAt)
            && isPlausible(timestamp) && isPlausible(alertsSince) && isPlausible(extras?.endDate)
            && isPlausible(extras?.leaseRenewedAt) && isPlausible(extras?.unreportedEnd?.dismissal)
            && (extras?.lease?.isValid ?? true) && content.relevanceScore.isFinite
            && 1...ActivityID.generationsMax ~= usesLeft && state != .dismissed
    }

    /// Ends an activity that is not restored, because its kind has no provider or the provider refuses it. The record is an
    /// ended activity's from then on; the change is reported when the activity is restored (``Extras/unreportedEnd``).
    ///
    /// - Returns: `false` if it has ended before. The record is then unchanged.
    mutating func end(by reason: UnreportedEnd.Reason, at now: Date, dismissal: Date) -> Bool {
        guard state.acceptsContent else { return false }
        let wasPending = state == .pending
        // A pending activity was never visible, so it does not stay visible.
        let dismissal = wasPending ? now : dismissal
        extras = extras ?? Extras()
        extras?.unreportedEnd = UnreportedEnd(reason: reason, wasPending: wasPending, dismissal: dismissal)
        (state, wakeDate, closingDate) = (.ended, nil, dismissal)
        return true
    }

    /// The end of an activity that was not restored when a command ended it.
    public struct UnreportedEnd: Codable, Hashable, Sendable {
        /// Why the activity has ended.
        public enum Reason: String, Codable, Sendable {
            /// The host ended it (``Change/EndReason/host``).
            case host
            /// The user changed a permission (``Change/EndReason/permission``).
            case permission
        }

        /// Why it has ended.
        public var reason: Reason
        /// Whether it had not started.
        public var wasPending: Bool
        /// When it is dismissed.
        public var dismissal: Date

        /// Creates an end.
        public init(reason: Reason, wasPending: Bool, dismissal: Date) {
            (self.reason, self.wasPending, self.dismissal) = (reason, wasPending, dismissal)
        }
    }

    private func isPlausible(_ date: Date?) -> Bool { date?.timeIntervalSinceReferenceDate.isFinite ?? true }
}

// The JSON form: one object with the fields that are set and the additional members.
extension ActivityRecord.Extras: Codable {
    private enum Field: String, CaseIterable {
        case startAlert, endDate, dismissalPolicy, lease, leaseRenewedAt, renews, style, predecessor, events
        case unreportedEnd
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ field: Field) { stringValue = field.rawValue }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.init(
            startAlert: try values.decodeIfPresent(AlertConfiguration.self, forKey: Key(.startAlert)),
            endDate: try values.decodeIfPresent(Date.self, forKey: Key(.endDate)),
            dismissalPolicy: try values.decodeIfPresent(ActivityUIDismissalPolicy.self, forKey: Key(.dismissalPolicy))
                ?? .default,
            lease: try values.decodeIfPresent(Lease.self, forKey: Key(.lease)),
            leaseRenewedAt: try values.decodeIfPresent(Date.self, forKey: Key(.leaseRenewedAt)),
            renews: try values.decodeIfPresent(Bool.self, forKey: Key(.renews)) ?? false,
            style: try values.decodeIfPresent(ActivityStyle.self, forKey: Key(.style)) ?? .standard,
            predecessor: try values.decodeIfPresent(ActivityID.self, forKey: Key(.predecessor)),
            events: try values.decodeIfPresent([EventID].self, forKey: Key(.events)) ?? [])
        unreportedEnd = try values.decodeIfPresent(ActivityRecord.UnreportedEnd.self, forKey: Key(.unreportedEnd))
        let others = values.allKeys.filter { Field(rawValue: $0.stringValue) == nil }
        guard !others.isEmpty else { return }
        additional = JSONValue(members: try others.map { ($0.stringValue, try values.decode(JSONValue.self, forKey: $0)) })
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encodeIfPresent(startAlert, forKey: Key(.startAlert))
        try values.encodeIfPresent(endDate, forKey: Key(.endDate))
        if dismissalPolicy != .default { try values.encode(dismissalPolicy, forKey: Key(.dismissalPolicy)) }
        try values.encodeIfPresent(lease, forKey: Key(.lease))
        try values.encodeIfPresent(leaseRenewedAt, forKey: Key(.leaseRenewedAt))
        if renews { try values.encode(renews, forKey: Key(.renews)) }
        if style != .standard { try values.encode(style, forKey: Key(.style)) }
        try values.encodeIfPresent(predecessor, forKey: Key(.predecessor))
        if !events.isEmpty { try values.encode(events, forKey: Key(.events)) }
        try values.encodeIfPresent(unreportedEnd, forKey: Key(.unreportedEnd))
        guard let additional else { return }
        for member in additional.members { try values.encode(member.value, forKey: Key(stringValue: member.key)) }
    }
}
