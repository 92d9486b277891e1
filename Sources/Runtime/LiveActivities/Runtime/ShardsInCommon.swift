import LiveActivityCore
import Synchronization

/// What the shards of a runtime have in common, so that several behave as one would.
///
/// Its own locks are taken under a shard's, never the other way round.
final class ShardsInCommon: Sendable {
    let places: ActivityPlaces
    let topics: SharedTopics

    init(limits: EngineLimits) {
        places = ActivityPlaces(limit: limits.activities)
        topics = SharedTopics(eventsMax: limits.rememberedEvents)
    }
}

/// The places there are for activities (``EngineLimits/activities``).
final class ActivityPlaces: Sendable {
    private let limit: Int
    private let taken = Atomic(0)

    init(limit: Int) { self.limit = limit }

    var count: Int { taken.load(ordering: .acquiring) }

    func take() -> Bool {
        var seen = taken.load(ordering: .relaxed)
        while seen < limit {
            let (exchanged, original) = taken.weakCompareExchange(
                expected: seen, desired: seen + 1, ordering: .acquiringAndReleasing)
            if exchanged { return true }
            seen = original
        }
        return false
    }

    func give(_ count: Int) { taken.subtract(count, ordering: .acquiringAndReleasing) }

    /// Counts activities that came without asking: a snapshot brought them.
    func note(_ count: Int) { taken.add(count, ordering: .acquiringAndReleasing) }
}

/// What was published to the topics that anyone follows.
final class SharedTopics: TopicSharing {
    private struct Memory {
        /// In so many shards the topic has followers.
        var shards = 0
        /// The oldest first.
        var events: [EventID] = []
        var timestamp = -Double.infinity
    }

    private let eventsMax: Int
    private let memories = Mutex<[Topic: Memory]>([:])

    init(eventsMax: Int) { self.eventsMax = eventsMax }

    func followed(_ topic: Topic) -> (events: [EventID], timestamp: Double) {
        memories.withLock { memories in
            memories[topic, default: Memory()].shards += 1
            return (memories[topic]?.events ?? [], memories[topic]?.timestamp ?? -.infinity)
        }
    }

    func followed(_ topic: Topic, remembering events: [EventID], _ timestamp: Double) {
        memories.withLock { memories in
            memories[topic, default: Memory()].shards += 1
            memories[topic]?.events = events
            memories[topic]?.timestamp = timestamp
        }
    }

    func left(_ topic: Topic) {
        memories.withLock { memories in
            guard let shards = memories[topic]?.shards else { return }
            if shards == 1 { memories[topic] = nil } else { memories[topic]?.shards = shards - 1 }
        }
    }

    /// An event was published in all shards. Each has remembered it already; this is for those that will have followers later.
    func remember(_ topic: Topic, _ event: EventID?, _ timestamp: Date?) {
        guard event != nil || timestamp != nil else { return }
        memories.withLock { memories in
            guard memories[topic] != nil else { return }
            if let timestamp { memories[topic]?.timestamp = timestamp.timeIntervalSinceReferenceDate }
            guard let event, eventsMax > 0 else { return }
            if let count = memories[topic]?.events.count, count >= eventsMax {
                memories[topic]?.events.removeFirst(count - eventsMax + 1)
            }
            memories[topic]?.events.append(event)
        }
    }
}
