// The part of every change that depends on the provider's types: a draft is created, changed by the provider, checked, compared
// and encoded, and replaces the row's values. Inlinable, so that the compiler specialises it for the provider's types.
extension Engine {
    /// Lets `body` change a draft of the activity, and applies it.
    ///
    /// - Throws: An error of `body`, or the reason why the draft is invalid; nothing has then changed.
    @inlinable
    mutating func reduce<Attributes: ActivityAttributes>(
        _: Attributes.Type, _ slab: ActivitySlab, _ index: Int, endingBy endReason: Change.EndReason = .provider,
        _ body: (inout ActivityScope<Attributes>) throws -> Void
    ) throws(EngineError) -> Outcome {
        let row = slab.row(index)
        let head = row.assumingMemoryBound(to: ActivityHead.self)
        let state = (row + RowLayout.stateOffset(Attributes.self)).assumingMemoryBound(to: Attributes.ContentState.self)
        let attributes = (row + RowLayout.attributesOffset(Attributes.self)).assumingMemoryBound(to: Attributes.self)

        var scope = ActivityScope<Attributes>(
            attributes: attributes, state: state.pointee, staleDate: Date(deadline: head.pointee.staleDate),
            relevanceScore: head.pointee.relevance, wake: Date(deadline: head.pointee.wake),
            rest: UnsafePointer(head.rest), now: date)
        do { try body(&scope) } catch { throw refusal(error, slab) }

        var draft = Draft(scope)
        draft.endReason = endReason
        try check(draft, slab)
        let stateChanged = !Self.areEqual(scope.state, state.pointee)
        if stateChanged || draft.staleDate != head.pointee.staleDate || draft.relevance != head.pointee.relevance {
            if let limit = configuration.limits.payloadBytes {
                draft.bytes = try encode(
                    state: scope.state, attributesBytes: Int(head.rest.pointee.attributesBytes), draft.alert, limit)
            }
            draft.bringsContent = true
            // The old state is destroyed with the draft, so it is saved if an undrained change refers to it.
            if log.isUnread(slab.id(index), head) { preserve(slab, index, head) }
            // Also if the states are equal: two equal values can have different JSON, and the row must have the stored one.
            swap(&state.pointee, &scope.state)
        } else if draft.alert != nil, let limit = configuration.limits.payloadBytes {
            // Measured with the content, because a push for an alert also contains it.
            let bytes = try encode(
                state: scope.state, attributesBytes: Int(head.rest.pointee.attributesBytes), draft.alert, limit)
            log.bytes.removeSubrange(bytes)
        }
        return commit(&draft, slab, index, head)
    }

    /// Starts an activity whose attributes and first content are known.
    @inlinable
    mutating func start<Provider: ActivityProvider>(
        _ provider: Provider, _ slab: ActivitySlab, _ attributes: UnsafePointer<Provider.Attributes>,
        _ given: ActivityContent<Provider.Attributes.ContentState>?, _ request: StartRequest
    ) throws(EngineError) -> Outcome {
        try Self.validate(attributes.pointee, provider)
        let options = request.options.over(provider.options(for: attributes.pointee, at: date))
        // A repeated start joins the running activity even if its dates have passed meanwhile.
        let running = try running(slab, request.owner, options)
        if let running, options.ifRunning ?? .join == .join { return .joined(running) }

        let start = try startDate(slab, request.owner, options)
        let content: ActivityContent<Provider.Attributes.ContentState>
        if let given {
            try Self.validate(given.state, for: attributes.pointee, provider)
            content = given
        } else {
            do {
                content = try provider.content(
                    for: attributes.pointee, at: Date(timeIntervalSinceReferenceDate: start))
            } catch {
                throw refusal(error, slab)
            }
        }
        let plan = try plan(
            slab, request.owner, options, startingAt: start, replacing: running, staleDate: content.staleDate)

        var scope = ActivityScope<Provider.Attributes>(
            attributes: attributes, state: content.state, staleDate: content.staleDate,
            relevanceScore: content.relevanceScore, wake: nil, rest: nil, now: date)
        if plan.startsNow {
            do { try provider.begin(&scope) } catch { throw refusal(error, slab) }
        }
        var draft = Draft(scope)
        try check(draft, slab)
        try check(provider.topics(for: attributes.pointee))

        var attributesBytes = 0
        let mark = log.bytes.count
        if let limit = configuration.limits.payloadBytes {
            do {
                try encoder.encode(attributes.pointee, into: &log.bytes)
            } catch {
                throw EngineError(error, writing: "attributes")
            }
            attributesBytes = log.bytes.count - mark
            log.bytes.removeSubrange(mark...)
            draft.bytes = try encode(
                state: scope.state, attributesBytes: attributesBytes, draft.alert ?? options.alert.map { Box($0) }, limit)
        }
        let id: ActivityID
        do {
            id = try enroll(plan, slab, attributesBytes: attributesBytes)
        } catch {
            log.bytes.removeSubrange(mark...)
            throw error
        }
        let row = slab.row(id.index)
        (row + RowLayout.stateOffset(Provider.Attributes.self)).initializeMemory(
            as: Provider.Attributes.ContentState.self, to: scope.state)
        (row + RowLayout.attributesOffset(Provider.Attributes.self)).initializeMemory(
            as: Provider.Attributes.self, to: attributes.pointee)
        begin(&draft, plan, slab, id)
        return .started(id)
    }

    // MARK: - Validation of values from outside

    /// Calls the provider's validation of attributes, which are lent in place.
    @inlinable
    static func validate<Provider: ActivityProvider>(_ attributes: borrowing Provider.Attributes, _ provider: Provider)
        throws(EngineError)
    {
        do { try provider.validate(attributes) } catch { throw invalidity(of: "attributes", error, provider.kind) }
    }

    /// Calls the provider's validation of content for these attributes. Both are lent in place.
    @inlinable
    static func validate<Provider: ActivityProvider>(
        _ state: borrowing Provider.Attributes.ContentState, for attributes: borrowing Provider.Attributes, _ provider: Provider
    ) throws(EngineError) {
        do { try provider.validate(state, for: attributes) } catch { throw invalidity(of: "content", error, provider.kind) }
    }

    @usableFromInline static func invalidity(of what: String, _ error: any Error, _ kind: ActivityKind) -> EngineError {
        (error as? EngineError) ?? .invalidValue(kind, what: what, reason: String(describing: error).abridgedReason)
    }

    /// Compares two states in place; a plain `==` would copy both first.
    @inlinable @inline(__always)
    static func areEqual<State: Equatable>(_ left: borrowing State, _ right: borrowing State) -> Bool { left == right }

    /// Encodes a state into the log's bytes and returns the range.
    ///
    /// - Parameter alert: The alert that the push with this state would carry.
    /// - Throws: ``EngineError/payloadTooLarge(attributes:content:limit:)`` or
    ///   ``EngineError/alertTooLarge(alert:payload:limit:)``; the log is then as it was.
    @inlinable
    mutating func encode<State: Encodable>(
        state: State, attributesBytes: Int, _ alert: Box<AlertConfiguration>?, _ limit: Int
    ) throws(EngineError) -> Range<Int> {
        let start = log.bytes.count
        do { try encoder.encode(state, into: &log.bytes) } catch { throw EngineError(error, writing: "content") }
        let size = log.bytes.count - start
        guard attributesBytes + size <= limit else {
            log.bytes.removeSubrange(start...)
            throw .payloadTooLarge(attributes: attributesBytes, content: size, limit: limit)
        }
        if let alert { try check(alert, beside: attributesBytes + size, limit, orTruncateTo: start) }
        return start..<log.bytes.count
    }

    /// Refuses an alert that does not fit into a push.
    ///
    /// - Parameter start: The number of the log's bytes to keep if it is refused.
    @usableFromInline mutating func check(
        _ alert: Box<AlertConfiguration>, beside payload: Int, _ limit: Int, orTruncateTo start: Int
    ) throws(EngineError) {
        guard configuration.limits.countsAlerts else { return }
        let end = log.bytes.count
        var size = Int.max
        if (try? encoder.encode(alert.pointer.pointee, into: &log.bytes)) != nil { size = log.bytes.count - end }
        let isTooLarge = size > limit - payload
        log.bytes.removeSubrange((isTooLarge ? start : end)...)
        if isTooLarge { throw .alertTooLarge(alert: size, payload: payload, limit: limit) }
    }

    @usableFromInline func refusal(_ error: any Error, _ slab: ActivitySlab) -> EngineError {
        (error as? EngineError) ?? .refused(slab.provider.kind, reason: String(describing: error).abridgedReason)
    }

    /// Checks the part of a draft that is independent of its type.
    @inlinable func check(_ draft: borrowing Draft, _ slab: ActivitySlab) throws(EngineError) {
        guard draft.relevance.isFinite else { throw .relevanceNotFinite }
        guard draft.staleDate > -.infinity else {
            let date = Date(timeIntervalSinceReferenceDate: draft.staleDate)
            throw .implausibleDate(date, hint: "it is not a finite number of seconds")
        }
        guard draft.wake > clock else {
            throw .wakeNotInFuture(
                slab.provider.kind, wake: Date(timeIntervalSinceReferenceDate: draft.wake), now: date)
        }
    }

    // MARK: - Decoding

    /// Decodes a value of a command.
    @usableFromInline func decode<Value: Decodable>(_ type: Value.Type, from input: JSONInput, what: String)
        throws(EngineError) -> Value
    {
        do { return try input.read(as: type, with: decoder) } catch { throw EngineError(error, reading: what) }
    }

    /// Decodes attributes, a state or an event of a kind, and notes the members that the kind does not have.
    @usableFromInline mutating func decode<Value: Decodable>(
        _ type: Value.Type, of kind: ActivityKind, from input: JSONInput, what: String
    ) throws(EngineError) -> Value {
        let value = try decode(type, from: input, what: what)
        if !decoder.unread.isEmpty { noteUnread(of: kind, in: what) }
        return value
    }

    @usableFromInline mutating func content<State: Codable & Hashable>(
        _ type: State.Type, of kind: ActivityKind, from update: ContentUpdate
    ) throws(EngineError) -> ActivityContent<State> {
        ActivityContent(
            state: try decode(State.self, of: kind, from: .value(update.state), what: "content"), staleDate: update.staleDate,
            relevanceScore: update.relevanceScore ?? 0)
    }
}
