public import LiveActivityCore

#if SANITIZE_THREAD
import Synchronization
#else
public import Synchronization
#endif

/// One engine behind one lock, with its alarm and its listeners.
@usableFromInline final class Shard: Sendable {
    let index: Int
    @usableFromInline let clock: any RuntimeClock
    @usableFromInline let state: Mutex<ShardState>
    /// `nil` where there is one shard, whose engine then needs to share nothing.
    let common: ShardsInCommon?
    /// Writes what has changed here to the store; `nil` without a store.
    @usableFromInline let storeWriter: StoreWriter?
    /// Listeners that have left. One may leave at any moment, even while the state is locked, so it is only noted here.
    private let departed = Mutex<[(Listener.ID, ChangeFilter)]>([])
    private let hasDeparted = Atomic(false)

    init(
        index: Int, configuration: EngineConfiguration, clock: any RuntimeClock, common: ShardsInCommon?,
        storeWriter: StoreWriter?
    ) {
        var configuration = configuration
        configuration.shard = index
        self.index = index
        self.clock = clock
        self.common = common
        self.storeWriter = storeWriter
        var engine = Engine(configuration: configuration)
        if let common {
            engine.takeSlot = { common.capacity.take() }
            engine.shareTopics(common.topics)
        }
        state = Mutex(ShardState(engine: engine))
    }

    // MARK: - Commands

    /// Runs a command, passes its changes to the listeners, and sets the alarm; then, without the lock, wakes tasks that wait for changes.
    ///
    /// It is not in the store yet when this returns (``LiveActivityRuntime/stored(_:)``).
    ///
    /// - Parameters:
    ///   - journaled: The command as the journal records it; called only if there is a journal.
    ///   - body: `@Sendable`, so that nothing that the engine may retain is shared with the caller. It is called synchronously.
    @inlinable func command<Value: Sendable>(
        at now: Date? = nil, journaled: @Sendable (borrowing Engine) -> [Journaled] = { _ in [] },
        _ body: @Sendable (inout Engine, Date) throws(EngineError) -> Value
    ) -> Applied<Value> {
        if let storeWriter { return command(at: now, storeWriter, journaled, body) }
        let now = now ?? clock.now
        let (applied, wakeUps) = state.withLock { state -> (Applied<Value>, WakeUps) in
            guard !state.isClosed else { return (Applied(notAdmitted: .closed), WakeUps()) }
            let result: Result<Value, RuntimeError>
            do throws(EngineError) {
                result = .success(try body(&state.engine, now))
            } catch {
                result = .failure(.engine(error))
            }
            // A refusal may make changes too, so this follows every command, also one that was refused.
            return (Applied(result, isDirty: false), state.settle(at: now, self))
        }
        wakeUps.callIfAny()
        return applied
    }

    /// The same where there is a store.
    @inlinable func command<Value: Sendable>(
        at now: Date?, _ storeWriter: StoreWriter, _ journaled: @Sendable (borrowing Engine) -> [Journaled],
        _ body: @Sendable (inout Engine, Date) throws(EngineError) -> Value
    ) -> Applied<Value> {
        if let refusal = storeWriter.refusal() { return Applied(notAdmitted: refusal) }
        let now = now ?? clock.now
        let (applied, wakeUps) = state.withLock { state -> (Applied<Value>, WakeUps) in
            // The store may have been lost to another runtime since.
            guard !state.isClosed else { return (Applied(notAdmitted: storeWriter.refusal() ?? .closed), WakeUps()) }
            if state.isJournaling { state.prepareJournal(at: now) }
            let result: Result<Value, EngineError>
            do throws(EngineError) { result = .success(try body(&state.engine, now)) } catch { result = .failure(error) }
            if state.isJournaling { state.journal(journaled(state.engine), result, at: now) }
            let wakeUps = state.settle(at: now, self)
            return (Applied(result.mapError { .engine($0) }, isDirty: state.isDirty), wakeUps)
        }
        wakeUps.callIfAny()
        return applied
    }

    /// Runs a command after which an owner may allow something else than before.
    func permissionCommand(
        of owner: OwnerID, journaled: Command, _ body: @Sendable (inout Engine, Date) throws(EngineError) -> Outcome
    ) -> Applied<Outcome> {
        let applied = command(journaled: { _ in [Journaled(journaled)] }, body)
        if case .success = applied.result { reportPermissions(of: owner) }
        return applied
    }

    /// Reports what an owner allows to the listeners for it; what all owners allow if `owner` is `nil`.
    func reportPermissions(of owner: OwnerID? = nil) {
        let wakeUps = state.withLock { state -> WakeUps in
            var wakeUps = WakeUps()
            state.permissions.report(of: owner, state.engine, &wakeUps)
            return wakeUps
        }
        wakeUps.callIfAny()
    }

    /// Asks the engine something.
    @inlinable func query<Result: Sendable>(_ body: @Sendable (inout Engine) -> Result) -> Result {
        state.withLock { body(&$0.engine) }
    }

    /// Asks the engine something that may be refused.
    func queryThrowing<Result: Sendable>(
        _ body: @Sendable (inout Engine) throws(EngineError) -> Result
    ) throws(RuntimeError) -> Result {
        try state.withLock { state -> Swift.Result<Result, RuntimeError> in
            do throws(EngineError) { return .success(try body(&state.engine)) } catch { return .failure(.engine(error)) }
        }.get()
    }

    /// The alarm has rung.
    func wake(_ alarm: UInt64) {
        let now = clock.now
        let (wakeUps, isDirty) = state.withLock { state -> (WakeUps, Bool) in
            if state.alarm?.number == alarm { state.alarm = nil }
            guard !state.isClosed else { return (WakeUps(), false) }
            state.engine.advance(to: now)
            let wakeUps = state.settle(at: now, self)
            return (wakeUps, state.isDirty)
        }
        wakeUps.callIfAny()
        // No caller waits for it. If it cannot be written, the next command is refused.
        storeWriter?.commitWithoutCaller(isDirty)
    }

    // MARK: - Listeners

    /// - Parameter first: What the listener is given before anything else, while nothing can come between.
    /// - Returns: Whether the listener listens now. It does not when the shard is closed, and when its activity was dismissed: it is
    ///   then finished at once.
    @discardableResult
    func add(
        _ id: Listener.ID, _ filter: ChangeFilter, _ receiver: Receiver, _ conflation: Conflation? = nil,
        first: @Sendable (borrowing Engine, inout WakeUps) -> Void = { _, _ in }
    ) -> Bool {
        let (isListening, wakeUps) = state.withLock { state -> (Bool, WakeUps) in
            state.remove(takeDeparted())
            var wakeUps = WakeUps()
            first(state.engine, &wakeUps)
            let isOver = filter.activity.map { state.engine.state(of: $0) == nil } ?? false
            if state.isClosed || isOver {
                receiver.finish(&wakeUps)
            } else {
                state.listeners.insert(Listener(id: id, filter: filter, receiver: receiver, conflation: conflation))
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
            feed.append(state.engine.answer(question, of: owner), &wakeUps)
            if state.isClosed {
                feed.finish(&wakeUps)
            } else {
                state.permissions.insert(id, owner, question, feed)
            }
            return wakeUps
        }
        wakeUps.callIfAny()
    }

    /// Notes that a listener has left. Safe at any moment, under any lock.
    func depart(_ id: Listener.ID, _ filter: ChangeFilter) {
        departed.withLock { $0.append((id, filter)) }
        hasDeparted.store(true, ordering: .relaxed)
    }

    func takeDeparted() -> [(Listener.ID, ChangeFilter)] {
        guard hasDeparted.load(ordering: .relaxed) else { return [] }
        return departed.withLock { departed in
            hasDeparted.store(false, ordering: .relaxed)
            defer { departed = [] }
            return departed
        }
    }

    /// Finishes all listeners and refuses commands from now on. The activities stay as they are.
    func close() {
        let wakeUps = state.withLock { state -> WakeUps in
            var wakeUps = WakeUps()
            guard !state.isClosed else { return wakeUps }
            state.isClosed = true
            state.alarm?.clockAlarm.cancel()
            state.alarm = nil
            state.listeners.finish(&wakeUps)
            state.outbox?.finish(&wakeUps)
            state.permissions.finish(&wakeUps)
            return wakeUps
        }
        wakeUps.callIfAny()
    }
}

/// What a shard's lock protects.
@usableFromInline struct ShardState: ~Copyable {
    @usableFromInline var engine: Engine
    @usableFromInline var isClosed = false
    var listeners = ListenerTable()
    /// The changes that wait for named consumers; `nil` while there are none.
    var outbox: Outbox?
    /// The commands that are to be written to the journal; `nil` without one.
    var journal: Journal?
    var permissions = PermissionListeners()
    var alarm: Alarm?
    private var alarmsEver: UInt64 = 0

    struct Alarm {
        let deadline: Date
        let number: UInt64
        let clockAlarm: ClockAlarm
    }

    init(engine: consuming Engine) { self.engine = engine }

    /// Whether there is anything to write to the store.
    @usableFromInline var isDirty: Bool { engine.isDirty || outbox?.isUnwritten == true || journal?.isFull == true }

    @usableFromInline var isJournaling: Bool { journal != nil }

    @usableFromInline mutating func prepareJournal(at now: Date) { journal?.prepare(engine, at: now) }

    @usableFromInline mutating func journal<Value>(_ commands: [Journaled], _ result: Result<Value, EngineError>, at now: Date)
    {
        for (number, command) in commands.enumerated() {
            let outcome = command.isOneOfMany ? JournalOutcome(name: JournalOutcome.oneOfMany) : JournalOutcome(result)
            journal?.append(command, at: now, outcome, sequence: number == commands.count - 1 ? engine.sequence : 0)
        }
    }

    /// What follows every command and every wake.
    @usableFromInline mutating func settle(at now: Date, _ shard: Shard) -> WakeUps {
        var wakeUps = WakeUps()
        remove(shard.takeDeparted())
        if listeners.isEmpty, outbox == nil {
            if engine.hasChanges { discardChanges() }
        } else {
            passChanges(at: now, &wakeUps)
        }
        if let common = shard.common, engine.slotsTaken > engine.activityCount {
            common.capacity.release(engine.slotsTaken - engine.activityCount)
            engine.slotsTaken = engine.activityCount
        }
        setAlarm(shard)
        return wakeUps
    }

    mutating func remove(_ departed: [(Listener.ID, ChangeFilter)]) {
        for (id, filter) in departed {
            listeners.remove(id, filter)
            if let owner = filter.owner { permissions.remove(id, owner) }
        }
    }

    private mutating func passChanges(at now: Date, _ wakeUps: inout WakeUps) {
        // Swapped out and back: the closures below cannot access `self` while the engine, a part of it, is being drained.
        var table = ListenerTable()
        swap(&table, &listeners)
        if outbox != nil {
            var outbox: Outbox?
            swap(&outbox, &self.outbox)
            engine.drainChanges { change in
                outbox?.append(change)
                table.deliver(change, at: now, &wakeUps)
            }
            swap(&outbox, &self.outbox)
        } else if engine.hasChanges {
            engine.drainChanges { table.deliver($0, at: now, &wakeUps) }
        }
        table.advance(to: now, &wakeUps)
        swap(&table, &listeners)
    }

    /// Drops the changes without reading or encoding them: there is no listener.
    private mutating func discardChanges() {
        struct Stop: Error {}
        do throws(Stop) { try engine.drainChanges { (_: borrowing PendingChange) throws(Stop) in throw Stop() } } catch {}
    }

    /// Sets the alarm to the next deadline. An alarm that rings too early does no harm and stays.
    private mutating func setAlarm(_ shard: Shard) {
        // The common case, checked after every command: no deadline can be before the alarm.
        if let alarm, engine.deadlineBound >= alarm.deadline.timeIntervalSinceReferenceDate,
            listeners.nextDeadline ?? .distantFuture >= alarm.deadline
        {
            return
        }
        guard let deadline = earlier(engine.nextDeadline, listeners.nextDeadline) else { return }
        if let alarm {
            guard deadline < alarm.deadline else { return }
            alarm.clockAlarm.cancel()
        }
        alarmsEver += 1
        let number = alarmsEver
        alarm = Alarm(
            deadline: deadline, number: number,
            clockAlarm: shard.clock.setAlarm(at: deadline) { [weak shard] in shard?.wake(number) })
    }

    private func earlier(_ left: Date?, _ right: Date?) -> Date? {
        guard let left, let right else { return left ?? right }
        return min(left, right)
    }
}
