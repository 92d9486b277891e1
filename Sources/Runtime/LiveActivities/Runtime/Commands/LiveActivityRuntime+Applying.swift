public import LiveActivityCore
public import LiveActivityHost

// The part that the synchronous and the asynchronous form of each command share: the command is applied in memory.
//
// A function throws if no shard has the activity or owner; every other result is in the returned value.
extension LiveActivityRuntime {
    // MARK: - Starting

    @inlinable func appliedStart<Attributes: ActivityAttributes>(
        _ attributes: Attributes, _ content: ActivityContent<Attributes.ContentState>?, _ kind: ActivityKind?, _ owner: OwnerID,
        _ options: StartOptions
    ) throws(RuntimeError) -> Applied<Outcome> {
        withCapacity(in: try shard(commanding: owner)) { shard in
            shard.commandWithValues(
                as: .start,
                journaled: { $0.journaledStart(attributes, content, kind, owner, options) }
            ) { (engine, now) throws(EngineError) in
                try engine.startOrJoin(
                    attributes, content: content, kind: kind, owner: owner, options: options, at: now)
            }
        }
    }

    /// Starts an activity; if there are too many, retries after the other shards have dismissed activities that were due.
    @usableFromInline func withCapacity<Value: Sendable>(in shard: Shard, _ start: (Shard) -> Applied<Value>) -> Applied<Value>
    {
        let first = start(shard)
        guard shards.count > 1, case .failure(.engine(.tooManyActivities)) = first.result else { return first }
        var isDirty = first.isDirty
        for other in shards where other !== shard {
            let advanced = other.command { (engine, now) throws(EngineError) in engine.advance(to: now) }
            isDirty = isDirty || advanced.isDirty
            // Time has advanced in some shards, but nothing was started.
            if case .failure(let error) = advanced.result { return Applied(.failure(error), isDirty: isDirty) }
        }
        var second = start(shard)
        second.isDirty = second.isDirty || isDirty
        return second
    }

    // MARK: - Events

    /// Applies an event that its sender may repeat.
    func appliedSend<Event: Sendable>(
        _ event: Event, _ id: ActivityID, _ eventID: EventID?, _ timestamp: Date?, _ request: RequestName
    ) throws(RuntimeError) -> Applied<Outcome> {
        try command(id) { shard in
            shard.command(as: .send, about: id) { (engine, now) throws(EngineError) in
                try engine.once(request) { (engine) throws(EngineError) in
                    try engine.send(event, to: id, eventID: eventID, timestamp: timestamp, at: now)
                }
            }
        }
    }

    @inlinable func appliedSend<Event: Sendable>(
        _ event: Event, _ id: ActivityID, _ eventID: EventID?, _ timestamp: Date?
    ) throws(RuntimeError) -> Applied<Outcome> {
        // Resolved at compile time, where the type is known.
        if Event.self == JSONValue.self || Event.self == PreparedEvent.self {
            return try appliedSend(decoding: event, id, eventID, timestamp)
        }
        return try command(id) { shard in
            shard.command(
                as: .send, about: id,
                journaled: { $0.journaledSend(event, id, eventID, timestamp) }
            ) { (engine, now) throws(EngineError) in
                try engine.send(event, to: id, eventID: eventID, timestamp: timestamp, at: now)
            }
        }
    }

    /// Applies an event that is not of a provider's own type: parsed JSON, or an event decoded in advance.
    @usableFromInline func appliedSend(
        decoding event: Any, _ id: ActivityID, _ eventID: EventID?, _ timestamp: Date?
    ) throws(RuntimeError) -> Applied<Outcome> {
        if let prepared = event as? PreparedEvent { return try appliedSend(prepared, .id(id), eventID, timestamp) }
        guard let value = event as? JSONValue else { preconditionFailure("\(type(of: event)) is a provider's own type") }
        return try appliedSend(value, .id(id), eventID, timestamp)
    }

    @inlinable func appliedSend<Event: Sendable>(_ events: [(ActivityID, Event)]) -> Applied<PublishReport> {
        if shards.count == 1, firstShard == 0 { return applied(events, in: shards[0]) }
        var ofShard: [[(ActivityID, Event)]] = Array(repeating: [], count: shards.count)
        var report = PublishReport()
        for event in events {
            if let index = index(ofShard: event.0.shard) { ofShard[index].append(event) } else { report.refused += 1 }
        }
        var isDirty = false
        for (shard, events) in zip(shards, ofShard) where !events.isEmpty {
            let part = applied(events, in: shard)
            isDirty = isDirty || part.isDirty
            switch part.result {
            case .success(let counts): report.add(counts)
            case .failure(let error): return Applied(.failure(error), isDirty: isDirty)
            }
        }
        return Applied(.success(report), isDirty: isDirty)
    }

    @inlinable func applied<Event: Sendable>(_ events: [(ActivityID, Event)], in shard: Shard) -> Applied<PublishReport> {
        shard.command(as: .sendMany, journaled: { $0.journaled(events) }) { (engine, now) throws(EngineError) in
            try engine.send(events, at: now)
        }
    }

    @usableFromInline func appliedPublish(
        parsed event: JSONValue, _ topic: Topic, _ eventID: EventID?, _ timestamp: Date?
    ) throws(RuntimeError) -> Applied<Outcome> {
        try applied(.publish(topic, event: event, id: eventID, timestamp: timestamp))
    }

    @inlinable func appliedPublish<Event: Sendable>(
        _ event: Event, _ topic: Topic, _ eventID: EventID?, _ timestamp: Date?
    ) throws(RuntimeError) -> Applied<Outcome> {
        if let event = event as? JSONValue {
            return try appliedPublish(parsed: event, topic, eventID, timestamp)
        }
        return published(to: topic, kind: nil, eventID, timestamp, isTyped: true) { (shard, _, now) in
            shard.command(
                at: now, as: .publish, journaled: { $0.journaledPublish(event, topic, eventID, timestamp) }
            ) { (engine, now) throws(EngineError) in
                try engine.publish(event, to: topic, eventID: eventID, timestamp: timestamp, at: now)
            }
        }
    }

    // MARK: - Content by hand

    @inlinable func appliedUpdate<State>(
        _ id: ActivityID, _ content: ActivityContent<State>, _ alert: AlertConfiguration?, _ timestamp: Date?
    ) throws(RuntimeError) -> Applied<Outcome> {
        try shard(of: id).commandWithValues(
            as: .update,
            journaled: { engine in
                engine.update(content).map {
                    [Journaled(.update(.id(id), content: $0, alert: alert, timestamp: timestamp))]
                } ?? []
            }
        ) { (engine, now) throws(EngineError) in
            try engine.update(id, content, alert: alert, timestamp: timestamp, at: now)
        }
    }

    @inlinable func appliedEnd<State>(
        _ id: ActivityID, _ content: ActivityContent<State>, _ policy: ActivityUIDismissalPolicy, _ timestamp: Date?
    ) throws(RuntimeError) -> Applied<Outcome> {
        try shard(of: id).commandWithValues(
            as: .end,
            journaled: { engine in
                engine.update(content).map {
                    [Journaled(.end(.id(id), content: $0, dismissalPolicy: policy, timestamp: timestamp))]
                } ?? []
            }
        ) { (engine, now) throws(EngineError) in
            try engine.end(id, content, dismissalPolicy: policy, timestamp: timestamp, at: now)
        }
    }

    // MARK: - Commands as values

    /// - Parameters:
    ///   - request: The request name of a command that its sender may repeat; `nil` for others.
    ///   - revision: The revision that the activity must have; `nil` for any.
    func applied(
        _ command: Command, _ trace: TraceContext? = nil, _ request: RequestName? = nil, ifRevision revision: UInt32? = nil
    ) throws(RuntimeError) -> Applied<Outcome> {
        switch command.target {
        case .owner(let owner):
            let shard = try shard(commanding: owner)
            guard case .start = command else {
                let applied = self.applied(command, in: shard, trace, request)
                // The owner's permissions may have changed.
                if case .success = applied.result { shard.reportPermissions(of: owner) }
                return applied
            }
            return withCapacity(in: shard) { self.applied(command, in: $0, trace, request) }
        case .activity(let reference):
            let shard = try shard(of: reference)
            guard let revision else { return applied(command, in: shard, trace, request) }
            return applied(command, to: reference, at: revision, in: shard, trace, request)
        case .topic(let topic):
            guard case .publish(_, let event, let kind, let eventID, let timestamp) = command else {
                preconditionFailure("\(command.name.rawValue) is not an event for topics")
            }
            return published(to: topic, kind: kind, eventID, timestamp, isTyped: false) { (shard, kind, now) in
                let command = Command.publish(topic, event: event, kind: kind, id: eventID, timestamp: timestamp)
                return self.applied(command, in: shard, at: now, trace, request)
            }
        case .all: return advanced()
        }
    }

    private func applied(
        _ command: Command, in shard: Shard, at now: Date? = nil, _ trace: TraceContext?, _ request: RequestName?
    ) -> Applied<Outcome> {
        shard.command(at: now, as: command.name, trace: trace, journaled: { _ in [Journaled(command)] }) {
            (engine, now) throws(EngineError) in
            try engine.once(request) { (engine) throws(EngineError) in try engine.apply(command, at: now) }
        }
    }

    private func advanced() -> Applied<Outcome> {
        let now = clock.now
        // All or nothing: if one shard refuses the time, it advances in none.
        do throws(RuntimeError) {
            for shard in shards { try shard.queryThrowing { (engine) throws(EngineError) in try engine.checkTime(now) } }
        } catch {
            return Applied(.failure(error), isDirty: false)
        }
        var isDirty = false
        for shard in shards {
            if let refusal = shard.catchUp(to: now) { return Applied(.failure(refusal), isDirty: isDirty) }
            let advanced = shard.command(at: now, as: .advance) { (engine, now) throws(EngineError) in
                try engine.apply(.advance, at: now)
            }
            isDirty = isDirty || advanced.isDirty
            if case .failure(let error) = advanced.result { return Applied(.failure(error), isDirty: isDirty) }
        }
        return Applied(.success(.applied), isDirty: isDirty)
    }
}
