// State that the engines of one runtime share, so that several shards behave like one engine.
extension Engine {
    /// The kinds that follow a topic here, and the reason why an event published to it would be ignored; `nil` if it would be
    /// accepted.
    package mutating func reception(of topic: Topic, eventID: EventID?, timestamp: Date?)
        -> (kinds: [ActivityKind], ignored: Change.IgnoreReason?)
    {
        guard let slot = topics.slot(of: topic) else {
            // The followers at the event's first publication may have ended, and other shards may have followers now.
            let isRepeated = eventID.map { recentEvents.contains($0, of: topic, at: clock) } ?? false
            return ([], isRepeated ? .repeatedEvent : nil)
        }
        let kinds = topics[slot].followers.filter { $0.live > 0 }.map { slabs[$0.kind].provider.kind }
        if isRepeated(eventID, of: topic, slot) { return (kinds, .repeatedEvent) }
        if let timestamp, isOlder(timestamp, than: topics[slot].timestamp) { return (kinds, .olderTimestamp) }
        return (kinds, nil)
    }

    /// Runs a command without ``EngineConfiguration/refusesMistakes``, for code written for ActivityKit, which accepts stale
    /// dates in the past and in the distant future.
    package mutating func withLenientChecks<Result>(_ command: (inout Engine) throws(EngineError) -> Result) throws(EngineError)
        -> Result
    {
        let before = refusesMistakes
        refusesMistakes = false
        defer { refusesMistakes = before }
        return try command(&self)
    }

    /// Shares the memory of topics with the other shards' engines; `nil` to stop.
    package mutating func shareTopics(_ sharing: (any TopicSharing)?) { topics.sharing = sharing }

    /// Whether all these kinds have the same type of event.
    package func haveSameEvents(_ kinds: some Sequence<ActivityKind>) -> Bool {
        var types: Set<ObjectIdentifier> = []
        for kind in kinds { if let slab = try? slab(of: kind) { types.insert(slab.provider.operations.eventType) } }
        return types.count <= 1
    }
}
