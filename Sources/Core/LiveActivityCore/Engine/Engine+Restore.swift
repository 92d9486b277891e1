// Restoring an engine from a snapshot.
extension Engine {
    /// Replaces this engine's state with a snapshot's.
    ///
    /// Activities of kinds that are not registered wait until their kind is registered, unchanged unless a command ends all of
    /// their owner. Deadlines that have passed run with the next ``advance(to:)``, each with its own date. An activity that
    /// cannot be decoded, or that its provider refuses, is skipped alone (``unreadableActivities``) and stays in later
    /// snapshots.
    ///
    /// - Throws: ``EngineError/cannotRestore(reason:)`` if the snapshot as a whole contradicts itself or this engine. The
    ///   engine is then unchanged.
    public mutating func restore(_ snapshot: Snapshot) throws(EngineError) {
        guard snapshot.version == Snapshot.currentVersion else {
            throw .cannotRestore(reason: "its version is \(snapshot.version), this is \(Snapshot.currentVersion)")
        }
        guard snapshot.shard == configuration.shard else {
            throw .cannotRestore(reason: "it is of shard \(snapshot.shard), this is \(configuration.shard)")
        }
        // Both numbers are incremented from the restored values, so they must not be close to the maximum.
        guard snapshot.sequence <= .max / 2, snapshot.starts <= .max / 2 else {
            throw .cannotRestore(reason: "it has more changes or starts than are possible")
        }
        var engine = Engine(configuration: configuration)
        engine.lostRuns = snapshot.lostRuns ?? lostRuns
        engine.inputLimits = inputLimits
        engine.clock = snapshot.now?.timeIntervalSinceReferenceDate ?? -.infinity
        engine.log.sequence = snapshot.sequence
        engine.starts = snapshot.starts
        engine.recentEvents.restore(snapshot.recentEvents, at: engine.clock)
        let damaged = snapshot.damagedPermissions ?? []
        engine.damagedPermissions = damaged.filter { $0.owner == nil }
        for owner in damaged.compactMap(\.ofOwner) + snapshot.owners {
            let slot = engine.owners.slot(adding: owner.name)
            engine.owners[slot].permissions = OwnerTable.Permissions(
                allDenied: owner.allDenied, denied: owner.denied, frequentUpdates: owner.frequentUpdates)
        }
        for dismissal in snapshot.dismissals {
            engine.dismissals.remember(
                .init(owner: dismissal.owner, kind: dismissal.kind, key: dismissal.key),
                at: dismissal.at.timeIntervalSinceReferenceDate, limit: configuration.limits.rememberedDismissals,
                duration: configuration.afterDismissal.duration)
        }

        guard snapshot.kinds.count <= ActivityID.kindsMax else {
            throw .cannotRestore(reason: "it has \(snapshot.kinds.count) kinds, more than \(ActivityID.kindsMax)")
        }
        let known = Dictionary(uniqueKeysWithValues: providers.map { ($0.kind, $0) })
        var revived: [ActivityID] = []
        for (ordinal, kind) in snapshot.kinds.enumerated() {
            guard engine.ordinals.updateValue(ordinal, forKey: kind.kind) == nil else {
                throw .cannotRestore(reason: "it has the kind '\(kind.kind)' twice")
            }
            let provider = known[kind.kind]
            let slab = engine.makeSlab(provider ?? AnyProvider(kind: kind.kind), ordinal)
            if provider != nil { revived += try engine.fill(slab, kind) } else { engine.inert[ordinal] = engine.waiting(kind) }
            engine.slabs.append(slab)
        }
        engine.link(revived)
        engine.waitingTopics = snapshot.topics
        engine.rememberWaitingTopics()
        for provider in providers where engine.ordinals[provider.kind] == nil { try engine.register(provider) }
        self = engine
    }

    /// Restores the activities of a kind that waited for its provider.
    mutating func revive(_ kind: Snapshot.Kind, in slab: ActivitySlab) throws(EngineError) {
        let before = skipped.count
        let revived = try fill(slab, kind)
        if revived.isEmpty, !kind.activities.isEmpty {
            // Probably the provider of another kind, rather than damage to every activity.
            let reason = skipped[before...].first?.reason ?? ""
            skipped.removeSubrange(before...)
            unreadable[slab.ordinal] = nil
            throw .cannotRegister(kind.kind, reason: reason)
        }
        slabs[slab.ordinal] = slab
        link(revived)
        rememberWaitingTopics()
    }

    /// Restores a snapshot's memory of topics that have followers now. Other topics wait until the kind of their followers is
    /// registered.
    mutating func rememberWaitingTopics() {
        waitingTopics.removeAll { topic in
            guard let slot = topics.slot(of: topic.name) else { return false }
            for event in topic.events {
                topics[slot].memory.remember(event, limit: configuration.limits.rememberedEvents)
            }
            topics[slot].timestamp = max(
                topics[slot].timestamp, topic.timestamp?.timeIntervalSinceReferenceDate ?? -.infinity)
            topics.shareMemory(of: topic.name)
            return true
        }
    }

    /// Restores a snapshot's activities into an empty slab, and returns the ids of the restored ones. Unreadable ones are
    /// skipped.
    private mutating func fill(_ slab: ActivitySlab, _ kind: Snapshot.Kind) throws(EngineError) -> [ActivityID] {
        let kind = kind.rereading(restoringDecoder)
        var rows: [Int: ActivityRecord] = [:]
        for activity in kind.activities {
            guard belongs(activity.id, to: slab) else {
                throw .cannotRestore(reason: "activity \(activity.id) does not belong to '\(kind.kind)'")
            }
            rows[activity.id.index] = activity
        }
        var lost: [Int: UnreadableActivity] = [:]
        var withoutSlot: [UnreadableActivity] = []
        for activity in kind.unreadable {
            if let id = activity.id, belongs(id, to: slab) { lost[id.index] = activity } else { withoutSlot.append(activity) }
        }
        let freed = Dictionary(kind.ids.freed.map { ($0.index, $0) }) { first, _ in first }
        var living: [ActivityID] = []
        for index in 0..<kind.activities.count + kind.ids.freed.count + kind.unreadable.count {
            if let activity = rows[index] {
                slab.appendRow(generation: activity.id.generation, usesLeft: activity.usesLeft)
                if restore(activity, in: slab) { living.append(activity.id) }
            } else if let slot = freed[index] {
                guard slot.generation < ActivityID.generationsMax, slot.usesLeft <= ActivityID.generationsMax else {
                    throw .cannotRestore(reason: "'\(kind.kind)' has a number that no slot has at \(index)")
                }
                slab.appendRow(generation: slot.generation, usesLeft: slot.usesLeft)
            } else if let id = lost[index]?.id {
                slab.appendRow(generation: id.generation, usesLeft: 0)
                setAside(lost[index], in: slab)
            } else if var activity = withoutSlot.popLast() {
                // No other activity has this slot.
                slab.appendUnknownRow()
                activity.id = slab.id(index)
                setAside(activity, in: slab)
            } else {
                throw .cannotRestore(reason: "'\(kind.kind)' has no entry for slot \(index)")
            }
        }
        guard Set(kind.ids.freeList).count == kind.ids.freeList.count,
            kind.ids.freeList.allSatisfy({ freed[Int($0)].map { $0.usesLeft > 0 } ?? false })
        else {
            throw .cannotRestore(reason: "'\(kind.kind)' lists the slot of an activity as free")
        }
        slab.setFree(kind.ids.freeList)
        return living
    }

    private func belongs(_ id: ActivityID, to slab: ActivitySlab) -> Bool {
        id.kind == slab.ordinal && id.shard == configuration.shard
    }

    /// Restores an activity in the row that was just created for it, or sets it aside, in which case its slot stays reserved.
    private mutating func restore(_ activity: ActivityRecord, in slab: ActivitySlab) -> Bool {
        do throws(EngineError) {
            guard activity.isPlausible else {
                throw .cannotRestore(reason: "activity \(activity.id) has a number that no activity has")
            }
            try restoreRow(of: slab, activity)
            restore(slab.head(activity.id.index), activity)
            return true
        } catch {
            slab.renumber(activity.id.index, generation: activity.id.generation, usesLeft: 0)
            setAside(UnreadableActivity(activity, because: error, encoder), in: slab)
            return false
        }
    }

    private mutating func setAside(_ activity: UnreadableActivity?, in slab: ActivitySlab) {
        guard let activity, let id = activity.id else { return }
        unreadable[slab.ordinal, default: []].append(activity)
        skipped.append((id, activity.reason))
    }

    /// The part of a snapshot that belongs to a kind without a provider. An activity with a number that the host's JSON cannot
    /// represent is already skipped here.
    private func waiting(_ kind: Snapshot.Kind) -> Snapshot.Kind {
        guard inputLimits.refusesNumbersBeyondDouble else { return kind }
        var kind = kind.rereading(restoringDecoder)
        kind.activities.removeAll { activity in
            do {
                for text in [activity.attributes, activity.content.state].compactMap(\.self) {
                    _ = try JSONValue(parsing: text.bytes, limits: restoringDecoder.limits)
                }
                return false
            } catch {
                kind.unreadable.append(
                    UnreadableActivity(activity, because: EngineError(error, reading: "activity \(activity.id)"), encoder))
                return true
            }
        }
        return kind
    }

    mutating func restore(_ head: UnsafeMutablePointer<ActivityHead>, _ activity: ActivityRecord) {
        head.pointee.phase =
            switch activity.state {
            case .pending: .pending
            case .active: .active
            case .stale: .stale
            case .ended, .dismissed: .ended
            }
        head.pointee.revision = activity.revision
        head.pointee.owner = owners.slot(adding: activity.owner)
        head.rest.pointee.attributesBytes = activity.attributesBytes
        head.pointee.staleDate = activity.content.staleDate?.timeIntervalSinceReferenceDate ?? .infinity
        head.pointee.wake = activity.wakeDate?.timeIntervalSinceReferenceDate ?? .infinity
        head.pointee.closing = activity.closingDate.timeIntervalSinceReferenceDate
        head.rest.pointee.startedAt = activity.startedAt.timeIntervalSinceReferenceDate
        head.pointee.relevance = activity.content.relevanceScore
        head.rest.pointee.timestamp = activity.timestamp?.timeIntervalSinceReferenceDate ?? -.infinity
        head.rest.pointee.order = activity.order
        head.rest.pointee.alerts = activity.alerts
        head.rest.pointee.lostRuns = activity.lostRuns ?? 0
        head.rest.pointee.alertsSince = activity.alertsSince?.timeIntervalSinceReferenceDate ?? -.infinity
        head.rest.pointee.key = activity.key
        head.extras = activity.extras.map { saved in
            let extras = Extras()
            extras.startAlert = saved.startAlert
            extras.endDate = saved.endDate?.timeIntervalSinceReferenceDate ?? .infinity
            extras.dismissalPolicy = saved.dismissalPolicy
            extras.lease = saved.lease
            extras.leaseRenewedAt = saved.leaseRenewedAt?.timeIntervalSinceReferenceDate ?? 0
            extras.renews = saved.renews
            extras.style = saved.style
            extras.predecessor = saved.predecessor
            if activity.state == .ended { extras.unreportedEnd = saved.unreportedEnd }
            for event in saved.events { extras.memory.remember(event, limit: configuration.limits.rememberedEvents) }
            return extras
        }
    }

    /// Links activities whose rows are complete to their owners, keys, topics and deadlines, in the order of their starts.
    ///
    /// Some were ended, or their kinds forbidden, while they had no provider: the next ``advance(to:)`` ends and reports them.
    mutating func link(_ ids: [ActivityID]) {
        guard let first = ids.first else { return }
        // The slab is looked up only when the kind changes: the ids are grouped by kind, and there may be a million.
        var slab = slabs[first.kind]
        func order(_ id: ActivityID) -> UInt64 { slabs[id.kind].head(id.index).rest.pointee.order }
        var (keys, isInOrder, latest) = (0, true, UInt64.min)
        for id in ids {
            if id.kind != slab.ordinal { slab = slabs[id.kind] }
            let rest = slab.head(id.index).rest
            if rest.pointee.key != nil { keys += 1 }
            isInOrder = isInOrder && rest.pointee.order >= latest
            latest = rest.pointee.order
        }
        // Reserved at once, as a dictionary that grows to a million entries is copied twenty times.
        if keys > runningKeys.count { runningKeys.reserveCapacity(runningKeys.count + keys) }
        // A store returns them by slot, which mostly is this order: then a million ids need not be copied for sorting.
        let sorted = isInOrder ? ids : ids.map({ (order: order($0), id: $0) }).sorted(by: { $0.order < $1.order }).map(\.id)
        var topicsOfRow = slab.provider.operations.topics
        for id in sorted {
            if id.kind != slab.ordinal {
                slab = slabs[id.kind]
                topicsOfRow = slab.provider.operations.topics
            }
            let head = slab.head(id.index)
            slab.countRestored(head)
            link(toOwner: head.pointee.owner, id, head)
            if head.pointee.phase.acceptsContent {
                if let key = head.rest.pointee.key {
                    runningKeys[RunningKey(owner: head.pointee.owner, kind: id.kind, key: key)] = id
                }
                for topic in topicsOfRow(slab.row(id.index)) { topics.follow(topic, id) }
            }
            if head.extras?.unreportedEnd != nil { head.pointee.closing = clock }
            if endsAsForbidden(slab, head) { (head.pointee.wake, head.pointee.closing) = (.infinity, clock) }
            arm(id, head)
        }
    }
}

extension UnreadableActivity {
    init(_ activity: ActivityRecord, because error: EngineError, _ encoder: WireEncoder) {
        // Everything that was decoded can be encoded; only a record made by hand may have a date that is not finite.
        let bytes = try? encoder.encode(activity)
        self.init(id: activity.id, json: JSONText(trusted: bytes ?? Array("null".utf8)), reason: error.description)
    }
}
