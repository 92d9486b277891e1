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
    ///   - decoder: With ``/LiveActivityJSON/WireDecoder/acceptsISO8601Dates``, if it is to take what the engine itself takes.
    /// - Throws: the decoder's error if it is no such event.
    public func prepare(event json: borrowing JSONInput, with decoder: WireDecoder) throws -> PreparedEvent {
        try operations.json.prepareEvent(decoder, json)
    }
}
