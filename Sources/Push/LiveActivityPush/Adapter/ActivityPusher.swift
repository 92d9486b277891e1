#if Push
public import LiveActivities
public import Logging
import NIOCore
import NIOPosix
import Synchronization
import Tracing

/// Sends a runtime's changes to devices: reads them, lets a ``PushScheduler`` decide, sends what it says, and gives the answers back.
///
/// ```swift
/// let pusher = try ActivityPusher(commands: runtime, apps: [food], transports: [food.id: client], store: ledger)
/// try await pusher.run(runtime.changes(for: "push"))
/// ```
///
/// With a named consumer nothing is lost when the process is killed: a change is acknowledged when every device has it or need not have it,
/// and the ledger is written before that. A push that is repeated has the same `apns-id`. Used from any thread.
public final class ActivityPusher: Sendable {
    private let commands: any ActivityCommands
    private let transports: [PushAppID: any PushTransport]
    private let store: any LedgerStore
    private let clock: any RuntimeClock
    private let telemetry: PushTelemetry
    private let inFlightMax: Int
    private let state: Mutex<State>
    /// Answers that the scheduler has not been given.
    private let inbox = Mutex<[Answered]>([])
    /// How long what need not be stored at once may wait, in seconds.
    private static let flushInterval = 0.1

    private struct Answered {
        var number: UInt64
        var result: Result<PushAnswer, PushError>
    }

    private struct State {
        var scheduler: PushScheduler
        var isPumping = false
        var isPumpWanted = false
        var alarm: (date: Date, alarm: ClockAlarm)?
        var lastFlush = Date.distantPast
        var acknowledge: (@Sendable (Int, UInt64) -> Void)?
        var notices: [AsyncStream<PushNotice>.Continuation] = []
        var onTrace: (@Sendable ([(activity: ActivityID, entry: PushTraceEntry)]) -> Void)?
        var isClosed = false
    }

    /// A pusher with what the store has of the ledger. It sends nothing before it is given changes.
    ///
    /// - Parameters:
    ///   - commands: Where an activity's record is asked for, when a token comes late.
    ///   - apps: The apps, their environments and kinds.
    ///   - transports: What sends for each app: an ``APNSClient`` with its endpoint and key, which apps of one team may share.
    ///   - policy: When what goes.
    ///   - store: Where the ledger is kept.
    ///   - keepsSequences: `false` for a runtime without a store, which counts its changes from 1 in every process.
    ///   - inFlightMax: The most requests without an answer. What is beyond waits, and becomes newer content where it changes.
    ///   - clock: The time.
    ///   - logger: Where notices are logged.
    /// - Throws: ``PushError/ledgerUnavailable(reason:)``.
    public init(
        commands: any ActivityCommands, apps: [PushApp], transports: [PushAppID: any PushTransport],
        policy: PushPolicy = .init(),
        store: any LedgerStore = MemoryLedgerStore(), keepsSequences: Bool = true, inFlightMax: Int = 4_096,
        clock: any RuntimeClock = SystemClock(), logger: Logger = Logger(label: "live-activities.push")
    ) throws(PushError) {
        self.commands = commands
        self.transports = transports
        self.store = store
        self.clock = clock
        self.inFlightMax = inFlightMax
        telemetry = PushTelemetry(logger: logger)
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
        pump()
        let iterator = changes.makeAsyncIterator()
        while !Task.isCancelled, let change = await iterator.next() {
            var batch = [change]
            while batch.count < 1_024, let next = changes.nextIfAny() { batch.append(next) }
            receive(batch)
        }
    }

    /// Sends changes that nobody stores. What has no answer when the process ends is lost.
    public func run(_ changes: some AsyncSequence<Change, Never> & Sendable) async {
        for await change in changes { receive([change]) }
    }

    /// Takes changes, for a host that reads them itself.
    public func receive(_ changes: [Change]) {
        let now = clock.now
        state.withLock { state in
            for change in changes { state.scheduler.receive(change, at: now) }
        }
        pump()
    }

    // MARK: - Tokens

    /// Registers a token that an app has passed on, in place of the one before for the same target. It is stored when this returns.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - target: What it addresses.
    ///   - installation: Which app on which device: a name that stays the same as long as the app is installed.
    ///   - owner: Whose it is.
    ///   - app: Which app, in which environment.
    /// - Returns: Whether it is another token than before.
    /// - Throws: ``PushError/ledgerUnavailable(reason:)``. It is then known until the process ends, and part of the next write.
    @discardableResult
    public func register(
        _ token: DeviceToken, as target: TokenTarget, installation: InstallationID, owner: OwnerID, app: PushAppID
    ) throws(PushError) -> Bool {
        let now = clock.now
        let isNew = state.withLock {
            $0.scheduler.register(token, as: target, installation: installation, owner: owner, app: app, at: now)
        }
        try flush()
        pump()
        return isNew
    }

    /// Takes what a feed has read, and stores it with one write. All of it is stored when this returns.
    ///
    /// - Throws: As ``register(_:as:installation:owner:app:)``.
    public func take(_ entries: [DeviceFeed.Entry]) throws(PushError) {
        let now = clock.now
        state.withLock { state in
            for entry in entries {
                switch entry {
                case .token(let token, let target, let installation, let owner, let app):
                    state.scheduler.register(token, as: target, installation: installation, owner: owner, app: app, at: now)
                case .heard(let installation): state.scheduler.heard(from: installation, at: now)
                case .forget(let installation): state.scheduler.forget(installation, at: now)
                }
            }
        }
        try flush()
        pump()
    }

    /// An installation has given a sign of life: its app called, or acknowledged an update (a receipt).
    public func heard(from installation: InstallationID) {
        let now = clock.now
        state.withLock { $0.scheduler.heard(from: installation, at: now) }
        pump()
    }

    /// Removes an installation and its tokens.
    ///
    /// - Throws: As ``register(_:as:installation:owner:app:)``.
    public func forget(_ installation: InstallationID) throws(PushError) {
        let now = clock.now
        _ = state.withLock { $0.scheduler.forget(installation, at: now) }
        try flush()
        pump()
    }

    /// Says whether an installation may have frequent updates: its app asks for them, and the person allows them.
    public func permitFrequentUpdates(_ allowed: Bool, for installation: InstallationID) {
        state.withLock { $0.scheduler.permitFrequentUpdates(allowed, for: installation) }
        pump()
    }

    /// What is known of an installation's tokens. No token is shown.
    public func tokens(of installation: InstallationID) -> [TokenState] {
        state.withLock { $0.scheduler.ledger.tokens(of: installation) }
    }

    /// The installations of an owner that the ledger knows.
    public func installations(of owner: OwnerID) -> [InstallationID] {
        state.withLock { $0.scheduler.ledger.installations(of: owner) }
    }

    // MARK: - What happens

    /// What the host should know, from now on. The newest 1,024 wait for a reader.
    public func notices() -> AsyncStream<PushNotice> {
        let (stream, continuation) = AsyncStream.makeStream(of: PushNotice.self, bufferingPolicy: .bufferingNewest(1_024))
        state.withLock { $0.notices.append(continuation) }
        return stream
    }

    /// What happened to an activity's changes, the oldest first: why a device shows what it shows. Kept until the dismissal.
    public func trace(of activity: ActivityID, installation: InstallationID? = nil) -> [PushTraceEntry] {
        state.withLock { $0.scheduler.trace(of: activity, installation: installation) }
    }

    /// Calls `log` with the steps of all traces, to write them somewhere. Called on the thread that sends; it must return soon.
    public func logTrace(_ log: @escaping @Sendable ([(activity: ActivityID, entry: PushTraceEntry)]) -> Void) {
        state.withLock {
            $0.scheduler.collectTrace()
            $0.onTrace = log
        }
    }

    /// Requests without an answer, and activities of which something is still to be sent.
    public var backlog: (inFlight: Int, pendingActivities: Int) {
        state.withLock { ($0.scheduler.inFlight, $0.scheduler.pendingActivities) }
    }

    /// Stops sending, writes the ledger, and closes the transports. What has no answer comes again with the next process.
    public func close() async throws(PushError) {
        let notices = state.withLock { state in
            state.isClosed = true
            state.alarm?.alarm.cancel()
            return state.notices
        }
        for transport in transports.values { await transport.close() }
        takeAnswers()
        for continuation in notices { continuation.finish() }
        try flush()
    }

    // MARK: - The pump

    /// What one round has to do, taken under the lock and done without it.
    private struct Round {
        var orders: [PushOrder] = []
        var hasStarts = false
        var counts = PushCounts()
        var acknowledged: [(shard: Int, sequence: UInt64)] = []
        var notices: [PushNotice] = []
        var contents: [ActivityID] = []
        var owners: [(owner: OwnerID, kind: ActivityKind)] = []
        var trace: [(activity: ActivityID, entry: PushTraceEntry)] = []
    }

    /// Does what is due. One thread at a time does it; another one that comes leaves it the work.
    private func pump() {
        guard
            state.withLock({ state in
                state.isPumpWanted = true
                if state.isPumping { return false }
                state.isPumping = true
                return true
            })
        else { return }
        while let round = nextRound() { carryOut(round) }
    }

    private func nextRound() -> Round? {
        let now = clock.now
        return state.withLock { state in
            guard state.isPumpWanted, !state.isClosed else {
                state.isPumping = false
                return nil
            }
            state.isPumpWanted = false
            var round = Round()
            round.orders = state.scheduler.due(at: now, limit: max(0, inFlightMax - state.scheduler.inFlight))
            round.hasStarts = round.orders.contains { $0.event == "start" }
            if round.orders.contains(where: \.mustBeStored) || now.timeIntervalSince(state.lastFlush) >= Self.flushInterval {
                // The changes are not acknowledged if that fails, so they come again.
                if (try? write(&state)) != nil { round.acknowledged = state.scheduler.takeAcknowledgements() }
                state.lastFlush = now
            }
            round.counts = state.scheduler.takeCounts()
            round.notices = state.scheduler.takeNotices()
            round.contents = state.scheduler.takeWantedContents()
            round.owners = state.scheduler.takeWantedOwners()
            if state.onTrace != nil { round.trace = state.scheduler.takeTrace() }
            setAlarm(&state, now)
            return round
        }
    }

    private func setAlarm(_ state: inout State, _ now: Date) {
        var date = state.scheduler.nextDeadline ?? .distantFuture
        // What waits for a free place is looked at with the next answer.
        if date == .distantPast { date = .distantFuture }
        if state.scheduler.ledger.hasChanges || state.scheduler.acknowledgements.hasNews {
            date = min(date, now.addingTimeInterval(Self.flushInterval))
        }
        if let alarm = state.alarm {
            if alarm.date <= date, alarm.date > now { return }
            alarm.alarm.cancel()
            state.alarm = nil
        }
        guard date < .distantFuture else { return }
        state.alarm = (date, clock.setAlarm(at: date) { [weak self] in self?.pump() })
    }

    private func carryOut(_ round: Round) {
        if !round.acknowledged.isEmpty, let acknowledge = state.withLock({ $0.acknowledge }) {
            for (shard, sequence) in round.acknowledged { acknowledge(shard, sequence) }
        }
        telemetry.count(round.counts)
        // A second start would be a second activity on the screen: that the first one was sent must outlive a loss of power.
        if round.hasStarts {
            do throws(PushError) { try store.sync() } catch {
                telemetry.logger.error("the token ledger is not safe from a loss of power", metadata: ["error": "\(error)"])
            }
        }
        for order in round.orders { send(order) }
        if !round.notices.isEmpty { report(round.notices) }
        if !round.trace.isEmpty { state.withLock { $0.onTrace }?(round.trace) }
        if !round.contents.isEmpty || !round.owners.isEmpty { look(round.contents, round.owners) }
    }

    private func send(_ order: PushOrder) {
        let span = telemetry.began(order)
        let began = ContinuousClock.now
        guard let transport = transports[order.app] else {
            return answered(order, .failure(.badKey(keyID: "", reason: "no key is configured for \(order.app)")), span, began)
        }
        transport.send(order.request) { [weak self] result in self?.answered(order, result, span, began) }
    }

    private func answered(
        _ order: PushOrder, _ result: Result<PushAnswer, PushError>, _ span: (any Span)?, _ began: ContinuousClock.Instant
    ) {
        let now = clock.now
        telemetry.ended(order, result, span, took: .now - began, now: now)
        let isFirst = inbox.withLock { inbox in
            inbox.append(Answered(number: order.number, result: result))
            return inbox.count == 1
        }
        guard isFirst else { return }
        // Answers that a connection has read at once are taken together, after the last of them.
        if let loop = MultiThreadedEventLoopGroup.currentEventLoop {
            loop.execute { self.takeAnswers() }
        } else {
            takeAnswers()
        }
    }

    private func takeAnswers() {
        let now = clock.now
        let answers = inbox.withLock { inbox in
            defer { inbox = [] }
            return inbox
        }
        let effects = state.withLock { state in
            answers.compactMap { state.scheduler.answered($0.number, $0.result, at: now) }
        }
        // Many answers ask for the same.
        for effect in Set(effects) {
            switch effect {
            case .renewProviderToken(let app):
                if transports[app]?.renewProviderToken() != true {
                    state.withLock { $0.scheduler.couldNotRenewToken(of: app, at: now) }
                }
            case .useNewConnections(let app): transports[app]?.useNewConnections()
            }
        }
        pump()
    }

    private func report(_ notices: [PushNotice]) {
        for notice in notices { telemetry.logger.notice("\(notice)") }
        let continuations = state.withLock { $0.notices }
        for continuation in continuations { for notice in notices { continuation.yield(notice) } }
        let (inFlight, pending) = backlog
        telemetry.measure(pending: pending, inFlight: inFlight)
    }

    /// Asks for records and gives them to the scheduler. An activity that is gone needs nothing any more.
    private func look(_ contents: [ActivityID], _ owners: [(owner: OwnerID, kind: ActivityKind)]) {
        Task { [commands, weak self] in
            var ids = contents
            for (owner, kind) in owners {
                for id in (try? await commands.activities(of: owner)) ?? [] where (try? await commands.kind(of: id)) == kind {
                    ids.append(id)
                }
            }
            for id in ids {
                guard let record = try? await commands.record(of: id), let kind = try? await commands.kind(of: id) else {
                    continue
                }
                self?.provide(record, kind)
            }
        }
    }

    private func provide(_ record: ActivityRecord, _ kind: ActivityKind) {
        let now = clock.now
        state.withLock { $0.scheduler.provide(record, kind: kind, at: now) }
        pump()
    }

    private func flush() throws(PushError) {
        let result = state.withLock { state in Result { () throws(PushError) in try write(&state) } }
        try result.get()
        try store.sync()
    }

    /// Writes what the store does not have. Under the lock, so that records are stored in the order in which they were made.
    private func write(_ state: inout State) throws(PushError) {
        let records = state.scheduler.takeLedgerChanges()
        do throws(PushError) { try store.append(records) } catch {
            state.scheduler.ledger.putBack(records)
            telemetry.logger.error("the token ledger cannot be written", metadata: ["error": "\(error)"])
            throw error
        }
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
