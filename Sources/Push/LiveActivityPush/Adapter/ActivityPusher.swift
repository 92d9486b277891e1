#if Push
public import LiveActivities
public import Logging
public import Metrics
import Dispatch
import Synchronization
public import Tracing

/// Sends a runtime's changes to devices. It does the input and output for ``PushScheduler``, which makes every decision.
///
/// **Problem.** A push service accepts a limited number of pushes for each device, answers late or not at all, and never
/// reports what a screen shows. A token may arrive after the change that needs it, and may become invalid without notice. A
/// process may be killed between a request and its answer.
///
/// **Solution.** The scheduler is a value: changes, tokens, answers and the time are its inputs, and orders are its output.
/// This class reads changes, sends each order, passes its answer to the scheduler, and stores the ledger, which is the record
/// of tokens and sent pushes. A timer calls the scheduler at the next date at which it has something to do.
///
/// | case | result |
/// | --- | --- |
/// | a change arrives while a request has no answer | only the newest content waits; an alert or an end is sent at once |
/// | there is no answer | the newest content is sent again, with the same `apns-id` for the same revision |
/// | a token arrives late | the activity's record is read through `commands`, because its changes are already acknowledged |
/// | the process is killed | unacknowledged changes are delivered again; the ledger has the used starts and timestamps |
/// | another process takes the ledger over | nothing more is sent (`stop(timeout:)`) |
///
/// **Rejected:** a queue of requests per device. Most of its entries would be outdated before they are sent, and a device would
/// show old content in between.
///
/// ```swift
/// let pusher = try ActivityPusher(commands: runtime, apps: [food], transports: [food.id: client], store: ledger)
/// try await pusher.run(runtime.changes(for: "push"))
/// ```
///
/// With a named consumer nothing is lost when the process is killed: a change is acknowledged when every device has received it
/// or does not need it, and the ledger is written before that. A repeated push has the same `apns-id`. Safe to use from any
/// thread.
public final class ActivityPusher: Sendable {
    let commands: any ActivityCommands
    let transports: [PushAppID: any PushTransport]
    let store: any LedgerStore
    let clock: any RuntimeClock
    let telemetry: PushTelemetry
    let inFlightMax: Int
    /// Returns when the content of all records that were read is stored, and throws if it cannot be stored; `nil` if sending
    /// need not wait for that.
    let settled: (@Sendable () async throws -> Void)?
    /// The queue on which orders are sent if callers must not be blocked while the ledger is written; `nil` if the callers'
    /// threads send.
    let queue: DispatchQueue?
    let state: Mutex<State>
    /// Held while the ledger is written, so that records are stored in the order in which they were made. It is always locked
    /// before ``state``, which is not held during the write.
    let writing = Mutex(())
    /// Answers that were not passed to the scheduler yet.
    let inbox = Mutex<[Answered]>([])
    /// The longest time in seconds before ledger changes are stored that need not be stored at once.
    static let flushInterval = 0.1

    struct Answered {
        var number: UInt64
        var result: Result<PushAnswer, PushError>
    }

    struct State {
        var scheduler: PushScheduler
        var isPumping = false
        var isPumpWanted = false
        var alarm: (date: Date, alarm: ClockAlarm)?
        var lastFlush = Date.distantPast
        var acknowledge: (@Sendable (Int, UInt64) -> Void)?
        var notices: [AsyncStream<PushNotice>.Continuation] = []
        var onTrace: (@Sendable ([(activity: ActivityID, entry: PushTraceEntry)]) -> Void)?
        var traceFile: PushTraceFile?
        var isClosed = false
        /// The number of calls of ``look(_:_:)`` in progress.
        var looks = 0
        /// The revisions of changes that arrived while a record was read. An older record is not sent after them.
        var seen: [ActivityID: UInt32] = [:]
        /// Ends the calls of the clock when it was set.
        var jumps: ClockAlarm?
        /// Signalled when every request has an answer.
        var idle: DispatchSemaphore?
    }

    /// A pusher with the ledger of a store. It sends nothing until it receives changes.
    ///
    /// - Parameters:
    ///   - commands: The source of an activity's record, for a token that arrives late.
    ///   - apps: The apps, their environments and kinds.
    ///   - transports: The transport for each app: an ``APNSClient`` with its endpoint and key, which apps of one team may
    ///     share.
    ///   - policy: The rates, limits and rules of pushes.
    ///   - store: The ledger's store.
    ///   - keepsSequences: `false` for a runtime without a store, which counts its changes from 1 in every process.
    ///   - inFlightMax: The maximum number of requests without an answer. Other content waits, and is replaced by newer
    ///     content.
    ///   - clock: The source of the current time.
    ///   - logger: The logger for notices.
    ///   - metrics: The factory; by default that of `MetricsSystem`, which must be installed before.
    ///   - tracer: The tracer; by default that of `InstrumentationSystem`, which must be installed before.
    /// - Throws: ``PushError/ledgerUnavailable(reason:)`` if the ledger cannot be read.
    public convenience init(
        commands: any ActivityCommands, apps: [PushApp], transports: [PushAppID: any PushTransport],
        policy: PushPolicy = .init(),
        store: any LedgerStore = MemoryLedgerStore(), keepsSequences: Bool = true, inFlightMax: Int = 4_096,
        clock: any RuntimeClock = SystemClock(), logger: Logger = Logger(label: "live-activities.push"),
        metrics: any MetricsFactory = MetricsSystem.factory, tracer: any Tracer = InstrumentationSystem.tracer
    ) throws(PushError) {
        try self.init(
            commands: commands, apps: apps, transports: transports, policy: policy, store: store,
            keepsSequences: keepsSequences, inFlightMax: inFlightMax, clock: clock, logger: logger, metrics: metrics,
            tracer: tracer, counters: PushCounters(), settled: nil)
    }

    /// - Parameters:
    ///   - counters: Several pushers may share them.
    ///   - settled: Called after records are read and before their content is sent. It returns when the content is stored.
    package init(
        commands: any ActivityCommands, apps: [PushApp], transports: [PushAppID: any PushTransport], policy: PushPolicy,
        store: any LedgerStore, keepsSequences: Bool, inFlightMax: Int, clock: any RuntimeClock, logger: Logger,
        metrics: any MetricsFactory, tracer: any Tracer, counters: PushCounters, settled: (@Sendable () async throws -> Void)?
    ) throws(PushError) {
        (self.commands, self.transports, self.store, self.clock) = (commands, transports, store, clock)
        (self.inFlightMax, self.settled) = (inFlightMax, settled)
        queue = store.isShared ? DispatchQueue(label: "live-activities.push") : nil
        telemetry = PushTelemetry(logger: logger, metrics: metrics, tracer: tracer, counters: counters)
        if let loss = store.loss {
            telemetry.logger.error("the token ledger has lost records", metadata: ["reason": "\(loss)"])
        }
        let ledger = TokenLedger(try store.load(), keepsSequences: keepsSequences, apps: apps)
        state = Mutex(State(scheduler: PushScheduler(apps: apps, policy: policy, ledger: ledger)))
        // Called while the clock is read, which is never done with the lock of `state`.
        let jumps = clock.observeJumps { [weak self] jump in
            guard case .confirmed(let seconds) = jump else { return }
            self?.state.withLock { $0.scheduler.clockWasSet(by: seconds) }
        }
        state.withLock { $0.jumps = jumps }
    }

    deinit { state.withLock { $0.jumps?.cancel() } }

    // MARK: - Changes

    /// Sends the changes of a named consumer and acknowledges them. Returns when the sequence ends or the task is cancelled.
    public func run(_ changes: ConsumerChangeSequence) async {
        state.withLock {
            $0.acknowledge = { shard, sequence in
                // Only the shard, which is part of an activity's id, and the sequence matter for an acknowledgement.
                changes.acknowledge(Change.position(shard: shard, sequence: sequence))
            }
        }
        await catchUp(changes)
        let iterator = changes.makeAsyncIterator()
        while !Task.isCancelled, let change = await iterator.next() {
            var batch = [change]
            while batch.count < 1_024, let next = changes.nextIfAny() { batch.append(next) }
            receive(batch)
        }
    }

    /// Receives all waiting changes and the records of their activities before anything is sent.
    ///
    /// The previous process may have sent each of these changes without recording an answer, so sending them one by one could
    /// show older content after newer. The record may also be newer than the waiting changes, because a newer update replaces a
    /// waiting one at once but is delivered only when it is stored.
    private func catchUp(_ changes: ConsumerChangeSequence) async {
        var waiting: [Change] = []
        while let change = changes.nextIfAny() { waiting.append(change) }
        var revisions: [ActivityID: UInt32] = [:]
        for change in waiting { revisions[change.activity] = change.revision }
        var newer: [(record: ActivityRecord, kind: ActivityKind)] = []
        for (id, revision) in revisions.sorted(by: { $0.key < $1.key }) {
            guard let record = await record(of: id), record.revision > revision, let kind = await kind(of: id) else { continue }
            newer.append((record, kind))
        }
        if !newer.isEmpty, !(await isSettled()) { return }
        let now = clock.now
        state.withLock { state in
            for change in waiting { state.scheduler.receive(change, at: now) }
            for (record, kind) in newer { state.scheduler.provide(record, kind: kind, at: now) }
        }
        pump()
    }

    /// Sends the changes of a sequence that is not stored. Pushes without an answer are lost when the process ends.
    public func run(_ changes: some AsyncSequence<Change, Never> & Sendable) async {
        for await change in changes { receive([change]) }
    }

    /// Receives changes that a host has read itself.
    public func receive(_ changes: [Change]) {
        let now = clock.now
        state.withLock { state in
            for change in changes {
                state.scheduler.receive(change, at: now)
                if state.looks > 0 { state.seen[change.activity] = max(state.seen[change.activity] ?? 0, change.revision) }
            }
        }
        pump()
    }

    /// Stops sending, writes the ledger, and closes the transports. The next process receives the changes without an answer
    /// again.
    public func close() async throws(PushError) {
        let notices = stopSending()
        for transport in transports.values { await transport.close() }
        takeAnswers()
        for continuation in notices { continuation.finish() }
        try flush()
    }

    /// Stops sending; answers are still processed.
    private func stopSending() -> [AsyncStream<PushNotice>.Continuation] {
        state.withLock { state in
            state.isClosed = true
            state.alarm?.alarm.cancel()
            return state.notices
        }
    }

    /// Stops sending at once. The transports stay open, because other pushers share them. Blocks.
    ///
    /// - Parameter timeout: How long to wait for answers, in seconds, before the ledger is written and completed changes are
    ///   acknowledged; `nil` does neither, because another process already uses the ledger.
    package func stop(timeout: Double?) {
        let notices = stopSending()
        defer { for continuation in notices { continuation.finish() } }
        guard let timeout else { return }
        let idle = DispatchSemaphore(value: 0)
        let isBusy = state.withLock { state in
            if state.scheduler.inFlight > 0 { state.idle = idle }
            return state.idle != nil
        }
        if isBusy { _ = idle.wait(timeout: .now() + timeout) }
        takeAnswersNow()
        let result = writing.withLock { _ in
            let (records, acknowledged) = state.withLock {
                ($0.scheduler.takeLedgerChanges(), $0.scheduler.takeAcknowledgements())
            }
            return (try? store.append(records)) == nil ? [] : acknowledged
        }
        if let acknowledge = state.withLock({ $0.acknowledge }) {
            for (shard, sequence) in result { acknowledge(shard, sequence) }
        }
    }

    /// Waits until the content of the records that were read is stored. It repeats failed attempts while this pusher is open.
    ///
    /// - Returns: `false` if this pusher is closed: the queries before may have ended early.
    func isSettled() async -> Bool {
        guard let settled else { return !state.withLock { $0.isClosed } }
        while !state.withLock({ $0.isClosed }) {
            do {
                try await settled()
                return true
            } catch { if (try? await Task.sleep(for: .seconds(1))) == nil { return false } }
        }
        return false
    }

    /// The record of an activity; `nil` if there is none, or for the reasons of ``repeated(_:)``.
    func record(of id: ActivityID) async -> ActivityRecord? {
        let record = await repeated { () async throws(RuntimeError) in try await commands.record(of: id) }
        return record ?? nil
    }

    /// The kind of an activity; `nil` if there is none, or for the reasons of ``repeated(_:)``.
    func kind(of id: ActivityID) async -> ActivityKind? {
        let kind = await repeated { () async throws(RuntimeError) in try await commands.kind(of: id) }
        return kind ?? nil
    }

    /// Repeats a query until the runtime answers: a cluster's does not while a partition changes its owner.
    ///
    /// - Returns: `nil` if the runtime refuses the query permanently, and if this pusher is closed or the task cancelled
    ///   meanwhile.
    func repeated<Value: Sendable>(_ query: () async throws(RuntimeError) -> Value) async -> Value? {
        while !state.withLock({ $0.isClosed }) {
            do throws(RuntimeError) { return try await query() } catch {
                switch error {
                case .storeUnavailable, .outcomeUnknown: break
                default: return nil
                }
            }
            if (try? await Task.sleep(for: .seconds(1))) == nil { return nil }
        }
        return nil
    }

    // MARK: - The ledger

    /// Writes the records that the store does not have yet, so that they survive a loss of power.
    func flush() throws(PushError) {
        let failure = writing.withLock { _ -> PushError? in
            let records = state.withLock { $0.scheduler.takeLedgerChanges() }
            do throws(PushError) { try store.append(records) } catch {
                note(error, records)
                return error
            }
            return nil
        }
        if let failure { throw failure }
        try store.sync()
    }

    /// Reports that records could not be written. They are part of the next write.
    func note(_ error: PushError, _ records: [LedgerRecord]) {
        let isClosed = state.withLock { state in
            state.scheduler.ledger.putBack(records)
            return state.isClosed
        }
        // A pusher that was stopped because another process uses the ledger need not report the error.
        guard !(isClosed && store.isShared) else { return }
        telemetry.logger.error("the token ledger cannot be written", metadata: ["error": "\(error)"])
    }
}

extension Change {
    /// A change with only a shard and a sequence, for an acknowledgement.
    fileprivate static func position(shard: Int, sequence: UInt64) -> Change {
        Change(
            sequence: sequence, at: .distantPast, activity: ActivityID(rawValue: UInt64(shard) << 48), kind: "", owner: "",
            revision: 0,
            state: .dismissed, what: .updated)
    }
}
#endif
