// One event for many activities, and many events at once. The outcomes are counted; refusals are reported as changes.
extension Engine {
    /// Reports many events, each to its activity, as if by one `send(_:to:eventID:timestamp:at:)` after the other.
    ///
    /// Faster where activities are many: their rows are prefetched from memory together instead of one after the other.
    /// - Returns: The counts of the outcomes. An event for an ended activity is reported by a
    ///   ``Change/What/refusedLateUpdate``, one that the provider refuses by a ``Change/What/refused(reason:)``; one to
    ///   an activity that does not exist, or of another kind, is only counted.
    @inlinable
    @discardableResult
    public mutating func send<Event>(_ events: [(ActivityID, Event)], at now: Date) throws(EngineError) -> PublishReport {
        try prepare(at: now)
        var report = PublishReport()
        for start in stride(from: 0, to: events.count, by: Self.prefetchedTogether) {
            let block = start..<min(start + Self.prefetchedTogether, events.count)
            for index in block { prefetch(events[index].0) }
            for index in block {
                let id = events[index].0
                guard let (slab, head) = try? locate(id), slab.provider.operations.eventType == ObjectIdentifier(Event.self)
                else {
                    report.refused += 1
                    continue
                }
                withUnsafePointer(to: events[index].1) { deliver($0, slab, id, head, &report) }
            }
        }
        return report
    }

    /// Reports an event to every activity that follows `topic` and whose kind has such events.
    ///
    /// Each follower accepts or refuses the event for itself. An event that one provider refuses still reaches the
    /// others.
    ///
    /// - Parameters:
    ///   - eventID: The sender's name for the event. An event with an id that the topic remembers is ignored.
    ///   - timestamp: When it happened. An event that is older than the newest one of the topic is ignored.
    /// - Returns: ``Outcome/published(_:)`` or ``Outcome/ignored(_:)``. A topic that no activity follows is not an
    ///   error: ``PublishReport/reached`` is then 0.
    @inlinable
    @discardableResult
    public mutating func publish<Event>(
        _ event: Event, to topic: Topic, eventID: EventID? = nil, timestamp: Date? = nil, at now: Date
    ) throws(EngineError) -> Outcome {
        try prepare(at: now)
        return try withUnsafePointer(to: event) { (event) throws(EngineError) in
            try publish(event, of: ObjectIdentifier(Event.self), to: topic, eventID: eventID, timestamp: timestamp)
        }
    }

    /// Passes an event to the followers whose kind has this type of event: kind by kind, in the order in which they began to
    /// follow.
    @usableFromInline mutating func publish(
        _ event: UnsafeRawPointer, of type: ObjectIdentifier, to topic: Topic, only kind: Int? = nil, eventID: EventID?,
        timestamp: Date?
    ) throws(EngineError) -> Outcome {
        try checkPublished(to: topic, eventID, timestamp)
        guard let slot = topics.slot(of: topic) else { return .published(PublishReport()) }
        if isRepeated(eventID, of: topic, slot) { return .ignored(.repeatedEvent) }
        if let timestamp {
            if isOlder(timestamp, than: topics[slot].timestamp) { return .ignored(.olderTimestamp) }
            topics[slot].timestamp = timestamp.timeIntervalSinceReferenceDate
        }
        topics[slot].memory.remember(eventID, limit: configuration.limits.rememberedEvents)
        if let eventID { recentEvents.remember(eventID, of: topic, at: clock) }
        if eventID != nil || timestamp != nil { topics.dirty?.insert(topic) }

        var report = PublishReport()
        // A follower that ends is removed from its topics, which may remove this entry: the lists are therefore read first.
        for followers in topics[slot].followers {
            let slab = slabs[followers.kind]
            guard slab.provider.operations.eventType == type, kind == nil || followers.kind == kind else { continue }
            for id in followers.ids {
                guard let head = slab.resolve(id), head.pointee.phase.acceptsContent else { continue }
                deliver(event, slab, id, head, &report)
            }
        }
        return .published(report)
    }

    /// Refuses an event that no topic accepts, whether the topic has followers or not.
    func checkPublished(to topic: Topic, _ eventID: EventID?, _ timestamp: Date?) throws(EngineError) {
        try checkPlausible(timestamp)
        try configuration.limits.check(topic)
        try configuration.limits.check(eventID, "event id")
    }

    /// Whether an event was already published to a topic, as far as the remembered ids show.
    mutating func isRepeated(_ event: EventID?, of topic: Topic, _ slot: Int) -> Bool {
        guard let event else { return false }
        return topics[slot].memory.contains(event) || recentEvents.contains(event, of: topic, at: clock)
    }

    /// Passes an event to one of many activities, and counts the outcome.
    @inlinable mutating func deliver(
        _ event: UnsafeRawPointer, _ slab: ActivitySlab, _ id: ActivityID, _ head: UnsafeMutablePointer<ActivityHead>,
        _ report: inout PublishReport
    ) {
        do {
            let outcome = try take(slab, id, head, nil, nil) { (engine) throws(EngineError) in
                try slab.provider.operations.handle(&engine, slab, id.index, event)
            }
            if case .unchanged = outcome { report.unchanged += 1 } else { report.applied += 1 }
        } catch {
            report.refused += 1
            if head.pointee.phase.acceptsContent { refuse(error, id, head) }
        }
    }

    @usableFromInline mutating func refuse(_ error: EngineError, _ id: ActivityID, _ head: UnsafeMutablePointer<ActivityHead>) {
        record(.refused, id, head, text: error.description)
    }

    // MARK: - Prefetching

    /// The number of rows that are prefetched together: enough to keep the memory busy, few enough for the first-level cache.
    @inlinable static var prefetchedTogether: Int { 16 }

    /// Starts loading an activity's row into the cache, so that several loads overlap.
    @inlinable mutating func prefetch(_ id: ActivityID) {
        guard id.kind < slabs.count, id.index < slabs[id.kind].used else { return }
        prefetchSink ^= slabs[id.kind].prefetch(id.index, lines: slabs[id.kind].prefetchedLines)
    }
}
