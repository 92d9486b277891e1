/// A copy of an engine's dirty state at one moment, to be encoded and written later without the engine's lock.
///
/// `@unchecked Sendable`: the states and attributes in it need not be `Sendable` (``ActivityAttributes``), but they are its own
/// copies, and one thread at a time uses it.
package final class PendingPersistence: @unchecked Sendable {
    package let now: Date?
    package let sequence: UInt64
    package let starts: UInt64
    /// The number of lost runs (``Engine/lostRuns``).
    package let lostRuns: UInt64
    /// The dismissed activities, each with the slot that it freed and the sequence of its dismissal, unless the slot was
    /// reused.
    package var gone: [(id: ActivityID, freed: (slot: ActivityIDAllocator.FreedSlot, order: UInt64)?)] = []
    var permissions: [(name: OwnerID, permissions: OwnerTable.Permissions?)] = []
    package var topics: [(name: Topic, memory: Snapshot.TopicMemory?)] = []
    var dismissals: [(entry: DismissalTable.Entry, date: Double?)] = []
    package var kinds: [(ordinal: Int, kind: ActivityKind)] = []

    private var records: [ActivityRecord] = []
    /// For each record, the index of its attributes in the contents of its kind; -1 if the store already has them.
    private var attributes: [Int32] = []
    /// For each record, the index of its state in the contents of its kind; -1 if it is encoded already.
    private var states: [Int32] = []
    /// For each kind, copies of states and attributes.
    private var contents: [PendingContents]
    private let encoded: EncodedContents
    private let providers: [AnyProvider]

    init(
        slabs: [AnyProvider], now: Date?, sequence: UInt64, starts: UInt64, lostRuns: UInt32, activities: Int,
        encoded: EncodedContents
    ) {
        providers = slabs
        self.encoded = encoded
        contents = slabs.map { _ in PendingContents() }
        self.now = now
        self.sequence = sequence
        self.starts = starts
        self.lostRuns = UInt64(lostRuns)
        records.reserveCapacity(activities)
        attributes.reserveCapacity(activities)
        states.reserveCapacity(activities)
    }

    deinit {
        for index in contents.indices {
            providers[index].operations.rows.clearPending(&contents[index])
            contents[index].deallocate()
        }
    }

    func add(
        _ record: ActivityRecord, _ row: UnsafeRawPointer, _ operations: ProviderOperations, withAttributes: Bool
    ) {
        records.append(record)
        let isEncoded = encoded.contains(record.id)
        states.append(
            isEncoded ? -1 : Int32(truncatingIfNeeded: operations.rows.saveState(row, &contents[record.id.kind])))
        attributes.append(
            withAttributes ? Int32(truncatingIfNeeded: operations.rows.saveAttributes(row, &contents[record.id.kind])) : -1)
    }

    var living: some Sequence<(ActivityID, Bool)> { zip(records.map(\.id), attributes.map { $0 >= 0 }) }

    package var activityCount: Int { records.count }

    /// Calls `body` with each activity's record and kind, with its content as JSON, and with its attributes and topics unless
    /// the store has them. `body` may change the record, which is a copy.
    ///
    /// - Parameter encoder: Shared by all shards of a batch, so that its memory and its cache of types exist only once.
    /// - Throws: ``EngineError/unencodable(what:path:reason:)`` if the size check is off and a content cannot be encoded.
    package func forEachActivity(
        with encoder: WireEncoder, _ body: (inout ActivityRecord, ActivityKind, [Topic]) -> Void
    ) throws(EngineError) {
        guard !records.isEmpty else { return }
        let (kinds, operations) = (providers.map(\.kind), providers.map(\.operations))
        for index in records.indices {
            var record = records[index]
            let kind = record.id.kind
            var topics: [Topic] = []
            do {
                record.content.state = try encodedState(at: index, operations[kind], encoder)
                if attributes[index] >= 0 {
                    record.attributes = try encodedAttributes(at: index, operations[kind], encoder, &topics)
                }
            } catch {
                throw EngineError(error, writing: "activity \(record.id)")
            }
            body(&record, kinds[kind], topics)
        }
    }

    // Initialized by `add`.

    private func encodedState(at index: Int, _ operations: ProviderOperations, _ encoder: WireEncoder) throws -> JSONText {
        let id = records[index].id
        if let json = encoded.json(of: id) { return JSONText(trusted: json) }
        let saved = contents[id.kind].states.unsafelyUnwrapped
        var bytes: [UInt8] = []
        try operations.json.encodeState(saved + Int(states[index]) * operations.rows.stateStride, encoder, &bytes)
        return JSONText(trusted: bytes)
    }

    private func encodedAttributes(
        at index: Int, _ operations: ProviderOperations, _ encoder: WireEncoder, _ topics: inout [Topic]
    ) throws -> JSONText {
        let saved = contents[records[index].id.kind].attributes.unsafelyUnwrapped
        let stored = saved + Int(attributes[index]) * operations.rows.attributesStride
        var bytes: [UInt8] = []
        try operations.json.encodeAttributes(stored, encoder, &bytes)
        topics = operations.topics(stored - operations.rows.attributesOffset)
        return JSONText(trusted: bytes)
    }

    /// The owners' permissions; `nil` for an owner that allows everything again.
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

    /// Users' dismissals; an entry without a date is removed.
    package var dismissalRecords: [(owner: OwnerID, kind: ActivityKind, key: StartKey, at: Date?)] {
        dismissals.map {
            ($0.entry.owner, $0.entry.kind, $0.entry.key, $0.date.map(Date.init(timeIntervalSinceReferenceDate:)))
        }
    }
}

extension JSONText {
    static let empty = JSONText(trusted: [])
}
