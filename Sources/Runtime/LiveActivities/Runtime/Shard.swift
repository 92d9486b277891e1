public import LiveActivityCore
public import LiveActivityHost
import Synchronization

/// One engine behind one lock, with its alarm and its listeners.
@usableFromInline final class Shard: Sendable {
    @usableFromInline let index: Int
    @usableFromInline let clock: any RuntimeClock
    @usableFromInline let state: ShardLock<ShardState>
    /// The state shared by several shards; `nil` for a single shard.
    let common: ShardsInCommon?
    /// Writes changes of this shard to the store; `nil` without a store.
    @usableFromInline let storeWriter: StoreWriter?
    /// The observer and the subscribers of notices.
    @usableFromInline let instruments: Instruments
    /// Listeners that have left. One may leave at any moment, even while the state is locked, so it is only recorded here.
    private let departed = Mutex<[(Listener.ID, ChangeFilter)]>([])
    private let hasDeparted = Atomic(false)

    init(
        index: Int, configuration: EngineConfiguration, clock: any RuntimeClock, common: ShardsInCommon?,
        storeWriter: StoreWriter?, instruments: Instruments
    ) {
        var configuration = configuration
        configuration.shard = index
        self.index = index
        self.clock = clock
        self.common = common
        self.storeWriter = storeWriter
        self.instruments = instruments
        var engine = Engine(configuration: configuration)
        if let common {
            engine.takeSlot = { common.capacity.take() }
            engine.shareTopics(common.topics)
        }
        state = ShardLock(ShardState(host: Host(engine, shard: index)))
    }

    // MARK: - Commands

    /// Runs a command, passes its changes to the listeners, and sets the alarm; then, without the lock, wakes tasks that wait
    /// for changes.
    ///
    /// Its effects are not stored yet when this returns (``LiveActivityRuntime/stored(_:)``).
    ///
    /// - Parameters:
    ///   - name: The command's name for counting and observing; `nil` for an operation that is part of another command, or not
    ///     a command.
    ///   - trace: The command's trace.
    ///   - activity: The command's activity, if known.
    ///   - journaled: The command in the journal's form; called only if there is a journal.
    ///   - body: `@Sendable`, so that nothing that the engine may retain is shared with the caller. It is called synchronously.
    @inlinable func command<Value: Sendable>(
        at now: Date? = nil, as name: CommandName? = nil, trace: TraceContext? = nil, about activity: ActivityID? = nil,
        journaled: @Sendable (borrowing Engine) -> [Journaled] = { _ in [] },
        _ body: @Sendable (inout Engine, Date) throws(EngineError) -> Value
    ) -> Applied<Value> {
        if let name, instruments.isObserved || trace != nil { return observed(at: now, name, trace, journaled, body) }
        return apply(at: now, name, activity, journaled, body)
    }

    /// Performs a command with attributes or content, whose types need not be `Sendable`.
    ///
    /// The compiler cannot verify that no mutable state is shared: the values that `journaled` and `body` pass to the engine
    /// must be value types, as explained in ``UncheckedSendable``.
    @inlinable func commandWithValues<Value: Sendable>(
        as name: CommandName, journaled: (borrowing Engine) -> [Journaled],
        _ body: (inout Engine, Date) throws(EngineError) -> Value
    ) -> Applied<Value> {
        if instruments.isObserved { return observed(at: nil, name, nil, journaled, body) }
        return apply(at: nil, name, nil, journaled, body)
    }

    /// Performs a command that is observed, or whose changes get a trace.
    @usableFromInline func observed<Value: Sendable>(
        at now: Date?, _ name: CommandName, _ trace: TraceContext?, _ journaled: (borrowing Engine) -> [Journaled],
        _ body: (inout Engine, Date) throws(EngineError) -> Value
    ) -> Applied<Value> {
        let observed = instruments.observer?.commandBegins(name, trace)
        let trace = observed?.trace ?? trace
        let applied = apply(at: now, name, nil, journaled) { (engine, now) throws(EngineError) in
            try engine.tracing(trace, at: now) { (engine) throws(EngineError) in try body(&engine, now) }
        }
        observed?.ended(applied.result.map { CommandOutcome(of: $0) })
        return applied
    }

    @inlinable @inline(__always)
    func apply<Value: Sendable>(
        at now: Date?, _ name: CommandName?, _ activity: ActivityID?,
        _ journaled: (borrowing Engine) -> [Journaled],
        _ body: (inout Engine, Date) throws(EngineError) -> Value
    ) -> Applied<Value> {
        if let storeWriter { return apply(at: now, name, storeWriter, journaled, body) }
        let now = now ?? clock.now
        let (applied, wakeUps) = state.withLock { state -> (Applied<Value>, WakeUps) in
            guard !state.isClosed else { return (Applied(notAdmitted: .closed), WakeUps()) }
            if let activity { state.prefetch(activity) }
            let result: Result<Value, RuntimeError>
            do throws(EngineError) {
                result = .success(state.counting(name, try body(&state.host.engine, now)))
            } catch {
                state.count(name, refused: error)
                result = .failure(.engine(error))
            }
            // A refused command may cause changes too, so this follows every command.
            return (Applied(result, isDirty: false), state.settle(at: now, self))
        }
        wakeUps.callIfAny()
        return applied
    }

    /// Performs a command in a runtime with a store.
    @inlinable func apply<Value: Sendable>(
        at now: Date?, _ name: CommandName?, _ storeWriter: StoreWriter,
        _ journaled: (borrowing Engine) -> [Journaled],
        _ body: (inout Engine, Date) throws(EngineError) -> Value
    ) -> Applied<Value> {
        if let refusal = storeWriter.refusal() { return Applied(notAdmitted: refusal) }
        let isTimeGiven = now != nil
        let now = now ?? clock.now
        let (applied, wakeUps) = state.withLock { state -> (Applied<Value>?, WakeUps) in
            // The store may have been lost to another runtime meanwhile.
            guard !state.isClosed else { return (Applied(notAdmitted: storeWriter.refusal() ?? .closed), WakeUps()) }
            state.host.begin(batch: storeWriter.batchNumber)
            // A caller that supplies the time has already caught up with it.
            guard state.host.begin(at: now, runsDeadlines: !isTimeGiven) else { return (nil, state.settle(at: now, self)) }
            let result = state.host.perform(at: now, journaled: journaled, body)
            state.count(name, result)
            let wakeUps = state.settle(at: now, self)
            if state.host.engine.mustPersist { storeWriter.hurry() }
            return (Applied(result.mapError { .engine($0) }, isDirty: state.host.isDirty), wakeUps)
        }
        wakeUps.callIfAny()
        if let applied { return applied }
        if let refusal = catchUp(to: now) { return Applied(notAdmitted: refusal) }
        return apply(at: now, name, storeWriter, journaled, body)
    }

    /// Runs the deadlines that are due at this time, and writes to the store in between if necessary (``Engine/catchUp(to:)``).
    ///
    /// That write blocks this thread, even one of a task: it happens only for an activity that has renewed itself for months
    /// without any command.
    /// - Returns: The store's error; `nil` if all have run, or the shard is closed.
    @usableFromInline func catchUp(to now: Date) -> RuntimeError? {
        guard let storeWriter else { return nil }
        while true {
            let (hasCaughtUp, wakeUps) = state.withLock { state -> (Bool, WakeUps) in
                guard !state.isClosed else { return (true, WakeUps()) }
                state.host.begin(batch: storeWriter.batchNumber)
                let hasCaughtUp = state.host.engine.catchUp(to: now)
                return (hasCaughtUp, hasCaughtUp && !state.host.engine.hasChanges ? WakeUps() : state.settle(at: now, self))
            }
            wakeUps.callIfAny()
            if hasCaughtUp { return nil }
            do throws(StoreError) { try storeWriter.write() } catch { return storeWriter.refusal() ?? .closed }
        }
    }

    /// Reports an owner's permissions to their subscribers; those of all owners if `owner` is `nil`.
    func reportPermissions(of owner: OwnerID? = nil) {
        let wakeUps = state.withLock { state -> WakeUps in
            var wakeUps = WakeUps()
            state.permissions.report(of: owner, state.host.engine, &wakeUps)
            return wakeUps
        }
        wakeUps.callIfAny()
    }

    /// Queries the engine.
    @inlinable func query<Result: Sendable>(_ body: @Sendable (inout Engine) -> Result) -> Result {
        state.withLock { body(&$0.host.engine) }
    }

    /// Queries the engine for attributes or content, whose types need not be `Sendable`: they must be value types, as for
    /// ``commandWithValues(as:journaled:_:)``.
    @inlinable func queryValues<Result: Sendable>(_ body: (inout Engine) -> Result) -> Result {
        state.withLock { body(&$0.host.engine) }
    }

    /// Queries the engine; the query may throw.
    func queryThrowing<Result: Sendable>(
        _ body: @Sendable (inout Engine) throws(EngineError) -> Result
    ) throws(RuntimeError) -> Result {
        try state.withLock { state -> Swift.Result<Result, RuntimeError> in
            do throws(EngineError) { return .success(try body(&state.host.engine)) } catch { return .failure(.engine(error)) }
        }.get()
    }

    /// Called when the alarm has fired.
    func wake(_ alarm: UInt64) {
        let now = clock.now
        let isObserved = instruments.isObserved
        let (wakeUps, isDirty, due) = state.withLock { state -> (WakeUps, Bool, Date?) in
            if state.alarm?.number == alarm { state.alarm = nil }
            guard !state.isClosed else { return (WakeUps(), false, nil) }
            if let storeWriter { state.host.begin(batch: storeWriter.batchNumber) }
            let due = isObserved ? state.host.engine.nextDeadline : nil
            state.host.engine.advance(to: now)
            let wakeUps = state.settle(at: now, self)
            if state.host.engine.mustPersist { storeWriter?.hurry() }
            return (wakeUps, state.host.isDirty, due)
        }
        wakeUps.callIfAny()
        if let due, due <= now { instruments.observer?.deadlinesRan(late: now.timeIntervalSince(due)) }
        // No caller waits for this write. If it fails, the next command is refused.
        storeWriter?.commitWithoutCaller(isDirty)
    }

    /// Called when the clock has jumped: runs the deadlines that are due now, which would otherwise wait for an alarm set by
    /// the former time.
    ///
    /// - Parameter seconds: Negative if the clock was set back.
    func clockJumped(by seconds: TimeInterval) {
        if seconds < 0 {
            let wakeUps = state.withLock { state -> WakeUps in
                var wakeUps = WakeUps()
                state.listeners.restart(state.host.engine, &wakeUps)
                return wakeUps
            }
            wakeUps.callIfAny()
        }
        wake(0)
    }

    // MARK: - Listeners

    /// - Parameter first: The first value for the listener; no change comes between it and the following ones.
    /// - Returns: Whether the listener is registered. It is not if the shard is closed, or its activity was dismissed: then it
    ///   is finished at once.
    @discardableResult
    func add(
        _ id: Listener.ID, _ filter: ChangeFilter, _ receiver: Receiver,
        first: @Sendable (borrowing Engine, inout WakeUps) -> Void = { _, _ in }
    ) -> Bool {
        let (isListening, wakeUps) = state.withLock { state -> (Bool, WakeUps) in
            state.remove(takeDeparted())
            var wakeUps = WakeUps()
            first(state.host.engine, &wakeUps)
            let isOver = filter.activity.map { state.host.engine.state(of: $0) == nil } ?? false
            if state.isClosed || isOver {
                receiver.finish(&wakeUps)
            } else {
                state.listeners.insert(Listener(id: id, filter: filter, receiver: receiver), &state.host.engine)
            }
            return (!state.isClosed && !isOver, wakeUps)
        }
        wakeUps.callIfAny()
        return isListening
    }

    func add(
        _ id: Listener.ID, _ owner: OwnerID, _ question: PermissionQuestion, _ feed: Feed<NewestBuffer<Bool>>
    ) {
        let wakeUps = state.withLock { state -> WakeUps in
            state.remove(takeDeparted())
            var wakeUps = WakeUps()
            feed.append(state.host.engine.answer(question, of: owner), &wakeUps)
            if state.isClosed {
                feed.finish(&wakeUps)
            } else {
                state.permissions.insert(id, owner, question, feed)
            }
            return wakeUps
        }
        wakeUps.callIfAny()
    }

    /// Passes on the held updates of a listener, due or not.
    func flush(_ id: Listener.ID) {
        let wakeUps = state.withLock { state -> WakeUps in
            var wakeUps = WakeUps()
            state.listeners.flush(id, state.host.engine, &wakeUps)
            return wakeUps
        }
        wakeUps.callIfAny()
    }

    /// Records that a listener has left. Safe at any moment, under any lock.
    func depart(_ id: Listener.ID, _ filter: ChangeFilter) {
        departed.withLock { $0.append((id, filter)) }
        hasDeparted.store(true, ordering: .relaxed)
    }

    /// Whether ``takeDeparted()`` may return any. Checked after every command.
    var mayHaveDeparted: Bool { hasDeparted.load(ordering: .relaxed) }

    func takeDeparted() -> [(Listener.ID, ChangeFilter)] {
        guard hasDeparted.load(ordering: .relaxed) else { return [] }
        return departed.withLock { departed in
            hasDeparted.store(false, ordering: .relaxed)
            defer { departed = [] }
            return departed
        }
    }

    /// Refuses commands from now on, and passes on the held updates. The activities stay unchanged.
    func stop() {
        let wakeUps = state.withLock { state -> WakeUps in
            var wakeUps = WakeUps()
            guard !state.isClosed else { return wakeUps }
            state.isClosed = true
            state.alarm?.clockAlarm.cancel()
            state.alarm = nil
            state.listeners.flush(state.host.engine, &wakeUps)
            return wakeUps
        }
        wakeUps.callIfAny()
    }

    /// Finishes all listeners of a stopped shard. Listeners of several shards finish only when all shards have stopped.
    func finish() {
        let wakeUps = state.withLock { state -> WakeUps in
            var wakeUps = WakeUps()
            state.listeners.finish(state.host.engine, &wakeUps)
            state.outboxReaders.finish(&wakeUps)
            state.permissions.finish(&wakeUps)
            return wakeUps
        }
        wakeUps.callIfAny()
    }
}

extension [Shard] {
    /// Stops all shards, then finishes their listeners, so that a listener of several shards receives all held updates.
    func close() {
        for shard in self { shard.stop() }
        for shard in self { shard.finish() }
    }
}

/// The state that a shard's lock protects.
@usableFromInline struct ShardState: ~Copyable {
    @usableFromInline var host: Host
    @usableFromInline var isClosed = false
    let listeners = ListenerTable()
    var outboxReaders = OutboxReaders()
    var permissions = PermissionListeners()
    var alarm: Alarm?
    private var alarmsEver: UInt64 = 0
    @usableFromInline let counters = CommandCounters()
    /// The number of dropped changes for named consumers that was last reported.
    private var missedReported = 0
    /// The number of early drops at which the next notice is due.
    private var forgottenToReport = 1

    struct Alarm {
        /// In seconds since 2001.
        let deadline: Double
        let number: UInt64
        let clockAlarm: ClockAlarm
    }

    init(host: consuming Host) { self.host = host }

    /// Starts loading data that is needed when a command about this activity is done.
    @usableFromInline func prefetch(_ activity: ActivityID) { if !listeners.isEmpty { listeners.prefetch(activity) } }

    /// Completes every command and every wake.
    @usableFromInline mutating func settle(at now: Date, _ shard: Shard) -> WakeUps {
        var wakeUps = WakeUps()
        if shard.mayHaveDeparted { remove(shard.takeDeparted()) }
        if listeners.isEmpty, !host.keepsChanges {
            if host.engine.hasChanges { discardChanges() }
        } else {
            passChanges(at: now, &wakeUps)
            if let missed = host.outbox?.missed, missed > missedReported {
                missedReported = missed
                shard.instruments.notices.post(.consumerChangesMissed(shard: shard.index, count: missed), &wakeUps)
            }
        }
        if host.engine.eventsForgottenEarly >= forgottenToReport {
            forgottenToReport =
                host.engine.eventsForgottenEarly + max(host.engine.configuration.limits.rememberedEventsInAll, 1)
            shard.instruments.notices.post(
                .eventsForgottenEarly(shard: shard.index, count: host.engine.eventsForgottenEarly), &wakeUps)
        }
        if !host.engine.unknownMembers.isEmpty {
            for member in host.engine.takeUnknownMembers() { shard.instruments.notices.post(member, &wakeUps) }
        }
        // In this order, as state shared by the shards is rarely in this processor's cache.
        if host.engine.slotsTaken > host.engine.activityCount, let common = shard.common {
            common.capacity.release(host.engine.slotsTaken - host.engine.activityCount)
            host.engine.slotsTaken = host.engine.activityCount
        }
        setAlarm(shard)
        return wakeUps
    }

    mutating func remove(_ departed: [(Listener.ID, ChangeFilter)]) {
        for (id, filter) in departed {
            listeners.remove(id, filter, &host.engine)
            if let owner = filter.owner { permissions.remove(id, owner) }
        }
    }

    private mutating func passChanges(at now: Date, _ wakeUps: inout WakeUps) {
        let (listeners, seconds) = (listeners, now.timeIntervalSinceReferenceDate)
        if host.keepsChanges {
            host.passChanges { change, made in listeners.deliver(change, &made, at: seconds, &wakeUps) }
        } else if host.engine.hasChanges {
            host.engine.drainChanges { change in
                var made = MadeChange()
                listeners.deliver(change, &made, at: seconds, &wakeUps)
            }
        }
        listeners.advance(to: seconds, host.engine, &wakeUps)
    }

    /// Drops the changes without reading or encoding them, because there is no listener.
    private mutating func discardChanges() {
        struct Stop: Error {}
        do throws(Stop) { try host.engine.drainChanges { (_: borrowing PendingChange) throws(Stop) in throw Stop() } } catch {}
    }

    /// Sets the alarm to the next deadline. An alarm that fires too early is harmless and is kept.
    mutating func setAlarm(_ shard: Shard) {
        let ofHeldUpdate = listeners.nextDeadline
        // The common case, checked after every command: no deadline can precede the alarm.
        if let alarm, min(host.engine.deadlineBound, ofHeldUpdate) >= alarm.deadline { return }
        // Deadlines resume when the store has written (``Shard/wasPersisted(_:)``).
        let deadline = min(host.nextDeadline?.timeIntervalSinceReferenceDate ?? .infinity, ofHeldUpdate)
        guard deadline < alarm?.deadline ?? .infinity else { return }
        alarm?.clockAlarm.cancel()
        alarmsEver += 1
        let number = alarmsEver
        alarm = Alarm(
            deadline: deadline, number: number,
            clockAlarm: shard.clock.setAlarm(at: Date(timeIntervalSinceReferenceDate: deadline)) { [weak shard] in
                shard?.wake(number)
            })
    }
}

// Counting commands.
extension ShardState {
    /// Counts a command that was not refused, and returns its result.
    @inlinable @inline(__always)
    func counting<Value>(_ name: CommandName?, _ value: Value) -> Value {
        if let name { counters.count(name, value) }
        return value
    }

    @inlinable func count(_ name: CommandName?, refused error: EngineError) {
        if let name { counters.count(name, refused: error) }
    }

    @inlinable @inline(__always)
    func count<Value>(_ name: CommandName?, _ result: Result<Value, EngineError>) {
        guard let name else { return }
        switch result {
        case .success(let value): counters.count(name, value)
        case .failure(let error): counters.count(name, refused: error)
        }
    }
}

extension Shard {
    /// The counters of this shard, and its current number of activities.
    var statistics: RuntimeStatistics {
        state.withLock { state in
            var statistics = RuntimeStatistics()
            state.counters.add(to: &statistics)
            for counted in state.host.engine.activityCounts {
                statistics.activities[.init(counted.kind, counted.state), default: 0] += counted.count
            }
            statistics.eventsForgottenEarly = state.host.engine.eventsForgottenEarly
            if let outbox = state.host.outbox {
                statistics.consumers = outbox.waiting
                statistics.missedConsumerChanges = outbox.missed
            }
            return statistics
        }
    }

    var isClosed: Bool { state.withLock { $0.isClosed } }
}
