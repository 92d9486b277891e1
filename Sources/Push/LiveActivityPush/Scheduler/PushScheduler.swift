#if Push
public import LiveActivityCore

/// Decides which push is sent when. Changes, tokens, answers and the time are its inputs, requests are its output.
///
/// A value without clock, thread or I/O; ``ActivityPusher`` does the I/O. For each activity and device only one request is sent
/// at a time, and until its answer only the newest content waits. An alert or an end does not wait for the answer to an update:
/// each push has a later timestamp than the one before, so a device that receives them in another order still shows the newest
/// content.
public struct PushScheduler: Sendable {
    /// The tokens, and what was sent to them.
    public internal(set) var ledger: TokenLedger
    /// The rates, limits and rules of pushes.
    public let policy: PushPolicy
    let apps: [PushAppID: PushApp]
    let knownKinds: Set<ActivityKind>
    var works: [ActivityID: ActivityWork] = [:]
    var tickets: [UInt64: Ticket] = [:]
    var acknowledgements = Acknowledgements()
    var traces = PushTraces()
    var breakers: [PushAppID: CircuitBreaker] = [:]
    var stopped: [PushAppID: Date] = [:]
    /// The activity that sends for each channel.
    var speakers: [ChannelID: ActivityID] = [:]
    /// The channels of activities, until they are dismissed, because only some changes name the channel.
    var channels: [ActivityID: ChannelID] = [:]
    private var urgent = WorkQueue()
    private var normal = WorkQueue()
    var timers = Heap<WorkTimer>()
    /// The latest time that was passed in (``follow(_:)``); `nil` before the first.
    var lastTime: Date?
    /// The distance by which dates have moved back since the last ``clockWasSet(by:)``, in seconds; not positive.
    var followed: TimeInterval = 0
    /// The widgets to reload.
    var reloads: [WorkKey] = []
    private(set) var lastNumber: UInt64 = 0
    private var notices: [PushNotice] = []
    private var counts = PushCounts()
    private var wantedContents: [ActivityID] = []
    private var wantedOwners: [(OwnerID, ActivityKind)] = []
    /// The state of the random number generator of ``draw()``.
    private var chance: UInt64
    /// `true` if another process has sent before this one. Its last pushes may not be in the ledger.
    private let hasPredecessor: Bool
    private var beginning: UInt32?

    /// Creates a scheduler.
    ///
    /// - Parameters:
    ///   - apps: The apps and their kinds.
    ///   - policy: The rates, limits and rules of pushes.
    ///   - ledger: The stored ledger.
    ///   - seed: The seed of the random part of pauses.
    public init(apps: [PushApp], policy: PushPolicy = .init(), ledger: TokenLedger = .init(), seed: UInt64 = 0) {
        self.apps = Dictionary(apps.map { ($0.id, $0) }) { $1 }
        self.policy = policy
        self.ledger = ledger
        self.ledger.limits = policy.ledgerLimits
        hasPredecessor = !ledger.rows.isEmpty
        knownKinds = Set(apps.flatMap(\.kinds.keys))
        chance = seed
        traces.limit = policy.traceSteps
        if ledger.skipped > 0 { notify(.recordsSkipped(ledger.skipped)) }
        resume()
    }

    /// When ``due(at:limit:)`` must be called next; `nil` if it has nothing to do; `distantPast` if it has something to do now.
    public var nextDeadline: Date? {
        if !urgent.isEmpty || !normal.isEmpty || !reloads.isEmpty { return .distantPast }
        return timers.least?.date
    }

    /// The number of requests without an answer.
    public var inFlight: Int { tickets.count }

    /// The number of activities with pushes that are not done.
    public var pendingActivities: Int { works.count }

    /// The push trace of an activity, the oldest entry first. Kept until it is dismissed.
    public func trace(of activity: ActivityID, installation: InstallationID? = nil) -> [PushTraceEntry] {
        traces[activity].filter { installation == nil || $0.installation == nil || $0.installation == installation }
    }

    // MARK: - Output for the shell

    /// The requests to send now: first starts, ends and alerts, then updates.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - limit: The maximum number of requests. The others wait, and may be replaced by newer content.
    public mutating func due(at now: Date, limit: Int = .max) -> [PushOrder] {
        follow(now)
        while let least = timers.least, least.date <= now {
            timers.removeLeast()
            ring(least, at: now)
        }
        var orders: [PushOrder] = []
        while orders.count < limit, let reload = reloads.popLast() {
            if let order = widgetOrder(reload, at: now) { orders.append(order) }
        }
        while orders.count < limit, let key = urgent.popFirst() ?? normal.popFirst() {
            if let order = look(at: key, now) { orders.append(order) }
        }
        return orders
    }

    /// The shards with new acknowledgements, each with the sequence up to which all pushes are done.
    public mutating func takeAcknowledgements() -> [(shard: Int, sequence: UInt64)] { acknowledgements.take() }

    /// The notices since the last call.
    public mutating func takeNotices() -> [PushNotice] {
        defer { notices = [] }
        return notices
    }

    /// The activities whose record must be passed to ``provide(_:kind:at:)``, because a token arrived and no change is waiting.
    public mutating func takeWantedContents() -> [ActivityID] {
        defer { wantedContents = [] }
        return wantedContents
    }

    /// The owners whose activities of a kind must be passed to ``provide(_:kind:at:)``, because a push-to-start token arrived.
    /// Call ``provided(_:)`` after that; otherwise the next process repeats the request.
    public mutating func takeWantedOwners() -> [(owner: OwnerID, kind: ActivityKind)] {
        defer { wantedOwners = [] }
        return wantedOwners.map { ($0.0, $0.1) }
    }

    /// Starts collecting trace steps for ``takeTrace()``.
    public mutating func collectTrace() { traces.collectsFresh = true }

    /// Returns the trace steps since the last call. Requires ``collectTrace()``.
    public mutating func takeTrace() -> [(activity: ActivityID, entry: PushTraceEntry)] {
        traces.takeFresh().map { ($0.0, $0.1) }
    }

    mutating func takeCounts() -> PushCounts {
        defer { counts = PushCounts() }
        return counts
    }

    /// Returns the ledger's records that are not stored yet.
    public mutating func takeLedgerChanges() -> [LedgerRecord] { ledger.takeChanges() }

    // MARK: - Implementation

    /// The earliest timestamp of this process's pushes. It is later than the second in which the previous process was killed:
    /// the ledger may lack that process's last pushes, but not those with ``PushOrder/mustBeStored``, and only these had a
    /// timestamp ahead of the clock.
    mutating func firstTimestamp(at now: Date) -> UInt32 {
        guard hasPredecessor else { return 0 }
        let first = beginning ?? Self.seconds(now) + 1
        beginning = first
        return first
    }

    mutating func notify(_ notice: PushNotice) { notices.append(notice) }
    mutating func want(_ activity: ActivityID) { wantedContents.append(activity) }
    mutating func want(_ owner: OwnerID, _ kind: ActivityKind) { wantedOwners.append((owner, kind)) }
    func wants(_ owner: OwnerID) -> Bool { wantedOwners.contains { $0.0 == owner } }

    mutating func note(_ step: PushStep, _ key: WorkKey, at now: Date, sequence: UInt64? = nil) {
        switch step {
        case .conflated: counts.conflated += 1
        case .demoted: counts.demoted += 1
        case .heldBack(let until) where works[key.activity]?.deliveries[key.row]?.timer != until: counts.heldBack += 1
        default: break
        }
        guard policy.traceSteps > 0 else { return }
        let installation = key.row >= 0 ? InstallationID(rawValue: ledger.rows[key.row].installation.text) : nil
        traces.add(
            PushTraceEntry(
                at: now, installation: installation, sequence: sequence ?? works[key.activity]?.newest ?? 0, step: step),
            to: key.activity)
    }

    mutating func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    mutating func draw() -> Double {
        chance &+= SplitMix64.step
        return Double(SplitMix64.number(of: chance) >> 11) * 0x1p-53
    }

    /// Adds a delivery to the queue, unless it is there already.
    mutating func enqueue(_ key: WorkKey) {
        guard let work = works[key.activity], let delivery = work.deliveries[key.row], !delivery.isQueued else { return }
        works[key.activity]?.deliveries[key.row]?.isQueued = true
        let sequence = ledger[key.row, Self.entryKey(key.activity)]?.sequence ?? 0
        if work.end != nil || work.urgentSequence > sequence { urgent.append(key) } else { normal.append(key) }
    }

    mutating func setTimer(_ key: WorkKey, at date: Date) {
        if works[key.activity]?.deliveries[key.row]?.timer == date { return }
        works[key.activity]?.deliveries[key.row]?.timer = date
        timers.insert(WorkTimer(date: date, key: key))
    }

    private mutating func ring(_ timer: WorkTimer, at now: Date) {
        if works[timer.key.activity]?.deliveries[timer.key.row]?.timer == timer.date {
            works[timer.key.activity]?.deliveries[timer.key.row]?.timer = nil
        }
        checkProof(timer.key, at: now)
        enqueue(timer.key)
    }

    static func entryKey(_ activity: ActivityID) -> TokenRow.Key { .init(id: activity.rawValue, sort: .activity) }
}
#endif
