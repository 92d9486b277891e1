#if Service
import LiveActivities
import LiveActivityCore
import Synchronization

/// Receives a runtime's changes, and passes each to the streams that select it. ``StreamFanout`` decides; this class carries
/// out its directives.
///
/// A command only appends its change to a list; a task of the hub does the rest. While there are no streams it does so for many
/// changes at once, because to resume it takes longer than to pass on a change.
final class StreamHub: Sendable {
    private enum Event {
        case change(FollowedChange)
        /// The store has written more changes.
        case stored
        case timer(ContinuousClock.Instant)

        var isTimer: Bool { if case .timer = self { true } else { false } }
        var change: FollowedChange? { if case .change(let change) = self { change } else { nil } }
    }

    private struct Inbox {
        var events: [Event] = []
        var waiter: CheckedContinuation<Void, Never>?
        var isFinished = false
        /// Whether there are no streams, and events may stay in the list.
        var isIdle = true
        /// Whether a timer is among the events, or the first stream needs one.
        var isDue = false

        /// Whether the task must pass on the events.
        var isReady: Bool { isDue || (isIdle ? events.count >= StreamHub.leftMax : !events.isEmpty) }
    }

    private struct State {
        var fanout: StreamFanout<StreamReader>
        /// The losses of streams that have ended.
        var past = (conflated: 0, resets: 0)
    }

    private let runtime: any ServiceRuntime
    private let inbox = Mutex(Inbox())
    private let state: Mutex<State>

    init(_ runtime: any ServiceRuntime, _ configuration: ServiceConfiguration.Streams) {
        self.runtime = runtime
        state = Mutex(
            State(
                fanout: StreamFanout(
                    epoch: runtime.epoch, configuration, isStrict: runtime.mayShowUnstored, at: .now
                ) { runtime.knownTopics(of: $0) }))
    }

    // MARK: - Changes

    /// Receives a change. Called while the lock of a shard is held.
    func take(_ change: FollowedChange) { post(.change(change)) }

    /// Receives the store's notification that it has written a batch. Called by the thread that wrote it.
    func noteStored() { post(.stored) }

    private func post(_ event: Event) {
        inbox.withLock { inbox -> CheckedContinuation<Void, Never>? in
            inbox.events.append(event)
            if event.isTimer { inbox.isDue = true }
            guard inbox.isReady else { return nil }
            defer { inbox.waiter = nil }
            return inbox.waiter
        }?.resume()
    }

    /// The number of events that are left in the list while there are no streams.
    private static let leftMax = 512

    /// Passes changes to streams until the hub is finished.
    func run() async {
        await withDiscardingTaskGroup { group in
            var timers: Set<ContinuousClock.Instant> = []
            while await hasEvents() {
                var woken: [CheckedContinuation<Void, Never>] = []
                let deadline = state.withLock { state in
                    for directive in apply(takeEvents(), to: &state.fanout, &timers) {
                        switch directive {
                        case .offer(let frame, let readers):
                            for reader in readers { if let waiter = reader.offer(frame) { woken.append(waiter) } }
                        case .reset(let readers):
                            for reader in readers { if let waiter = reader.reset() { woken.append(waiter) } }
                        case .beat(let readers, let position):
                            for reader in readers { if let waiter = reader.beat(position) { woken.append(waiter) } }
                        }
                    }
                    return state.fanout.nextDeadline
                }
                for continuation in woken { continuation.resume() }
                if timers.allSatisfy({ deadline < $0 }) {
                    timers.insert(deadline)
                    group.addTask {
                        try? await Task.sleep(until: deadline)
                        self.post(.timer(deadline))
                    }
                }
                await Task.yield()
            }
            group.cancelAll()
        }
    }

    /// Passes on the events that were left in the list while there were no streams.
    ///
    /// - Parameter ends: Whether there is a stream now.
    /// - Returns: The continuation to resume.
    @discardableResult
    private func catchUp(_ state: inout State, ends: Bool = false) -> CheckedContinuation<Void, Never>? {
        let (events, waiter) = inbox.withLock { inbox -> ([Event], CheckedContinuation<Void, Never>?) in
            guard inbox.isIdle else { return ([], nil) }
            let left = inbox.events.filter { !$0.isTimer }
            inbox.events.removeAll { !$0.isTimer }
            guard ends else { return (left, nil) }
            (inbox.isIdle, inbox.isDue) = (false, true)
            defer { inbox.waiter = nil }
            return (left, inbox.waiter)
        }
        // While there are streams, the task carries out what each event requires.
        if !events.isEmpty { _ = pass(events.compactMap(\.change), to: &state.fanout) }
        return waiter
    }

    private func apply(
        _ events: [Event], to fanout: inout StreamFanout<StreamReader>, _ timers: inout Set<ContinuousClock.Instant>
    ) -> [StreamFanout<StreamReader>.Directive] {
        var directives: [StreamFanout<StreamReader>.Directive] = []
        for case .timer(let time) in events {
            timers.remove(time)
            // Not the timer's time: after a pause every missed heartbeat would follow.
            directives += fanout.advance(to: .now)
        }
        return directives + pass(events.compactMap(\.change), to: &fanout)
    }

    private func pass(
        _ changes: [FollowedChange], to fanout: inout StreamFanout<StreamReader>
    ) -> [StreamFanout<StreamReader>.Directive] {
        let directives = fanout.receive(changes)
        // Also checked after each change: a change that needs no write is not followed by a batch.
        return fanout.heldCount > 0 ? directives + fanout.stored(upTo: runtime.storedSequences) : directives
    }

    /// Waits for an event.
    ///
    /// - Returns: `false` once the hub is finished or the task is cancelled.
    private func hasEvents() async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = inbox.withLock { inbox -> Bool in
                    if inbox.isReady || inbox.isFinished || Task.isCancelled { return true }
                    inbox.waiter = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            finishInbox()
        }
        return inbox.withLock { !$0.events.isEmpty || !$0.isFinished }
    }

    private func takeEvents() -> [Event] {
        inbox.withLock { inbox in
            defer {
                inbox.events.removeAll(keepingCapacity: inbox.events.count < 4_096)
                inbox.isDue = false
            }
            return inbox.events
        }
    }

    private func finishInbox() {
        inbox.withLock { inbox in
            inbox.isFinished = true
            defer { inbox.waiter = nil }
            return inbox.waiter
        }?.resume()
    }

    // MARK: - Streams

    /// Adds a stream.
    ///
    /// - Parameter last: The client's last position; `nil` for a new client.
    /// - Returns: The stream's number and start position; `nil` if the hub is finished or has too many streams.
    func add(_ reader: StreamReader, after last: StreamPosition?, limit: Int) -> (number: Int, position: StreamPosition)? {
        let (added, waiter) = state.withLock { state -> ((Int, StreamPosition)?, CheckedContinuation<Void, Never>?) in
            guard !state.fanout.isFinished, state.fanout.count < limit else { return (nil, nil) }
            // The task sets the timer of heartbeats.
            let waiter = catchUp(&state, ends: true)
            let (number, position, beginning) = state.fanout.add(reader, reader.filter, after: last)
            reader.begin(with: beginning)
            return ((number, position), waiter)
        }
        waiter?.resume()
        return added
    }

    func remove(_ number: Int) {
        state.withLock { state in
            guard let losses = state.fanout.remove(number)?.losses else { return }
            state.past.conflated += losses.conflated
            state.past.resets += losses.resets
            if state.fanout.count == 0 { inbox.withLock { $0.isIdle = true } }
        }
    }

    /// Whether a change of one of these activities is not stored yet.
    func holds(_ activities: Set<ActivityID>) -> Bool {
        state.withLock { state in
            catchUp(&state)
            // Checked under both locks: a change is either in the inbox or was passed on from it.
            return state.fanout.holds(activities)
                || inbox.withLock { inbox in
                    inbox.events.contains {
                        if case .change(.change(let change, _)) = $0 { activities.contains(change.activity) } else { false }
                    }
                }
        }
    }

    /// The position of the newest change. A query made after this call includes it.
    var position: StreamPosition {
        state.withLock { state in
            catchUp(&state)
            return state.fanout.position
        }
    }

    /// Ends every stream after its waiting changes have been sent.
    func finish() {
        let readers = state.withLock { state in
            state.fanout.finish()
            return Array(state.fanout.readers)
        }
        for reader in readers { reader.finish() }
        finishInbox()
    }

    struct Statistics: Hashable, Sendable {
        /// The number of open streams.
        var streams = 0
        /// The number of changes that wait for the store.
        var held = 0
        /// The number of changes passed on, and of their deliveries to streams.
        var published = 0, delivered = 0
        var conflated = 0, resets = 0
    }

    var statistics: Statistics {
        state.withLock { state in
            catchUp(&state)
            var statistics = Statistics(
                streams: state.fanout.count, held: state.fanout.heldCount, published: state.fanout.published,
                delivered: state.fanout.delivered,
                conflated: state.past.conflated, resets: state.past.resets)
            for losses in state.fanout.readers.map(\.losses) {
                statistics.conflated += losses.conflated
                statistics.resets += losses.resets
            }
            return statistics
        }
    }
}
#endif
