// Deadlines: finding the next one, and applying its effects when it is due.
extension Engine {
    /// Runs every deadline up to `date`, each at its own date, in the order of the dates, and of the ids where dates
    /// are equal.
    ///
    /// The cost depends only on what is due. Many small steps and one large step give the same changes. A date that is
    /// not a finite number of seconds is ignored.
    @inlinable public mutating func advance(to date: Date) {
        let target = date.timeIntervalSinceReferenceDate
        guard target >= deadlines.bound else {
            if target > clock, target < .infinity { clock = target }
            return
        }
        runDeadlines(until: target)
    }

    /// A lower bound of the next deadline, in seconds since 2001; `infinity` if nothing is scheduled. Pure, costs nothing, and
    /// often equals ``nextDeadline``.
    // Inlined, because every command reads it.
    @inlinable @inline(__always) package var deadlineBound: Double { deadlines.bound }

    /// The date of the next deadline; `nil` if nothing is scheduled. It is exact, and never before ``now``.
    ///
    /// It may change with every command, including one that throws, with ``advance(to:)``, and with ``register(_:)`` and
    /// ``restore(_:)``. No other call changes it.
    ///
    /// The getter is mutating: moved deadlines are put back lazily, and distant ones are not sorted. To find the exact date,
    /// the getter finishes that work for the first entry. A pure getter would have to search a bucket of the queue each time,
    /// or every command would have to keep the queue sorted.
    public var nextDeadline: Date? {
        mutating get {
            while let entry = deadlines.first() {
                // A kind that was registered late may have deadlines in the past; they are due now.
                if let due = due(of: entry), due == entry.date { return Date(timeIntervalSinceReferenceDate: max(due, clock)) }
                settle(entry)
            }
            return nil
        }
    }

    @usableFromInline
    mutating func runDeadlines(until target: Double) {
        // An infinite date would never be reached, because activities may renew or wake repeatedly.
        guard target < .infinity else { return }
        var untilPrefetch = 0
        while let entry = deadlines.first(until: target) {
            if untilPrefetch == 0 {
                untilPrefetch = Self.prefetchedTogether
                let slabs = slabs
                var sink: UInt8 = 0
                deadlines.forUpcoming(untilPrefetch) { sink ^= slabs[$0.kind].prefetch($0.index, lines: 2) }
                prefetchSink ^= sink
            }
            untilPrefetch -= 1
            guard let due = due(of: entry), due == entry.date else {
                settle(entry)
                continue
            }
            // The clock stays at the last deadline that ran, so that the rest runs after the store has written
            // (``catchUp(to:)``).
            if awaitsPersistence { return }
            deadlines.removeFirst()
            clock = max(clock, due)
            let slab = slabs[entry.id.kind]
            let head = slab.head(entry.id.index)
            head.pointee.armed = .infinity
            markDirty(entry.id, head)
            fire(slab, entry.id, head)
        }
        if target > clock { clock = target }
    }

    /// Makes sure that the queue has an entry for the activity's next deadline.
    ///
    /// Moving a deadline to a later date costs nothing: the existing entry is reached too early, and is then reinserted.
    @usableFromInline mutating func arm(_ id: ActivityID, _ head: UnsafeMutablePointer<ActivityHead>) {
        let due = due(head)
        guard due < head.pointee.armed else { return }
        head.pointee.armed = due
        deadlines.arm(id, at: due, now: clock)
        // Moving it to an earlier date leaves an obsolete entry in the queue until its date. Obsolete entries must not
        // outnumber the others.
        if deadlines.count > 2 * activityCount + 1_024 {
            let slabs = slabs
            deadlines.rebuild(from: clock) { entry in
                guard let head = slabs[entry.id.kind].resolve(entry.id), head.pointee.armed == entry.date else { return false }
                // An activity may have several entries of the same date; one is enough.
                head.pointee.armed = .nan
                return true
            }
            deadlines.visit { slabs[$0.id.kind].head($0.id.index).pointee.armed = $0.date }
        }
    }

    /// Whether the activity should have ended when its owner forbade its kind, but its provider was missing then.
    func endsAsForbidden(_ slab: ActivitySlab, _ head: UnsafeMutablePointer<ActivityHead>) -> Bool {
        head.pointee.phase.acceptsContent && configuration.denialEndsActivities && isForbidden(slab, head)
    }

    private func isForbidden(_ slab: ActivitySlab, _ head: UnsafeMutablePointer<ActivityHead>) -> Bool {
        !owners[head.pointee.owner].permissions.allows(slab.provider.kind)
    }

    private func due(_ head: UnsafeMutablePointer<ActivityHead>) -> Double {
        let due = head.pointee.due
        guard let extras = head.extras, extras.lease != nil else { return due }
        switch head.pointee.phase {
        case .active: return min(due, extras.leaseStale, extras.leaseEnd)
        case .stale: return min(due, extras.leaseEnd)
        case .free, .pending, .ended: return due
        }
    }

    /// The deadline of an entry's activity; `nil` if the entry is obsolete.
    private func due(of entry: DeadlineQueue.Entry) -> Double? {
        guard let head = slabs[entry.id.kind].resolve(entry.id), head.pointee.armed == entry.date else { return nil }
        return due(head)
    }

    /// Reinserts an entry that was reached too early, or drops an obsolete one.
    private mutating func settle(_ entry: DeadlineQueue.Entry) {
        deadlines.removeFirst()
        guard let head = slabs[entry.id.kind].resolve(entry.id), head.pointee.armed == entry.date else { return }
        head.pointee.armed = .infinity
        let due = due(head)
        guard due < .infinity else { return }
        head.pointee.armed = due
        deadlines.arm(entry.id, at: due, now: clock)
    }

    // MARK: - Due deadlines

    private mutating func fire(_ slab: ActivitySlab, _ id: ActivityID, _ head: UnsafeMutablePointer<ActivityHead>) {
        switch head.pointee.phase {
        case .pending: firePending(slab, id, head)
        case .active, .stale: fireRunning(slab, id, head)
        case .ended:
            if let end = head.extras?.unreportedEnd {
                report(end, slab, id, head)
            } else {
                dismiss(slab, id, head, by: .policy)
            }
            return
        case .free: return
        }
        if slab.resolve(id) != nil { arm(id, head) }
    }

    /// A wake comes before an end or staleness of the same date, because it may prevent them.
    private mutating func fireRunning(_ slab: ActivitySlab, _ id: ActivityID, _ head: UnsafeMutablePointer<ActivityHead>) {
        if head.pointee.wake <= clock {
            head.pointee.wake = .infinity
            runScheduled(slab, id, head, slab.provider.operations.tick)
            guard slab.resolve(id) != nil, head.pointee.phase.acceptsContent else { return }
        }
        let extras = head.extras
        if head.pointee.closing <= clock {
            if endsAsForbidden(slab, head) { return end(slab, id, head, by: .permission, policy: .immediate) }
            if let extras, extras.renews, extras.endDate > clock, !isForbidden(slab, head),
                startSuccessor(slab, id, head, extras)
            {
                return
            }
            end(
                slab, id, head, by: extras.map { $0.endDate <= clock } == true ? .endDate : .timeLimit,
                policy: extras?.dismissalPolicy ?? .default)
        } else if let extras, extras.leaseEnd <= clock {
            end(slab, id, head, by: .lease, policy: extras.dismissalPolicy)
        } else if head.pointee.staleDate <= clock || (extras?.leaseStale ?? .infinity) <= clock {
            becomeStale(id, head)
        }
    }

    /// An event before the start may have made the provider request a wake, which may be due before the start.
    private mutating func firePending(_ slab: ActivitySlab, _ id: ActivityID, _ head: UnsafeMutablePointer<ActivityHead>) {
        if head.pointee.wake <= clock {
            head.pointee.wake = .infinity
            runScheduled(slab, id, head, slab.provider.operations.tick)
            guard slab.resolve(id) != nil, head.pointee.phase == .pending else { return }
        }
        guard head.pointee.closing <= clock else { return }
        // Only activities that were running when their kind was forbidden may continue.
        if isForbidden(slab, head) { return end(slab, id, head, by: .permission, policy: .immediate) }
        activate(slab, id, head)
    }

    /// Starts a scheduled activity.
    private mutating func activate(_ slab: ActivitySlab, _ id: ActivityID, _ head: UnsafeMutablePointer<ActivityHead>) {
        let requestedAt = head.rest.pointee.startedAt
        slab.setPhase(.active, head)
        head.rest.pointee.startedAt = clock
        head.pointee.closing = closing(startingAt: clock, head.extras, requestedAt: requestedAt)
        head.pointee.countRevision()
        record(.started, id, head)
        if let alert = head.extras?.startAlert {
            head.extras?.startAlert = nil
            self.alert(alert, id, head)
        }
        runScheduled(slab, id, head, slab.provider.operations.begin)
        guard slab.resolve(id) != nil, head.pointee.phase == .active, head.pointee.staleDate <= clock else { return }
        becomeStale(id, head)
    }

    /// Runs an operation on behalf of a deadline, which has no caller. A failure is reported as a change.
    private mutating func runScheduled(
        _ slab: ActivitySlab, _ id: ActivityID, _ head: UnsafeMutablePointer<ActivityHead>,
        _ operation: (inout Engine, ActivitySlab, Int) throws(EngineError) -> Outcome
    ) {
        do {
            _ = try operation(&self, slab, id.index)
        } catch {
            record(.faulted, id, head, text: error.description)
        }
    }

    /// Starts the successor of an activity that has reached its time limit; `false` if no row or no time is left.
    private mutating func startSuccessor(
        _ slab: ActivitySlab, _ id: ActivityID, _ head: UnsafeMutablePointer<ActivityHead>, _ extras: Extras
    ) -> Bool {
        let closing = closing(startingAt: clock, extras, requestedAt: clock)
        guard closing > clock, let index = slab.allocate() else { return false }
        let (successor, next) = (slab.id(index), slab.head(index))
        let (generation, usesLeft) = (next.pointee.generation, next.rest.pointee.usesLeft)
        let lostRuns = next.rest.pointee.lostRuns
        slab.setPhase(head.pointee.phase, next)
        next.pointee = head.pointee
        next.rest.pointee = head.rest.pointee
        next.pointee.generation = generation
        next.rest.pointee.usesLeft = usesLeft
        next.rest.pointee.lostRuns = lostRuns
        next.pointee.armed = .infinity
        next.pointee.isDirty = false
        next.pointee.isPersisted = false
        next.rest.pointee.startedAt = clock
        next.pointee.revision = 1
        starts += 1
        next.rest.pointee.order = starts
        extras.predecessor = id
        next.pointee.closing = closing
        // The successor has taken over the extras; the predecessor only ends.
        head.extras = nil
        slab.provider.operations.rows.copy(slab.row(id.index), slab.row(index))
        link(toOwner: head.pointee.owner, successor, next)
        markDirty(successor, next)

        recordStart(.started, slab, successor, next, predecessor: id, bytes: 0..<0, date: clock)
        // Before the predecessor ends: a topic without followers drops its remembered events.
        for topic in slab.provider.operations.topics(slab.row(index)) { topics.follow(topic, successor) }
        end(slab, id, head, by: .renewed(successor), policy: .immediate)
        if let key = next.rest.pointee.key {
            runningKeys[RunningKey(owner: next.pointee.owner, kind: slab.ordinal, key: key)] = successor
        }
        arm(successor, next)
        return true
    }
}
