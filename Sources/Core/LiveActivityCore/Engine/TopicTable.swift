/// The topics that activities follow, and the events that each remembers.
struct TopicTable {
    struct TopicEntry {
        var name: Topic
        var followers: [Followers] = []
        var live = 0
        var memory = EventMemory()
        /// The newest timestamp of an event, in seconds since 2001.
        var timestamp = -Double.infinity

        /// Whether there are ids or a timestamp to remember.
        var isMemorable: Bool { !memory.ids.isEmpty || timestamp > -.infinity }
    }

    /// The followers of one kind, in the order in which they began to follow. Some may have stopped since; these are removed
    /// together.
    struct Followers {
        var kind: Int
        var ids: [ActivityID]
        var live: Int
    }

    private(set) var topics: [TopicEntry] = []
    private var slots: [Topic: Int] = [:]
    private var free: [Int] = []

    /// The topics whose memory differs from the store's; `nil` without a store.
    var dirty: Set<Topic>?

    /// The memory that the shards of a runtime share; `nil` for an engine alone.
    var sharing: (any TopicSharing)? {
        willSet { for topic in slots.keys { sharing?.left(topic) } }
        didSet {
            for (topic, slot) in slots {
                sharing?.followed(topic, remembering: topics[slot].memory.ids, topics[slot].timestamp)
            }
        }
    }

    /// Copies this engine's memory of a topic to the other engines.
    func shareMemory(of topic: Topic) {
        guard let sharing, let slot = slots[topic] else { return }
        sharing.left(topic)
        sharing.followed(topic, remembering: topics[slot].memory.ids, topics[slot].timestamp)
    }

    subscript(slot: Int) -> TopicEntry {
        get { topics[slot] }
        _modify { yield &topics[slot] }
    }

    func slot(of topic: Topic) -> Int? { slots[topic] }

    /// All topics with followers, by name.
    var sorted: [TopicEntry] { slots.keys.sorted().compactMap { slots[$0] }.map { topics[$0] } }

    mutating func follow(_ topic: Topic, _ id: ActivityID) {
        let slot = slot(adding: topic)
        topics[slot].live += 1
        if let list = topics[slot].followers.firstIndex(where: { $0.kind == id.kind }) {
            topics[slot].followers[list].ids.append(id)
            topics[slot].followers[list].live += 1
        } else {
            // Ordered by kind, so that the order does not depend on activities that no longer exist.
            let list = topics[slot].followers.firstIndex { $0.kind > id.kind } ?? topics[slot].followers.count
            topics[slot].followers.insert(Followers(kind: id.kind, ids: [id], live: 1), at: list)
        }
    }

    /// - Parameter isLive: Whether an activity still follows the topic.
    mutating func unfollow(_ topic: Topic, _ id: ActivityID, isLive: (ActivityID) -> Bool) {
        guard let slot = slots[topic], let list = topics[slot].followers.firstIndex(where: { $0.kind == id.kind })
        else { return }
        topics[slot].live -= 1
        topics[slot].followers[list].live -= 1
        if topics[slot].live == 0 {
            if topics[slot].isMemorable { dirty?.insert(topic) }
            slots[topic] = nil
            topics[slot] = TopicEntry(name: "")
            free.append(slot)
            sharing?.left(topic)
        } else if topics[slot].followers[list].ids.count > 2 * topics[slot].followers[list].live + 64 {
            // Half of the list is obsolete by now, so the cost of removing is constant for each.
            topics[slot].followers[list].ids.removeAll { $0 == id || !isLive($0) }
        }
    }

    private mutating func slot(adding topic: Topic) -> Int {
        if let slot = slots[topic] { return slot }
        let slot: Int
        if let reused = free.popLast() {
            slot = reused
            topics[slot] = TopicEntry(name: topic)
        } else {
            slot = topics.count
            topics.append(TopicEntry(name: topic))
        }
        slots[topic] = slot
        if let (events, timestamp) = sharing?.followed(topic) {
            topics[slot].memory = EventMemory(events)
            topics[slot].timestamp = timestamp
            if topics[slot].isMemorable { dirty?.insert(topic) }
        }
        return slot
    }
}
