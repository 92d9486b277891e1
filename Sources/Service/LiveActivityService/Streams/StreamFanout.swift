#if Service
import LiveActivities
import LiveActivityCore

/// Decides which stream receives which change and when, which changes are kept for clients that reconnect, and which streams
/// are due a heartbeat.
///
/// **Problem.** A runtime reports a change under its lock, once, to one callback; a service has thousands of streams, each with
/// its own filter, speed and last position. A client that lost its connection must continue without a gap or know that there is
/// one.
///
/// **Solution.** A value: changes, subscriptions, the store's answers and the time go in, directives come out. It keeps the
/// newest changes in a ring. ``StreamHub`` is the shell with the lock and the tasks.
///
/// | case | what happens |
/// | --- | --- |
/// | a client resumes at a position in the ring | it receives the changes after it |
/// | its position is older, or of another epoch | *reset*: the current state, then new changes |
/// | the store is strict and has not written a change yet | the change is held until it is durable |
/// | changes were missed (a restart, a lost node) | a reset for every stream that may be concerned |
///
/// **Rejected:** a subscription to the runtime for each stream. Each would have a buffer and a position of its own, and a
/// change would be encoded once per stream instead of once.
///
/// Changes are in one order for all streams, so the id of any kept change is a position to resume at, also for a stream of
/// changes of several shards. With a strict store, changes are held until they are durable: no reader acts on a change that a
/// crash takes back.
///
/// It has no clock, task or lock: events and the time come in, directives come out (``Directive``).
struct StreamFanout<Reader: Sendable>: Sendable {
    typealias Instant = ContinuousClock.Instant

    enum Directive: Sendable {
        /// Pass a change to these streams.
        case offer(ChangeFrame, to: [Reader])
        /// These streams have missed changes: send them the current state.
        case reset([Reader])
        /// Send a heartbeat with the position of the newest change to those of these streams that were idle since the last one.
        case beat([Reader], StreamPosition)
    }

    /// The first data of a new stream.
    enum Beginning: Sendable {
        case nothing
        /// The changes that its client has missed.
        case changes([ChangeFrame])
        /// The current state, because the changes that its client has missed are no longer kept.
        case reset
    }

    /// A group of streams that may select the same change, by which a change's streams are found.
    private enum Group: Hashable {
        case all
        case activity(ActivityID)
        case owner(OwnerID)
        case topic(Topic)

        init(_ filter: StreamFilter) {
            if let activity = filter.activity {
                self = .activity(activity)
            } else if let owner = filter.owner {
                self = .owner(owner)
            } else {
                self = filter.topic.map { .topic($0) } ?? .all
            }
        }
    }

    private struct Member: Sendable {
        var filter: StreamFilter
        var reader: Reader
    }

    private enum Held: Sendable {
        case change(ChangeFrame)
        /// Changes were missed, up to these sequences of the shards.
        case missed(upTo: [Int: UInt64])

        /// Whether the store has written it.
        func isStored(_ sequences: [UInt64]) -> Bool {
            func has(_ sequence: UInt64, _ shard: Int) -> Bool {
                !sequences.indices.contains(shard) || sequence <= sequences[shard]
            }
            switch self {
            case .change(let frame): return has(frame.position.sequence, frame.position.shard)
            case .missed(let newest): return newest.allSatisfy { has($0.value, $0.key) }
            }
        }
    }

    /// The streams get their heartbeats in this many groups, so that the service does not write to all of them at once.
    private static var parts: Int { 16 }

    private let history: Int
    private let heldMax: Int
    private let beatInterval: Duration
    private let isStrict: Bool
    private let topics: @Sendable (ActivityID) -> [Topic]
    /// The current epoch, increased by each reset: earlier positions cannot be resumed.
    private var epoch: UInt64
    /// The newest changes, as a ring: the change with number n is at n modulo ``history``.
    private var kept: [ChangeFrame] = []
    private var next = 0
    /// The changes that may not be stored yet, in order.
    private var held: [Held] = []
    private var members: [Int: Member] = [:]
    private var groups: [Group: Set<Int>] = [:]
    private var topicGroups = 0
    /// The topics of activities, kept because they are unknown after the dismissal. Filled only while a stream selects a topic.
    private var topicsOf: [ActivityID: [Topic]] = [:]
    private var membersEver = 0
    private var beatAt: Instant
    private var beats = 0
    private(set) var isFinished = false
    /// The number of changes passed on, and of their deliveries to streams.
    private(set) var published = 0, delivered = 0

    /// - Parameters:
    ///   - isStrict: Whether changes arrive before the store has written them.
    ///   - heldMax: The maximum number of changes that wait for the store; beyond it, streams get the state in place of them.
    ///   - topics: Returns the topics of an activity whose change comes without them.
    init(
        epoch: UInt64, _ configuration: ServiceConfiguration.Streams, isStrict: Bool, heldMax: Int = 65_536, at now: Instant,
        topics: @escaping @Sendable (ActivityID) -> [Topic]
    ) {
        self.epoch = epoch
        history = configuration.history
        self.heldMax = heldMax
        beatInterval = .seconds(configuration.heartbeat / Double(Self.parts))
        beatAt = now + beatInterval
        self.isStrict = isStrict
        self.topics = topics
    }

    // MARK: - Changes

    mutating func receive(_ changes: [FollowedChange]) -> [Directive] {
        for followed in changes {
            switch followed {
            case .change(let change, let topics):
                // Looked up now: the activity may be dismissed before the change is stored.
                let known = topics ?? (topicGroups > 0 ? self.topics(change.activity) : nil)
                held.append(.change(ChangeFrame(change, topics: known, epoch: epoch)))
            case .missed: held.append(.missed(upTo: [:]))
            }
        }
        guard isStrict else { return pass(held.count) }
        // The store has failed for long. Streams get the current state once it works again.
        if held.count > heldMax { held = [.missed(upTo: newestHeld)] }
        return []
    }

    /// - Parameter sequences: For each shard, the sequence up to which changes are durable. Changes keep their order, so a
    ///   durable change waits for earlier ones of other shards; usually one batch stores all of them.
    mutating func stored(upTo sequences: [UInt64]) -> [Directive] {
        pass(held.firstIndex { !$0.isStored(sequences) } ?? held.count)
    }

    private var newestHeld: [Int: UInt64] {
        held.reduce(into: [:]) { newest, held in
            switch held {
            case .change(let frame): newest[frame.position.shard, default: 0].raise(to: frame.position.sequence)
            case .missed(let sequences): for (shard, sequence) in sequences { newest[shard, default: 0].raise(to: sequence) }
            }
        }
    }

    private mutating func pass(_ count: Int) -> [Directive] {
        defer { held.removeFirst(count) }
        return held.prefix(count).map { held in
            guard case .change(let frame) = held else {
                epoch += 1
                (kept, next) = ([], 0)
                return .reset(members.values.map(\.reader))
            }
            // A change held since before a reset gets the new epoch.
            let current = frame.position.epoch == epoch ? frame : ChangeFrame(frame.change, topics: frame.topics, epoch: epoch)
            published += 1
            if kept.count < history { kept.append(current) } else { kept[next % history] = current }
            next += 1
            let readers = readers(of: current)
            delivered += readers.count
            return .offer(current, to: readers)
        }
    }

    private mutating func readers(of frame: ChangeFrame) -> [Reader] {
        let change = frame.change
        var found: [Reader] = []
        func add(_ group: Group) {
            for number in groups[group] ?? [] {
                if let member = members[number], member.filter.matches(change) { found.append(member.reader) }
            }
        }
        add(.activity(change.activity))
        add(.owner(change.owner))
        add(.all)
        guard topicGroups > 0 else { return found }
        let followed = topicsOf[change.activity] ?? frame.topics ?? topics(change.activity)
        topicsOf[change.activity] = change.state == .dismissed ? nil : followed
        for topic in followed { add(.topic(topic)) }
        return found
    }

    // MARK: - Time

    /// When ``advance(to:)`` must be called next.
    var nextDeadline: Instant { beatAt }

    mutating func advance(to now: Instant) -> [Directive] {
        guard beatAt <= now else { return [] }
        beatAt = max(beatAt + beatInterval, now)
        let part = beats % Self.parts
        beats += 1
        let readers = members.lazy.filter { $0.key % Self.parts == part }.map(\.value.reader)
        return [.beat(Array(readers), position)]
    }

    // MARK: - Streams

    /// The position of the newest change that was passed on. A query made after reading it includes that change.
    var position: StreamPosition {
        next == 0 ? StreamPosition(epoch: epoch, shard: 0, sequence: 0) : kept[(next - 1) % history].position
    }

    var readers: some Sequence<Reader> { members.values.lazy.map(\.reader) }
    var count: Int { members.count }
    /// The number of changes that wait for the store.
    var heldCount: Int { held.count }

    /// Whether a change of one of these activities waits for the store.
    func holds(_ activities: Set<ActivityID>) -> Bool {
        // The activities of missed changes are unknown, so any may be affected.
        held.contains { if case .change(let frame) = $0 { activities.contains(frame.change.activity) } else { true } }
    }

    /// Adds a stream.
    ///
    /// - Parameter last: The client's last position; `nil` for a new client.
    /// - Returns: The stream's number, its start position, and its first data.
    mutating func add(
        _ reader: Reader, _ filter: StreamFilter, after last: StreamPosition?
    ) -> (number: Int, position: StreamPosition, beginning: Beginning) {
        let beginning: Beginning =
            if let last { missed(after: last).map { .changes($0.filter { matches($0, filter) }) } ?? .reset } else { .nothing }
        membersEver += 1
        members[membersEver] = Member(filter: filter, reader: reader)
        let group = Group(filter)
        if case .topic = group, groups[group] == nil { topicGroups += 1 }
        groups[group, default: []].insert(membersEver)
        return (membersEver, position, beginning)
    }

    mutating func remove(_ number: Int) -> Reader? {
        guard let member = members.removeValue(forKey: number) else { return nil }
        let group = Group(member.filter)
        groups[group]?.remove(number)
        guard groups[group]?.isEmpty == true else { return member.reader }
        groups[group] = nil
        if case .topic = group { topicGroups -= 1 }
        if topicGroups == 0 { topicsOf = [:] }
        return member.reader
    }

    /// Refuses further streams.
    mutating func finish() { isFinished = true }

    /// The changes after a position, in order; `nil` if some of them are no longer kept.
    private func missed(after last: StreamPosition) -> [ChangeFrame]? {
        guard last.epoch == epoch else { return nil }
        let first = max(next - history, 0)
        if last.sequence == 0 { return first == 0 ? kept : nil }
        // Searched from the newest, as most clients reconnect after a moment.
        for number in (first..<next).reversed() where kept[number % history].position == last {
            return (number + 1..<next).map { kept[$0 % history] }
        }
        return nil
    }

    private func matches(_ frame: ChangeFrame, _ filter: StreamFilter) -> Bool {
        filter.matches(frame.change)
            && (filter.topic.map { (frame.topics ?? topics(frame.change.activity)).contains($0) } ?? true)
    }
}

extension UInt64 {
    fileprivate mutating func raise(to value: UInt64) { self = Swift.max(self, value) }
}
#endif
