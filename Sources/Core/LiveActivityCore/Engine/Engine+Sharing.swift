// What the engines of one runtime have to know of each other, so that several together behave as one would.
extension Engine {
    /// What an event that is published to a topic would find here: the kinds that follow it, and whether it was here before.
    package func reception(of topic: Topic, eventID: EventID?, timestamp: Date?)
        -> (kinds: [ActivityKind], ignored: Change.IgnoreReason?)
    {
        guard let slot = topics.slot(of: topic) else { return ([], nil) }
        let kinds = topics[slot].followers.filter { $0.live > 0 }.map { slabs[$0.kind].provider.kind }
        if topics[slot].memory.contains(eventID) { return (kinds, .repeatedEvent) }
        if let timestamp, isOlder(timestamp, than: topics[slot].timestamp) { return (kinds, .olderTimestamp) }
        return (kinds, nil)
    }

    /// Runs a command of somebody who knows nothing of ``EngineConfiguration/refusesMistakes``: code written for ActivityKit, which
    /// takes a stale date of long ago or of the distant future.
    package mutating func withLenientChecks<Result>(_ command: (inout Engine) throws(EngineError) -> Result) throws(EngineError)
        -> Result
    {
        let before = refusesMistakes
        refusesMistakes = false
        defer { refusesMistakes = before }
        return try command(&self)
    }

    /// Shares what is remembered of topics with other engines, or no longer if `nil`.
    package mutating func shareTopics(_ sharing: (any TopicSharing)?) { topics.sharing = sharing }

    /// Whether the same event could be meant for all these kinds.
    package func haveSameEvents(_ kinds: some Sequence<ActivityKind>) -> Bool {
        var types: Set<ObjectIdentifier> = []
        for kind in kinds { if let slab = try? slab(of: kind) { types.insert(slab.provider.operations.eventType) } }
        return types.count <= 1
    }
}
