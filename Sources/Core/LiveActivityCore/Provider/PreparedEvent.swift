/// An event in its provider's own type, read from JSON ahead of the engine.
///
/// To read it is the larger part of what an event costs; a host whose engine is busy does it on another thread, and only hands
/// the result over: ``Engine/send(_:to:eventID:timestamp:at:)-(PreparedEvent,_,_,_,_)``.
public struct PreparedEvent: Sendable {
    @usableFromInline let type: ObjectIdentifier
    @usableFromInline let held: any HeldEvent

    @inlinable init<Event: Sendable>(_ event: Event) {
        type = ObjectIdentifier(Event.self)
        held = Held(event)
    }

    @usableFromInline struct Held<Event: Sendable>: HeldEvent {
        @usableFromInline let event: Event

        @inlinable init(_ event: Event) { self.event = event }

        @inlinable func withPointer<Result>(
            _ body: (UnsafeRawPointer) throws(EngineError) -> Result
        ) throws(EngineError) -> Result {
            try withUnsafePointer(to: event) { (event) throws(EngineError) in try body(event) }
        }
    }
}

@usableFromInline protocol HeldEvent: Sendable {
    func withPointer<Result>(_ body: (UnsafeRawPointer) throws(EngineError) -> Result) throws(EngineError) -> Result
}

extension AnyProvider {
    /// Reads one of this kind's events.
    ///
    /// - Parameters:
    ///   - json: The event; not used afterwards.
    ///   - decoder: With ``WireDecoder/acceptsISO8601Dates``, if it is to take what the engine itself takes.
    /// - Throws: the decoder's error if it is no such event.
    public func prepare(event json: borrowing JSONInput, with decoder: WireDecoder) throws -> PreparedEvent {
        try operations.prepareEvent(decoder, json)
    }
}

extension Engine {
    /// Reports an event to one activity; the same as ``Command/send(_:event:id:timestamp:)`` with the event as JSON.
    @discardableResult
    public mutating func send(
        _ event: PreparedEvent, to reference: ActivityReference, eventID: EventID? = nil, timestamp: Date? = nil, at now: Date
    ) throws(EngineError) -> Outcome {
        try prepare(at: now)
        let id = try resolve(reference)
        let (slab, life) = try locate(id)
        guard slab.provider.operations.eventType == event.type else {
            throw .wrongType(slab.provider.kind, given: "an event of another kind")
        }
        if let ignored = try admit(id, life, eventID, timestamp) { return ignored }
        let outcome = try event.held.withPointer { (event) throws(EngineError) in
            try slab.provider.operations.handle(&self, slab, id.index, event)
        }
        accept(slab, id, life, eventID, timestamp)
        return outcome
    }
}
