// What a runtime with a store asks of an engine: what has changed, and afterwards whether it was persisted.
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
                let freed = slab.head(id.index)
                taken.gone.append(
                    (
                        id,
                        ActivityIDAllocator.FreedSlot(
                            index: id.index, generation: freed.pointee.generation, usesLeft: freed.pointee.usesLeft),
                        freed.pointee.order
                    ))
                continue
            }
            head.pointee.isDirty = false
            let record = record(of: id, slab, head.pointee, attributes: nil, state: .empty)
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
        for (slab, kind) in zip(slabs, snapshot.kinds) { slab.rest(kind.ids.quarantined ?? []) }
    }
}
