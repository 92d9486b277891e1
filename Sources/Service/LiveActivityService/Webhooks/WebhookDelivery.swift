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
/// | it refuses a change | repeated after a delay (``WebhookSchedule``) for three days; other activities continue |
/// | ``requestsMax`` failures in a row | the endpoint counts as down: one request at a time, after a pause |
/// | a source ends (a partition moved) | its unsent changes are dropped; its next owner sends them |
///
/// **Rejected:** one queue for each endpoint. A single refused change would hold back those of all activities.
///
/// Changes come from numbered sources: in a cluster from each partition of the node, otherwise from one. It has no clock, task
/// or connection: events and the time come in, directives come out (``Directive``).
struct WebhookDelivery: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// A change that is being or was sent, with its source.
    struct Item: Hashable, Sendable {
        var source: Int
        var change: Change
    }

    /// The result of a request.
    enum Answer: Hashable, Sendable {
        case accepted
        /// The endpoint is permanently gone (410).
        case gone
        case failed(String)

        /// The reason why the endpoint did not accept the message; `nil` if it did.
        var refusal: String? {
            switch self {
            case .accepted: nil
            case .gone: "the endpoint answered 410"
            case .failed(let reason): reason
            }
        }
    }

    enum Directive: Hashable, Sendable {
        /// Read at least one further change of the source, at most this many, and pass them to ``received(_:from:)``.
        case read(source: Int, atMost: Int)
        /// Send a request, and pass its result to ``answered(_:_:at:)``.
        case send(Item)
        /// Acknowledge all changes of this item's shard up to it.
        case acknowledge(Item)
        /// Release the source: it has ended, and no request with its changes is in flight.
        case release(source: Int)
        /// Report a failed request, which is repeated after this time.
        case reportRetry(reason: String, after: Duration)
        /// Keep a change that is given up after too many failures as a dead letter, and pass the result to
        /// ``kept(_:isStored:at:)``.
        case keep(Item, reason: String)
        /// Store that the endpoint is gone.
        case disable
        /// End the delivery: nothing is left to do.
        case stop
    }

    struct Counts: Hashable, Sendable {
        /// The numbers of accepted changes, of failed requests, and of changes that were given up.
        var delivered = 0, failed = 0, abandoned = 0
        /// Whether the endpoint has answered that it is gone.
        var isDisabled = false
    }

    /// The maximum number of requests in flight, each for another activity. After as many failures in a row the endpoint counts
    /// as down.
    static let requestsMax = 8
    /// The maximum number of changes that are read but not acknowledged; reading pauses while an endpoint refuses the oldest.
    static let changesMax = 4_096
    private static let changesAtOnce = 64

    private struct Source {
        var isReading = false
        /// Whether the source has ended because its partition has another owner.
        var hasEnded = false
        /// The number of requests in flight with its changes.
        var requests = 0
    }

    private struct LineKey: Hashable {
        var source: Int
        var activity: ActivityID
    }

    /// The queue of one activity's changes.
    private struct Line {
        /// The waiting changes, oldest first.
        var changes: [Change] = []
        /// The number of failed requests with the first change.
        var failures = 0
        /// When the first change is sent again; `nil` unless it waits for a retry.
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
    /// The activities whose first change can be sent now, in the order in which they became ready.
    private var ready: [LineKey] = []
    /// The unacknowledged changes of each shard, in order of arrival.
    private var order: [ShardKey: [Entry]] = [:]
    private var unacknowledged = 0
    private var requests = 0
    private var failuresInARow = 0
    /// The end of the pause of an endpoint that is down; `nil` while requests are allowed.
    private var pausedUntil: Instant?

    /// - Parameter random: Adds jitter to retries, so that requests that failed together are not repeated together.
    init(_ webhook: Webhook, random: any RandomNumberGenerator & Sendable) {
        self.webhook = webhook
        self.random = random
    }

    // MARK: - Time

    /// When ``advance(to:)`` must be called next; `nil` if no timer is set.
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

    /// Sends the changes that wait for a retry at once.
    mutating func retryNow(at now: Instant) -> [Directive] {
        for line in lines.keys where lines[line]?.retryAt != nil { lines[line]?.retryAt = now }
        pausedUntil = nil
        return advance(to: now)
    }

    // MARK: - Sources

    /// Registers a source that can be read.
    mutating func opened(source: Int) -> [Directive] {
        sources[source] = Source()
        return proceed()
    }

    /// Receives changes that were read from a source, in order. An empty list means that the source has ended: its unsent
    /// changes are dropped, and requests in flight still get their answers.
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

    /// Receives whether the dead letter of a change that is given up was stored. If not, its request is repeated: the change
    /// would otherwise be acknowledged and be nowhere.
    mutating func kept(_ item: Item, isStored: Bool, at now: Instant) -> [Directive] {
        guard isStored else {
            let line = LineKey(source: item.source, activity: item.change.activity)
            lines[line]?.retryAt = now + .seconds(WebhookSchedule.letterDelay)
            return proceed()
        }
        counts.abandoned += 1
        return proceed(after: [done(item)].compactMap(\.self))
    }

    /// Disables the webhook, because the endpoint has answered 410 to another node, or a request has disabled it.
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
        // The change was dropped with its source; the partition's next owner sends it.
        let line = LineKey(source: item.source, activity: item.change.activity)
        guard let failures = lines[line].map({ $0.failures + 1 }) else { return [] }
        guard let delay = WebhookSchedule.delay(after: failures, random: Double.random(in: 0...1, using: &random)) else {
            return [.keep(item, reason: reason)]
        }
        lines[line]?.failures = failures
        lines[line]?.retryAt = now + .seconds(delay)
        return [.reportRetry(reason: reason, after: .seconds(delay))]
    }

    /// Removes the first change of an activity, which was accepted or given up.
    ///
    /// - Returns: The acknowledgement that this allows, if any.
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

    // MARK: - After every input

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
