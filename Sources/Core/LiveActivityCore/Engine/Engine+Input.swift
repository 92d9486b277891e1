// Entry points for hosts in other languages: events in their original JSON form, and content as text or for another encoder.
extension Engine {
    /// The limits for JSON that is passed as ``JSONInput``.
    public var inputLimits: JSONLimits {
        get { decoder.limits }
        nonmutating set {
            decoder.limits = newValue
            restoringDecoder.limits.refusesNumbersBeyondDouble = newValue.refusesNumbersBeyondDouble
        }
    }

    /// Reports an event to one activity; `decode` is called to read it only after the engine has decided to accept it.
    ///
    /// - Parameter decode: Receives the provider's operations and a function that handles an event of the type
    ///   ``ProviderOperations/eventType``.
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

    /// Lends an activity's content state in the provider's own type.
    ///
    /// - Throws: ``EngineError/unknownActivity(_:)``, or ``EngineError/unencodable(what:path:reason:)`` for an error of `body`.
    package func withState(of id: ActivityID, _ body: (LentValue) throws -> Void) throws(EngineError) {
        let (slab, _) = try locate(id)
        let operations = slab.provider.operations
        try operations.lendState(at: slab.row(id.index) + operations.rows.stateOffset, encoder, body)
    }

    /// Lends an activity's attributes in the provider's own type.
    ///
    /// - Throws: ``EngineError/unknownActivity(_:)``, or ``EngineError/unencodable(what:path:reason:)`` for an error of `body`.
    package func withAttributes(of id: ActivityID, _ body: (LentValue) throws -> Void) throws(EngineError) {
        let (slab, _) = try locate(id)
        let operations = slab.provider.operations
        try operations.lendAttributes(at: slab.row(id.index) + operations.rows.attributesOffset, encoder, body)
    }

    /// The content state of an activity, as JSON.
    ///
    /// - Throws: ``EngineError/unknownActivity(_:)``, or ``EngineError/unencodable(what:path:reason:)``.
    public func encodedState(of id: ActivityID) throws(EngineError) -> JSONText {
        let (slab, _) = try locate(id)
        let operations = slab.provider.operations
        var bytes: [UInt8] = []
        do {
            try operations.json.encodeState(slab.row(id.index) + operations.rows.stateOffset, encoder, &bytes)
        } catch {
            throw EngineError(error, writing: "content")
        }
        return JSONText(trusted: bytes)
    }
}
