/// A value of an activity in its provider's own type, lent to code that encodes it in a form other than text, such as a
/// `json_t`.
package struct LentValue {
    /// The value's type.
    package let type: ObjectIdentifier
    /// The address of the value; valid while it is lent.
    package let pointer: UnsafeRawPointer
    fileprivate let encoder: WireEncoder
    fileprivate let encode: @Sendable (UnsafeRawPointer, WireEncoder, (TreeNodes) throws -> Void) throws -> Void

    /// Lends the value as the tree that the engine's encoder builds from it.
    package func withTree(_ body: (TreeNodes) throws -> Void) throws { try encode(pointer, encoder, body) }
}

extension ProviderOperations {
    /// - Throws: ``EngineError/unencodable(what:path:reason:)`` for an error of `body`.
    func lendState(
        at pointer: UnsafeRawPointer, _ encoder: WireEncoder, _ body: (LentValue) throws -> Void
    ) throws(EngineError) {
        do {
            try body(LentValue(type: stateType, pointer: pointer, encoder: encoder, encode: json.encodeStateTree))
        } catch {
            throw EngineError(error, writing: "content")
        }
    }

    /// - Throws: ``EngineError/unencodable(what:path:reason:)`` for an error of `body`.
    func lendAttributes(
        at pointer: UnsafeRawPointer, _ encoder: WireEncoder, _ body: (LentValue) throws -> Void
    ) throws(EngineError) {
        do {
            try body(LentValue(type: attributesType, pointer: pointer, encoder: encoder, encode: json.encodeAttributesTree))
        } catch {
            throw EngineError(error, writing: "attributes")
        }
    }
}
