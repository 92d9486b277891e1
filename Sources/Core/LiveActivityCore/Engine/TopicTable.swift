/// Who follows what.
struct TopicTable {
    struct TopicEntry {
        var name: Topic
        var followers: [Followers] = []
        var live = 0
        var memory = EventMemory()
        /// Of the newest event that had one, in seconds since 2001.
        var timestamp = -Double.infinity

        /// Whether there is anything to remember.
        var isMemorable: Bool { !memory.ids.isEmpty || timestamp > -.infinity }
    }

    /// Activities of one kind, in the order in which they began to follow. Those that are gone stay until the next sweep.
    struct Followers {
        var kind: Int
        var ids: [ActivityID]
        var live: Int
    }

    private(set) var topics: [TopicEntry] = []
    private var places: [Topic: Int] = [:]
    private var free: [Int] = []

    /// Topics of which something else is remembered than was kept; `nil` where nobody keeps anything.
    var dirty: Set<Topic>?

    /// Where several engines share topics; `nil` while the engine is alone.
    var sharing: (any TopicSharing)? {
        willSet { for topic in places.keys { sharing?.left(topic) } }
        didSet {
            for (topic, place) in places {
                sharing?.followed(topic, remembering: topics[place].memory.ids, topics[place].timestamp)
            }
        }
    }

    /// The other engines are to remember what this one has just been told.
    func shareMemory(of topic: Topic) {
        guard let sharing, let place = places[topic] else { return }
        sharing.left(topic)
        sharing.followed(topic, remembering: topics[place].memory.ids, topics[place].timestamp)
    }

    subscript(place: Int) -> TopicEntry {
        get { topics[place] }
        _modify { yield &topics[place] }
    }

    func place(of topic: Topic) -> Int? { places[topic] }

    /// All that have followers, by name.
    var sorted: [TopicEntry] { places.keys.sorted().compactMap { places[$0] }.map { topics[$0] } }

    mutating func follow(_ topic: Topic, _ id: ActivityID) {
        let place = enter(topic)
        topics[place].live += 1
        if let list = topics[place].followers.firstIndex(where: { $0.kind == id.kind }) {
            topics[place].followers[list].ids.append(id)
            topics[place].followers[list].live += 1
        } else {
            // In the order of the kinds, so that it does not depend on who followed first and is gone.
            let list = topics[place].followers.firstIndex { $0.kind > id.kind } ?? topics[place].followers.count
            topics[place].followers.insert(Followers(kind: id.kind, ids: [id], live: 1), at: list)
        }
    }

    /// - Parameter isLive: Whether an activity still follows.
    mutating func unfollow(_ topic: Topic, _ id: ActivityID, isLive: (ActivityID) -> Bool) {
        guard let place = places[topic], let list = topics[place].followers.firstIndex(where: { $0.kind == id.kind })
        else { return }
        topics[place].live -= 1
        topics[place].followers[list].live -= 1
        if topics[place].live == 0 {
            if topics[place].isMemorable { dirty?.insert(topic) }
            places[topic] = nil
            topics[place] = TopicEntry(name: "")
            free.append(place)
            sharing?.left(topic)
        } else if topics[place].followers[list].ids.count > 2 * topics[place].followers[list].live + 64 {
            // Half of the list is gone by now, so this costs each of those that went no more than two steps.
            topics[place].followers[list].ids.removeAll { $0 == id || !isLive($0) }
        }
    }

    private mutating func enter(_ topic: Topic) -> Int {
        if let place = places[topic] { return place }
        let place: Int
        if let reused = free.popLast() {
            place = reused
            topics[place] = TopicEntry(name: topic)
        } else {
            place = topics.count
            topics.append(TopicEntry(name: topic))
        }
        places[topic] = place
        if let (events, timestamp) = sharing?.followed(topic) {
            topics[place].memory = EventMemory(events)
            topics[place].timestamp = timestamp
            if topics[place].isMemorable { dirty?.insert(topic) }
        }
        return place
    }
}

/// What several engines remember together of a topic that is followed in any of them, as one engine with all its followers would.
package protocol TopicSharing: AnyObject, Sendable {
    /// An engine has its first follower of a topic. Gives the events that were published to it last, the oldest first, and the newest
    /// timestamp, in seconds since 2001.
    func followed(_ topic: Topic) -> (events: [EventID], timestamp: Double)
    /// An engine brings followers of a topic along, and what it remembers.
    func followed(_ topic: Topic, remembering events: [EventID], _ timestamp: Double)
    /// An engine has no followers of a topic any more.
    func left(_ topic: Topic)
}

/// The events of one sender that were applied last, so that a repeated or overtaken one is known.
struct EventMemory: Codable, Hashable {
    /// The oldest first.
    private(set) var ids: [EventID]

    init(_ ids: [EventID] = []) { self.ids = ids }

    func contains(_ id: EventID?) -> Bool {
        guard let id else { return false }
        return ids.contains(id)
    }

    mutating func remember(_ id: EventID?, limit: Int) {
        guard let id, limit > 0 else { return }
        if ids.count >= limit { ids.removeFirst(ids.count - limit + 1) }
        ids.append(id)
    }
}
