import LiveActivityCore
import Synchronization

/// State that the shards of a runtime share, so that several behave like one.
///
/// Its locks may be taken under a shard's lock, never the other way round.
final class ShardsInCommon: Sendable {
    let capacity: ActivityCapacity
    let topics: SharedTopics

    init(limits: EngineLimits) {
        capacity = ActivityCapacity(limit: limits.activities)
        topics = SharedTopics(eventsMax: limits.rememberedEvents)
    }
}

/// The number of activities in all shards together, and its limit (``/LiveActivityCore/EngineLimits/activities``).
final class ActivityCapacity: Sendable {
    private let limit: Int
    private let taken = Atomic(0)

    init(limit: Int) { self.limit = limit }

    var count: Int { taken.load(ordering: .acquiring) }

    /// Counts one more activity, if the limit allows it.
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

    /// Subtracts dismissed activities from the count.
    func release(_ count: Int) { taken.subtract(count, ordering: .acquiringAndReleasing) }

    /// Adds activities from a snapshot or a store, without a reservation. They may exceed the limit.
    func add(_ count: Int) { taken.add(count, ordering: .acquiringAndReleasing) }
}

/// The remembered ids of events that were published to topics with followers in any shard.
final class SharedTopics: TopicSharing {
    private struct Memory {
        /// The number of shards in which the topic has followers.
        var shards = 0
        var events = EventMemory()
        var timestamp = -Double.infinity
    }

    private let eventsMax: Int
    private let memories = Mutex<[Topic: Memory]>([:])

    init(eventsMax: Int) { self.eventsMax = eventsMax }

    func followed(_ topic: Topic) -> (events: [EventID], timestamp: Double) {
        memories.withLock { memories in
            memories[topic, default: Memory()].shards += 1
            return (memories[topic]?.events.ids ?? [], memories[topic]?.timestamp ?? -.infinity)
        }
    }

    func followed(_ topic: Topic, remembering events: [EventID], _ timestamp: Double) {
        memories.withLock { memories in
            memories[topic, default: Memory()].shards += 1
            memories[topic]?.events = EventMemory(events)
            memories[topic]?.timestamp = timestamp
        }
    }

    func left(_ topic: Topic) {
        memories.withLock { memories in
            guard let shards = memories[topic]?.shards else { return }
            if shards == 1 { memories[topic] = nil } else { memories[topic]?.shards = shards - 1 }
        }
    }

    /// Records an event that was published in all shards. Each shard has already remembered it; this is for shards that get
    /// followers later.
    func remember(_ topic: Topic, _ event: EventID?, _ timestamp: Date?) {
        guard event != nil || timestamp != nil else { return }
        memories.withLock { memories in
            guard memories[topic] != nil else { return }
            if let timestamp { memories[topic]?.timestamp = timestamp.timeIntervalSinceReferenceDate }
            memories[topic]?.events.remember(event, limit: eventsMax)
        }
    }
}
