#if Push
import LiveActivityCore
import LiveActivityJSON
import LiveActivityPush

/// The simulation of one policy with one fleet: a scheduler receives the changes and sends requests to the devices, and their
/// apps' reports are passed to the scheduler.
struct PlanRun {
    /// The app of all devices.
    private static let app: PushAppID = {
        do throws(PushError) { return PushAppID(try BundleID("com.example.plan"), .production) } catch {
            preconditionFailure("\(error)")
        }
    }()

    /// A push to one device, by which its drawing is found.
    private struct Sent: Hashable {
        var device: Int
        var activity: ActivityID
        var timestamp: Int
    }

    private struct Drawing {
        var device: Int
        var at: Date
        /// The sequence of the newest change that it includes.
        var sequence: UInt64
    }

    private let planner: PushPlanner
    /// The number of devices of each owner.
    private let devices: Int
    private var owners: [OwnerID: Int] = [:]
    private var ownerNames: [OwnerID] = []
    private var scheduler: PushScheduler
    private var fleet: Fleet
    private var plan: PushPlan
    /// The current records of activities, for tokens that arrive late.
    private var records: [ActivityID: (record: ActivityRecord, kind: ActivityKind, newest: UInt64)] = [:]
    private var sent: [Sent: UInt64] = [:]
    /// The activities by the fleet's numbers.
    private var known: [UInt32: ActivityID] = [:]
    private var drawings: [ActivityID: [Drawing]] = [:]
    private var hours: [Int: PushPlan.Hour] = [:]
    private var urgentOnDevices: [Int: [Int: Int]] = [:]

    init(_ planner: PushPlanner, _ policy: PlannedPolicy) {
        self.planner = planner
        devices = planner.configuration.devices
        plan = PushPlan(policy: policy)
        for change in planner.changes.map(\.change) where owners[change.owner] == nil {
            owners[change.owner] = ownerNames.count
            ownerNames.append(change.owner)
        }
        let kinds = Set(planner.changes.map(\.change.kind)).sorted()
        let alert = AlertConfiguration(title: "-", body: "-")
        let shown = kinds.map { ($0, PushKind(attributesType: $0.rawValue, startAlert: alert)) }
        scheduler = PushScheduler(
            apps: [PushApp(Self.app, kinds: Dictionary(uniqueKeysWithValues: shown))],
            policy: policy.policy(from: planner.policy, promised: planner.promised), seed: planner.configuration.seed)
        var configuration = planner.configuration
        configuration.bundle = Self.app.bundle.rawValue
        configuration.devices = devices * ownerNames.count
        configuration.activitiesPerDevice = .max
        let begin = (planner.changes.first?.change.at ?? Date(timeIntervalSince1970: 0)).addingTimeInterval(-60)
        fleet = Fleet(
            configuration, kinds: kinds.map { FleetKind(attributesType: $0.rawValue, decodeContent: { _ in }) }, at: begin)
        fleet.recordsDrawings = true
    }

    mutating func run() -> PushPlan {
        guard let first = planner.changes.first?.change.at, let last = planner.changes.last?.change.at else { return plan }
        var next = 0
        var now = Date(timeIntervalSince1970: first.timeIntervalSince1970.rounded(.down))
        // Pushes may still wait after the last change, at most until the next hour's budget begins.
        let end = last.addingTimeInterval(3_700)
        while now <= end {
            fleet.advance(to: now)
            readDrawings()
            hear()
            while next < planner.changes.count, planner.changes[next].change.at <= now {
                take(planner.changes[next].change)
                next += 1
            }
            pump()
            now = nextSecond(after: now, next < planner.changes.count ? planner.changes[next].change.at : end + 1)
        }
        readDrawings()
        finish()
        return plan
    }

    /// The next second with an event, at most the date of the next change.
    private func nextSecond(after now: Date, _ change: Date) -> Date {
        var next = change
        if let date = fleet.nextDate { next = min(next, date) }
        if let date = scheduler.nextDeadline { next = min(next, date) }
        return max(now + 1, Date(timeIntervalSince1970: next.timeIntervalSince1970.rounded(.up)))
    }

    // MARK: - To the scheduler

    private mutating func take(_ change: Change) {
        var change = change
        // The app names the activity of a token by its attributes.
        if let own = change.start?.attributes {
            change.start?.attributes = JSONText(
                JSONValue(members: [("activity", JSONValue("\(change.activity)")), ("own", own.value)]))
        }
        remember(change)
        scheduler.receive(change, at: fleet.now)
    }

    private mutating func remember(_ change: Change) {
        if case .started = change.what, let start = change.start, let content = change.content {
            let record = ActivityRecord(
                id: change.activity, owner: change.owner, state: change.state, attributes: start.attributes, content: content,
                startedAt: change.at, closingDate: .distantFuture)
            records[change.activity] = (record, change.kind, change.sequence)
        }
        if let content = change.content { records[change.activity]?.record.content = content }
        if case .ended(_, let dismissal) = change.what { records[change.activity]?.record.closingDate = dismissal }
        records[change.activity]?.record.state = change.state
        records[change.activity]?.record.revision = change.revision
        records[change.activity]?.newest = change.sequence
        if case .dismissed = change.what { records[change.activity]?.record.state = .dismissed }
    }

    /// Passes the apps' reports to the scheduler.
    private mutating func hear() {
        for report in fleet.drainReports() {
            let installation = InstallationID(rawValue: "device-\(report.device)")
            let owner = ownerNames[report.device / devices]
            let heard: (token: String, target: TokenTarget)? =
                switch report.what {
                case .pushToStartToken(let token, let type): (token, .pushToStart(ActivityKind(rawValue: type)))
                case .activityToken(let token, let activity):
                    activity.attributes.value["activity"]?.string.flatMap { ActivityID($0) }.map { (token, .activity($0)) }
                case .receipt, .dismissed, .permission: nil
                }
            if let heard, let token = try? DeviceToken(hex: heard.token) {
                // Not refused: the policy permits any number of devices.
                _ = try? scheduler.register(
                    token, as: heard.target, installation: installation, owner: owner, app: Self.app, at: fleet.now)
            } else if case .receipt = report.what {
                scheduler.heard(from: installation, at: fleet.now)
            }
        }
        _ = fleet.drainTokenChanges()
    }

    /// Sends the requests that are due; each push is accepted at once.
    private mutating func pump() {
        while true {
            let orders = scheduler.due(at: fleet.now)
            for order in orders {
                send(order)
                _ = scheduler.answered(order.number, .success(PushAnswer(status: 200)), at: fleet.now)
            }
            var wanted = scheduler.takeWantedContents()
            for (owner, kind) in scheduler.takeWantedOwners() {
                wanted += records.values.filter { $0.record.owner == owner && $0.kind == kind }.map(\.record.id).sorted()
                scheduler.provided(owner)
            }
            for id in wanted {
                guard let (record, kind, _) = records[id], record.state != .dismissed else { continue }
                scheduler.provide(record, kind: kind, at: fleet.now)
            }
            _ = (scheduler.takeLedgerChanges(), scheduler.takeAcknowledgements(), scheduler.takeNotices())
            if orders.isEmpty && wanted.isEmpty { return }
        }
    }

    // MARK: - To the devices

    private mutating func send(_ order: PushOrder) {
        guard let device = Int(order.installation.rawValue.dropFirst("device-".count)),
            let token = order.request.path.split(separator: "/").last,
            let timestamp = try? JSONValue(parsing: order.request.body)["aps"]?["timestamp"]?.int
        else { return }
        let priority = Int(order.request[header: "apns-priority"] ?? "") ?? 10
        count(device, priority: priority)
        sent[Sent(device: device, activity: order.activity, timestamp: timestamp)] = records[order.activity]?.newest
        let storage = order.request[header: "apns-expiration"].flatMap { Double($0) } ?? 0
        fleet.receive(
            APNSDelivery(
                at: fleet.now, target: .token(String(token)), bundle: fleet.configuration.bundle, priority: priority,
                storage: storage > 0 ? .until(Date(timeIntervalSince1970: storage)) : .none,
                collapseID: order.request[header: "apns-collapse-id"], body: order.request.body))
    }

    private mutating func count(_ device: Int, priority: Int) {
        let hour = Int(fleet.now.timeIntervalSince1970) / 3_600
        var sum = hours[hour] ?? PushPlan.Hour(at: Date(timeIntervalSince1970: Double(hour * 3_600)))
        sum.pushes += 1
        if priority == 10 {
            sum.urgent += 1
            urgentOnDevices[hour, default: [:]][device, default: 0] += 1
            sum.mostUrgentOnADevice = max(sum.mostUrgentOnADevice, urgentOnDevices[hour]?[device] ?? 0)
        }
        hours[hour] = sum
    }

    private mutating func readDrawings() {
        for drawing in fleet.drainDrawings() {
            let screen = fleet.screens(of: drawing.device).first { $0.activity.number == drawing.activity }
            let named = screen?.activity.attributes.value["activity"]?.string.flatMap { ActivityID($0) }
            guard let id = known[drawing.activity] ?? named else { continue }
            known[drawing.activity] = id
            let push = Sent(
                device: drawing.device, activity: id, timestamp: Int(drawing.timestamp.timeIntervalSince1970))
            if let sequence = sent[push] {
                drawings[id, default: []].append(
                    Drawing(device: drawing.device % devices, at: drawing.at, sequence: sequence))
            }
            guard drawing.device % devices == 0, let screen else { continue }
            plan.sights.append(
                PushPlan.Sight(
                    at: drawing.at, owner: ownerNames[drawing.device / devices].rawValue, activity: "\(id)",
                    content: screen.content, isAlert: drawing.isAlert))
        }
    }

    // MARK: - Result

    private mutating func finish() {
        plan.hours = hours.values.sorted { $0.at < $1.at }
        plan.throttled = fleet.statistics.throttled
        var delays: [String: (changes: Int, seconds: [Double])] = [:]
        for planned in planner.changes where !planned.names.isEmpty {
            var found = Array(repeating: Double.infinity, count: devices)
            for drawing in drawings[planned.change.activity] ?? [] where drawing.sequence >= planned.change.sequence {
                let delay = max(0, drawing.at.timeIntervalSince(planned.change.at))
                found[drawing.device] = min(found[drawing.device], delay)
            }
            for name in planned.names {
                delays[name, default: (0, [])].changes += 1
                delays[name]?.seconds += found
            }
        }
        plan.delays = delays.sorted { $0.key < $1.key }.map { name, found in
            PushPlan.Delays(name: name, changes: found.changes, seconds: found.seconds.sorted())
        }
    }
}
#endif
