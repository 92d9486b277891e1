/// A copy of an engine's dirty state at one moment, to be encoded and written later without the engine's lock.
///
/// `@unchecked Sendable`: the states and attributes in it need not be `Sendable` (``ActivityAttributes``), but they are its own
/// copies, and nothing changes them until it is released.
package final class PendingPersistence: @unchecked Sendable {
    package let now: Date?
    package let sequence: UInt64
    package let starts: UInt64
    /// The number of lost runs (``Engine/lostRuns``).
    package let lostRuns: UInt64
    package let others: Others
    private let rows: Rows
    private let providers: [AnyProvider]

    init(
        _ rows: consuming Rows, _ others: consuming Others, slabs: [AnyProvider], now: Date?, sequence: UInt64, starts: UInt64,
        lostRuns: UInt32
    ) {
        (self.rows, self.others) = (rows, others)
        providers = slabs
        self.now = now
        self.sequence = sequence
        self.starts = starts
        self.lostRuns = UInt64(lostRuns)
    }

    deinit {
        for (provider, var contents) in zip(providers, rows.contents) {
            provider.operations.rows.clearPending(&contents)
            contents.deallocate()
        }
    }

    /// The changes that are not to living activities.
    package struct Others {
        /// The dismissed activities, each with the slot that it freed and the sequence of its dismissal, unless the slot was
        /// reused.
        package internal(set) var gone: [(id: ActivityID, freed: (slot: ActivityIDAllocator.FreedSlot, order: UInt64)?)] = []
        /// Activities that were ended without having been restored, without their attributes.
        var unrestored: [(record: ActivityRecord, kind: ActivityKind)] = []
        package internal(set) var topics: [(name: Topic, memory: Snapshot.TopicMemory?)] = []
        package internal(set) var kinds: [(ordinal: Int, kind: ActivityKind)] = []
        var permissions: [(name: OwnerID, permissions: OwnerTable.Permissions?)] = []
        var dismissals: [(entry: DismissalTable.Entry, date: Double?)] = []
    }

    /// The living activities, with copies of their states and attributes, which the ``PendingPersistence`` releases.
    struct Rows {
        fileprivate var records: [ActivityRecord] = []
        /// For each record, the index of its attributes in the contents of its kind; -1 if the store already has them.
        fileprivate var attributes: [Int32] = []
        /// For each record, the index of its state in the contents of its kind; -1 if it is encoded already.
        fileprivate var states: [Int32] = []
        /// For each kind, copies of states and attributes.
        fileprivate var contents: [PendingContents]
        fileprivate let encoded: EncodedContents

        init(kinds: Int, activities: Int, encoded: EncodedContents) {
            self.encoded = encoded
            contents = Array(repeating: PendingContents(), count: kinds)
            records.reserveCapacity(activities)
            attributes.reserveCapacity(activities)
            states.reserveCapacity(activities)
        }

        mutating func add(
            _ record: ActivityRecord, _ row: UnsafeRawPointer, _ operations: ProviderOperations, withAttributes: Bool
        ) {
            records.append(record)
            let isEncoded = encoded.contains(record.id)
            states.append(
                isEncoded ? -1 : Int32(truncatingIfNeeded: operations.rows.saveState(row, &contents[record.id.kind])))
            attributes.append(
                withAttributes
                    ? Int32(truncatingIfNeeded: operations.rows.saveAttributes(row, &contents[record.id.kind])) : -1)
        }
    }

    var living: some Sequence<(ActivityID, Bool)> { zip(rows.records.map(\.id), rows.attributes.map { $0 >= 0 }) }

    package var activityCount: Int { rows.records.count + others.unrestored.count }

    /// Calls `body` with each activity's record and kind, with its content as JSON, and with its attributes and topics unless
    /// the store has them. `body` may change the record, which is a copy.
    ///
    /// - Parameter encoder: Shared by all shards of a batch, so that its memory and its cache of types exist only once.
    /// - Throws: ``EngineError/unencodable(what:path:reason:)`` if the size check is off and a content cannot be encoded.
    package func forEachActivity(
        with encoder: WireEncoder, _ body: (inout ActivityRecord, ActivityKind, [Topic]) -> Void
    ) throws(EngineError) {
        for (record, kind) in others.unrestored {
            var record = record
            body(&record, kind, [])
        }
        guard !rows.records.isEmpty else { return }
        let (kinds, operations) = (providers.map(\.kind), providers.map(\.operations))
        for index in rows.records.indices {
            var record = rows.records[index]
            let kind = record.id.kind
            var topics: [Topic] = []
            do {
                record.content.state = try encodedState(at: index, operations[kind], encoder)
                if rows.attributes[index] >= 0 {
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
        let id = rows.records[index].id
        if let json = rows.encoded.json(of: id) { return JSONText(trusted: json) }
        let saved = rows.contents[id.kind].states.unsafelyUnwrapped
        var bytes: [UInt8] = []
        try operations.json.encodeState(saved + Int(rows.states[index]) * operations.rows.stateStride, encoder, &bytes)
        return JSONText(trusted: bytes)
    }

    private func encodedAttributes(
        at index: Int, _ operations: ProviderOperations, _ encoder: WireEncoder, _ topics: inout [Topic]
    ) throws -> JSONText {
        let saved = rows.contents[rows.records[index].id.kind].attributes.unsafelyUnwrapped
        let stored = saved + Int(rows.attributes[index]) * operations.rows.attributesStride
        var bytes: [UInt8] = []
        try operations.json.encodeAttributes(stored, encoder, &bytes)
        topics = operations.topics(stored - operations.rows.attributesOffset)
        return JSONText(trusted: bytes)
    }

    /// The owners' permissions; `nil` for an owner that allows everything again.
    package var ownerRecords: [(name: OwnerID, record: Snapshot.Owner?)] {
        others.permissions.map { name, permissions in
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
        others.dismissals.map {
            ($0.entry.owner, $0.entry.kind, $0.entry.key, $0.date.map(Date.init(timeIntervalSinceReferenceDate:)))
        }
    }
}

extension JSONText {
    static let empty = JSONText(trusted: [])
}
