#if Push
import Dispatch
import LiveActivities
import LiveActivityCore
import Logging
import NIOCore
import NIOPosix
import Synchronization
import Tracing

// The sending loop: sends the orders that are due, and passes answers to the scheduler.
extension ActivityPusher {
    /// The work of one round. It is collected under the lock and done after the lock is released.
    struct Round {
        var orders: [PushOrder] = []
        var hasStarts = false
        var counts = PushCounts()
        var acknowledged: [(shard: Int, sequence: UInt64)] = []
        var notices: [PushNotice] = []
        var contents: [ActivityID] = []
        var owners: [(owner: OwnerID, kind: ActivityKind)] = []
        var trace: [(activity: ActivityID, entry: PushTraceEntry)] = []
    }

    /// Does the work that is due. One thread at a time runs it; a concurrent call returns at once, and the running thread does
    /// its work too.
    func pump() {
        guard
            state.withLock({ state in
                state.isPumpWanted = true
                if state.isPumping { return false }
                state.isPumping = true
                return true
            })
        else { return }
        guard let queue else { return pumpNow() }
        queue.async { [weak self] in self?.pumpNow() }
    }

    private func pumpNow() { while let round = nextRound() { carryOut(round) } }

    /// Asks the scheduler for the orders to send now, and stores the ledger records that must be stored before they are sent.
    private func nextRound() -> Round? {
        writing.withLock { _ in
            let now = clock.now
            guard let (decided, records) = state.withLock({ decide(&$0, now) }) else { return nil }
            var round = decided
            guard let records else { return round }
            do throws(PushError) { try store.append(records) } catch {
                note(error, records)
                state.withLock { state in
                    // These changes were not acknowledged, so the runtime delivers them again.
                    state.scheduler.acknowledgements.putBack(round.acknowledged)
                    round.acknowledged = []
                    guard store.isShared else { return }
                    for order in round.orders { _ = state.scheduler.answered(order.number, .failure(error), at: now) }
                    round.orders = []
                    setAlarm(&state, now)
                }
            }
            return round
        }
    }

    /// - Returns: The work, and the ledger records to store before it; `nil` if there is no work.
    private func decide(_ state: inout State, _ now: Date) -> (Round, [LedgerRecord]?)? {
        guard state.isPumpWanted, !state.isClosed else {
            state.isPumping = false
            return nil
        }
        state.isPumpWanted = false
        var round = Round()
        var records: [LedgerRecord]?
        round.orders = state.scheduler.due(at: now, limit: max(0, inFlightMax - state.scheduler.inFlight))
        round.hasStarts = round.orders.contains { $0.event == "start" }
        if round.orders.contains(where: { $0.mustBeStored || store.isShared })
            || now.timeIntervalSince(state.lastFlush) >= Self.flushInterval
            // The clock was set back.
            || now < state.lastFlush
        {
            records = state.scheduler.takeLedgerChanges()
            round.acknowledged = state.scheduler.takeAcknowledgements()
            state.lastFlush = now
        }
        round.counts = state.scheduler.takeCounts()
        round.notices = state.scheduler.takeNotices()
        round.contents = state.scheduler.takeWantedContents()
        round.owners = state.scheduler.takeWantedOwners()
        if !round.contents.isEmpty || !round.owners.isEmpty { state.looks += 1 }
        if state.onTrace != nil { round.trace = state.scheduler.takeTrace() }
        setAlarm(&state, now)
        return (round, records)
    }

    private func setAlarm(_ state: inout State, _ now: Date) {
        var date = state.scheduler.nextDeadline ?? .distantFuture
        // The work waits for a free request; the next answer starts another round.
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
        // If the clock is set back by an hour in the meantime, an alarm at the date would be an hour late. If it is set
        // forward, this one is late by a minute at most.
        let pause = min(max(date.timeIntervalSince(now), 0), 60)
        let alarm = clock.setAlarm(after: pause) { [weak self] in self?.pump() }
        state.alarm = (now.addingTimeInterval(pause), alarm)
    }

    private func carryOut(_ round: Round) {
        if !round.acknowledged.isEmpty, let acknowledge = state.withLock({ $0.acknowledge }) {
            for (shard, sequence) in round.acknowledged { acknowledge(shard, sequence) }
        }
        telemetry.count(round.counts)
        // A repeated start would show a second activity, so the record that the start was sent must survive a loss of power.
        if round.hasStarts {
            do throws(PushError) { try store.sync() } catch {
                telemetry.logger.error("the token ledger may not survive a loss of power", metadata: ["error": "\(error)"])
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
        if let queue { return queue.async { [weak self] in self?.takeAnswers() } }
        // A connection may have read several answers at once: they are processed together, after the last of them.
        if let loop = MultiThreadedEventLoopGroup.currentEventLoop {
            loop.execute { self.takeAnswers() }
        } else {
            takeAnswers()
        }
    }

    func takeAnswers() {
        takeAnswersNow()
        pump()
    }

    func takeAnswersNow() {
        let now = clock.now
        let answers = inbox.withLock { inbox in
            defer { inbox = [] }
            return inbox
        }
        let effects = state.withLock { state in
            answers.compactMap { state.scheduler.answered($0.number, $0.result, at: now) }
        }
        // Several answers often have the same effect.
        for effect in Set(effects) {
            switch effect {
            case .renewProviderToken(let app):
                if transports[app]?.renewProviderToken() != true {
                    state.withLock { $0.scheduler.couldNotRenewToken(of: app, at: now) }
                }
            case .useNewConnections(let app): transports[app]?.useNewConnections()
            }
        }
        state.withLock { if $0.scheduler.inFlight == 0 { $0.idle?.signal() } }
    }

    private func report(_ notices: [PushNotice]) {
        for notice in notices { telemetry.logger.notice("\(notice)") }
        let continuations = state.withLock { $0.notices }
        for continuation in continuations { for notice in notices { continuation.yield(notice) } }
        let (inFlight, pending) = backlog
        telemetry.measure(pending: pending, inFlight: inFlight)
    }

    /// Reads the records of activities and passes them to the scheduler. A dismissed activity needs no push. The caller has
    /// already increased ``State/looks``.
    private func look(_ contents: [ActivityID], _ owners: [(owner: OwnerID, kind: ActivityKind)]) {
        Task { [commands, weak self] in
            var ids = contents
            var found: [OwnerID] = []
            for (owner, kind) in owners {
                // If the query is refused, the ledger still says that the record is needed, and the next process repeats it.
                let activities = await self?.repeated { () async throws(RuntimeError) in
                    try await commands.activities(of: owner)
                }
                guard let activities else { continue }
                for id in activities where await self?.kind(of: id) == kind { ids.append(id) }
                found.append(owner)
            }
            var records: [(record: ActivityRecord, kind: ActivityKind)] = []
            for id in ids {
                guard let record = await self?.record(of: id), let kind = await self?.kind(of: id) else { continue }
                records.append((record, kind))
            }
            guard await self?.isSettled() == true else { return }
            var older: [ActivityID] = []
            for (record, kind) in records where self?.provide(record, kind) == false { older.append(record.id) }
            self?.provided(found)
            self?.endLook(again: older)
        }
    }

    /// - Returns: `true` if the record is at least as new as every change that arrived since it was requested.
    private func provide(_ record: ActivityRecord, _ kind: ActivityKind) -> Bool {
        let now = clock.now
        let isNewest = state.withLock { state in
            if record.revision < state.seen[record.id] ?? 0 { return false }
            state.scheduler.provide(record, kind: kind, at: now)
            return true
        }
        if isNewest { pump() }
        return isNewest
    }

    /// - Parameter ids: The activities whose records were outdated and must be requested again.
    private func endLook(again ids: [ActivityID]) {
        state.withLock { state in
            if ids.isEmpty { state.looks -= 1 }
            if state.looks == 0 { state.seen = [:] }
        }
        if !ids.isEmpty { look(ids, []) }
    }

    private func provided(_ owners: [OwnerID]) {
        guard !owners.isEmpty else { return }
        state.withLock { state in for owner in owners { state.scheduler.provided(owner) } }
        pump()
    }
}
#endif
