// Starts: the checks before anything changes, and then the changes.
extension Engine {
    /// A start that has been checked and can be carried out.
    @usableFromInline struct StartPlan {
        let owner: OwnerID
        let options: StartOptions
        /// When the activity becomes active, in seconds since 2001. For most starts this is not in the future.
        let start: Double
        let end: Double
        /// The running activity that is replaced.
        let replaced: ActivityID?
        @usableFromInline let startsNow: Bool
    }

    /// The running activity with the same owner, kind and key; `nil` if there is none.
    ///
    /// - Throws: If the owner forbids the kind or may have forbidden it (``EngineError/permissionsDamaged(_:)``), or if the
    ///   option is ``StartOptions/IfRunning/reject`` and an activity is running.
    @usableFromInline func running(_ slab: ActivitySlab, _ owner: OwnerID, _ options: StartOptions)
        throws(EngineError) -> ActivityID?
    {
        try configuration.limits.check(owner, "owner")
        try configuration.limits.check(options.key, "key")
        let kind = slab.provider.kind
        if damagedPermissions.contains(where: { $0.mayForbid(kind) }) { throw .permissionsDamaged(kind) }
        guard let slot = owners.slot(of: owner) else { return nil }
        guard owners[slot].permissions.allows(kind) else { throw .denied(owner: owner, kind: kind) }
        guard let key = options.key, let running = runningKeys[RunningKey(owner: slot, kind: slab.ordinal, key: key)] else {
            return nil
        }
        if options.ifRunning == .reject { throw .alreadyRunning(running) }
        return running
    }

    /// When the activity becomes active, in seconds since 2001: now, or the start date of a scheduled start. The first content
    /// is created for this date.
    @usableFromInline func startDate(_ slab: ActivitySlab, _ owner: OwnerID, _ options: StartOptions)
        throws(EngineError) -> Double
    {
        try checkPlausible(options.start)
        let start = max(options.start?.timeIntervalSinceReferenceDate ?? clock, clock)
        // A start that is delayed after a dismissal needs no alert, because the host did not request the date.
        if start > clock, options.alert == nil {
            throw .alertRequired(start: Date(timeIntervalSinceReferenceDate: start))
        }
        guard let key = options.key, let until = dismissedUntil(owner, slab.provider.kind, key), until > start else {
            return start
        }
        guard case .delay = configuration.afterDismissal else {
            throw .dismissedByPerson(owner: owner, key: key, until: Date(timeIntervalSinceReferenceDate: until))
        }
        return until
    }

    /// Checks everything of a start except its content.
    ///
    /// - Parameter start: The start in seconds since 2001, from ``startDate(_:_:_:)``.
    @usableFromInline func plan(
        _ slab: ActivitySlab, _ owner: OwnerID, _ options: StartOptions, startingAt start: Double,
        replacing replaced: ActivityID?, staleDate: Date?
    ) throws(EngineError) -> StartPlan {
        try checkPlausible(options.endDate)
        try checkPlausible(staleDate)
        if refusesMistakes {
            if let staleDate, staleDate.timeIntervalSinceReferenceDate <= start {
                throw .staleDateInPast(staleDate, now: Date(timeIntervalSinceReferenceDate: start))
            }
            if let end = options.endDate, end.timeIntervalSinceReferenceDate <= start {
                throw .endDateInPast(end, now: Date(timeIntervalSinceReferenceDate: start))
            }
        }
        if let lease = options.lease, !lease.isValid {
            throw .invalidLease(lease)
        }

        if replaced == nil {
            if owners.ongoing(of: owner) >= configuration.limits.activitiesPerOwner {
                throw .tooManyActivitiesOfOwner(owner, limit: configuration.limits.activitiesPerOwner)
            }
            if activityCount >= configuration.limits.activities {
                throw .tooManyActivities(limit: configuration.limits.activities)
            }
        }
        return StartPlan(
            owner: owner, options: options, start: start,
            end: max(options.endDate?.timeIntervalSinceReferenceDate ?? .infinity, start), replaced: replaced,
            startsNow: start <= clock)
    }

    /// Allocates a row for the planned activity. Only a full slab or a full runtime can still refuse the start.
    ///
    /// The row's state and attributes are not initialized yet.
    @usableFromInline mutating func enroll(_ plan: StartPlan, _ slab: ActivitySlab, attributesBytes: Int)
        throws(EngineError) -> ActivityID
    {
        if plan.replaced == nil, let takeSlot {
            guard takeSlot() else { throw .tooManyActivities(limit: configuration.limits.activities) }
            slotsTaken += 1
        }
        guard let index = slab.allocate() else { throw .tooManyActivities(limit: ActivityID.indicesMax) }
        if let replaced = plan.replaced, let head = slab.resolve(replaced) {
            end(slab, replaced, head, by: .replaced, policy: .immediate)
        }
        let slot = owners.slot(adding: plan.owner)
        let head = slab.head(index)
        slab.setPhase(plan.startsNow ? .active : .pending, head)
        head.pointee.revision = 0
        head.pointee.owner = slot
        head.rest.pointee.attributesBytes = UInt32(clamping: attributesBytes)
        head.pointee.armed = .infinity
        head.rest.pointee.startedAt = clock
        head.rest.pointee.timestamp = -.infinity
        head.rest.pointee.alertsSince = -.infinity
        head.rest.pointee.alerts = 0
        head.rest.pointee.key = plan.options.key
        head.extras = extras(plan)
        head.pointee.closing =
            plan.startsNow
            ? closing(startingAt: clock, head.extras, requestedAt: clock) : plan.start
        let id = slab.id(index)
        starts += 1
        head.rest.pointee.order = starts
        link(toOwner: slot, id, head)
        markDirty(id, head)
        if let key = plan.options.key { runningKeys[RunningKey(owner: slot, kind: slab.ordinal, key: key)] = id }
        return id
    }

    /// Refuses topics with names that are too long.
    @usableFromInline func check(_ topics: [Topic]) throws(EngineError) {
        for topic in topics { try configuration.limits.check(topic) }
    }

    /// Completes a start whose row is initialized: topics, the first change, the first deadline.
    @usableFromInline mutating func begin(_ draft: inout Draft, _ plan: StartPlan, _ slab: ActivitySlab, _ id: ActivityID) {
        let head = slab.head(id.index)
        for topic in slab.provider.operations.topics(slab.row(id.index)) { topics.follow(topic, id) }
        head.pointee.staleDate = draft.staleDate
        head.pointee.wake = draft.wake
        head.pointee.relevance = draft.relevance
        head.pointee.revision = 1
        recordStart(
            plan.startsNow ? .started : .scheduled, slab, id, head, predecessor: nil, bytes: draft.bytes, date: plan.start)
        if plan.startsNow {
            if let alert = draft.alert?.pointer.pointee ?? plan.options.alert { self.alert(alert, id, head) }
            if let policy = draft.dismissal {
                end(slab, id, head, by: .provider, policy: policy.pointer.pointee)
                return
            }
            if head.pointee.staleDate <= clock { becomeStale(id, head) }
        }
        arm(id, head)
    }

    /// Adds a change with the activity's attributes and identity.
    mutating func recordStart(
        _ what: ChangeLog.Kind, _ slab: ActivitySlab, _ id: ActivityID, _ head: UnsafeMutablePointer<ActivityHead>,
        predecessor: ActivityID?, bytes: Range<Int>, date: Double
    ) {
        log.isPlain = false
        log.starts.append(ChangeLog.StartNote(key: head.rest.pointee.key, predecessor: predecessor))
        let attributes = slab.provider.operations.rows.saveAttributes(slab.row(id.index), &slab.pendingContents.pointee)
        record(content: bytes, what, id, head, detail: log.starts.count - 1, attributes: attributes, date: date)
    }

    /// The date on which an activity that becomes active at `start` ends without a command.
    func closing(startingAt start: Double, _ extras: Extras?, requestedAt: Double) -> Double {
        let from = configuration.scheduledTimeCountsFromStart ? start : requestedAt
        // If the lead were as long as the duration, each successor would be replaced at once, endlessly.
        let renews = extras?.renews == true && configuration.renewalLead < configuration.activeDuration
        let duration = configuration.activeDuration - (renews ? configuration.renewalLead : 0)
        return min(from + duration, extras?.endDate ?? .infinity, max(Self.year10000 - 1, from))
    }

    private func extras(_ plan: StartPlan) -> Extras? {
        let options = plan.options
        guard
            !plan.startsNow || plan.end < .infinity || options.dismissalPolicy != nil || options.lease != nil
                || options.renews == true || options.style == .transient
        else { return nil }
        let extras = Extras()
        extras.startAlert = plan.startsNow ? nil : options.alert
        extras.endDate = plan.end
        extras.dismissalPolicy = options.dismissalPolicy ?? .default
        extras.lease = options.lease
        extras.leaseRenewedAt = max(plan.start, clock)
        extras.renews = options.renews ?? false
        extras.style = options.style ?? .standard
        return extras
    }

    private func dismissedUntil(_ owner: OwnerID, _ kind: ActivityKind, _ key: StartKey) -> Double? {
        let duration = configuration.afterDismissal.duration
        guard duration > 0, let date = dismissals.date(.init(owner: owner, kind: kind, key: key)) else { return nil }
        return date + duration
    }
}

/// A start key with its owner and kind, within which it is unique.
struct RunningKey: Hashable {
    var owner: UInt32
    var kind: Int
    var key: StartKey
}
