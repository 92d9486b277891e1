// The part of every change that is independent of the provider's types: states, staleness, alerts, the end.
extension Engine {
    // MARK: - Changes

    /// Adds a change without new content to the log.
    mutating func record(
        _ what: ChangeLog.Kind, _ id: ActivityID, _ head: UnsafeMutablePointer<ActivityHead>, reason: ChangeLog.Reason = .none,
        detail: Int = -1, date: Double = 0, other: ActivityID? = nil
    ) {
        append(what, id, head, reason: reason, detail: detail, date: date, other: other)
        if head.pointee.isHeld { preserveHeld(id, head) }
    }

    private mutating func append(
        _ what: ChangeLog.Kind, _ id: ActivityID, _ head: UnsafeMutablePointer<ActivityHead>, reason: ChangeLog.Reason = .none,
        detail: Int = -1, date: Double = 0, other: ActivityID? = nil
    ) {
        log.append(
            ChangeLog.Record(
                sequence: 0, at: clock, id: id, owner: head.pointee.owner, revision: head.pointee.revision,
                what: what, state: what == .dismissed ? .dismissed : head.pointee.phase.state, reason: reason,
                detail: Int32(truncatingIfNeeded: detail), staleDate: head.pointee.staleDate,
                relevance: head.pointee.relevance, date: date, other: other))
    }

    /// Adds a change with new content, which is already in the row, to the log.
    mutating func record(
        content bytes: Range<Int>, _ what: ChangeLog.Kind, _ id: ActivityID, _ head: UnsafeMutablePointer<ActivityHead>,
        detail: Int = -1, attributes: Int = -1, date: Double = 0
    ) {
        head.pointee.epoch = log.epoch
        head.pointee.latest = UInt32(truncatingIfNeeded: log.count)
        append(what, id, head, detail: detail, date: date)
        log.setContent(bytes, attributes: attributes)
        dirtySet?.contents.set(log.bytes[bytes], of: id)
    }

    /// Copies a row's state to the pending contents, because an undrained change refers to it.
    @usableFromInline
    mutating func preserve(_ slab: ActivitySlab, _ index: Int, _ head: UnsafeMutablePointer<ActivityHead>) {
        let saved = slab.provider.operations.rows.saveState(slab.row(index), &slab.pendingContents.pointee)
        log.setContent(of: head.pointee.latest, pending: saved)
    }

    mutating func record(
        _ what: ChangeLog.Kind, _ id: ActivityID, _ head: UnsafeMutablePointer<ActivityHead>, text: String
    ) {
        log.isPlain = false
        log.texts.append(text)
        record(what, id, head, detail: log.texts.count - 1)
    }

    /// Applies a draft. New content is already in the row.
    @usableFromInline
    mutating func commit(
        _ draft: inout Draft, _ slab: ActivitySlab, _ index: Int, _ head: UnsafeMutablePointer<ActivityHead>
    ) -> Outcome {
        let id = slab.id(index)
        var outcome = Outcome.unchanged
        if dirtySet != nil, draft.differs(from: head.pointee) { markDirty(id, head) }
        head.pointee.wake = draft.wake
        if draft.bringsContent {
            head.pointee.staleDate = draft.staleDate
            head.pointee.relevance = draft.relevance
            head.pointee.countRevision()
            // An update ends staleness only if its stale date is in the future or missing. An update that ends the activity
            // does not end it.
            let recovers = head.pointee.phase == .stale && draft.dismissal == nil && isFresh(head)
            if recovers { slab.setPhase(.active, head) }
            record(content: draft.bytes, .updated, id, head)
            if recovers { becomeActive(id, head) }
            outcome = .applied
        }
        if let alert = draft.alert {
            if self.alert(alert.pointer.pointee, id, head, alone: !draft.bringsContent) { outcome = .applied }
        }
        if let policy = draft.dismissal {
            end(slab, id, head, by: draft.endReason, policy: policy.pointer.pointee)
            return .applied
        }
        if head.pointee.phase == .active, head.pointee.staleDate <= clock { becomeStale(id, head) }
        arm(id, head)
        return outcome
    }

    /// Adds an alert to the log, or reports that it was suppressed because there were too many.
    ///
    /// - Parameter alone: Whether the alert is a separate change; otherwise it belongs to the preceding change.
    /// - Returns: Whether the user is alerted.
    @discardableResult
    mutating func alert(
        _ alert: AlertConfiguration, _ id: ActivityID, _ head: UnsafeMutablePointer<ActivityHead>, alone: Bool = false
    ) -> Bool {
        if clock - head.rest.pointee.alertsSince >= 3_600 {
            head.rest.pointee.alertsSince = clock
            head.rest.pointee.alerts = 0
        }
        log.isPlain = false
        log.alerts.append(alert)
        let isAllowed = Int(head.rest.pointee.alerts) < configuration.limits.alertsPerHour
        if isAllowed {
            head.rest.pointee.alerts = min(head.rest.pointee.alerts, .max - 1) + 1
            if alone { head.pointee.countRevision() }
        }
        record(isAllowed ? .alerted : .alertSuppressed, id, head, detail: log.alerts.count - 1)
        return isAllowed
    }

    // MARK: - Staleness

    /// Whether neither the content's stale date nor the lease makes the activity stale now.
    private func isFresh(_ head: UnsafeMutablePointer<ActivityHead>) -> Bool {
        head.pointee.staleDate > clock && (head.extras?.leaseStale ?? .infinity) > clock
    }

    mutating func becomeStale(_ id: ActivityID, _ head: UnsafeMutablePointer<ActivityHead>) {
        guard head.pointee.phase == .active else { return }
        slabs[id.kind].setPhase(.stale, head)
        head.pointee.countRevision()
        record(.becameStale, id, head)
    }

    private mutating func becomeActive(_ id: ActivityID, _ head: UnsafeMutablePointer<ActivityHead>) {
        slabs[id.kind].setPhase(.active, head)
        head.pointee.countRevision()
        record(.becameActive, id, head)
    }

    /// Restarts the lease from now, and removes a stale mark that it caused.
    @usableFromInline
    mutating func renewLease(_ id: ActivityID, _ head: UnsafeMutablePointer<ActivityHead>) {
        guard let extras = head.extras, extras.lease != nil, head.pointee.phase.acceptsContent else { return }
        extras.leaseRenewedAt = max(clock, extras.leaseRenewedAt)
        markDirty(id, head)
        if head.pointee.phase == .stale, isFresh(head) { becomeActive(id, head) }
        arm(id, head)
    }

    // MARK: - Ending and dismissal

    /// Ends an activity that has not ended. It stops following its topics, and releases its key.
    mutating func end(
        _ slab: ActivitySlab, _ id: ActivityID, _ head: UnsafeMutablePointer<ActivityHead>, by reason: Change.EndReason,
        policy: ActivityUIDismissalPolicy
    ) {
        let wasPending = head.pointee.phase == .pending
        markDirty(id, head)
        leave(slab, id, head)
        slab.setPhase(.ended, head)
        head.pointee.wake = .infinity
        // A pending activity was never visible, so it does not stay visible.
        reportEnd(slab, id, head, by: reason, dismissal: wasPending ? clock : dismissal(by: policy), wasPending: wasPending)
    }

    /// The date of the dismissal of an activity that ends now.
    func dismissal(by policy: ActivityUIDismissalPolicy) -> Double {
        min(
            policy.dismissalDate(endingAt: date, linger: configuration.lingerDuration).timeIntervalSinceReferenceDate,
            max(Self.year10000 - 1, clock))
    }

    /// Reports the end of an activity that was not restored when a command ended it.
    mutating func report(
        _ end: ActivityRecord.UnreportedEnd, _ slab: ActivitySlab, _ id: ActivityID,
        _ head: UnsafeMutablePointer<ActivityHead>
    ) {
        head.extras?.unreportedEnd = nil
        let dismissal = max(end.dismissal.timeIntervalSinceReferenceDate, clock)
        reportEnd(slab, id, head, by: end.reason.endReason, dismissal: dismissal, wasPending: end.wasPending)
    }

    private mutating func reportEnd(
        _ slab: ActivitySlab, _ id: ActivityID, _ head: UnsafeMutablePointer<ActivityHead>, by reason: Change.EndReason,
        dismissal: Double, wasPending: Bool
    ) {
        head.pointee.countRevision()
        head.pointee.closing = dismissal
        var other: ActivityID?
        if case .renewed(let successor) = reason { other = successor }
        record(.ended, id, head, reason: reason.code, date: dismissal, other: other)
        if dismissal <= clock {
            let isFollowed = reason == .replaced || other != nil
            dismiss(slab, id, head, by: reason == .person ? .person : wasPending || isFollowed ? .gone : .policy)
        } else {
            arm(id, head)
        }
    }

    /// Releases the resources of a running activity: its topics, its key, and its share of the owner's limit.
    private mutating func leave(_ slab: ActivitySlab, _ id: ActivityID, _ head: UnsafeMutablePointer<ActivityHead>) {
        owners[head.pointee.owner].ongoing -= 1
        if let key = head.rest.pointee.key {
            let runningKey = RunningKey(owner: head.pointee.owner, kind: slab.ordinal, key: key)
            if runningKeys[runningKey] == id { runningKeys[runningKey] = nil }
        }
        let slabs = slabs
        for topic in slab.provider.operations.topics(slab.row(id.index)) {
            topics.unfollow(topic, id) { slabs[$0.kind].resolve($0)?.pointee.phase.acceptsContent == true }
        }
    }

    /// Dismisses an ended activity and frees its row.
    mutating func dismiss(
        _ slab: ActivitySlab, _ id: ActivityID, _ head: UnsafeMutablePointer<ActivityHead>, by reason: Change.DismissalReason
    ) {
        markDirty(id, head)
        head.pointee.countRevision()
        record(.dismissed, id, head, reason: reason.code)
        unlinkFromOwner(id, head)
        if log.isUnread(id, head) { preserve(slab, id.index, head) }
        slab.provider.operations.rows.destroy(slab.row(id.index))
        switch slab.release(id.index, order: log.sequence, countsUses: dirtySet != nil) {
        case .few: break
        case .many: dirtySet?.mustPersist = true
        case .usedUp:
            dirtySet?.mustPersist = true
            awaitsPersistence = true
        }
    }

    // MARK: - Owners

    /// Adds an activity to its owner's list, and counts it.
    mutating func link(toOwner slot: UInt32, _ id: ActivityID, _ head: UnsafeMutablePointer<ActivityHead>) {
        var (previous, next): (ActivityID?, ActivityID?) = (nil, owners[slot].latest)
        // A new activity is always the latest. A restored activity of a kind that is registered later gets its former position.
        while let later = next, slabs[later.kind].head(later.index).rest.pointee.order > head.rest.pointee.order {
            (previous, next) = (later, slabs[later.kind].head(later.index).rest.pointee.nextOfOwner)
        }
        head.rest.pointee.previousOfOwner = previous
        head.rest.pointee.nextOfOwner = next
        if let next { slabs[next.kind].head(next.index).rest.pointee.previousOfOwner = id }
        if let previous {
            slabs[previous.kind].head(previous.index).rest.pointee.nextOfOwner = id
        } else {
            owners[slot].latest = id
        }
        owners[slot].activities += 1
        if head.pointee.phase.acceptsContent { owners[slot].ongoing += 1 }
        activityCount += 1
    }

    private mutating func unlinkFromOwner(_ id: ActivityID, _ head: UnsafeMutablePointer<ActivityHead>) {
        let slot = head.pointee.owner
        let (previous, next) = (head.rest.pointee.previousOfOwner, head.rest.pointee.nextOfOwner)
        if let previous {
            slabs[previous.kind].head(previous.index).rest.pointee.nextOfOwner = next
        } else {
            owners[slot].latest = next
        }
        if let next { slabs[next.kind].head(next.index).rest.pointee.previousOfOwner = previous }
        owners[slot].activities -= 1
        if owners[slot].activities == 0 {
            owners.releaseLater(slot)
            log.isPlain = false
        }
        activityCount -= 1
    }
}
