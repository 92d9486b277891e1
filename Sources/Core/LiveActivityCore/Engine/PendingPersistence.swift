/// What was different in an engine at one moment, to be written when there is time.
///
/// `@unchecked Sendable` because the states and attributes in it need not be (``ActivityAttributes``): they are copies of its own,
/// which one thread at a time looks at.
package final class PendingPersistence: @unchecked Sendable {
    package let now: Date?
    package let sequence: UInt64
    package let starts: UInt64
    /// With the sequence of the dismissal.
    package var gone: [(id: ActivityID, slot: ActivityIDAllocator.FreedSlot, order: UInt64)] = []
    var permissions: [(name: OwnerID, permissions: OwnerTable.Permissions?)] = []
    package var topics: [(name: Topic, memory: Snapshot.TopicMemory?)] = []
    var dismissals: [(entry: DismissalTable.Entry, date: Double?)] = []
    package var kinds: [(ordinal: Int, kind: ActivityKind)] = []

    private var records: [ActivityRecord] = []
    /// Where its attributes are in the outbox of its kind; -1 where they are kept already.
    private var attributes: [Int32] = []
    private var states: [Int32] = []
    private var outboxes: [PendingContents]
    private let providers: [AnyProvider]
    private let encoder = WireEncoder()

    init(slabs: [AnyProvider], now: Date?, sequence: UInt64, starts: UInt64, activities: Int) {
        providers = slabs
        outboxes = slabs.map { _ in PendingContents() }
        self.now = now
        self.sequence = sequence
        self.starts = starts
        records.reserveCapacity(activities)
        attributes.reserveCapacity(activities)
        states.reserveCapacity(activities)
    }

    deinit {
        for place in outboxes.indices {
            providers[place].operations.rows.clearPending(&outboxes[place])
            outboxes[place].deallocate()
        }
    }

    func add(
        _ record: ActivityRecord, _ row: UnsafeRawPointer, _ operations: ProviderOperations, withAttributes: Bool
    ) {
        records.append(record)
        states.append(Int32(truncatingIfNeeded: operations.rows.saveState(row, &outboxes[record.id.kind])))
        attributes.append(
            withAttributes ? Int32(truncatingIfNeeded: operations.rows.saveAttributes(row, &outboxes[record.id.kind])) : -1)
    }

    var living: some Sequence<(ActivityID, Bool)> { zip(records.map(\.id), attributes.map { $0 >= 0 }) }

    package var activityCount: Int { records.count }

    /// Each activity that lives, with its content as JSON, and with its attributes and topics if these are not kept yet.
    ///
    /// - Throws: ``EngineError/unencodable(what:path:reason:)`` where the size check is off and a content cannot be written.
    package func forEachActivity(_ body: (ActivityRecord, AnyProvider, [Topic]) -> Void) throws(EngineError) {
        for place in records.indices {
            var record = records[place]
            let provider = providers[record.id.kind]
            let operations = provider.operations
            let outbox = outboxes[record.id.kind]
            var state: [UInt8] = []
            var topics: [Topic] = []
            do {
                // Both stand where `add` has put them.
                let stored = outbox.states.unsafelyUnwrapped + Int(states[place]) * operations.rows.stateStride
                try operations.json.encodeState(stored, encoder, &state)
                if self.attributes[place] >= 0 {
                    let stored =
                        outbox.attributes.unsafelyUnwrapped + Int(self.attributes[place]) * operations.rows.attributesStride
                    var bytes: [UInt8] = []
                    try operations.json.encodeAttributes(stored, encoder, &bytes)
                    record.attributes = JSONText(trusted: bytes)
                    topics = operations.topics(stored - operations.rows.attributesOffset)
                }
            } catch {
                throw EngineError(error, writing: "activity \(record.id)")
            }
            record.content.state = JSONText(trusted: state)
            body(record, provider, topics)
        }
    }

    /// What owners allow; `nil` stands for everything.
    package var ownerRecords: [(name: OwnerID, record: Snapshot.Owner?)] {
        permissions.map { name, permissions in
            (
                name,
                permissions.map {
                    Snapshot.Owner(name: name, allDenied: $0.allDenied, denied: $0.denied, frequentUpdates: $0.frequentUpdates)
                }
            )
        }
    }

    /// A person's dismissals; those without a date are forgotten.
    package var dismissalRecords: [(owner: OwnerID, kind: ActivityKind, key: StartKey, at: Date?)] {
        dismissals.map {
            ($0.entry.owner, $0.entry.kind, $0.entry.key, $0.date.map(Date.init(timeIntervalSinceReferenceDate:)))
        }
    }
}

extension JSONText {
    static let empty = JSONText(trusted: [])
}
