/// An event in its provider's own type, decoded from JSON before the engine receives it.
///
/// Decoding is the larger part of an event's cost. A host whose engine is busy decodes on another thread and passes the
/// result: `send(_: PreparedEvent, to:)` of an engine or a runtime.
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
    /// Decodes an event of this kind. On any thread.
    ///
    /// - Parameters:
    ///   - json: The event. It need not stay valid afterwards.
    ///   - decoder: Set ``/LiveActivityJSON/WireDecoder/acceptsISO8601Dates`` to accept the same input as the engine.
    /// - Throws: The decoder's error if the JSON is not such an event.
    public func prepare(event json: JSONInput, with decoder: WireDecoder) throws -> PreparedEvent {
        try operations.json.prepareEvent(decoder, json)
    }
}
