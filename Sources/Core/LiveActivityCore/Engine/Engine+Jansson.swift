// For hosts in other languages: events as they came, content as a `json_t`.
extension Engine {
    /// How much JSON is accepted where it comes as ``JSONInput``.
    public var inputLimits: JSONLimits {
        get { decoder.limits }
        nonmutating set { decoder.limits = newValue }
    }

    /// What an activity shows, as a `json_t` of its own, without text in between.
    ///
    /// - Throws: ``EngineError/unknownActivity(_:)`` or ``EngineError/unencodable(what:path:reason:)``.
    public func janssonState(of id: ActivityID) throws(EngineError) -> JanssonValue {
        let (slab, _) = try locate(id)
        let operations = slab.provider.operations
        do {
            return try operations.stateToJansson(slab.row(id.index) + operations.stateOffset, encoder)
        } catch {
            throw EngineError(error, writing: "content")
        }
    }

    /// What an activity was started with, as a `json_t` of its own, without text in between.
    ///
    /// - Throws: as ``janssonState(of:)``.
    public func janssonAttributes(of id: ActivityID) throws(EngineError) -> JanssonValue {
        let (slab, _) = try locate(id)
        let operations = slab.provider.operations
        do {
            return try operations.attributesToJansson(slab.row(id.index) + operations.attributesOffset, encoder)
        } catch {
            throw EngineError(error, writing: "attributes")
        }
    }

    /// What an activity shows, as text.
    ///
    /// - Throws: as ``janssonState(of:)``.
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
