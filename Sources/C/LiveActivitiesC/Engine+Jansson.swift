import CJansson
import JanssonCoding
import LiveActivityCore

extension Engine {
    /// Reports an event that comes as a `json_t`; the value is read only once the engine has decided to take the event.
    ///
    /// The label keeps it apart from the generic `send(_:to:)`, which takes a pointer too, as an event of the type "pointer".
    ///
    /// - Parameter event: Borrowed for the call. A kind whose provider is in C receives it as it is, any other kind a value of
    ///   its own event type.
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

    /// The content state of an activity, as a new `json_t`, without text in between.
    ///
    /// - Throws: ``EngineError/unknownActivity(_:)`` or ``EngineError/unencodable(what:path:reason:)``.
    func janssonState(of id: ActivityID) throws(EngineError) -> JanssonValue {
        var result: JanssonValue?
        try withState(of: id) { state throws in result = try state.jansson() }
        return result.take()!
    }

    /// The attributes of an activity, as a new `json_t`, without text in between.
    ///
    /// - Throws: The errors of ``janssonState(of:)``.
    func janssonAttributes(of id: ActivityID) throws(EngineError) -> JanssonValue {
        var result: JanssonValue?
        try withAttributes(of: id) { attributes throws in result = try attributes.jansson() }
        return result.take()!
    }
}

extension PendingChange {
    /// The new content's state as a `json_t` of its own, without text in between; `nil` if the change brings none.
    ///
    /// - Throws: ``EngineError/unencodable(what:path:reason:)`` where the size check is off and the content cannot be written,
    ///   or where it has what a `json_t` cannot hold.
    borrowing func janssonState() throws(EngineError) -> JanssonValue? {
        var result: JanssonValue?
        _ = try withState { state throws in result = try state.jansson() }
        return result
    }

    /// The attributes as a `json_t` of their own, with the activity's start; `nil` for other changes.
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
    /// The value as a `json_t` of its own. What a provider in C has made is copied as it is.
    fileprivate func jansson() throws -> JanssonValue {
        if type == ObjectIdentifier(JanssonTree.self) {
            return pointer.assumingMemoryBound(to: JanssonTree.self).pointee.copy()
        }
        var result: JanssonValue?
        try withTree { tree throws in result = try JanssonValue(tree) }
        return result.take()!
    }
}
