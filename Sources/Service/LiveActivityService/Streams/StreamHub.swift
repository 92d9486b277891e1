#if Service
import LiveActivities
import LiveActivityCore
import NIOCore
import Synchronization

/// Takes a runtime's changes, keeps the newest, and gives each to the streams that want it.
///
/// A command only appends its change to a list. A task of the hub does the rest, in one order for all streams: so the id of any change that
/// is kept says where a client goes on, also on a stream of changes of several shards.
final class StreamHub: Sendable {
    private struct Inbox {
        var changes: [FollowedChange] = []
        var waiter: CheckedContinuation<Void, Never>?
        var isFinished = false
    }

    private struct State {
        /// A ring: the change with number n is at n modulo its size.
        var kept: [ChangeFrame] = []
        var next = 0
        var readers = ReaderTable()
        /// Another one after each reset: positions from before it cannot be resumed.
        var epoch: UInt64
        var readersEver = 0
        var delivered = 0
        var published = 0
        var past = (conflated: 0, resets: 0)
        var isFinished = false
    }

    private let configuration: ServiceConfiguration.Streams
    private let topics: @Sendable (ActivityID) -> [Topic]
    private let inbox = Mutex(Inbox())
    private let state: Mutex<State>

    init(
        epoch: UInt64, _ configuration: ServiceConfiguration.Streams, topics: @escaping @Sendable (ActivityID) -> [Topic]
    ) {
        state = Mutex(State(epoch: epoch))
        self.configuration = configuration
        self.topics = topics
    }

    // MARK: - Changes

    /// Takes a change. Called under the lock of a shard.
    func take(_ change: FollowedChange) {
        let waiter = inbox.withLock { inbox -> CheckedContinuation<Void, Never>? in
            inbox.changes.append(change)
            defer { inbox.waiter = nil }
            return inbox.waiter
        }
        waiter?.resume()
    }

    /// Gives changes to streams until the hub is finished.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.deliver() }
            group.addTask { await self.beat() }
            await group.next()
            group.cancelAll()
        }
    }

    private func deliver() async {
        while true {
            let (changes, isFinished) = inbox.withLock { inbox -> ([FollowedChange], Bool) in
                defer { inbox.changes.removeAll(keepingCapacity: inbox.changes.count < 4_096) }
                return (inbox.changes, inbox.isFinished)
            }
            if changes.isEmpty {
                if isFinished { return }
                await wait()
                continue
            }
            pass(changes)
            await Task.yield()
        }
    }

    private func wait() async {
        await withCheckedContinuation { continuation in
            let isReady = inbox.withLock { inbox -> Bool in
                if !inbox.changes.isEmpty || inbox.isFinished { return true }
                inbox.waiter = continuation
                return false
            }
            if isReady { continuation.resume() }
        }
    }

    private func pass(_ changes: [FollowedChange]) {
        var woken: [CheckedContinuation<Void, Never>] = []
        state.withLock { state in
            for followed in changes {
                switch followed {
                case .change(let change, let topics):
                    pass(ChangeFrame(change, topics: topics, epoch: state.epoch), &state, &woken)
                case .missed: reset(&state, &woken)
                }
            }
        }
        for continuation in woken { continuation.resume() }
    }

    private func pass(_ frame: ChangeFrame, _ state: inout State, _ woken: inout [CheckedContinuation<Void, Never>]) {
        state.published += 1
        if state.kept.count < configuration.history {
            state.kept.append(frame)
        } else {
            state.kept[state.next % configuration.history] = frame
        }
        state.next += 1
        var delivered = 0
        state.readers.forEach(frame.change, { frame.topics ?? topics($0) }) { reader in
            delivered += 1
            if let continuation = reader.offer(frame) { woken.append(continuation) }
        }
        state.delivered += delivered
    }

    /// Gives every stream the present state, and forgets what was kept.
    private func reset(_ state: inout State, _ woken: inout [CheckedContinuation<Void, Never>]) {
        state.epoch += 1
        (state.kept, state.next) = ([], 0)
        for reader in state.readers.all.values { if let continuation = reader.reset() { woken.append(continuation) } }
    }

    /// A sixteenth of the streams at a time, so that a machine does not write to all of them at once.
    private func beat() async {
        let parts = 16
        var part = 0
        while !Task.isCancelled {
            try? await Task.sleep(for: .seconds(configuration.heartbeat / Double(parts)))
            let (readers, position) = state.withLock { (state: inout State) in
                (state.readers.all.filter { $0.key % parts == part }.map(\.value), newest(state))
            }
            let text = ByteBuffer(string: ":\nid: \(position)\n\n")
            for reader in readers { reader.beat(text)?.resume() }
            part = (part + 1) % parts
        }
    }

    // MARK: - Streams

    /// The position of the newest change.
    private func newest(_ state: borrowing State) -> StreamPosition {
        if state.next == 0 { return StreamPosition(epoch: state.epoch, shard: 0, sequence: 0) }
        return state.kept[(state.next - 1) % configuration.history].position
    }

    /// Adds a stream.
    ///
    /// - Parameter last: The position at which its client was; `nil` for one that begins.
    /// - Returns: The stream's number, and the position at which it begins; `nil` where the hub is finished or has too many streams.
    func add(_ reader: StreamReader, after last: StreamPosition?, limit: Int) -> (number: Int, position: StreamPosition)? {
        state.withLock { state in
            guard !state.isFinished, state.readers.all.count < limit else { return nil }
            if let last {
                if let missed = missed(after: last, state) {
                    reader.begin(with: missed.filter { matches($0, reader.filter) })
                } else {
                    reader.requireReset()
                }
            }
            state.readersEver += 1
            state.readers.insert(reader, number: state.readersEver)
            return (state.readersEver, newest(state))
        }
    }

    func remove(_ number: Int) {
        state.withLock { state in
            guard let reader = state.readers.remove(number) else { return }
            let losses = reader.losses
            state.past.conflated += losses.conflated
            state.past.resets += losses.resets
        }
    }

    /// The position of the newest change: what is read after this contains it.
    var position: StreamPosition { state.withLock { newest($0) } }

    /// The changes after a position, in the hub's order; `nil` if they are not all there.
    private func missed(after last: StreamPosition, _ state: borrowing State) -> [ChangeFrame]? {
        guard last.epoch == state.epoch else { return nil }
        let first = max(state.next - configuration.history, 0)
        if last.sequence == 0 { return first == 0 ? Array(state.kept) : nil }
        // Most clients were there a moment ago.
        var number = state.next - 1
        while number >= first {
            if state.kept[number % configuration.history].position == last {
                return (number + 1..<state.next).map { state.kept[$0 % configuration.history] }
            }
            number -= 1
        }
        return nil
    }

    private func matches(_ frame: ChangeFrame, _ filter: StreamFilter) -> Bool {
        filter.matches(frame.change)
            && (filter.topic.map { (frame.topics ?? topics(frame.change.activity)).contains($0) } ?? true)
    }

    /// Ends every stream, after what waits for it.
    func finish() {
        let readers = state.withLock { state in
            state.isFinished = true
            return Array(state.readers.all.values)
        }
        for reader in readers { reader.finish() }
        let waiter = inbox.withLock { inbox in
            inbox.isFinished = true
            defer { inbox.waiter = nil }
            return inbox.waiter
        }
        waiter?.resume()
    }

    struct Statistics: Hashable, Sendable {
        /// Streams that are open now.
        var streams = 0
        /// Changes that were given to the hub, and changes that were given to streams.
        var published = 0, delivered = 0
        var conflated = 0, resets = 0
    }

    var statistics: Statistics {
        state.withLock { state in
            var statistics = Statistics(
                streams: state.readers.all.count, published: state.published, delivered: state.delivered,
                conflated: state.past.conflated, resets: state.past.resets)
            for reader in state.readers.all.values {
                let losses = reader.losses
                statistics.conflated += losses.conflated
                statistics.resets += losses.resets
            }
            return statistics
        }
    }
}

/// The streams by what they want, so that a change is not compared with those of others.
private struct ReaderTable {
    private(set) var all: [Int: StreamReader] = [:]
    private var unfiltered: [Int: StreamReader] = [:]
    private var ofOwner: [OwnerID: [Int: StreamReader]] = [:]
    private var ofActivity: [ActivityID: [Int: StreamReader]] = [:]
    private var ofTopic: [Topic: [Int: StreamReader]] = [:]
    /// The topics of activities, as they are no longer known after the dismissal. Only while a stream wants a topic.
    private var topicsOf: [ActivityID: [Topic]] = [:]

    mutating func insert(_ reader: StreamReader, number: Int) {
        all[number] = reader
        let filter = reader.filter
        if let activity = filter.activity {
            ofActivity[activity, default: [:]][number] = reader
        } else if let owner = filter.owner {
            ofOwner[owner, default: [:]][number] = reader
        } else if let topic = filter.topic {
            ofTopic[topic, default: [:]][number] = reader
        } else {
            unfiltered[number] = reader
        }
    }

    mutating func remove(_ number: Int) -> StreamReader? {
        guard let reader = all.removeValue(forKey: number) else { return nil }
        let filter = reader.filter
        if let activity = filter.activity {
            ofActivity[activity]?[number] = nil
            if ofActivity[activity]?.isEmpty == true { ofActivity[activity] = nil }
        } else if let owner = filter.owner {
            ofOwner[owner]?[number] = nil
            if ofOwner[owner]?.isEmpty == true { ofOwner[owner] = nil }
        } else if let topic = filter.topic {
            ofTopic[topic]?[number] = nil
            if ofTopic[topic]?.isEmpty == true { ofTopic[topic] = nil }
            if ofTopic.isEmpty { topicsOf = [:] }
        } else {
            unfiltered[number] = nil
        }
        return reader
    }

    mutating func forEach(_ change: Change, _ topics: (ActivityID) -> [Topic], _ body: (StreamReader) -> Void) {
        func give(_ readers: [Int: StreamReader]) {
            for reader in readers.values where reader.filter.matches(change) { body(reader) }
        }
        if let readers = ofActivity[change.activity] { give(readers) }
        if let readers = ofOwner[change.owner] { give(readers) }
        if !unfiltered.isEmpty { give(unfiltered) }
        guard !ofTopic.isEmpty else { return }
        let followed = topicsOf[change.activity] ?? topics(change.activity)
        topicsOf[change.activity] = change.state == .dismissed ? nil : followed
        for topic in followed { if let readers = ofTopic[topic] { give(readers) } }
    }
}
#endif
