extension Engine {
    /// Applies a command. Has the same effect as the method of the same name.
    ///
    /// - Returns: The command's outcome; the changes have the details.
    /// - Throws: ``EngineError``; no activity has then changed.
    // Not inlined: Swift 6.3.1 crashes when it inlines this where the command's case is known ("forwardToInit").
    @inline(never)
    @discardableResult
    public mutating func apply(_ command: Command, at now: Date) throws(EngineError) -> Outcome {
        switch command {
        case .start(let start):
            try prepare(at: now)
            let slab = try slab(of: start.kind)
            return try slab.provider.operations.startEncoded(&self, slab, start)

        case .update(let reference, let content, let alert, let timestamp):
            try prepare(at: now)
            return try update(resolve(reference), content, UpdateRequest(alert: alert), timestamp)

        case .end(let reference, let content, let policy, let timestamp):
            try prepare(at: now)
            return try update(resolve(reference), content, UpdateRequest(dismissal: policy), timestamp)

        case .endAll(let owner, let kind, let policy):
            return try endAll(of: owner, kind: kind, dismissalPolicy: policy, at: now)

        case .send(let reference, let event, let eventID, let timestamp):
            try prepare(at: now)
            return try sendEncoded(.value(event), to: resolve(reference), eventID, timestamp)

        case .publish(let topic, let event, let kind, let eventID, let timestamp):
            try prepare(at: now)
            return try publishEncoded(.value(event), to: topic, kind, eventID, timestamp)

        case .perform(let action, let reference, let surface):
            // Time advances first, because the key may belong to another activity afterwards.
            try prepare(at: now)
            return try perform(action, on: resolve(reference), surface: surface, at: now)

        case .dismiss(let reference):
            try prepare(at: now)
            return try dismiss(resolve(reference), at: now)

        case .renewLease(let reference):
            try prepare(at: now)
            return try renewLease(resolve(reference), at: now)

        case .permit(let owner, let kind, let allowed):
            return try permit(allowed, owner: owner, kind: kind, at: now)

        case .permitFrequentUpdates(let owner, let allowed):
            return try permitFrequentUpdates(allowed, owner: owner, at: now)

        case .advance:
            try checkTime(now)
            advance(to: now)
            return .applied
        }
    }

    private mutating func update(
        _ id: ActivityID, _ content: ContentUpdate?, _ request: UpdateRequest, _ timestamp: Date?
    ) throws(EngineError) -> Outcome {
        guard let content else { return try update(id, nil, staleDate: nil, request, timestamp) }
        let (slab, _) = try locate(id)
        let staleDate = request.dismissal == nil ? content.staleDate : nil
        return try slab.provider.operations.decodeContent(&self, content) { (engine, pointer) throws(EngineError) in
            try engine.update(id, pointer, staleDate: staleDate, request, timestamp)
        }
    }

    /// The kind as whose event type a topic's event is decoded; `nil` if no activity follows the topic.
    func follower(of topic: Topic, _ kind: ActivityKind?) throws(EngineError) -> ActivitySlab? {
        if let kind { return try slab(of: kind) }
        guard let slot = topics.slot(of: topic) else { return nil }
        let followers = topics[slot].followers.filter { $0.live > 0 }.map { slabs[$0.kind] }
        guard let first = followers.first else { return nil }
        let type = first.provider.operations.eventType
        guard followers.allSatisfy({ $0.provider.operations.eventType == type }) else {
            throw .ambiguousKind(attributes: "followers of '\(topic)'", kinds: followers.map(\.provider.kind))
        }
        return first
    }
}
