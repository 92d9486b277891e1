#if Push
public import LiveActivities
public import Logging
public import Metrics
import Dispatch
import Synchronization
public import Tracing

/// Sends a runtime's changes to devices: a shell around ``PushScheduler``, which makes every decision.
///
/// **Problem.** A push service accepts a limited number of pushes for each device, answers late or not at all, and never says
/// what a screen shows. Tokens come after the changes that need them, and go without notice. A process may be killed between a
/// request and its answer.
///
/// **Solution.** The scheduler is a value: changes, tokens, answers and the time go in, orders come out. This class only has
/// the I/O: it reads changes, sends each order, returns its answer to the scheduler, and stores the ledger. One timer wakes it
/// at the scheduler's next date.
///
/// | case | what happens |
/// | --- | --- |
/// | a change comes while a request is on its way | only the newest content waits; an alert or an end overtakes |
/// | there is no answer | the newest content is sent again, with the same `apns-id` for the same revision |
/// | a token comes late | the activity's record is read through `commands`, because its changes are acknowledged |
/// | the process is killed | unacknowledged changes come again; the ledger has the starts and timestamps already used |
/// | another process takes the ledger over | nothing more is sent (`stop(patience:)`) |
///
/// **Rejected:** a queue of requests per device. Most of its entries would be outdated when their turn comes, and a device
/// would show old content in between.
///
/// ```swift
/// let pusher = try ActivityPusher(commands: runtime, apps: [food], transports: [food.id: client], store: ledger)
/// try await pusher.run(runtime.changes(for: "push"))
/// ```
///
/// With a named consumer nothing is lost when the process is killed: a change is acknowledged when every device has it or does
/// not need it, and the ledger is written before that. A repeated push has the same `apns-id`. Safe to use from any thread.
public final class ActivityPusher: Sendable {
    let commands: any ActivityCommands
    let transports: [PushAppID: any PushTransport]
    let store: any LedgerStore
    let clock: any RuntimeClock
    let telemetry: PushTelemetry
    let inFlightMax: Int
    /// Returns when everything that a record shows is stored, and throws if that is impossible; `nil` if no caller waits for
    /// it.
    let settled: (@Sendable () async throws -> Void)?
    /// Where a pusher sends that must not block its callers while the ledger is written; `nil` where they do it themselves.
    let queue: DispatchQueue?
    let state: Mutex<State>
    /// Held while the ledger is written, so that records are stored in the order in which they were made. It is always locked
    /// before ``state``, which stays free during the write.
    let writing = Mutex(())
    /// Answers that the scheduler has not been given.
    let inbox = Mutex<[Answered]>([])
    /// How long what need not be stored at once may wait, in seconds.
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
        /// The revisions of the changes that came meanwhile: a record that was read before them is not to be sent after them.
        var seen: [ActivityID: UInt32] = [:]
        /// Signalled when no request is without an answer any more.
        var idle: DispatchSemaphore?
    }

    /// A pusher with what the store has of the ledger. It sends nothing before it is given changes.
    ///
    /// - Parameters:
    ///   - commands: The source of an activity's record, for a token that comes late.
    ///   - apps: The apps, their environments and kinds.
    ///   - transports: The transport for each app: an ``APNSClient`` with its endpoint and key, which apps of one team may
    ///     share.
    ///   - policy: When what goes.
    ///   - store: Where the ledger is kept.
    ///   - keepsSequences: `false` for a runtime without a store, which counts its changes from 1 in every process.
    ///   - inFlightMax: The most requests without an answer. What is beyond waits, and becomes newer content where it changes.
    ///   - clock: The source of the current time.
    ///   - logger: Where notices are logged.
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
            tracer: tracer, settled: nil)
    }

    /// - Parameter settled: Called after records were read and before they are sent: returns when their contents are stored.
    package init(
        commands: any ActivityCommands, apps: [PushApp], transports: [PushAppID: any PushTransport], policy: PushPolicy,
        store: any LedgerStore, keepsSequences: Bool, inFlightMax: Int, clock: any RuntimeClock, logger: Logger,
        metrics: any MetricsFactory, tracer: any Tracer, settled: (@Sendable () async throws -> Void)?
    ) throws(PushError) {
        (self.commands, self.transports, self.store, self.clock) = (commands, transports, store, clock)
        (self.inFlightMax, self.settled) = (inFlightMax, settled)
        queue = store.isShared ? DispatchQueue(label: "live-activities.push") : nil
        telemetry = PushTelemetry(logger: logger, metrics: metrics, tracer: tracer)
        if let loss = store.loss {
            telemetry.logger.error("the token ledger has lost records", metadata: ["reason": "\(loss)"])
        }
        let ledger = TokenLedger(try store.load(), keepsSequences: keepsSequences)
        state = Mutex(State(scheduler: PushScheduler(apps: apps, policy: policy, ledger: ledger)))
    }

    // MARK: - Changes

    /// Sends the changes of a named consumer and acknowledges them. Returns when the sequence ends or the task is cancelled.
    public func run(_ changes: ConsumerChangeSequence) async {
        state.withLock {
            $0.acknowledge = { shard, sequence in
                // An acknowledgement looks at the shard, which an id contains, and at the sequence.
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

    /// Takes all changes that waited for this process before anything is sent, and the records of their activities, which may
    /// be newer.
    ///
    /// The former process may have sent each of them without recording an answer: sent one by one they would show older content
    /// after newer. And a waiting update is replaced as soon as a newer one is made, which is delivered only when it is stored.
    /// Until then only the record has newer content than, for example, a waiting alert.
    private func catchUp(_ changes: ConsumerChangeSequence) async {
        var waiting: [Change] = []
        while let change = changes.nextIfAny() { waiting.append(change) }
        var revisions: [ActivityID: UInt32] = [:]
        for change in waiting { revisions[change.activity] = change.revision }
        var newer: [(record: ActivityRecord, kind: ActivityKind)] = []
        for (id, revision) in revisions.sorted(by: { $0.key < $1.key }) {
            guard let record = try? await commands.record(of: id), record.revision > revision,
                let kind = try? await commands.kind(of: id)
            else { continue }
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

    /// Sends changes of a sequence that is not stored. Unanswered pushes are lost when the process ends.
    public func run(_ changes: some AsyncSequence<Change, Never> & Sendable) async {
        for await change in changes { receive([change]) }
    }

    /// Takes changes, for a host that reads them itself.
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

    /// Stops sending, writes the ledger, and closes the transports. What has no answer comes again with the next process.
    public func close() async throws(PushError) {
        let notices = stopSending()
        for transport in transports.values { await transport.close() }
        takeAnswers()
        for continuation in notices { continuation.finish() }
        try flush()
    }

    /// Nothing more is sent; answers are still taken.
    private func stopSending() -> [AsyncStream<PushNotice>.Continuation] {
        state.withLock { state in
            state.isClosed = true
            state.alarm?.alarm.cancel()
            return state.notices
        }
    }

    /// Stops sending at once, and leaves the transports open, which other pushers share. Blocks.
    ///
    /// - Parameter patience: How long to wait for answers, in seconds, before the ledger is written and completed changes are
    ///   acknowledged; `nil` does neither, because another process has the ledger already.
    package func stop(patience: Double?) {
        let notices = stopSending()
        defer { for continuation in notices { continuation.finish() } }
        guard let patience else { return }
        let idle = DispatchSemaphore(value: 0)
        let isBusy = state.withLock { state in
            if state.scheduler.inFlight > 0 { state.idle = idle }
            return state.idle != nil
        }
        if isBusy { _ = idle.wait(timeout: .now() + patience) }
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

    /// Waits until what records show is stored, as often as it takes while this pusher is open.
    func isSettled() async -> Bool {
        guard let settled else { return true }
        while !state.withLock({ $0.isClosed }) {
            do {
                try await settled()
                return true
            } catch { try? await Task.sleep(for: .seconds(1)) }
        }
        return false
    }

    // MARK: - The ledger

    /// Writes what the store does not have, so that a loss of power does not take it back.
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

    /// Records could not be written: they are part of the next write.
    func note(_ error: PushError, _ records: [LedgerRecord]) {
        let isClosed = state.withLock { state in
            state.scheduler.ledger.putBack(records)
            return state.isClosed
        }
        // A pusher that was stopped because another process has the ledger need not report it.
        guard !(isClosed && store.isShared) else { return }
        telemetry.logger.error("the token ledger cannot be written", metadata: ["error": "\(error)"])
    }
}

extension Change {
    /// A change that only has a position.
    fileprivate static func position(shard: Int, sequence: UInt64) -> Change {
        Change(
            sequence: sequence, at: .distantPast, activity: ActivityID(rawValue: UInt64(shard) << 48), kind: "", owner: "",
            revision: 0,
            state: .dismissed, what: .updated)
    }
}
#endif
