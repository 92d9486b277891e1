// The engine's interface to a runtime with a store: the changed parts to write, and the result of writing them.
extension Engine {
    /// Begins to track changes for ``takePending()``. The current state counts as persisted.
    ///
    /// - Parameter kinds: The number of kinds that the store has.
    package mutating func trackChanges(kindsPersisted kinds: Int) {
        dirtySet = DirtySet(kindsPersisted: kinds, counters: counters)
        topics.dirty = []
    }

    /// ``Change/sequence`` of the latest change.
    package var sequence: UInt64 { log.sequence }

    private var counters: DirtySet.Counters { .init(clock: clock, sequence: log.sequence, starts: starts) }

    /// Whether the time or the number of reports has changed since the last ``takePending()``. No command waits for this to be
    /// stored: it is written with the next batch.
    package var hasCounted: Bool { dirtySet.map { $0.counters != counters } ?? false }

    /// Whether the changed parts must be persisted before the next command, so that no id is used twice.
    @usableFromInline package var mustPersist: Bool { dirtySet?.mustPersist ?? false }

    /// Runs the deadlines that a command at this time would run first, as far as ids can be assigned before the store has
    /// written.
    ///
    /// A slot can be used 256 times before that (`ActivityIDAllocator.lostUsesMax`), and an activity that renews itself uses
    /// two slots about 250 times each in 170 days. Running deadlines in several parts gives the same changes as at once, so an
    /// engine with a store assigns the same ids as one without, or as a replay of its journal.
    ///
    /// - Returns: Whether all of them have run. If not, the engine's time is the last deadline's: write to the store, then
    ///   call this again. For a time at which a command would be refused, `true`, and nothing has run.
    @usableFromInline package mutating func catchUp(to date: Date) -> Bool {
        let target = date.timeIntervalSinceReferenceDate
        guard awaitsPersistence || target >= deadlines.bound else { return true }
        guard target < Self.year10000, target - clock <= configuration.limits.dateHorizon || clock == -.infinity else {
            return true
        }
        runDeadlines(until: target)
        return !awaitsPersistence
    }

    /// The time at which a command with the time `now` was applied: the engine's time, if that is later. A refused time never
    /// becomes the engine's.
    @usableFromInline package func appliedTime(of now: Date) -> Date {
        now.timeIntervalSinceReferenceDate.isFinite && now.timeIntervalSinceReferenceDate < clock ? date : now
    }

    /// Whether there are changes since the last ``takePending()`` for which a command may have to wait.
    @usableFromInline package var isDirty: Bool {
        guard let dirtySet else { return false }
        return !dirtySet.activities.isEmpty || !dirtySet.permissions.isEmpty || !dirtySet.dismissals.isEmpty
            || !dirtySet.unrestored.isEmpty || dirtySet.kindsPersisted < slabs.count || topics.dirty?.isEmpty == false
            || requests.isDirty
    }

    /// Marks an activity as different from its stored state.
    @inline(__always) mutating func markDirty(_ id: ActivityID, _ head: UnsafeMutablePointer<ActivityHead>) {
        guard dirtySet != nil, !head.pointee.isDirty else { return }
        head.pointee.isDirty = true
        dirtySet?.activities.append(id)
    }

    /// Marks an activity as dirty because of data that only the runtime has.
    package mutating func markDirty(_ id: ActivityID) {
        guard let (_, head) = try? locate(id) else { return }
        markDirty(id, head)
    }

    /// Takes the changes since the last call, in their current state. They count as persisted, unless they are put back with
    /// ``putBack(_:)``.
    ///
    /// It copies values and encodes no JSON, so that the caller holds its lock only briefly;
    /// ``PendingPersistence/forEachActivity(with:_:)`` encodes.
    package mutating func takePending() -> PendingPersistence? {
        guard isDirty || hasCounted, let notes = dirtySet.take() else { return nil }
        for slab in slabs { slab.tookUses() }
        var rows = PendingPersistence.Rows(
            kinds: slabs.count, activities: notes.activities.count, encoded: notes.contents)
        var others = PendingPersistence.Others()
        for id in notes.activities {
            guard id.kind < slabs.count else { continue }
            let slab = slabs[id.kind]
            guard let head = slab.resolve(id) else {
                others.gone.append((id, freedSlot(slab, id)))
                continue
            }
            head.pointee.isDirty = false
            let record = record(of: id, slab, head, attributes: nil, state: .empty)
            rows.add(record, slab.row(id.index), slab.provider.operations, withAttributes: !head.pointee.isPersisted)
            head.pointee.isPersisted = true
        }
        others.unrestored = unrestored(notes.unrestored)
        for name in notes.permissions {
            let permissions = owners.slot(of: name).map { owners[$0].permissions }
            others.permissions.append((name, permissions == OwnerTable.Permissions() ? nil : permissions))
        }
        for name in topics.dirty ?? [] {
            let topic = topics.slot(of: name).map { topics[$0] }
            others.topics.append((name, topic?.isMemorable == true ? topic.map(Snapshot.TopicMemory.init) : nil))
        }
        recentEvents.advance(to: clock)
        others.topics += recentEvents.take() + requests.take(at: clock)
        for entry in notes.dismissals { others.dismissals.append((entry, dismissals.date(entry))) }
        others.kinds = (notes.kindsPersisted..<slabs.count).map { ($0, slabs[$0].provider.kind) }
        dirtySet = DirtySet(kindsPersisted: slabs.count, counters: counters)
        topics.dirty = []
        return PendingPersistence(
            rows, others, slabs: slabs.map(\.provider), now: now, sequence: log.sequence, starts: starts, lostRuns: lostRuns)
    }

    /// The slot that a dismissed activity has freed; `nil` if another one has used it since.
    private func freedSlot(_ slab: ActivitySlab, _ id: ActivityID) -> (slot: ActivityIDAllocator.FreedSlot, order: UInt64)? {
        guard slab.isFreed(by: id) else { return nil }
        let freed = slab.head(id.index)
        return (
            ActivityIDAllocator.FreedSlot(
                index: id.index, generation: freed.pointee.generation, usesLeft: freed.rest.pointee.usesLeft),
            freed.rest.pointee.order
        )
    }

    /// Marks the taken changes as dirty again, as they could not be persisted.
    package mutating func putBack(_ taken: PendingPersistence) {
        for (id, hadAttributes) in taken.living {
            guard let (_, head) = try? locate(id) else {
                // Dismissed since then, and in the dirty set for that reason.
                slabs[id.kind].countUse(of: id.index)
                continue
            }
            if hadAttributes { head.pointee.isPersisted = false }
            markDirty(id, head)
        }
        dirtySet?.activities.append(contentsOf: taken.others.gone.map(\.id))
        dirtySet?.unrestored.formUnion(taken.others.unrestored.map(\.record.id))
        dirtySet?.permissions.formUnion(taken.others.permissions.map(\.name))
        dirtySet?.dismissals.formUnion(taken.others.dismissals.map(\.entry))
        for (name, memory) in taken.others.topics {
            if name.rawValue.hasPrefix(RecentEvents.namePrefix) {
                recentEvents.putBack(name, memory)
            } else if name.rawValue
                .hasPrefix(RequestMemory.namePrefix)
            {
                requests.putBack(name)
            } else {
                topics.dirty?.insert(name)
            }
        }
        dirtySet?.kindsPersisted -= taken.others.kinds.count
        dirtySet?.counters = nil
    }

    /// Records that the store has written the taken changes.
    package mutating func wasPersisted() {
        for slab in slabs { slab.wroteUses() }
        if awaitsPersistence { awaitsPersistence = slabs.contains(where: \.isUsedUp) }
    }
}
