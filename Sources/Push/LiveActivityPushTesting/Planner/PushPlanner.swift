#if Push
public import LiveActivityCore
import LiveActivityJSON

/// Replays a recorded day against modelled devices, for one policy after the other.
///
/// It is a model of devices and of the service, with the numbers of ``Fleet/Configuration``; it is not Apple's service. Use it to compare
/// policies with each other, not to predict what a certain iPhone does.
///
/// The sender in it is ideal: it never fails, and sends the newest content when a policy allows it. Dates have a resolution of one second.
public struct PushPlanner: Sendable {
    /// The day, in the order of time.
    public let changes: [PlannedChange]
    /// What the plan is to promise; decides what ``PlannedPolicy/Urgency/promised`` means.
    public let promises: [PushPromise]
    /// How the devices behave. ``Fleet/Configuration/devices`` is the number for each owner.
    public let configuration: Fleet.Configuration

    /// A planner for a day.
    public init(_ changes: [PlannedChange], promises: [PushPromise] = [], configuration: Fleet.Configuration) {
        self.changes = changes.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
        self.promises = promises
        self.configuration = configuration
    }

    /// What a policy would have done.
    public func plan(_ policy: PlannedPolicy) -> PushPlan {
        var run = PlanRun(self, policy)
        return run.run()
    }

    /// The plans of all candidates, the cheapest first: the fewest pushes of priority 10, then the fewest pushes.
    public func compare(_ policies: [PlannedPolicy] = PlannedPolicy.candidates) -> [PushPlan] {
        policies.map(plan).sorted { ($0.urgent, $0.pushes) < ($1.urgent, $1.pushes) }
    }

    /// The cheapest plan that keeps every promise; `nil` if none does.
    public func cheapest(of plans: [PushPlan]) -> PushPlan? { plans.first { plan in promises.allSatisfy(plan.keeps) } }
}

/// One policy against one fleet.
private struct PlanRun {
    private struct Sender {
        var owner: Int
        var name: String
        var started: PlannedChange
        /// The newest change, and its position.
        var newest: PlannedChange
        var nextUpdate: Date = .distantPast
        /// A change that waits for its turn.
        var isHeld = false
        var isUrgent = false
        var isOver = false
        /// The update token of each device, and whether it lacks the newest content.
        var tokens: [String?]
        var numbers: [UInt32?]
    }

    private static let attributesType = "Plan"

    private let planner: PushPlanner
    private let policy: PlannedPolicy
    private let promised: Set<String>
    private let devices: Int
    private var owners: [String: Int] = [:]
    private var ownerNames: [String] = []
    private var senders: [Sender] = []
    private var positions: [String: Int] = [:]
    private var fleet: Fleet
    private var plan: PushPlan
    private var hours: [Int: PushPlan.Hour] = [:]
    private var urgentOnDevices: [Int: [Int: Int]] = [:]
    /// What each activity of the fleet is, by its number.
    private var known: [UInt32: Int] = [:]
    private var drawings: [[FleetDrawing]] = []

    init(_ planner: PushPlanner, _ policy: PlannedPolicy) {
        self.planner = planner
        self.policy = policy
        promised = Set(planner.promises.map(\.name))
        devices = planner.configuration.devices
        plan = PushPlan(policy: policy)
        for change in planner.changes where owners[change.owner] == nil {
            owners[change.owner] = ownerNames.count
            ownerNames.append(change.owner)
        }
        var configuration = planner.configuration
        configuration.devices = devices * ownerNames.count
        configuration.activitiesPerDevice = .max
        let begin = (planner.changes.first?.at ?? Date(timeIntervalSince1970: 0)).addingTimeInterval(-60)
        fleet = Fleet(
            configuration, kinds: [FleetKind(attributesType: Self.attributesType, decodeContent: { _ in })], at: begin)
        fleet.recordsDrawings = true
    }

    mutating func run() -> PushPlan {
        guard let first = planner.changes.first, let last = planner.changes.last else { return plan }
        var next = 0
        var now = Date(timeIntervalSince1970: first.at.timeIntervalSince1970.rounded(.down))
        // After the last change, whatever still waits may arrive: at the latest when the next hour's budget begins.
        let end = last.at.addingTimeInterval(3_700)
        while now <= end {
            fleet.advance(to: now)
            readReports()
            while next < planner.changes.count, planner.changes[next].at <= now {
                take(planner.changes[next])
                next += 1
            }
            for index in senders.indices where senders[index].isHeld && senders[index].nextUpdate <= now { send(index) }
            now += 1
        }
        readDrawings()
        finish()
        return plan
    }

    private mutating func take(_ change: PlannedChange) {
        if case .started = change.what {
            let owner = owners[change.owner] ?? 0
            positions[change.activity] = senders.count
            senders.append(
                Sender(
                    owner: owner, name: change.activity, started: change, newest: change,
                    tokens: Array(repeating: nil, count: devices), numbers: Array(repeating: nil, count: devices)))
            drawings.append([])
            start(senders.count - 1)
            return
        }
        guard let index = positions[change.activity], !senders[index].isOver else { return }
        var change = change
        // An alert belongs to the content before it, and to what it announces.
        if senders[index].isHeld {
            change.isAlert = change.isAlert || senders[index].newest.isAlert
            change.names.formUnion(senders[index].newest.names)
        }
        senders[index].newest = change
        if case .ended = change.what { senders[index].isOver = true }
        let isUrgent = isUrgent(change)
        if change.isAlert || senders[index].isOver || isUrgent || senders[index].nextUpdate <= fleet.now {
            send(index)
        } else {
            senders[index].isHeld = true
        }
    }

    private func isUrgent(_ change: PlannedChange) -> Bool {
        switch policy.urgency {
        case .alerts: false
        case .promised: !promised.isDisjoint(with: change.names)
        case .everything: true
        }
    }

    // MARK: - Sending

    private mutating func start(_ index: Int) {
        guard case .started(let attributes) = senders[index].started.what else { return }
        let change = senders[index].started
        let text =
            #"{"aps":{"timestamp":\#(seconds(change.at)),"event":"start","alert":{"title":"-","body":"-"},"attributes-type":"\#(Self.attributesType)","#
            + #""attributes":{"activity":\#(index),"own":\#(attributes)},"content-state":\#(change.content)}}"#
        for device in 0..<devices {
            let number = senders[index].owner * devices + device
            guard let token = fleet.pushToStartToken(of: number, attributesType: Self.attributesType) else { continue }
            push(text, to: token, device: number, priority: 10)
        }
    }

    private mutating func send(_ index: Int) {
        senders[index].isHeld = false
        senders[index].nextUpdate = fleet.now.addingTimeInterval(policy.spacing)
        let body = body(senders[index].newest)
        let priority = senders[index].newest.isAlert || senders[index].isOver || isUrgent(senders[index].newest) ? 10 : 5
        for device in 0..<devices {
            guard let token = senders[index].tokens[device] else { continue }
            push(body, to: token, device: senders[index].owner * devices + device, priority: priority)
        }
    }

    private func body(_ change: PlannedChange) -> String {
        var more = change.staleDate.map { #","stale-date":\#(seconds($0))"# } ?? ""
        if change.isAlert { more += #","alert":{"title":"-","body":"-"}"# }
        var event = "update"
        if case .ended(let dismissal) = change.what {
            event = "end"
            more += #","dismissal-date":\#(seconds(dismissal))"#
        }
        return #"{"aps":{"timestamp":\#(seconds(change.at)),"event":"\#(event)"\#(more),"content-state":\#(change.content)}}"#
    }

    private mutating func push(_ text: String, to token: String, device: Int, priority: Int) {
        let hour = seconds(fleet.now) / 3_600
        var sum = hours[hour] ?? PushPlan.Hour(at: Date(timeIntervalSince1970: Double(hour * 3_600)))
        sum.pushes += 1
        if priority == 10 {
            sum.urgent += 1
            urgentOnDevices[hour, default: [:]][device, default: 0] += 1
            sum.mostUrgentOnADevice = max(sum.mostUrgentOnADevice, urgentOnDevices[hour]?[device] ?? 0)
        }
        hours[hour] = sum
        fleet.receive(
            APNSDelivery(
                at: fleet.now, target: .token(token), bundle: fleet.configuration.bundle, priority: priority,
                storage: .until(fleet.now.addingTimeInterval(4 * 3_600)), body: Array(text.utf8)))
    }

    /// - Returns: Whole seconds since 1970, as payloads have them.
    private func seconds(_ date: Date) -> Int { Int(date.timeIntervalSince1970.rounded(.down)) }

    // MARK: - Devices

    private mutating func readReports() {
        readDrawings()
        for report in fleet.drainReports() {
            guard case .activityToken(let token, let activity) = report.what,
                let index = activity.attributes.value["activity"]?.int
            else { continue }
            let device = report.device % devices
            senders[index].tokens[device] = token
            // What has changed before the token was known goes now.
            guard senders[index].newest.at != senders[index].started.at, !senders[index].isHeld else { continue }
            push(body(senders[index].newest), to: token, device: report.device, priority: 10)
        }
        _ = fleet.drainTokenChanges()
    }

    private mutating func readDrawings() {
        for drawing in fleet.drainDrawings() {
            let owner = drawing.device / devices
            let screen = fleet.screens(of: drawing.device).first { $0.activity.number == drawing.activity }
            let index = known[drawing.activity] ?? screen?.activity.attributes.value["activity"]?.int
            guard let index else { continue }
            known[drawing.activity] = index
            drawings[index].append(drawing)
            guard drawing.device % devices == 0, let screen else { continue }
            plan.sights.append(
                PushPlan.Sight(
                    at: drawing.at, owner: ownerNames[owner], activity: senders[index].name, content: screen.content,
                    isAlert: drawing.isAlert))
        }
    }

    // MARK: - Result

    private mutating func finish() {
        plan.hours = hours.values.sorted { $0.at < $1.at }
        plan.throttled = fleet.statistics.throttled
        var delays: [String: (changes: Int, seconds: [Double])] = [:]
        for change in planner.changes {
            guard let index = positions[change.activity] else { continue }
            let timestamp = Double(seconds(change.at))
            var found = Array(repeating: Double.infinity, count: devices)
            for drawing in drawings[index] where drawing.timestamp.timeIntervalSince1970 >= timestamp {
                let delay = max(0, drawing.at.timeIntervalSince(change.at))
                found[drawing.device % devices] = min(found[drawing.device % devices], delay)
            }
            for name in change.names {
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
