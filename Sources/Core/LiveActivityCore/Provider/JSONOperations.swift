/// Functions that read and write the JSON of a provider's own types.
@usableFromInline struct JSONOperations: Sendable {
    @usableFromInline let encodeState: @Sendable (UnsafeRawPointer, WireEncoder, inout [UInt8]) throws -> Void
    @usableFromInline let encodeAttributes: @Sendable (UnsafeRawPointer, WireEncoder, inout [UInt8]) throws -> Void
    @usableFromInline let encodeStateTree: @Sendable (UnsafeRawPointer, WireEncoder, (TreeNodes) throws -> Void) throws -> Void
    @usableFromInline let encodeAttributesTree:
        @Sendable (UnsafeRawPointer, WireEncoder, (TreeNodes) throws -> Void) throws -> Void
    @usableFromInline let encodeEvent: @Sendable (UnsafeRawPointer, WireEncoder, inout [UInt8]) throws -> Void
    /// Decodes an event in advance, on any thread.
    @usableFromInline let prepareEvent: @Sendable (WireDecoder, JSONInput) throws -> PreparedEvent
    /// Decodes an event in advance, on any thread, and lends it.
    @usableFromInline let lendEvent: @Sendable (WireDecoder, JSONInput, (UnsafeRawPointer) -> Void) throws -> Void
    /// Decodes attributes and a state into an uninitialized row. Throws the errors of the decoder and of the provider's checks;
    /// the row is then still uninitialized.
    @usableFromInline let restoreRow: @Sendable (WireDecoder, JSONText, JSONText, UnsafeMutableRawPointer) throws -> Void
    /// Converts attributes and state of an older version to this version's form.
    @usableFromInline let migrate: @Sendable (JSONText, JSONText, Int) throws -> (attributes: JSONText, state: JSONText)

    @inlinable init<P: ActivityProvider>(_ provider: P) {
        typealias Attributes = P.Attributes
        typealias State = P.Attributes.ContentState
        let stateOffset = RowLayout.stateOffset(Attributes.self)
        let attributesOffset = RowLayout.attributesOffset(Attributes.self)

        encodeState = { state, encoder, bytes in
            try encoder.encode(state.assumingMemoryBound(to: State.self).pointee, into: &bytes)
        }
        encodeAttributes = { attributes, encoder, bytes in
            try encoder.encode(attributes.assumingMemoryBound(to: Attributes.self).pointee, into: &bytes)
        }
        encodeStateTree = { state, encoder, body in
            try encoder.withTree(of: state.assumingMemoryBound(to: State.self).pointee, body)
        }
        encodeAttributesTree = { attributes, encoder, body in
            try encoder.withTree(of: attributes.assumingMemoryBound(to: Attributes.self).pointee, body)
        }
        encodeEvent = { event, encoder, bytes in
            try encoder.encode(event.assumingMemoryBound(to: P.Event.self).pointee, into: &bytes)
        }
        prepareEvent = { (decoder, input) in PreparedEvent(try input.read(as: P.Event.self, with: decoder)) }
        lendEvent = { (decoder, input, body) in
            let event = try input.read(as: P.Event.self, with: decoder)
            withUnsafePointer(to: event) { body(UnsafeRawPointer($0)) }
        }
        restoreRow = { decoder, attributes, state, row in
            // Decoded into the row: a value that is copied there later retains all its strings.
            let attributes = (row + attributesOffset).initializeMemory(
                as: Attributes.self, to: try decoder.decode(Attributes.self, from: attributes.bytes))
            do {
                let state = (row + stateOffset).initializeMemory(
                    as: State.self, to: try decoder.decode(State.self, from: state.bytes))
                do {
                    try Engine.validate(attributes.pointee, provider)
                    try Engine.validate(state.pointee, for: attributes.pointee, provider)
                } catch {
                    state.deinitialize(count: 1)
                    throw error
                }
            } catch {
                attributes.deinitialize(count: 1)
                throw error
            }
        }
        migrate = { attributes, state, version in
            let migrated = try (
                provider.migrate(attributes: attributes.value, from: version),
                provider.migrate(state: state.value, from: version)
            )
            return (JSONText(migrated.0), JSONText(migrated.1))
        }
    }
}
