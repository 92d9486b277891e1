// The operations that the engine performs through a provider. The types are erased once per command: these are tables of
// functions that the compiler has specialised for the provider's own types.

/// A provider's rules, and the engine's operations on its contents and events.
///
/// Pointers to events, contents and rows must point to values of the provider's own types; the engine compares the types'
/// identity before it passes one.
///
/// A class: it has two dozen closures, and a copy of a struct would retain each of them.
@usableFromInline package final class ProviderOperations: Sendable {
    @usableFromInline package typealias Decoded = (inout Engine, UnsafeRawPointer) throws(EngineError) -> Outcome

    @usableFromInline let attributesType: ObjectIdentifier
    @usableFromInline let stateType: ObjectIdentifier
    @usableFromInline package let eventType: ObjectIdentifier

    /// Parameters: the attributes, then `ActivityContent`, or `nil` for the provider's own.
    @usableFromInline let start:
        @Sendable (inout Engine, ActivitySlab, UnsafeRawPointer, UnsafeRawPointer?, Engine.StartRequest) throws(EngineError)
            -> Outcome
    @usableFromInline let startEncoded: @Sendable (inout Engine, ActivitySlab, Command.Start) throws(EngineError) -> Outcome
    @usableFromInline let begin: @Sendable (inout Engine, ActivitySlab, Int) throws(EngineError) -> Outcome
    @usableFromInline let tick: @Sendable (inout Engine, ActivitySlab, Int) throws(EngineError) -> Outcome
    @usableFromInline let handle: @Sendable (inout Engine, ActivitySlab, Int, UnsafeRawPointer) throws(EngineError) -> Outcome
    @usableFromInline let perform: @Sendable (inout Engine, ActivitySlab, Int, ActionID) throws(EngineError) -> Outcome
    /// Parameter: `ActivityContent`, or `nil` to keep the content and apply only the rest of the update.
    @usableFromInline let update:
        @Sendable (inout Engine, ActivitySlab, Int, UnsafeRawPointer?, Engine.UpdateRequest) throws(EngineError) -> Outcome
    @usableFromInline package let readEvent: @Sendable (inout Engine, JSONInput, Decoded) throws(EngineError) -> Outcome
    @usableFromInline let decodeContent: @Sendable (inout Engine, ContentUpdate, Decoded) throws(EngineError) -> Outcome
    @usableFromInline let topics: @Sendable (UnsafeRawPointer) -> [Topic]

    @usableFromInline let rows: RowOperations
    @usableFromInline let json: JSONOperations

    @inlinable init<P: ActivityProvider>(_ provider: P) {
        typealias Attributes = P.Attributes
        typealias State = P.Attributes.ContentState

        attributesType = ObjectIdentifier(Attributes.self)
        stateType = ObjectIdentifier(State.self)
        eventType = ObjectIdentifier(P.Event.self)
        rows = RowOperations(Attributes.self)
        json = JSONOperations(provider)
        let kind = provider.kind
        start = { (engine, slab, attributes, content, request) throws(EngineError) in
            try engine.start(
                provider, slab, attributes.assumingMemoryBound(to: Attributes.self),
                content?.assumingMemoryBound(to: ActivityContent<State>.self).pointee, request)
        }
        startEncoded = { (engine, slab, start) throws(EngineError) in
            let attributes = try engine.decode(
                Attributes.self, of: kind, from: .value(start.attributes), what: "attributes")
            var content: ActivityContent<State>?
            if let update = start.content { content = try engine.content(State.self, of: kind, from: update) }
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
                try ProviderOperations.handle(event.assumingMemoryBound(to: P.Event.self).pointee, provider, &scope)
            }
        }
        perform = { (engine, slab, index, action) throws(EngineError) in
            try engine.reduce(Attributes.self, slab, index) { scope throws in try provider.perform(action, in: &scope) }
        }
        update = { (engine, slab, index, content, request) throws(EngineError) in
            try engine.reduce(Attributes.self, slab, index, endingBy: .host) { scope throws in
                if let content = content?.assumingMemoryBound(to: ActivityContent<State>.self) {
                    try Engine.validate(content.pointee.state, for: scope.attributesPointer.pointee, provider)
                    scope.state = content.pointee.state
                    scope.staleDate = content.pointee.staleDate
                    scope.relevanceScore = content.pointee.relevanceScore
                }
                scope.alertBox = request.alert.map { Box($0) }
                scope.dismissalBox = request.dismissal.map { Box($0) }
            }
        }
        readEvent = { (engine, input, body) throws(EngineError) in
            let event = try engine.decode(P.Event.self, of: kind, from: input, what: "event")
            return try withUnsafePointer(to: event) { (pointer) throws(EngineError) in try body(&engine, pointer) }
        }
        decodeContent = { (engine, update, body) throws(EngineError) in
            let content = try engine.content(State.self, of: kind, from: update)
            return try withUnsafePointer(to: content) { (pointer) throws(EngineError) in try body(&engine, pointer) }
        }
        let offset = RowLayout.attributesOffset(Attributes.self)
        topics = { row in
            let topics = ProviderOperations.topics(
                of: (row + offset).assumingMemoryBound(to: Attributes.self).pointee, provider)
            // Duplicates are removed: an activity that followed a topic twice would get its events twice.
            return topics.count < 2 ? topics : topics.enumerated().filter { !topics[..<$0].contains($1) }.map(\.element)
        }
    }

    /// Lends the event in place: events contain strings, which a copy would retain.
    @inlinable @inline(__always)
    static func handle<P: ActivityProvider>(
        _ event: borrowing P.Event, _ provider: P, _ scope: inout ActivityScope<P.Attributes>
    ) throws {
        try provider.handle(event, in: &scope)
    }

    /// Lends the attributes in place.
    @inlinable @inline(__always)
    static func topics<P: ActivityProvider>(of attributes: borrowing P.Attributes, _ provider: P) -> [Topic] {
        provider.topics(for: attributes)
    }
}
