#if Service
import LiveActivityCore

/// Decides which change a webhook's endpoint is sent and when, and up to which change all are acknowledged.
///
/// **Problem.** An endpoint may be slow, refuse one change permanently, or be down for a day, and the process may end
/// meanwhile. Each change must reach it at least once, those of one activity in order, and a fault of one activity must not
/// delay the others.
///
/// **Solution.** One queue for each activity with changes. Its first change is sent; the next follows when that is accepted or
/// given up. A change counts as acknowledged to the named consumer only when every earlier one of its shard is, so a restarted
/// process sends the rest.
///
/// | case | what happens |
/// | --- | --- |
/// | the endpoint accepts a change | the activity's next change is sent |
/// | it refuses a change | sent again after a delay (``WebhookSchedule``), given up after three days; other activities continue
/// |
/// | ``requestsMax`` failures in a row | the endpoint counts as down: one request at a time, after a pause |
/// | a source ends (a partition moved) | its unsent changes are dropped; its next owner sends them |
///
/// **Rejected:** one queue for each endpoint. A single refused change would hold back those of all activities.
///
/// Changes come from numbered sources: in a cluster from each partition of the node, otherwise from one. It has no clock, task
/// or connection: events and the time come in, directives come out (``Directive``).
struct WebhookDelivery: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// A change that is sent, or was, and the source that it came from.
    struct Item: Hashable, Sendable {
        var source: Int
        var change: Change
    }

    /// The result of a request.
    enum Answer: Hashable, Sendable {
        case accepted
        /// The endpoint is gone for good (410).
        case gone
        case failed(String)
    }

    enum Directive: Hashable, Sendable {
        /// Read the source's next changes, one at least, and pass them to ``received(_:from:)``.
        case read(source: Int, atMost: Int)
        /// Make a request, and pass its result to ``answered(_:_:at:)``.
        case send(Item)
        /// All changes of this one's shard up to it are done.
        case acknowledge(Item)
        /// The source has ended, and no request with its changes is under way.
        case release(source: Int)
        /// A request has failed, and is made again after this time.
        case reportRetry(reason: String, after: Duration)
        /// A request has failed so often that its change is not sent.
        case reportGivenUp(reason: String)
        /// Store that the endpoint is gone.
        case disable
        /// Nothing more is to be done.
        case stop
    }

    struct Counts: Hashable, Sendable {
        /// Changes that were accepted, requests that failed, and changes that were given up.
        var delivered = 0, failed = 0, abandoned = 0
        /// Whether the endpoint has answered that it is gone.
        var isDisabled = false
    }

    /// Requests under way at a time; each is for another activity. After as many failures in a row the endpoint counts as down.
    static let requestsMax = 8
    /// Changes that are read and not acknowledged; more are not read while an endpoint refuses the oldest.
    static let changesMax = 4_096
    private static let changesAtOnce = 64

    private struct Source {
        var isReading = false
        /// Whether there are no more changes: its partition has another owner.
        var hasEnded = false
        /// Requests with its changes that have no answer.
        var requests = 0
    }

    private struct LineKey: Hashable {
        var source: Int
        var activity: ActivityID
    }

    /// The changes of one activity.
    private struct Line {
        /// The oldest first.
        var changes: [Change] = []
        /// How often the first was refused.
        var failures = 0
        /// When the first is sent again; `nil` unless it waits for that.
        var retryAt: Instant?
    }

    private struct ShardKey: Hashable {
        var source: Int
        var shard: Int
    }

    private struct Entry {
        var change: Change
        var isDone: Bool
    }

    private(set) var counts = Counts()
    private let webhook: Webhook
    private var random: any RandomNumberGenerator & Sendable
    private var sources: [Int: Source] = [:]
    private var lines: [LineKey: Line] = [:]
    /// Activities of which a change may be sent, in the order in which they became so.
    private var ready: [LineKey] = []
    /// The unacknowledged changes, in the order in which they came.
    private var order: [ShardKey: [Entry]] = [:]
    private var unacknowledged = 0
    private var requests = 0
    private var failuresInARow = 0
    /// Until when an endpoint that is down gets no request; `nil` while it may.
    private var pausedUntil: Instant?

    /// - Parameter random: Spreads retries, so that requests that failed together do not come together again.
    init(_ webhook: Webhook, random: any RandomNumberGenerator & Sendable) {
        self.webhook = webhook
        self.random = random
    }

    // MARK: - Time

    /// When ``advance(to:)`` has something to do; `nil` while it has not.
    var nextDeadline: Instant? { pausedUntil ?? lines.values.lazy.compactMap(\.retryAt).min() }

    mutating func advance(to now: Instant) -> [Directive] {
        if let end = pausedUntil, end <= now { pausedUntil = nil }
        let due = lines.compactMap { line in line.value.retryAt.flatMap { $0 <= now ? (at: $0, line: line.key) : nil } }
        for (_, line) in due.sorted(by: {
            ($0.at, $0.line.source, $0.line.activity) < ($1.at, $1.line.source, $1.line.activity)
        }) {
            lines[line]?.retryAt = nil
            ready.append(line)
        }
        return proceed()
    }

    // MARK: - Sources

    /// A source can be read.
    mutating func opened(source: Int) -> [Directive] {
        sources[source] = Source()
        return proceed()
    }

    /// Changes were read from a source, in its order; an empty list if it has ended: its unsent changes are dropped, and
    /// requests under way are still answered.
    mutating func received(_ changes: [Change], from source: Int) -> [Directive] {
        guard sources[source] != nil else { return [] }
        sources[source]?.isReading = false
        if changes.isEmpty {
            sources[source]?.hasEnded = true
            drop(source)
        }
        return proceed(after: changes.compactMap { add($0, source) })
    }

    private mutating func add(_ change: Change, _ source: Int) -> Directive? {
        unacknowledged += 1
        let shard = ShardKey(source: source, shard: change.activity.shard)
        let isWanted =
            (webhook.kinds.isEmpty || webhook.kinds.contains(change.kind))
            && (webhook.changes.isEmpty || webhook.changes.contains(change.what.name))
        order[shard, default: []].append(Entry(change: change, isDone: !isWanted))
        guard isWanted else { return acknowledged(shard) }
        let line = LineKey(source: source, activity: change.activity)
        if lines[line] == nil { ready.append(line) }
        lines[line, default: Line()].changes.append(change)
        return nil
    }

    private mutating func drop(_ source: Int) {
        lines = lines.filter { $0.key.source != source }
        ready.removeAll { $0.source == source }
        for (shard, entries) in order where shard.source == source {
            unacknowledged -= entries.count
            order[shard] = nil
        }
    }

    // MARK: - Requests

    mutating func answered(_ item: Item, _ answer: Answer, at now: Instant) -> [Directive] {
        requests -= 1
        sources[item.source]?.requests -= 1
        switch answer {
        case .accepted:
            failuresInARow = 0
            counts.delivered += 1
            return proceed(after: [done(item)].compactMap(\.self))
        case .gone:
            counts.isDisabled = true
            return [.disable, .stop]
        case .failed(let reason): return proceed(after: failed(item, reason, at: now))
        }
    }

    /// The endpoint answered 410 to another node.
    mutating func disabledElsewhere() -> [Directive] {
        counts.isDisabled = true
        return [.stop]
    }

    private mutating func failed(_ item: Item, _ reason: String, at now: Instant) -> [Directive] {
        counts.failed += 1
        failuresInARow += 1
        if failuresInARow >= Self.requestsMax, pausedUntil == nil {
            pausedUntil = now + .seconds(WebhookSchedule.hold(after: failuresInARow - Self.requestsMax))
        }
        // Dropped with its source: the next owner of the partition sends it.
        let line = LineKey(source: item.source, activity: item.change.activity)
        guard let failures = lines[line].map({ $0.failures + 1 }) else { return [] }
        guard let delay = WebhookSchedule.delay(after: failures, random: Double.random(in: 0...1, using: &random)) else {
            counts.abandoned += 1
            return [.reportGivenUp(reason: reason)] + [done(item)].compactMap(\.self)
        }
        lines[line]?.failures = failures
        lines[line]?.retryAt = now + .seconds(delay)
        return [.reportRetry(reason: reason, after: .seconds(delay))]
    }

    /// The first change of an activity needs no request any more.
    ///
    /// - Returns: The changes that can be acknowledged with it.
    private mutating func done(_ item: Item) -> Directive? {
        let line = LineKey(source: item.source, activity: item.change.activity)
        guard let rest = lines[line]?.changes.dropFirst() else { return nil }
        lines[line] = rest.isEmpty ? nil : Line(changes: Array(rest))
        if !rest.isEmpty { ready.append(line) }
        let shard = ShardKey(source: item.source, shard: item.change.activity.shard)
        if let index = order[shard]?.firstIndex(where: { $0.change.sequence == item.change.sequence }) {
            order[shard]?[index].isDone = true
        }
        return acknowledged(shard)
    }

    private mutating func acknowledged(_ shard: ShardKey) -> Directive? {
        let done = order[shard]?.prefix { $0.isDone } ?? []
        guard let last = done.last?.change else { return nil }
        unacknowledged -= done.count
        order[shard]?.removeFirst(done.count)
        return .acknowledge(Item(source: shard.source, change: last))
    }

    // MARK: - What follows every input

    private mutating func proceed(after first: [Directive] = []) -> [Directive] {
        var directives = first
        for number in sources.keys.sorted() {
            guard let source = sources[number] else { continue }
            if source.hasEnded {
                guard source.requests == 0 else { continue }
                sources[number] = nil
                directives.append(.release(source: number))
            } else if !source.isReading, unacknowledged < Self.changesMax {
                sources[number]?.isReading = true
                directives.append(
                    .read(source: number, atMost: min(Self.changesMax - unacknowledged, Self.changesAtOnce)))
            }
        }
        let limit = failuresInARow < Self.requestsMax ? Self.requestsMax : 1
        while pausedUntil == nil, requests < limit, !ready.isEmpty {
            let line = ready.removeFirst()
            guard let change = lines[line]?.changes.first else { continue }
            requests += 1
            sources[line.source]?.requests += 1
            directives.append(.send(Item(source: line.source, change: change)))
        }
        return directives
    }
}
#endif
