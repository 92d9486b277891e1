// What happens in an activity's life, whatever its kind: the untyped half of every change.
extension Engine {
    // MARK: - Changes

    /// Notes a change that has just been made.
    mutating func record(
        _ what: ChangeLog.Kind, _ id: ActivityID, _ life: UnsafeMutablePointer<Life>, reason: UInt8 = 0, place: Int = -1,
        date: Double = 0, other: ActivityID? = nil
    ) {
        log.append(
            ChangeLog.Record(
                sequence: 0, at: clock, id: id, owner: life.pointee.owner, revision: life.pointee.revision,
                what: what, state: what == .dismissed ? .dismissed : life.pointee.phase.state, reason: reason,
                place: Int32(truncatingIfNeeded: place), staleDate: life.pointee.staleDate,
                relevance: life.pointee.relevance, date: date, other: other))
    }

    /// Notes a change to the content that is now in the row.
    mutating func record(
        content bytes: Range<Int>, _ what: ChangeLog.Kind, _ id: ActivityID, _ life: UnsafeMutablePointer<Life>,
        place: Int = -1, attributes: Int = -1, date: Double = 0
    ) {
        life.pointee.epoch = log.epoch
        life.pointee.latest = UInt32(truncatingIfNeeded: log.count)
        record(what, id, life, place: place, date: date)
        log.setContent(bytes, attributes: attributes)
    }

    /// Copies a row's state to where it lasts until the change that shows it is drained.
    @usableFromInline
    mutating func preserve(_ slab: ActivitySlab, _ index: Int, _ life: UnsafeMutablePointer<Life>) {
        let place = slab.provider.operations.postState(slab.row(index), &slab.outbox.pointee)
        log.setContent(of: life.pointee.latest, outbox: place)
    }

    mutating func record(
        _ what: ChangeLog.Kind, _ id: ActivityID, _ life: UnsafeMutablePointer<Life>, text: String
    ) {
        log.isPlain = false
        log.texts.append(text)
        record(what, id, life, place: log.texts.count - 1)
    }

    /// Applies a draft whose content, if it is different, is in the row already.
    @usableFromInline
    mutating func commit(
        _ draft: inout Draft, _ slab: ActivitySlab, _ index: Int, _ life: UnsafeMutablePointer<Life>
    ) -> Outcome {
        let id = slab.id(index)
        var outcome = Outcome.unchanged
        if dirtySet != nil, draft.differs(from: life.pointee) { markDirty(id, life) }
        life.pointee.wake = draft.wake
        if draft.bringsContent {
            life.pointee.staleDate = draft.staleDate
            life.pointee.relevance = draft.relevance
            life.pointee.revision += 1
            // An update makes stale content trustworthy only by saying for how long (LIFE-12, LIFE-32).
            // What ends with it is neither trusted nor distrusted any more.
            let recovers = life.pointee.phase == .stale && draft.dismissal == nil && isFresh(life)
            if recovers { life.pointee.phase = .active }
            record(content: draft.bytes, .updated, id, life)
            if recovers { becomeActive(id, life) }
            outcome = .applied
        }
        if let alert = draft.alert {
            if self.alert(alert.pointer.pointee, id, life, alone: !draft.bringsContent) { outcome = .applied }
        }
        if let policy = draft.dismissal {
            end(slab, id, life, by: draft.endReason, policy: policy)
            return .applied
        }
        if life.pointee.phase == .active, life.pointee.staleDate <= clock { becomeStale(id, life) }
        arm(id, life)
        return outcome
    }

    /// Notes an alert for the change just before, or alone as a change of its own, unless there were too many.
    ///
    /// - Returns: Whether the person is alerted.
    @discardableResult
    mutating func alert(
        _ alert: AlertConfiguration, _ id: ActivityID, _ life: UnsafeMutablePointer<Life>, alone: Bool = false
    ) -> Bool {
        if clock - life.pointee.alertsSince >= 3_600 {
            life.pointee.alertsSince = clock
            life.pointee.alerts = 0
        }
        log.isPlain = false
        log.alerts.append(alert)
        let isAllowed = Int(life.pointee.alerts) < configuration.limits.alertsPerHour
        if isAllowed {
            life.pointee.alerts += 1
            if alone { life.pointee.revision += 1 }
        }
        record(isAllowed ? .alerted : .alertSuppressed, id, life, place: log.alerts.count - 1)
        return isAllowed
    }

    // MARK: - Staleness

    /// Whether neither the content's date nor the host's lease makes the activity stale now.
    private func isFresh(_ life: UnsafeMutablePointer<Life>) -> Bool {
        life.pointee.staleDate > clock && (life.pointee.extras?.leaseStale ?? .infinity) > clock
    }

    mutating func becomeStale(_ id: ActivityID, _ life: UnsafeMutablePointer<Life>) {
        guard life.pointee.phase == .active else { return }
        life.pointee.phase = .stale
        life.pointee.revision += 1
        record(.becameStale, id, life)
    }

    private mutating func becomeActive(_ id: ActivityID, _ life: UnsafeMutablePointer<Life>) {
        life.pointee.phase = .active
        life.pointee.revision += 1
        record(.becameActive, id, life)
    }

    /// The host was heard from.
    @usableFromInline
    mutating func renewLease(_ id: ActivityID, _ life: UnsafeMutablePointer<Life>) {
        guard let extras = life.pointee.extras, extras.lease != nil, life.pointee.phase.acceptsContent else { return }
        extras.leaseRenewedAt = max(clock, extras.leaseRenewedAt)
        markDirty(id, life)
        if life.pointee.phase == .stale, isFresh(life) { becomeActive(id, life) }
        arm(id, life)
    }

    // MARK: - The end

    /// Ends an activity that has not ended. It follows nothing any more, and its key is free.
    mutating func end(
        _ slab: ActivitySlab, _ id: ActivityID, _ life: UnsafeMutablePointer<Life>, by reason: Change.EndReason,
        policy: ActivityUIDismissalPolicy
    ) {
        let wasPending = life.pointee.phase == .pending
        markDirty(id, life)
        leave(slab, id, life)
        life.pointee.phase = .ended
        life.pointee.wake = .infinity
        life.pointee.revision += 1
        // Nobody has ever seen a pending activity, so there is nothing to leave on show.
        let dismissal =
            wasPending
            ? clock
            : policy.dismissalDate(endingAt: date, linger: configuration.lingerDuration).timeIntervalSinceReferenceDate
        life.pointee.closing = dismissal
        var other: ActivityID?
        if case .renewed(let successor) = reason { other = successor }
        record(.ended, id, life, reason: reason.index, date: dismissal, other: other)
        if dismissal <= clock {
            let isFollowed = reason == .replaced || other != nil
            dismiss(slab, id, life, by: reason == .person ? .person : wasPending || isFollowed ? .gone : .policy)
        } else {
            arm(id, life)
        }
    }

    /// Gives up what only a running activity has: its topics, its key, its part of the owner's limit.
    private mutating func leave(_ slab: ActivitySlab, _ id: ActivityID, _ life: UnsafeMutablePointer<Life>) {
        owners[life.pointee.owner].ongoing -= 1
        if let key = life.pointee.key {
            let gateKey = GateKey(owner: life.pointee.owner, kind: slab.ordinal, key: key)
            if gate[gateKey] == id { gate[gateKey] = nil }
        }
        let slabs = slabs
        for topic in slab.provider.operations.topics(slab.row(id.index)) {
            topics.unfollow(topic, id) { slabs[$0.kind].resolve($0)?.pointee.phase.acceptsContent == true }
        }
    }

    /// Takes an ended activity out of the world.
    mutating func dismiss(
        _ slab: ActivitySlab, _ id: ActivityID, _ life: UnsafeMutablePointer<Life>, by reason: Change.DismissalReason
    ) {
        markDirty(id, life)
        life.pointee.revision += 1
        record(.dismissed, id, life, reason: reason.index)
        disown(id, life)
        if log.isUnread(id, life) { preserve(slab, id.index, life) }
        slab.provider.operations.destroyRow(slab.row(id.index))
        slab.release(id.index, order: log.sequence, quarantines: dirtySet != nil)
    }

    // MARK: - Owners

    /// Links an activity to its owner's others and counts it.
    mutating func adopt(owner place: UInt32, _ id: ActivityID, _ life: UnsafeMutablePointer<Life>) {
        life.pointee.previousOfOwner = nil
        life.pointee.nextOfOwner = owners[place].latest
        if let next = owners[place].latest { slabs[next.kind].life(next.index).pointee.previousOfOwner = id }
        owners[place].latest = id
        owners[place].activities += 1
        if life.pointee.phase.acceptsContent { owners[place].ongoing += 1 }
        activityCount += 1
    }

    private mutating func disown(_ id: ActivityID, _ life: UnsafeMutablePointer<Life>) {
        let place = life.pointee.owner
        let (previous, next) = (life.pointee.previousOfOwner, life.pointee.nextOfOwner)
        if let previous {
            slabs[previous.kind].life(previous.index).pointee.nextOfOwner = next
        } else {
            owners[place].latest = next
        }
        if let next { slabs[next.kind].life(next.index).pointee.previousOfOwner = previous }
        owners[place].activities -= 1
        if owners[place].activities == 0 {
            owners.part(place)
            log.isPlain = false
        }
        activityCount -= 1
    }
}
