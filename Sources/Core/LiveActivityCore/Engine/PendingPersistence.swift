/// What has changed since it was last taken, for whoever keeps an engine's state: only what is different has to be written.
struct DirtySet {
    /// Each once, the dismissed ones too (``ActivityHead/isDirty``).
    var activities: [ActivityID] = []
    var permissions: Set<OwnerID> = []
    var dismissals: Set<DismissalTable.Entry> = []
    /// Kinds whose place in an id is known to whoever keeps the state.
    var kindsPersisted = 0

    mutating func note(_ dismissal: DismissalTable.Entry, _ forgotten: [DismissalTable.Entry]) {
        dismissals.insert(dismissal)
        dismissals.formUnion(forgotten)
    }
}

extension Engine {
    /// From now on notes what changes, so that ``takePending()`` can give it. What is there already counts as kept.
    ///
    /// - Parameter kinds: How many kinds are kept with their place in ids.
    package mutating func trackChanges(kindsPersisted kinds: Int) {
        dirtySet = DirtySet(kindsPersisted: kinds)
        topics.dirty = []
    }

    /// ``Change/sequence`` of the latest change.
    package var sequence: UInt64 { log.sequence }

    /// Whether anything has changed since the last ``takePending()``.
    @usableFromInline package var isDirty: Bool {
        guard let dirtySet else { return false }
        return !dirtySet.activities.isEmpty || !dirtySet.permissions.isEmpty || !dirtySet.dismissals.isEmpty
            || dirtySet.kindsPersisted < slabs.count || topics.dirty?.isEmpty == false
    }

    /// Says that an activity is not what was kept of it.
    @inline(__always) mutating func markDirty(_ id: ActivityID, _ head: UnsafeMutablePointer<ActivityHead>) {
        guard dirtySet != nil, !head.pointee.isDirty else { return }
        head.pointee.isDirty = true
        dirtySet?.activities.append(id)
    }

    /// Says of an activity that something is to be kept which the engine does not know.
    package mutating func markDirty(_ id: ActivityID) {
        guard let (_, head) = try? locate(id) else { return }
        markDirty(id, head)
    }

    /// What has changed since the last time, as it is now. It counts as kept; ``putBack(_:)`` says that it could not be.
    ///
    /// Copies what is needed and writes no JSON, so that it takes little time; that is for ``PendingPersistence/forEachActivity(_:)``.
    package mutating func takePending() -> PendingPersistence? {
        guard isDirty, var notes = dirtySet else { return nil }
        let taken = PendingPersistence(
            slabs: slabs.map(\.provider), now: now, sequence: log.sequence, starts: starts, activities: notes.activities.count)
        for id in notes.activities {
            guard id.kind < slabs.count else { continue }
            let slab = slabs[id.kind]
            guard let head = slab.resolve(id) else {
                let place = slab.head(id.index)
                taken.gone.append(
                    (
                        id,
                        Snapshot.Vacancy(
                            index: id.index, generation: place.pointee.generation, usesLeft: place.pointee.usesLeft),
                        place.pointee.order
                    ))
                continue
            }
            head.pointee.isDirty = false
            let record = record(of: id, slab, head.pointee, attributes: .empty, state: .empty)
            taken.add(record, slab.row(id.index), slab.provider.operations, withAttributes: !head.pointee.isPersisted)
            head.pointee.isPersisted = true
        }
        for name in notes.permissions {
            let permissions = owners.slot(of: name).map { owners[$0].permissions }
            taken.permissions.append((name, permissions == OwnerTable.Permissions() ? nil : permissions))
        }
        for name in topics.dirty ?? [] {
            let topic = topics.slot(of: name).map { topics[$0] }
            taken.topics.append((name, topic?.isMemorable == true ? topic.map(Snapshot.TopicMemory.init) : nil))
        }
        for entry in notes.dismissals { taken.dismissals.append((entry, dismissals.date(entry))) }
        taken.kinds = (notes.kindsPersisted..<slabs.count).map { ($0, slabs[$0].provider.kind) }
        notes = DirtySet(kindsPersisted: slabs.count)
        dirtySet = notes
        topics.dirty = []
        return taken
    }

    /// What was taken could not be kept: it is to be taken again, with what has changed since.
    package mutating func putBack(_ taken: PendingPersistence) {
        for (id, hadAttributes) in taken.living {
            guard let (_, head) = try? locate(id) else {
                // Dismissed since, and noted for that.
                continue
            }
            if hadAttributes { head.pointee.isPersisted = false }
            markDirty(id, head)
        }
        dirtySet?.activities.append(contentsOf: taken.gone.map(\.id))
        dirtySet?.permissions.formUnion(taken.permissions.map(\.name))
        dirtySet?.dismissals.formUnion(taken.dismissals.map(\.entry))
        topics.dirty?.formUnion(taken.topics.map(\.name))
        dirtySet?.kindsPersisted -= taken.kinds.count
    }

    /// What was taken is kept: places from which an activity was dismissed until then may be used again.
    ///
    /// - Parameter sequence: ``PendingPersistence/sequence``.
    /// - Returns: Whether there were such places, so that ids depend on it.
    @discardableResult
    package mutating func wasPersisted(upTo sequence: UInt64) -> Bool {
        var any = false
        for slab in slabs where slab.releaseQuarantined(upTo: sequence) { any = true }
        return any
    }

    /// Goes on from a snapshot of an engine of which somebody keeps the state, ids included.
    package mutating func restorePersisted(_ snapshot: Snapshot) throws(EngineError) {
        try restore(snapshot)
        trackChanges(kindsPersisted: slabs.count)
        for (slab, kind) in zip(slabs, snapshot.kinds) { slab.rest(kind.quarantined ?? []) }
    }
}

/// What was different in an engine at one moment, to be written when there is time.
///
/// `@unchecked Sendable` because the states and attributes in it need not be (``ActivityAttributes``): they are copies of its own,
/// which one thread at a time looks at.
package final class PendingPersistence: @unchecked Sendable {
    package let now: Date?
    package let sequence: UInt64
    package let starts: UInt64
    /// With the sequence of the dismissal.
    package fileprivate(set) var gone: [(id: ActivityID, vacancy: Snapshot.Vacancy, order: UInt64)] = []
    fileprivate(set) var permissions: [(name: OwnerID, permissions: OwnerTable.Permissions?)] = []
    package fileprivate(set) var topics: [(name: Topic, memory: Snapshot.TopicMemory?)] = []
    fileprivate(set) var dismissals: [(entry: DismissalTable.Entry, date: Double?)] = []
    package fileprivate(set) var kinds: [(ordinal: Int, kind: ActivityKind)] = []

    private var records: [Snapshot.Activity] = []
    /// Where its attributes are in the outbox of its kind; -1 where they are kept already.
    private var attributes: [Int32] = []
    private var states: [Int32] = []
    private var outboxes: [PendingContents]
    private let providers: [AnyProvider]
    private let encoder = WireEncoder()

    fileprivate init(slabs: [AnyProvider], now: Date?, sequence: UInt64, starts: UInt64, activities: Int) {
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

    fileprivate func add(
        _ record: Snapshot.Activity, _ row: UnsafeRawPointer, _ operations: ProviderOperations, withAttributes: Bool
    ) {
        records.append(record)
        states.append(Int32(truncatingIfNeeded: operations.rows.saveState(row, &outboxes[record.id.kind])))
        attributes.append(
            withAttributes ? Int32(truncatingIfNeeded: operations.rows.saveAttributes(row, &outboxes[record.id.kind])) : -1)
    }

    fileprivate var living: some Sequence<(ActivityID, Bool)> { zip(records.map(\.id), attributes.map { $0 >= 0 }) }

    package var activityCount: Int { records.count }

    /// Each activity that lives, with its content as JSON, and with its attributes and topics if these are not kept yet.
    ///
    /// - Throws: ``EngineError/unencodable(what:path:reason:)`` where the size check is off and a content cannot be written.
    package func forEachActivity(_ body: (Snapshot.Activity, AnyProvider, JSONText?, [Topic]) -> Void) throws(EngineError) {
        for place in records.indices {
            var record = records[place]
            let provider = providers[record.id.kind]
            let operations = provider.operations
            let outbox = outboxes[record.id.kind]
            var state: [UInt8] = []
            var attributes: JSONText?
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
                    attributes = JSONText(trusted: bytes)
                    topics = operations.topics(stored - operations.rows.attributesOffset)
                }
            } catch {
                throw EngineError(error, writing: "activity \(record.id)")
            }
            record.content.state = JSONText(trusted: state)
            body(record, provider, attributes, topics)
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
    fileprivate static let empty = JSONText(trusted: [])
}
