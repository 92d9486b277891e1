// Events for one activity. Every entry point below ends in `take(_:_:_:_:_:_:)`, so that the checks, the memory of event ids
// and the renewal of leases are in one place.
extension Engine {
    /// Reports an event to one activity.
    ///
    /// - Parameters:
    ///   - eventID: The sender's name for the event. An event with an id that the activity remembers is ignored.
    ///   - timestamp: When it happened. An event that is older than the newest accepted one is ignored.
    /// - Returns: ``Outcome/applied``, ``Outcome/unchanged`` or ``Outcome/ignored(_:)``.
    /// - Throws: ``EngineError`` when the event is refused; the activity has then not changed.
    @inlinable
    @discardableResult
    public mutating func send<Event>(
        _ event: Event, to id: ActivityID, eventID: EventID? = nil, timestamp: Date? = nil, at now: Date
    ) throws(EngineError) -> Outcome {
        try prepare(at: now)
        return try send(to: id, ObjectIdentifier(Event.self), "\(Event.self)", eventID, timestamp) {
            (engine, slab) throws(EngineError) in
            try withUnsafePointer(to: event) { (event) throws(EngineError) in
                try slab.provider.operations.handle(&engine, slab, id.index, event)
            }
        }
    }

    /// Reports an event to one activity. Like ``Command/send(_:event:id:timestamp:)``, without a
    /// ``/LiveActivityJSON/JSONValue`` in between.
    ///
    /// - Parameters:
    ///   - event: The unparsed event.
    ///   - eventID: The sender's name for the event. An event with an id that the activity remembers is ignored.
    ///   - timestamp: When it happened. An event that is older than the newest accepted one is ignored.
    @discardableResult
    public mutating func send(
        _ event: JSONInput, to id: ActivityID, eventID: EventID? = nil, timestamp: Date? = nil, at now: Date
    ) throws(EngineError) -> Outcome {
        try prepare(at: now)
        return try sendEncoded(event, to: id, eventID, timestamp)
    }

    /// Reports an event to one activity. Like ``Command/send(_:event:id:timestamp:)``, with an event that
    /// ``AnyProvider/prepare(event:with:)`` has decoded in advance.
    @discardableResult
    public mutating func send(
        _ event: PreparedEvent, to reference: ActivityReference, eventID: EventID? = nil, timestamp: Date? = nil, at now: Date
    ) throws(EngineError) -> Outcome {
        try prepare(at: now)
        let id = try resolve(reference)
        return try send(to: id, event.type, "an event of another kind", eventID, timestamp) {
            (engine, slab) throws(EngineError) in
            try event.held.withPointer { (event) throws(EngineError) in
                try slab.provider.operations.handle(&engine, slab, id.index, event)
            }
        }
    }

    /// Reports an event to one activity, which may be named by its key. Otherwise the same as with an id.
    @discardableResult
    public mutating func send(
        _ event: JSONInput, to reference: ActivityReference, eventID: EventID? = nil, timestamp: Date? = nil, at now: Date
    ) throws(EngineError) -> Outcome {
        try prepare(at: now)
        return try sendEncoded(event, to: resolve(reference), eventID, timestamp)
    }

    /// Sends an event as JSON, after time has advanced and the activity's id is known.
    mutating func sendEncoded(
        _ event: JSONInput, to id: ActivityID, _ eventID: EventID?, _ timestamp: Date?
    ) throws(EngineError) -> Outcome {
        try send(to: id, nil, "", eventID, timestamp) { (engine, slab) throws(EngineError) in
            try slab.provider.operations.readEvent(&engine, event) { (engine, event) throws(EngineError) in
                try slab.provider.operations.handle(&engine, slab, id.index, event)
            }
        }
    }

    // MARK: - Implementation

    /// Finds the activity, compares the event's type with its kind's, and lets `handle` apply the event.
    ///
    /// - Parameters:
    ///   - type: The event's type; `nil` if `handle` decodes the event as the kind's own type.
    ///   - name: The name of the event in the error for an event of another type.
    @inlinable @inline(__always)
    mutating func send(
        to id: ActivityID, _ type: ObjectIdentifier?, _ name: @autoclosure () -> String, _ eventID: EventID?,
        _ timestamp: Date?, _ handle: (inout Engine, ActivitySlab) throws(EngineError) -> Outcome
    ) throws(EngineError) -> Outcome {
        let (slab, head) = try locate(id)
        if let type, slab.provider.operations.eventType != type {
            throw .wrongType(slab.provider.kind, given: name())
        }
        return try take(slab, id, head, eventID, timestamp) { (engine) throws(EngineError) in try handle(&engine, slab) }
    }

    /// Runs one command about an activity: an event, an action or an update.
    ///
    /// Before `body`, a command for an ended activity is refused, and one with a repeated id or an older timestamp is
    /// ignored. After `body`, the id and the timestamp are remembered and the lease is renewed. Most events and
    /// activities have none of these, so that part is skipped for them.
    @inlinable @inline(__always)
    mutating func take(
        _ slab: ActivitySlab, _ id: ActivityID, _ head: UnsafeMutablePointer<ActivityHead>, _ eventID: EventID?,
        _ timestamp: Date?,
        _ body: (inout Engine) throws(EngineError) -> Outcome
    ) throws(EngineError) -> Outcome {
        if let ignored = try admit(id, head, eventID, timestamp) { return ignored }
        let outcome = try body(&self)
        if eventID != nil || timestamp != nil || head.extras != nil { accept(slab, id, head, eventID, timestamp) }
        return outcome
    }

    /// Refuses a command for an ended activity. Ignores one with a repeated id or an older timestamp, and returns that.
    @inlinable mutating func admit(
        _ id: ActivityID, _ head: UnsafeMutablePointer<ActivityHead>, _ eventID: EventID?, _ timestamp: Date?
    ) throws(EngineError) -> Outcome? {
        if head.pointee.phase == .ended { try admitContent(id, head) }
        if eventID == nil, timestamp == nil { return nil }
        return try ignore(id, head, eventID, timestamp)
    }

    /// Refuses a command for an ended activity, and reports that as a change.
    @usableFromInline mutating func admitContent(_ id: ActivityID, _ head: UnsafeMutablePointer<ActivityHead>)
        throws(EngineError)
    {
        guard head.pointee.phase.acceptsContent else {
            record(.refusedLateUpdate, id, head)
            throw .activityEnded(id)
        }
    }

    /// The outcome for a command with a repeated id or an older timestamp; `nil` for any other.
    @usableFromInline mutating func ignore(
        _ id: ActivityID, _ head: UnsafeMutablePointer<ActivityHead>, _ eventID: EventID?, _ timestamp: Date?
    ) throws(EngineError) -> Outcome? {
        try checkPlausible(timestamp)
        try configuration.limits.check(eventID, "event id")
        if let eventID, isRepeated(eventID, id, head.extras) {
            record(.ignored, id, head, reason: .repeatedEvent)
            return .ignored(.repeatedEvent)
        }
        if let timestamp, isOlder(timestamp, than: head.rest.pointee.timestamp) {
            record(.ignored, id, head, reason: .olderTimestamp)
            return .ignored(.olderTimestamp)
        }
        return nil
    }

    /// Whether an event was already applied, as far as the remembered ids show: to the activity, or to its predecessor.
    private mutating func isRepeated(_ event: EventID, _ id: ActivityID, _ extras: Extras?) -> Bool {
        if extras?.memory.contains(event) == true || recentEvents.contains(event, of: id, at: clock) { return true }
        return extras?.predecessor.map { recentEvents.contains(event, of: $0, at: clock) } ?? false
    }

    /// Whether a timestamp is older than the newest accepted one, in seconds since 2001.
    func isOlder(_ timestamp: Date, than newest: Double) -> Bool {
        let given = timestamp.timeIntervalSinceReferenceDate
        return given < newest || (given == newest && !configuration.acceptsEqualTimestamps)
    }

    /// Remembers the id and the timestamp of an applied command, and renews the lease.
    @usableFromInline mutating func accept(
        _ slab: ActivitySlab, _ id: ActivityID, _ head: UnsafeMutablePointer<ActivityHead>, _ eventID: EventID?,
        _ timestamp: Date?
    ) {
        // The command itself may have ended and dismissed it.
        guard slab.resolve(id) != nil else { return }
        if timestamp != nil || eventID != nil { markDirty(id, head) }
        if let timestamp { head.rest.pointee.timestamp = timestamp.timeIntervalSinceReferenceDate }
        if let eventID {
            recentEvents.remember(eventID, of: id, at: clock)
            if !eventID.isBrief || !recentEvents.isUsed {
                let extras = head.extras ?? Extras()
                head.extras = extras
                extras.memory.remember(eventID, limit: configuration.limits.rememberedEvents)
            }
        }
        renewLease(id, head)
    }
}
