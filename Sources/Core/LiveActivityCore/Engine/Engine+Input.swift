// For hosts in other languages: events in the form in which they came, content as text or for another writer.
extension Engine {
    /// How much JSON is accepted where it comes as ``JSONInput``.
    public var inputLimits: JSONLimits {
        get { decoder.limits }
        nonmutating set { decoder.limits = newValue }
    }

    /// Reports an event to one activity, which `decode` reads only once the engine has decided to take it.
    ///
    /// - Parameter decode: Is given the provider's operations and a function that handles an event of the type ``ProviderOperations/eventType``.
    package mutating func send(
        to id: ActivityID, eventID: EventID?, timestamp: Date?, at now: Date,
        decode: (inout Engine, ProviderOperations, ProviderOperations.Decoded) throws(EngineError) -> Outcome
    ) throws(EngineError) -> Outcome {
        try prepare(at: now)
        return try send(to: id, nil, "", eventID, timestamp) { (engine, slab) throws(EngineError) in
            try decode(&engine, slab.provider.operations) { (engine, event) throws(EngineError) in
                try slab.provider.operations.handle(&engine, slab, id.index, event)
            }
        }
    }

    /// Lends what an activity shows, in the provider's own type.
    ///
    /// - Throws: ``EngineError/unknownActivity(_:)``, or ``EngineError/unencodable(what:path:reason:)`` for what `body` throws.
    package func withState(of id: ActivityID, _ body: (LentValue) throws -> Void) throws(EngineError) {
        let (slab, _) = try locate(id)
        let operations = slab.provider.operations
        try LentValue(
            type: operations.stateType, pointer: slab.row(id.index) + operations.stateOffset, encoder: encoder,
            encode: operations.encodeStateTree
        ).lend(as: "content", body)
    }

    /// Lends what an activity was started with, in the provider's own type.
    ///
    /// - Throws: as ``withState(of:_:)``.
    package func withAttributes(of id: ActivityID, _ body: (LentValue) throws -> Void) throws(EngineError) {
        let (slab, _) = try locate(id)
        let operations = slab.provider.operations
        try LentValue(
            type: operations.attributesType, pointer: slab.row(id.index) + operations.attributesOffset, encoder: encoder,
            encode: operations.encodeAttributesTree
        ).lend(as: "attributes", body)
    }

    /// What an activity shows, as text.
    ///
    /// - Throws: as ``withState(of:_:)``.
    public func encodedState(of id: ActivityID) throws(EngineError) -> JSONText {
        let (slab, _) = try locate(id)
        let operations = slab.provider.operations
        var bytes: [UInt8] = []
        do {
            try operations.encodeState(slab.row(id.index) + operations.stateOffset, encoder, &bytes)
        } catch {
            throw EngineError(error, writing: "content")
        }
        return JSONText(trusted: bytes)
    }
}

/// A value of an activity in its provider's own type, lent to code that writes it as something else than text.
package struct LentValue {
    /// The value's type.
    package let type: ObjectIdentifier
    /// Where it is; valid while it is lent.
    package let pointer: UnsafeRawPointer
    let encoder: WireEncoder
    let encode: @Sendable (UnsafeRawPointer, WireEncoder, (TreeNodes) throws -> Void) throws -> Void

    /// The value as JSON, as the encoder has built it.
    package func withTree(_ body: (TreeNodes) throws -> Void) throws { try encode(pointer, encoder, body) }

    func lend(as what: String, _ body: (LentValue) throws -> Void) throws(EngineError) {
        do { try body(self) } catch { throw EngineError(error, writing: what) }
    }
}
