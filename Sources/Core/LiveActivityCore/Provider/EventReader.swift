/// Decodes the events of one kind in advance, on any thread.
///
/// A class, because a copy of an ``AnyProvider`` retains each of its functions.
package final class EventReader: Sendable {
    /// The kind of the events.
    package let kind: ActivityKind
    private let type: ObjectIdentifier
    private let read: @Sendable (WireDecoder, JSONInput, (UnsafeRawPointer) -> Void) throws -> Void
    private let prepare: @Sendable (WireDecoder, JSONInput) throws -> PreparedEvent

    /// The provider's reader.
    package init(_ provider: AnyProvider) {
        let operations = provider.operations
        kind = provider.kind
        type = operations.eventType
        read = operations.json.lendEvent
        prepare = operations.json.prepareEvent
    }

    /// Decodes an event for later application, like ``AnyProvider/prepare(event:with:)``.
    package func prepare(event json: JSONInput, with decoder: WireDecoder) throws -> PreparedEvent {
        try prepare(decoder, json)
    }

    /// Decodes an event and lends it to `body` in place: a ``PreparedEvent`` without the box.
    ///
    /// - Throws: The decoder's error; `body` was not called then.
    package func withEvent(
        _ json: JSONInput, _ decoder: WireDecoder, _ body: (LentEvent) -> Void
    ) throws {
        let type = type
        try read(decoder, json) { body(LentEvent(type: type, pointer: $0)) }
    }
}

/// An event in its provider's own type, valid while it is lent.
package struct LentEvent {
    let type: ObjectIdentifier
    let pointer: UnsafeRawPointer
}

extension ActivityID {
    /// The number of the activity's kind, the same in all shards of a runtime.
    package var kindNumber: Int { kind }
}

extension Engine {
    /// Reads the events of a kind; `nil` if its provider is not registered.
    package func eventReader(ofKindNumbered number: Int) -> EventReader? {
        guard number < slabs.count, inert[number] == nil else { return nil }
        return EventReader(slabs[number].provider)
    }

    /// Reads the events of a kind; `nil` if its provider is not registered.
    package func eventReader(of kind: ActivityKind) -> EventReader? {
        (try? slab(of: kind)).map { EventReader($0.provider) }
    }

    /// Reports an event that an ``EventReader`` has decoded.
    package mutating func send(
        _ event: LentEvent, to reference: ActivityReference, eventID: EventID?, timestamp: Date?, at now: Date
    ) throws(EngineError) -> Outcome {
        try prepare(at: now)
        let id = try resolve(reference)
        return try send(to: id, event.type, "an event of another kind", eventID, timestamp) {
            (engine, slab) throws(EngineError) in
            try slab.provider.operations.handle(&engine, slab, id.index, event.pointer)
        }
    }

    /// A prepared event as JSON, for a journal; `nil` if the activity's kind has other events.
    package func encoded(_ event: PreparedEvent, for reference: ActivityReference) -> JSONValue? {
        // Not by the activity, which the event may have ended.
        let number: Int? =
            switch reference {
            case .id(let id): id.kind
            case .key(_, let kind, _): ordinals[kind]
            }
        guard let number, number < slabs.count, slabs[number].provider.operations.eventType == event.type else { return nil }
        let json = slabs[number].provider.operations.json
        var bytes: [UInt8] = []
        do throws(EngineError) {
            try event.held.withPointer { (pointer) throws(EngineError) in
                do { try json.encodeEvent(pointer, encoder, &bytes) } catch { throw EngineError(error, writing: "event") }
            }
        } catch { return nil }
        return try? JSONValue(parsing: bytes)
    }
}
