#if Push
public import LiveActivityCore

/// Decides which push goes when: changes, tokens, answers and the time go in, requests come out.
///
/// A value without clock, thread or I/O; ``ActivityPusher`` is the shell around it. For each activity and device one request is
/// on its way at a time, and meanwhile only the newest content waits. An alert and an end do not wait for the answer of an
/// update: each push has a later timestamp than the one before, so a device that receives them in another order still shows the
/// newest content.
public struct PushScheduler: Sendable {
    /// The tokens, and what was sent.
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
    /// The activity that sends for a channel.
    var speakers: [ChannelID: ActivityID] = [:]
    /// The channels of activities, until they are dismissed. A change need not say it again.
    var channels: [ActivityID: ChannelID] = [:]
    private var urgent = WorkQueue()
    private var normal = WorkQueue()
    private var timers = Heap<WorkTimer>()
    /// Widgets that are to be reloaded.
    var reloads: [WorkKey] = []
    private(set) var lastNumber: UInt64 = 0
    private var notices: [PushNotice] = []
    private var counts = PushCounts()
    private var wantedContents: [ActivityID] = []
    private var wantedOwners: [(OwnerID, ActivityKind)] = []
    /// The state of the generator that ``draw()`` draws from.
    private var chance: UInt64
    /// Whether another process has sent before this one: its last pushes may not be in the ledger.
    private let hasPredecessor: Bool
    private var beginning: UInt32?

    /// Creates a scheduler.
    ///
    /// - Parameters:
    ///   - apps: The apps and their kinds.
    ///   - policy: The rates, limits and rules of pushes.
    ///   - ledger: The stored ledger.
    ///   - seed: For the part of pauses that is left to chance.
    public init(apps: [PushApp], policy: PushPolicy = .init(), ledger: TokenLedger = .init(), seed: UInt64 = 0) {
        self.apps = Dictionary(apps.map { ($0.id, $0) }) { $1 }
        self.policy = policy
        self.ledger = ledger
        hasPredecessor = !ledger.rows.isEmpty
        knownKinds = Set(apps.flatMap(\.kinds.keys))
        chance = seed
        traces.limit = policy.traceSteps
        goOn()
    }

    /// When ``due(at:limit:)`` has something to do next; `nil` while it has nothing. `distantPast` if it has something already.
    public var nextDeadline: Date? {
        if !urgent.isEmpty || !normal.isEmpty || !reloads.isEmpty { return .distantPast }
        return timers.least?.date
    }

    /// How many requests have no answer yet.
    public var inFlight: Int { tickets.count }

    /// How many activities have something that is still to be sent.
    public var pendingActivities: Int { works.count }

    /// The push trace of an activity, the oldest entry first. Kept until it is dismissed.
    public func trace(of activity: ActivityID, installation: InstallationID? = nil) -> [PushTraceEntry] {
        traces[activity].filter { installation == nil || $0.installation == nil || $0.installation == installation }
    }

    // MARK: - What the shell takes

    /// The requests to send now: first starts, ends and alerts, then updates.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - limit: The most requests. What is left waits, and becomes newer content where it changes.
    public mutating func due(at now: Date, limit: Int = .max) -> [PushOrder] {
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

    /// Up to which change of each shard everything was sent or need not be, where that has moved on.
    public mutating func takeAcknowledgements() -> [(shard: Int, sequence: UInt64)] { acknowledgements.take() }

    /// The notices since the last call.
    public mutating func takeNotices() -> [PushNotice] {
        defer { notices = [] }
        return notices
    }

    /// The activities whose record is to be given to ``provide(_:kind:at:)``: a token came, and no change is waiting.
    public mutating func takeWantedContents() -> [ActivityID] {
        defer { wantedContents = [] }
        return wantedContents
    }

    /// The owners whose activities of a kind must be passed to ``provide(_:kind:at:)``, because a push-to-start token came.
    /// Then call ``provided(_:)``; without it the next process repeats the request.
    public mutating func takeWantedOwners() -> [(owner: OwnerID, kind: ActivityKind)] {
        defer { wantedOwners = [] }
        return wantedOwners.map { ($0.0, $0.1) }
    }

    /// Collects the steps of all traces for a log.
    public mutating func collectTrace() { traces.collectsFresh = true }

    /// The steps since they were last taken, after ``collectTrace()``.
    public mutating func takeTrace() -> [(activity: ActivityID, entry: PushTraceEntry)] {
        traces.takeFresh().map { ($0.0, $0.1) }
    }

    mutating func takeCounts() -> PushCounts {
        defer { counts = PushCounts() }
        return counts
    }

    /// The ledger's records that the store does not have yet.
    public mutating func takeLedgerChanges() -> [LedgerRecord] { ledger.takeChanges() }

    // MARK: - Inside

    /// The earliest timestamp of this process's pushes. It is later than the second in which the former process was killed: of
    /// its last pushes the ledger has only those with ``PushOrder/mustBeStored``, and no other had a timestamp ahead of the
    /// clock.
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

    /// Puts a delivery into the queue, once.
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
