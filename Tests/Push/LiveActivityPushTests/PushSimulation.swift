#if Push
import DeliveryActivity
import Foundation
import LiveActivityCore
import LiveActivityPush
import LiveActivityPushTesting
import LiveActivityTesting

/// An engine, a sender, an APNs and the devices, on virtual time: everything between an event and a screen except sockets.
///
/// The sender can be killed at any moment: it then knows what its store has, and gets the changes again that it has not acknowledged.
struct PushSimulation: ~Copyable {
    /// What happens.
    struct Plan {
        var activities = 300
        var seed: UInt64 = 1
        /// Shares of the requests that fail in each of these ways.
        var faults: [APNSFault.Effect] = [
            .answer(.unregistered), .answer(.tooManyRequests), .answer(.internalServerError), .goAway(.shutdown), .stall,
            .reset,
        ]
        var faultShare = 0.05
        /// The share of push-to-start tokens that are dead although the service answers 200.
        var deadStartTokens = 0.05
        /// How often the sender is killed.
        var kills = 0
        /// How far the sender's clock is ahead of the service's, in seconds.
        var skew = 0.0
        /// How long events come, in seconds. Then everybody has time to catch up.
        var length = 1_800.0
        ///
        /// A push that has failed with 500 waits 15 minutes and longer, so the last ones arrive hours later.
        var rest = 18_000.0
    }

    private static let begin = Date(timeIntervalSince1970: 1_781_974_800)
    private static let bundle = "com.example.food"
    private static let type = "DeliveryAttributes"
    private static let kind: ActivityKind = "delivery"

    private struct Waiting {
        var at: Date
        var number: UInt64
        var result: Result<PushAnswer, PushError>
    }

    let plan: Plan
    private(set) var engine: Engine
    private(set) var fleet: Fleet
    private(set) var model: APNSModel
    private(set) var notices: [PushNotice] = []
    private(set) var pushes = 0
    /// The activity of each owner, once it has begun.
    private(set) var ids: [ActivityID?]
    private var scheduler: PushScheduler
    private var connection: APNSModel.Connection
    private var signer: ProviderSigner
    private var jwt = ""
    private var jwtDate = Date.distantPast
    private var stored: [LedgerRecord] = []
    private var log: [Change] = []
    private var acknowledged: UInt64 = 0
    private var waiting: [Waiting] = []
    private var generator: SeededGenerator
    private let app: PushAppID
    private let apps: [PushApp]

    init(_ plan: Plan) throws {
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
        fleet = Fleet(configuration, kinds: [FleetKind(DeliveryAttributes.self)], at: Self.begin)
        signer = ProviderSigner()
        model = APNSModel()
        model.register(signer.key)
        for effect in plan.faults { model.add(APNSFault(effect, .share(plan.faultShare))) }
        connection = model.connect()
        let alert = AlertConfiguration(title: "Order", body: "Follow it here", sound: .default)
        apps = [PushApp(app, kinds: [Self.kind: PushKind(attributesType: Self.type, startAlert: alert)])]
        scheduler = PushScheduler(apps: apps, seed: plan.seed)
        ids = Array(repeating: nil, count: plan.activities)
        generator = SeededGenerator(seed: plan.seed)
    }

    // MARK: - The story

    /// Plays the whole story.
    mutating func run() throws {
        let steps = Int(plan.length)
        let kills = Set((0..<plan.kills).map { 60 + $0 * (steps - 120) / max(plan.kills, 1) })
        for second in 0..<steps + Int(plan.rest) {
            // Nothing happens in the rest but what waits.
            if second > steps + 60, second % 30 != 0 { continue }
            let now = Self.begin + Double(second)
            fleet.advance(to: now)
            try hear(at: now)
            if second < steps { try happen(at: now, second) }
            try read(at: now)
            answer(at: now)
            if kills.contains(second) { kill(at: now) }
            // What the service does in the end decides whether everybody is told: the faults stop with the events.
            if second == steps { model.removeFaults() }
            try pump(at: now)
            if second % 600 == 570 {
                rotateKey(at: now)
                log.removeAll { $0.sequence <= acknowledged }
            }
        }
    }

    /// Each second some activities begin, and others get an event.
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
            // Most are positions; now and then one that alerts. Those that do not fit the step are refused and change nothing.
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

    /// What apps report reaches the sender.
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
                scheduler.register(
                    try DeviceToken(hex: token), as: .pushToStart(Self.kind), installation: installation, owner: owner,
                    app: app,
                    at: now)
            case .activityToken(let token, _):
                guard let id = ids[report.device] else { continue }
                scheduler.register(
                    try DeviceToken(hex: token), as: .activity(id), installation: installation, owner: owner, app: app, at: now)
            case .receipt: scheduler.heard(from: installation, at: now)
            case .dismissed, .permission: break
            }
        }
        // What apps are told is stored is stored: a sender that is killed now has their tokens.
        stored += scheduler.takeLedgerChanges()
        // An app that is told that its token is invalid registers another one.
        for device in revived { fleet.rotateActivityTokens(on: device) }
        revived = []
    }

    private var revived: [Int] = []

    private mutating func read(at now: Date) throws {
        var changes: [Change] = []
        try engine.drainChanges { pending throws(EngineError) in changes.append(try pending.change()) }
        log += changes
        for change in changes { scheduler.receive(change, at: now) }
    }

    // MARK: - The sender's shell

    private mutating func pump(at now: Date) throws {
        while true {
            let orders = scheduler.due(at: now)
            stored += scheduler.takeLedgerChanges()
            for (_, sequence) in scheduler.takeAcknowledgements() { acknowledged = max(acknowledged, sequence) }
            for order in orders { send(order, at: now) }
            notices += scheduler.takeNotices()
            let wanted = scheduler.takeWantedContents()
            for (owner, kind) in scheduler.takeWantedOwners() {
                guard kind == Self.kind, let number = Int(owner.rawValue.dropFirst(7)), let id = ids[number] else { continue }
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
            let number = Int(order.installation.rawValue.dropFirst(7))
        {
            if order.event == "start" { fleet.rotateStartToken(on: number) } else { revived.append(number) }
        }
    }

    private mutating func later(_ seconds: Double, _ order: PushOrder, _ result: Result<PushAnswer, PushError>, _ now: Date) {
        waiting.append(Waiting(at: now + max(1, seconds), number: order.number, result: result))
    }

    private mutating func answer(at now: Date) {
        let due = waiting.filter { $0.at <= now }
        waiting.removeAll { $0.at <= now }
        for answer in due {
            switch scheduler.answered(answer.number, answer.result, at: now) {
            case .renewProviderToken: (jwt, jwtDate) = (signer.token(at: now + plan.skew), now + plan.skew)
            case .useNewConnections: connection = model.connect()
            case nil: break
            }
        }
    }

    /// What SIGKILL leaves: the store, and the changes that were not acknowledged.
    private mutating func kill(at now: Date) {
        waiting = []
        connection = model.connect()
        jwtDate = .distantPast
        scheduler = PushScheduler(apps: apps, ledger: TokenLedger(stored), seed: plan.seed)
        for change in log where change.sequence > acknowledged { scheduler.receive(change, at: now) }
    }

    /// The old key is revoked while pushes are on their way.
    private mutating func rotateKey(at now: Date) {
        model.revoke(key: signer.key.id)
        signer = ProviderSigner(id: signer.key.id == "ABC123DEFG" ? "ABC123DEFH" : "ABC123DEFG")
        model.register(signer.key)
        connection = model.connect()
        (jwt, jwtDate) = (signer.token(at: now + plan.skew), now + plan.skew)
    }

    // MARK: - What must be so

    /// What is wrong in the end; empty if every device shows the newest content of its activity.
    mutating func problems() throws -> [String] {
        var problems: [String] = []
        var shown = 0
        for number in 0..<plan.activities {
            guard let id = ids[number], let record = try engine.record(of: id) else { continue }
            let screens = fleet.screens(of: number)
            if fleet.isStartTokenLost(number) {
                if !screens.isEmpty { problems.append("device \(number) has a dead token and shows something") }
                continue
            }
            guard screens.count == 1, let screen = screens.first else {
                problems.append("device \(number) shows \(screens.count) activities")
                continue
            }
            shown += 1
            if screen.content.value != record.content.state.value {
                problems.append(
                    "device \(number) shows the content of \(screen.timestamp), not that of \(record.revision): "
                        + scheduler.trace(of: id).suffix(8).map { "\($0)" }.joined(separator: "; "))
            }
        }
        if fleet.statistics.olderAfterNewer > 0 { problems.append("older content was drawn after newer") }
        if fleet.statistics.duplicateStarts > 0 {
            problems.append("\(fleet.statistics.duplicateStarts) starts were repeated on a device")
        }
        if fleet.statistics.throttled > 0 { problems.append("the budget was exceeded \(fleet.statistics.throttled) times") }
        if shown < plan.activities * 8 / 10 {
            problems.append("only \(shown) of \(plan.activities) devices show their activity")
        }
        return problems
    }
}

extension PushAnswer {
    /// An answer of the model, as a client would read it.
    fileprivate init(_ answer: APNSAnswer) {
        self.init(
            status: answer.status, id: answer.id, uniqueID: answer.uniqueID, channelID: answer.channel,
            reason: answer.reason.map { PushReason(rawValue: $0.rawValue) }, invalidSince: answer.invalidSince,
            body: answer.body)
    }
}
#endif
