#if Push
import LiveActivities
import LiveActivityCore
import Logging
import NIOCore
import NIOPosix
import Synchronization
import Tracing

// What is due is sent, and answers are taken.
extension ActivityPusher {
    /// What one round has to do, taken under the lock and done without it.
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

    /// Does what is due. One thread at a time does it; another one that comes leaves it the work.
    func pump() {
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

    func takeAnswers() {
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
            var found: [OwnerID] = []
            for (owner, kind) in owners {
                // Where that fails the next process asks again.
                guard let activities = try? await commands.activities(of: owner) else { continue }
                for id in activities where (try? await commands.kind(of: id)) == kind { ids.append(id) }
                found.append(owner)
            }
            for id in ids {
                guard let record = try? await commands.record(of: id), let kind = try? await commands.kind(of: id) else {
                    continue
                }
                self?.provide(record, kind)
            }
            self?.provided(found)
        }
    }

    private func provide(_ record: ActivityRecord, _ kind: ActivityKind) {
        let now = clock.now
        state.withLock { $0.scheduler.provide(record, kind: kind, at: now) }
        pump()
    }

    private func provided(_ owners: [OwnerID]) {
        guard !owners.isEmpty else { return }
        state.withLock { state in for owner in owners { state.scheduler.provided(owner) } }
        pump()
    }
}
#endif
