#if Push
import DeliveryActivity
import Foundation
import LiveActivityCore
import LiveActivityPush
package import LiveActivityPushTesting
import LiveActivityTesting

/// An engine, a sender, an APNs and the devices in virtual time: everything between an event and a display except sockets.
///
/// The sender can be killed at any moment: it then has only what its store contains, and receives the unacknowledged changes
/// again.
package struct PushSimulation: ~Copyable {
    /// The events of the simulation.
    package struct Plan {
        package var activities: Int
        package var seed: UInt64
        /// The faults of requests, a twentieth each. A stall and a reset occur in two forms: with and without delivery to the
        /// device.
        package var faults: [APNSFault] = Self.faults
        /// The share of push-to-start tokens that are dead although the service answers 200.
        package var deadStartTokens = 0.05
        /// The number of kills of the sender.
        package var kills = 0
        /// The seconds by which the sender's clock is ahead of the service's.
        package var skew = 0.0
        /// The seconds during which events occur, followed by ``rest``.
        package var length = 1_800.0
        /// The seconds without events afterwards. A push that has failed with 500 waits 15 minutes and longer, and every app is
        /// opened once.
        package var rest = 7_200.0

        package init(activities: Int = 300, seed: UInt64 = 1) {
            self.activities = activities
            self.seed = seed
        }

        private static let faults: [APNSFault] = [
            APNSFault(.answer(.unregistered), .share(0.05)), APNSFault(.answer(.tooManyRequests), .share(0.05)),
            APNSFault(.answer(.internalServerError), .share(0.05)), APNSFault(.goAway(.shutdown), .share(0.05)),
            APNSFault(.stall, .share(0.05)), APNSFault(.stall, .share(0.05), isDelivered: true),
            APNSFault(.reset, .share(0.05)), APNSFault(.reset, .share(0.05), isDelivered: true),
        ]
    }

    private static let begin = Date(timeIntervalSince1970: 1_781_974_800)
    private static let bundle = "com.example.food"
    private static let type = "DeliveryAttributes"
    private static let kind: ActivityKind = "delivery"

    private struct Waiting {
        var number: UInt64
        var result: Result<PushAnswer, PushError>
    }

    package let plan: Plan
    private var engine: Engine
    package private(set) var fleet: Fleet
    package private(set) var model: APNSModel
    /// The reports, by kind.
    package private(set) var suspects = 0
    package private(set) var pushes = 0
    package private(set) var kills = 0
    package private(set) var alerts = 0
    /// The activity of each owner, after its start.
    private var ids: [ActivityID?]
    /// The time of each activity's newest alert, and of the alert that its device displayed last, by the push's timestamp.
    private var alertedAt: [Date?]
    private var alertDrawnAt: [Date?]
    private var scheduler: PushScheduler
    private var connection: APNSModel.Connection
    private var signer: ProviderSigner
    private var jwt = ""
    private var jwtDate = Date.distantPast
    /// The stored ledger: the newest record of each installation.
    private var stored: [String: LedgerRecord] = [:]
    private var log: [Change] = []
    private var acknowledged: UInt64 = 0
    /// The answers in transit, by the second in which they arrive.
    private var waiting: [Int: [Waiting]] = [:]
    private var answeredUpTo = -1
    private var generator: SeededGenerator
    private let app: PushAppID
    private let apps: [PushApp]

    package init(_ plan: Plan) throws {
        var engine = Engine(configuration: EngineConfiguration(seed: plan.seed))
        try engine.register(AnyProvider(DeliveryProvider()))
        app = PushAppID(try BundleID(Self.bundle), .production)
        self.plan = plan
        self.engine = engine
        var configuration = Fleet.Configuration(devices: plan.activities, seed: plan.seed)
        configuration.bundle = Self.bundle
        configuration.budgetPerHour = 15
        configuration.silentlyDeadStartTokens = plan.deadStartTokens
        configuration.sendsReceipts = true
        var fleet = Fleet(configuration, kinds: [FleetKind(DeliveryAttributes.self)], at: Self.begin)
        fleet.recordsDrawings = true
        self.fleet = fleet
        signer = ProviderSigner()
        model = APNSModel()
        model.register(signer.key)
        for fault in plan.faults { model.add(fault) }
        connection = model.connect()
        let alert = AlertConfiguration(title: "Order", body: "Follow it here", sound: .default)
        apps = [PushApp(app, kinds: [Self.kind: PushKind(attributesType: Self.type, startAlert: alert)])]
        scheduler = PushScheduler(apps: apps, seed: plan.seed)
        ids = Array(repeating: nil, count: plan.activities)
        (alertedAt, alertDrawnAt) = (
            Array(repeating: nil, count: plan.activities), Array(repeating: nil, count: plan.activities)
        )
        generator = SeededGenerator(seed: plan.seed)
    }

    // MARK: - Random steps

    /// Runs the whole simulation.
    package mutating func run() throws {
        let steps = Int(plan.length)
        let kills = Set((0..<plan.kills).map { 60 + $0 * (steps - 120) / max(plan.kills, 1) })
        for second in 0..<steps + Int(plan.rest) {
            // In the rest only waiting pushes are processed.
            if second > steps + 60, second % 15 != 0 { continue }
            let now = Self.begin + Double(second)
            fleet.advance(to: now)
            openApps(second, steps)
            look()
            try hear(at: now)
            if second < steps { try happen(at: now, second) }
            try read(at: now)
            answer(at: now, second)
            if kills.contains(second) { kill(at: now) }
            // The faults stop with the events, so that every device can be reached in the end.
            if second == steps { model.removeFaults() }
            try pump(at: now)
            if second % 600 == 570 {
                rotateKey(at: now)
                log.removeAll { $0.sequence <= acknowledged }
            }
        }
    }

    /// Users open their app: occasionally during the events, and everyone once in the rest.
    private mutating func openApps(_ second: Int, _ steps: Int) {
        if second < steps {
            for _ in 0..<max(1, plan.activities / 20_000) { fleet.openApp(on: generator.below(plan.activities)) }
        } else if second >= steps + 75, second % 15 == 0 {
            let round = (second - steps - 75) / 15
            guard round < 80 else { return }
            for number in stride(from: round, to: plan.activities, by: 80) { fleet.openApp(on: number) }
        }
    }

    /// Processes the alerts that devices have displayed.
    private mutating func look() {
        for drawing in fleet.drainDrawings() where drawing.isAlert {
            alertDrawnAt[drawing.device] = max(alertDrawnAt[drawing.device] ?? .distantPast, drawing.timestamp)
        }
    }

    /// Each second some activities start, and others get an event.
    private mutating func happen(at now: Date, _ second: Int) throws {
        engine.advance(to: now)
        let begun = plan.activities * min(second + 1, 300) / 300
        for number in 0..<begun where ids[number] == nil {
            ids[number] = try engine.start(
                DeliveryAttributes(orderNumber: number, restaurantName: "Trattoria"),
                owner: OwnerID(rawValue: "person-\(number)"), at: now)
        }
        for _ in 0..<min(300, max(1, plan.activities / 60)) {
            let number = generator.below(plan.activities)
            guard let id = ids[number] else { continue }
            // Most are positions; some alert. Events that do not fit the step are refused and change nothing.
            let arrival = now + 1_200...now + 1_800
            let events: [DeliveryEvent] = [
                .courierAssigned(name: "Alex"), .pickedUp(arrival: arrival), .departed(arrival: arrival),
                .arrivalEstimated(arrival: arrival),
                .courierMoved(
                    position: DeliveryPosition(latitude: 53, longitude: 10), stopsLeft: generator.below(9), arrival: arrival),
            ]
            _ = try? engine.send(generator.pick(events), to: id, at: now)
        }
    }

    /// Passes the apps' reports to the sender.
    private mutating func hear(at now: Date) throws {
        for change in fleet.drainTokenChanges() {
            if change.isValid {
                model.register(change.token, RegisteredToken(bundle: Self.bundle, kind: change.kind))
            } else {
                model.invalidate(change.token, since: change.at)
            }
        }
        for report in fleet.drainReports() {
            let installation = InstallationID(rawValue: "device-\(report.device)")
            let owner = OwnerID(rawValue: "person-\(report.device)")
            switch report.what {
            case .pushToStartToken(let token, _):
                try scheduler.register(
                    DeviceToken(hex: token), as: .pushToStart(Self.kind), installation: installation, owner: owner,
                    app: app,
                    at: now)
            case .activityToken(let token, _):
                guard let id = ids[report.device] else { continue }
                try scheduler.register(
                    DeviceToken(hex: token), as: .activity(id), installation: installation, owner: owner, app: app, at: now)
            case .receipt: scheduler.heard(from: installation, at: now)
            case .dismissed, .permission: break
            }
        }
        // An app's confirmed registration is stored: a sender that is killed now still has it.
        store()
        // An app whose token was reported as invalid registers a new one.
        for device in revived { fleet.rotateActivityTokens(on: device) }
        revived = []
    }

    private var revived: [Int] = []

    private mutating func read(at now: Date) throws {
        var changes: [Change] = []
        try engine.drainChanges { pending throws(EngineError) in changes.append(try pending.change()) }
        log += changes
        for change in changes {
            if case .alerted = change.what, let number = Self.number(of: change.owner.rawValue) {
                alertedAt[number] = now
                alerts += 1
            }
            scheduler.receive(change, at: now)
        }
    }

    /// The number in `person-7` and `device-7`.
    private static func number(of name: String) -> Int? { Int(name.dropFirst(7)) }

    // MARK: - The sender's shell

    private mutating func store() {
        for record in scheduler.takeLedgerChanges() { stored[record.name] = record }
    }

    private mutating func pump(at now: Date) throws {
        while true {
            let orders = scheduler.due(at: now)
            store()
            for (_, sequence) in scheduler.takeAcknowledgements() { acknowledged = max(acknowledged, sequence) }
            for order in orders { send(order, at: now) }
            for case .tokenSuspect in scheduler.takeNotices() { suspects += 1 }
            let wanted = scheduler.takeWantedContents()
            for (owner, kind) in scheduler.takeWantedOwners() {
                defer { scheduler.provided(owner) }
                guard kind == Self.kind, let number = Self.number(of: owner.rawValue), let id = ids[number] else { continue }
                if let record = try engine.record(of: id) { scheduler.provide(record, kind: kind, at: now) }
            }
            for id in wanted {
                if let record = try engine.record(of: id) { scheduler.provide(record, kind: Self.kind, at: now) }
            }
            if orders.isEmpty && wanted.isEmpty { return }
        }
    }

    private mutating func send(_ order: PushOrder, at now: Date) {
        pushes += 1
        let sendersTime = now + plan.skew
        if sendersTime.timeIntervalSince(jwtDate) > 2_700 { (jwt, jwtDate) = (signer.token(at: sendersTime), sendersTime) }
        let request = APNSRequest(
            method: order.request.method, path: order.request.path,
            headers: order.request.headers.map { ($0.name, $0.value) } + [("authorization", "bearer \(jwt)")],
            body: order.request.body)
        let decision = model.decide(request, on: &connection, at: now)
        if let delivery = decision.delivery { fleet.receive(delivery) }
        let lost = Result<PushAnswer, PushError>.failure(.unanswered(reason: "the connection was lost"))
        switch decision.outcome {
        case .answer(let answer, _): later(0, order, .success(PushAnswer(answer)), now)
        case .stall: later(30, order, lost, now)
        case .reset: later(0, order, lost, now)
        case .goAway, .disconnect:
            connection = model.connect()
            later(0, order, .failure(.unprocessed(reason: "GOAWAY")), now)
        }
        if case .answer(let answer, _) = decision.outcome, answer.status == 410,
            let number = Self.number(of: order.installation.rawValue)
        {
            if order.event == "start" { fleet.rotateStartToken(on: number) } else { revived.append(number) }
        }
    }

    private mutating func later(_ seconds: Double, _ order: PushOrder, _ result: Result<PushAnswer, PushError>, _ now: Date) {
        let second = Int(now.timeIntervalSince(Self.begin) + max(1, seconds))
        waiting[second, default: []].append(Waiting(number: order.number, result: result))
    }

    private mutating func answer(at now: Date, _ second: Int) {
        var due: [Waiting] = []
        for second in answeredUpTo + 1...second { due += waiting.removeValue(forKey: second) ?? [] }
        answeredUpTo = second
        for answer in due {
            switch scheduler.answered(answer.number, answer.result, at: now) {
            case .renewProviderToken: (jwt, jwtDate) = (signer.token(at: now + plan.skew), now + plan.skew)
            case .useNewConnections: connection = model.connect()
            case nil: break
            }
        }
    }

    /// The state after SIGKILL: the store, and the unacknowledged changes.
    private mutating func kill(at now: Date) {
        kills += 1
        waiting = [:]
        connection = model.connect()
        jwtDate = .distantPast
        let records = stored.sorted { $0.key < $1.key }.map(\.value)
        scheduler = PushScheduler(apps: apps, ledger: TokenLedger(records), seed: plan.seed)
        for change in log where change.sequence > acknowledged { scheduler.receive(change, at: now) }
    }

    /// The old key is revoked while pushes are in progress.
    private mutating func rotateKey(at now: Date) {
        model.revoke(key: signer.key.id)
        signer = ProviderSigner(id: signer.key.id == "ABC123DEFG" ? "ABC123DEFH" : "ABC123DEFG")
        model.register(signer.key)
        connection = model.connect()
        (jwt, jwtDate) = (signer.token(at: now + plan.skew), now + plan.skew)
    }

    // MARK: - Checks

    /// The faults found in the end; empty if every device shows the newest content of its activity, and nothing else was lost.
    package mutating func problems() throws -> [String] {
        var problems: [String] = []
        look()
        for number in 0..<plan.activities {
            guard let id = ids[number], let record = try engine.record(of: id) else {
                problems.append("activity \(number) was not started")
                continue
            }
            let screens = fleet.screens(of: number)
            guard screens.count == 1, let screen = screens.first else {
                problems.append("device \(number) shows \(screens.count) activities: " + steps(of: id))
                continue
            }
            if screen.content.value != record.content.state.value {
                problems.append(
                    "device \(number) shows the content of \(screen.timestamp), not that of \(record.revision): "
                        + steps(of: id))
            }
            // A newer alert of the same activity replaces one that was not sent yet; the newest one must have been displayed.
            if let alerted = alertedAt[number], alertDrawnAt[number].map({ $0 < alerted }) ?? true {
                problems.append("device \(number) has not drawn the alert of \(alerted): " + steps(of: id))
            }
        }
        if fleet.statistics.olderAfterNewer > 0 { problems.append("older content was drawn after newer") }
        if fleet.statistics.duplicateStarts > 0 {
            problems.append("\(fleet.statistics.duplicateStarts) starts were repeated on a device")
        }
        if fleet.statistics.throttled > 0 { problems.append("the budget was exceeded \(fleet.statistics.throttled) times") }
        return problems
    }

    private func steps(of id: ActivityID) -> String {
        scheduler.trace(of: id).suffix(8).map { "\($0)" }.joined(separator: "; ")
    }
}

extension PushAnswer {
    /// Converts an answer of the model into the form in which a client reads it.
    fileprivate init(_ answer: APNSAnswer) {
        self.init(
            status: answer.status, id: answer.id, uniqueID: answer.uniqueID, channelID: answer.channel,
            reason: answer.reason.map { PushReason(rawValue: $0.rawValue) }, invalidSince: answer.invalidSince,
            body: answer.body)
    }
}
#endif
