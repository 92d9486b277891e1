/// What the engine does through a provider, its types erased once per command: a table of functions that the compiler has
/// written for the provider's own types.
///
/// Pointers to events, contents and rows are of the types that the same provider has; the engine compares the types' identity before it
/// hands one over.
@usableFromInline struct ProviderOperations: Sendable {
    @usableFromInline typealias Decoded = (inout Engine, UnsafeRawPointer) throws(EngineError) -> Outcome

    @usableFromInline let attributesType: ObjectIdentifier
    @usableFromInline let stateType: ObjectIdentifier
    @usableFromInline let eventType: ObjectIdentifier

    /// Attributes, then `ActivityContent`, or `nil` for the provider's own.
    @usableFromInline let start:
        @Sendable (inout Engine, ActivitySlab, UnsafeRawPointer, UnsafeRawPointer?, Engine.StartRequest) throws(EngineError)
            -> Outcome
    @usableFromInline let startEncoded: @Sendable (inout Engine, ActivitySlab, Command.Start) throws(EngineError) -> Outcome
    @usableFromInline let begin: @Sendable (inout Engine, ActivitySlab, Int) throws(EngineError) -> Outcome
    @usableFromInline let tick: @Sendable (inout Engine, ActivitySlab, Int) throws(EngineError) -> Outcome
    @usableFromInline let handle: @Sendable (inout Engine, ActivitySlab, Int, UnsafeRawPointer) throws(EngineError) -> Outcome
    @usableFromInline let perform: @Sendable (inout Engine, ActivitySlab, Int, ActionID) throws(EngineError) -> Outcome
    /// `ActivityContent`, or `nil` to keep the content and only do what the update asks besides.
    @usableFromInline let update:
        @Sendable (inout Engine, ActivitySlab, Int, UnsafeRawPointer?, Engine.UpdateRequest) throws(EngineError) -> Outcome
    @usableFromInline let readEvent: @Sendable (inout Engine, borrowing JSONInput, Decoded) throws(EngineError) -> Outcome
    /// An event by itself, ahead of the engine, on any thread.
    @usableFromInline let prepareEvent: @Sendable (WireDecoder, borrowing JSONInput) throws -> PreparedEvent
    @usableFromInline let decodeContent: @Sendable (inout Engine, ContentUpdate, Decoded) throws(EngineError) -> Outcome
    @usableFromInline let topics: @Sendable (UnsafeRawPointer) -> [Topic]

    @usableFromInline let encodeState: @Sendable (UnsafeRawPointer, WireEncoder, inout [UInt8]) throws -> Void
    @usableFromInline let encodeAttributes: @Sendable (UnsafeRawPointer, WireEncoder, inout [UInt8]) throws -> Void
    @usableFromInline let stateToJansson: @Sendable (UnsafeRawPointer, WireEncoder) throws -> JanssonValue
    @usableFromInline let attributesToJansson: @Sendable (UnsafeRawPointer, WireEncoder) throws -> JanssonValue
    /// Where in a row, and how far apart in the outbox, they are.
    @usableFromInline let stateOffset: Int
    @usableFromInline let stateStride: Int
    @usableFromInline let attributesOffset: Int
    @usableFromInline let attributesStride: Int

    @usableFromInline let destroyRow: @Sendable (UnsafeMutableRawPointer) -> Void
    @usableFromInline let copyRow: @Sendable (UnsafeRawPointer, UnsafeMutableRawPointer) -> Void
    @usableFromInline let restoreRow: @Sendable (WireDecoder, JSONText, JSONText, UnsafeMutableRawPointer) throws -> Void
    /// Attributes and state of an older version, as this one would have written them.
    @usableFromInline let migrate: @Sendable (JSONText, JSONText, Int) throws -> (attributes: JSONText, state: JSONText)
    @usableFromInline let encodeEvent: @Sendable (UnsafeRawPointer, WireEncoder, inout [UInt8]) throws -> Void
    /// Copies a row's state to the outbox and says where it stands there.
    @usableFromInline let postState: @Sendable (UnsafeRawPointer, inout TypedOutbox) -> Int
    @usableFromInline let postAttributes: @Sendable (UnsafeRawPointer, inout TypedOutbox) -> Int
    @usableFromInline let clearOutbox: @Sendable (inout TypedOutbox) -> Void

    @inlinable init<P: ActivityProvider>(_ provider: P) {
        typealias Attributes = P.Attributes
        typealias State = P.Attributes.ContentState
        let stateOffset = RowLayout.stateOffset(Attributes.self)
        let attributesOffset = RowLayout.attributesOffset(Attributes.self)

        attributesType = ObjectIdentifier(Attributes.self)
        stateType = ObjectIdentifier(State.self)
        eventType = ObjectIdentifier(P.Event.self)
        self.stateOffset = stateOffset
        self.attributesOffset = attributesOffset
        stateStride = MemoryLayout<State>.stride
        attributesStride = MemoryLayout<Attributes>.stride

        start = { (engine, slab, attributes, content, request) throws(EngineError) in
            try engine.start(
                provider, slab, attributes.assumingMemoryBound(to: Attributes.self),
                content?.assumingMemoryBound(to: ActivityContent<State>.self).pointee, request)
        }
        startEncoded = { (engine, slab, start) throws(EngineError) in
            let attributes = try engine.decode(Attributes.self, from: start.attributes, what: "attributes")
            let content = try start.content.map { (update) throws(EngineError) in
                try engine.content(State.self, from: update)
            }
            let request = Engine.StartRequest(owner: start.owner, options: start.options)
            return try withUnsafePointer(to: attributes) { (pointer) throws(EngineError) in
                try engine.start(provider, slab, pointer, content, request)
            }
        }
        begin = { (engine, slab, index) throws(EngineError) in
            try engine.reduce(Attributes.self, slab, index) { scope throws in try provider.begin(&scope) }
        }
        tick = { (engine, slab, index) throws(EngineError) in
            try engine.reduce(Attributes.self, slab, index) { scope throws in try provider.tick(&scope) }
        }
        handle = { (engine, slab, index, event) throws(EngineError) in
            try engine.reduce(Attributes.self, slab, index) { scope throws in
                try Self.handle(event.assumingMemoryBound(to: P.Event.self).pointee, provider, &scope)
            }
        }
        perform = { (engine, slab, index, action) throws(EngineError) in
            try engine.reduce(Attributes.self, slab, index) { scope throws in try provider.perform(action, in: &scope) }
        }
        update = { (engine, slab, index, content, request) throws(EngineError) in
            try engine.reduce(Attributes.self, slab, index, endingBy: .host) { scope throws in
                if let content = content?.assumingMemoryBound(to: ActivityContent<State>.self) {
                    scope.state = content.pointee.state
                    scope.staleDate = content.pointee.staleDate
                    scope.relevanceScore = content.pointee.relevanceScore
                }
                scope.alertBox = request.alert.map { Box($0) }
                scope.dismissal = request.dismissal
            }
        }
        readEvent = { (engine, input, body) throws(EngineError) in
            let event = try engine.decode(P.Event.self, from: input, what: "event")
            return try withUnsafePointer(to: event) { (pointer) throws(EngineError) in try body(&engine, pointer) }
        }
        prepareEvent = { (decoder, input) in PreparedEvent(try input.read(as: P.Event.self, with: decoder)) }
        decodeContent = { (engine, update, body) throws(EngineError) in
            let content = try engine.content(State.self, from: update)
            return try withUnsafePointer(to: content) { (pointer) throws(EngineError) in try body(&engine, pointer) }
        }
        topics = { row in
            let topics = provider.topics(for: (row + attributesOffset).assumingMemoryBound(to: Attributes.self).pointee)
            // Whoever follows a topic twice would get its events twice.
            return topics.count < 2 ? topics : topics.enumerated().filter { !topics[..<$0].contains($1) }.map(\.element)
        }
        encodeState = { state, encoder, bytes in
            try encoder.encode(state.assumingMemoryBound(to: State.self).pointee, into: &bytes)
        }
        encodeAttributes = { attributes, encoder, bytes in
            try encoder.encode(attributes.assumingMemoryBound(to: Attributes.self).pointee, into: &bytes)
        }
        stateToJansson = { state, encoder in
            if State.self == JanssonTree.self { return state.assumingMemoryBound(to: JanssonTree.self).pointee.copy() }
            return try encoder.encodeToJansson(state.assumingMemoryBound(to: State.self).pointee)
        }
        attributesToJansson = { attributes, encoder in
            try encoder.encodeToJansson(attributes.assumingMemoryBound(to: Attributes.self).pointee)
        }
        destroyRow = { row in
            (row + stateOffset).assumingMemoryBound(to: State.self).deinitialize(count: 1)
            (row + attributesOffset).assumingMemoryBound(to: Attributes.self).deinitialize(count: 1)
        }
        copyRow = { from, to in
            (to + stateOffset).initializeMemory(
                as: State.self, to: (from + stateOffset).assumingMemoryBound(to: State.self).pointee)
            (to + attributesOffset).initializeMemory(
                as: Attributes.self, to: (from + attributesOffset).assumingMemoryBound(to: Attributes.self).pointee)
        }
        restoreRow = { decoder, attributes, state, row in
            let attributes = try decoder.decode(Attributes.self, from: attributes.bytes)
            let state = try decoder.decode(State.self, from: state.bytes)
            (row + stateOffset).initializeMemory(as: State.self, to: state)
            (row + attributesOffset).initializeMemory(as: Attributes.self, to: attributes)
        }
        migrate = { attributes, state, version in
            let migrated = try (
                provider.migrate(attributes: attributes.value, from: version),
                provider.migrate(state: state.value, from: version)
            )
            return (JSONText(migrated.0), JSONText(migrated.1))
        }
        encodeEvent = { event, encoder, bytes in
            try encoder.encode(event.assumingMemoryBound(to: P.Event.self).pointee, into: &bytes)
        }
        postState = { row, outbox in
            outbox.append(state: (row + stateOffset).assumingMemoryBound(to: State.self).pointee)
        }
        postAttributes = { row, outbox in
            outbox.append(attributes: (row + attributesOffset).assumingMemoryBound(to: Attributes.self).pointee)
        }
        clearOutbox = { outbox in
            outbox.states?.assumingMemoryBound(to: State.self).deinitialize(count: outbox.stateCount)
            outbox.attributes?.assumingMemoryBound(to: Attributes.self).deinitialize(count: outbox.attributesCount)
            outbox.stateCount = 0
            outbox.attributesCount = 0
        }
    }

    /// Lends the event where it is: events carry strings, and a copy would retain them.
    @inlinable @inline(__always)
    static func handle<P: ActivityProvider>(
        _ event: borrowing P.Event, _ provider: P, _ scope: inout ActivityScope<P.Attributes>
    ) throws {
        try provider.handle(event, in: &scope)
    }
}
