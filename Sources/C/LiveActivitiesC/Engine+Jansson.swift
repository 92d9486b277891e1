import CJansson
import JanssonCoding
import LiveActivityCore

extension Engine {
    /// Applies an event given as a `json_t`. The value is read only after the engine has decided to accept the event.
    ///
    /// The label distinguishes it from the generic `send(_:to:)`, which would also accept a pointer, as an event of a pointer
    /// type.
    ///
    /// - Parameter event: Borrowed for the call. A provider in C receives it unchanged; any other provider receives a value of
    ///   its event type.
    /// - Throws: The errors of ``/LiveActivityCore/Engine/send(_:to:eventID:timestamp:at:)-(JSONInput,_,_,_,_)``.
    mutating func send(
        jansson event: UnsafeMutablePointer<json_t>, to id: ActivityID, eventID: EventID?, timestamp: Date?, at now: Date
    ) throws(EngineError) -> Outcome {
        try send(to: id, eventID: eventID, timestamp: timestamp, at: now) {
            (engine, operations, handle) throws(EngineError) in
            if operations.eventType == ObjectIdentifier(JanssonTree.self) {
                let tree = try JanssonTree(event: event, limits: engine.inputLimits)
                return try withUnsafePointer(to: tree) { (tree) throws(EngineError) in try handle(&engine, tree) }
            }
            var outcome: Outcome?
            do {
                try engine.decoder.withDocument { document throws in
                    try document.fill(from: event)
                    outcome = try operations.readEvent(&engine, .document(document), handle)
                }
            } catch let error as EngineError {
                throw error
            } catch {
                throw EngineError(error, reading: "event")
            }
            return outcome.unsafelyUnwrapped
        }
    }

    /// The content state of an activity as a new `json_t`, without converting it to text.
    ///
    /// - Throws: ``EngineError/unknownActivity(_:)`` or ``EngineError/unencodable(what:path:reason:)``.
    func janssonState(of id: ActivityID) throws(EngineError) -> JanssonValue {
        var result: JanssonValue?
        try withState(of: id) { state throws in result = try state.jansson() }
        return result.take()!
    }

    /// The attributes of an activity as a new `json_t`, without converting them to text.
    ///
    /// - Throws: The errors of ``janssonState(of:)``.
    func janssonAttributes(of id: ActivityID) throws(EngineError) -> JanssonValue {
        var result: JanssonValue?
        try withAttributes(of: id) { attributes throws in result = try attributes.jansson() }
        return result.take()!
    }
}

extension PendingChange {
    /// The state of the new content as a separate `json_t`, without converting it to text; `nil` if the change has no content.
    ///
    /// - Throws: ``EngineError/unencodable(what:path:reason:)`` if the size check is off and the content cannot be encoded, or
    ///   if a `json_t` cannot represent it.
    borrowing func janssonState() throws(EngineError) -> JanssonValue? {
        var result: JanssonValue?
        _ = try withState { state throws in result = try state.jansson() }
        return result
    }

    /// The attributes as a separate `json_t` if the change is a start; `nil` for other changes.
    ///
    /// - Throws: The errors of ``janssonState()``.
    borrowing func janssonAttributes() throws(EngineError) -> JanssonValue? {
        var result: JanssonValue?
        _ = try withAttributes { attributes throws in result = try attributes.jansson() }
        return result
    }
}

extension JanssonTree {
    fileprivate init(event: UnsafeMutablePointer<json_t>, limits: JSONLimits) throws(EngineError) {
        do throws(DecodingError) {
            try self.init(lending: JanssonValue(retaining: event), limits: limits)
        } catch {
            throw EngineError(error, reading: "event")
        }
    }
}

extension LentValue {
    /// The value as a separate `json_t`. A value that a provider in C has created is copied without conversion.
    fileprivate func jansson() throws -> JanssonValue {
        if type == ObjectIdentifier(JanssonTree.self) {
            return pointer.assumingMemoryBound(to: JanssonTree.self).pointee.copy()
        }
        var result: JanssonValue?
        try withTree { tree throws in result = try JanssonValue(tree) }
        return result.take()!
    }
}
