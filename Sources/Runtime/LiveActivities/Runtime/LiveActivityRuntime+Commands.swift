public import LiveActivityCore
import Synchronization

// Commands. Each does what the engine's method of the same name does, at the time of the runtime's clock.
//
// All throw ``RuntimeError``: `engine` where the engine refuses, `closed`, and with a store `storeUnavailable` and `notDurable`.
extension LiveActivityRuntime {
    // MARK: - Starting

    /// Starts an activity of the one registered kind that has these attributes, or schedules it if its start date is in the future.
    ///
    /// If several threads start the same owner, kind and key at once, there is one activity (``/LiveActivityCore/StartOptions/key``).
    ///
    /// - Parameters:
    ///   - attributes: What never changes about the activity.
    ///   - content: What it shows first, in place of the provider's own first content; required for a kind without a provider's rules.
    ///   - kind: Which kind, where several have such attributes.
    ///   - owner: Whose activity it is.
    ///   - options: Key, dates, alert and the rest.
    /// - Returns: The new activity, or the running one that the start joined (``/LiveActivityCore/StartOptions/IfRunning/join``).
    /// - Throws: ``RuntimeError``.
    @inlinable
    @discardableResult
    public func start<Attributes: ActivityAttributes>(
        _ attributes: Attributes, content: ActivityContent<Attributes.ContentState>? = nil, kind: ActivityKind? = nil,
        owner: OwnerID, options: StartOptions = StartOptions()
    ) throws(RuntimeError) -> ActivityID {
        let (attributes, content) = (UncheckedSendable(attributes), content.map { UncheckedSendable($0) })
        return try withCapacity(in: shard(of: owner)) { (shard) throws(RuntimeError) in
            try shard.command(
                journaled: { $0.journaledStart(attributes.value, content?.value, kind, owner, options) }
            ) { (engine, now) throws(EngineError) in
                try engine.start(
                    attributes.value, content: content?.value, kind: kind, owner: owner, options: options, at: now)
            }
        }
    }

    /// Starts; if there are too many activities, starts again after the other shards have dismissed what was due.
    @usableFromInline func withCapacity<Result: Sendable>(
        in shard: Shard, _ start: (Shard) throws(RuntimeError) -> Result
    ) throws(RuntimeError) -> Result {
        do throws(RuntimeError) {
            return try start(shard)
        } catch {
            guard shards.count > 1, case .engine(.tooManyActivities) = error else { throw error }
            for other in shards where other !== shard {
                do throws(RuntimeError) {
                    try other.command { (engine, now) throws(EngineError) in engine.advance(to: now) }
                } catch {
                    // Time has passed there, but nothing was started.
                    if case .notDurable(let reason) = error { throw .storeUnavailable(reason: reason) }
                    throw error
                }
            }
            return try start(shard)
        }
    }

    // MARK: - Events

    /// Reports an event to one activity.
    ///
    /// - Parameters:
    ///   - event: An event of the activity's kind.
    ///   - id: Which activity.
    ///   - eventID: The sender's id for the event. An event that was applied already is ignored.
    ///   - timestamp: When it happened. An event older than the newest accepted one is ignored.
    /// - Returns: What came of it.
    /// - Throws: ``RuntimeError``.
    @inlinable
    @discardableResult
    public func send<Event: Sendable>(
        _ event: Event, to id: ActivityID, eventID: EventID? = nil, timestamp: Date? = nil
    ) throws(RuntimeError) -> Outcome {
        try shard(of: id).command(
            journaled: { $0.journaledSend(event, id, eventID, timestamp) }
        ) { (engine, now) throws(EngineError) in
            try engine.send(event, to: id, eventID: eventID, timestamp: timestamp, at: now)
        }
    }

    /// Reports many events, each to its activity, in their order. It is the fastest way for a feed that brings many at once.
    ///
    /// - Returns: How many were applied, left the content unchanged, and were refused. An event to an ended activity also makes the change
    ///   ``/LiveActivityCore/Change/What/refusedLateUpdate``, and one that the provider refuses makes ``/LiveActivityCore/Change/What/refused(reason:)``. An event to an
    ///   activity that does not exist, or is of another kind, is only counted.
    /// - Throws: ``RuntimeError``; events that a shard has taken before stay applied.
    @inlinable
    @discardableResult
    public func send<Event: Sendable>(_ events: [(ActivityID, Event)]) throws(RuntimeError) -> PublishReport {
        if shards.count == 1 {
            return try shards[0].command(journaled: { $0.journaled(events) }) { (engine, now) throws(EngineError) in
                try engine.send(events, at: now)
            }
        }
        var ofShard: [[(ActivityID, Event)]] = Array(repeating: [], count: shards.count)
        var report = PublishReport()
        for event in events {
            if event.0.shard < shards.count { ofShard[event.0.shard].append(event) } else { report.refused += 1 }
        }
        for (shard, events) in zip(shards, ofShard) where !events.isEmpty {
            report.add(
                try shard.command(journaled: { $0.journaled(events) }) { (engine, now) throws(EngineError) in
                    try engine.send(events, at: now)
                })
        }
        return report
    }

    /// Reports an event to all activities that follow `topic` and whose kind has such events.
    ///
    /// One follower may refuse the event; the others take it all the same. Events that several threads publish at once reach all
    /// followers in the same order.
    ///
    /// - Parameters:
    ///   - event: An event of the followers' kind.
    ///   - topic: Which topic.
    ///   - eventID: The sender's id for the event. An event that was published to the topic already is ignored.
    ///   - timestamp: When it happened. An event older than the topic's newest is ignored.
    /// - Returns: ``/LiveActivityCore/Outcome/published(_:)`` with how many followers took it, all zero for a topic that no activity follows; or
    ///   ``/LiveActivityCore/Outcome/ignored(_:)``.
    /// - Throws: ``RuntimeError``.
    @inlinable
    @discardableResult
    public func publish<Event: Sendable>(
        _ event: Event, to topic: Topic, eventID: EventID? = nil, timestamp: Date? = nil
    ) throws(RuntimeError) -> Outcome {
        try publish(to: topic, kind: nil, eventID, timestamp, isTyped: true) { (shard, _, now) throws(RuntimeError) in
            try shard.command(
                at: now, commits: false, journaled: { $0.journaledPublish(event, topic, eventID, timestamp) }
            ) { (engine, now) throws(EngineError) in
                try engine.publish(event, to: topic, eventID: eventID, timestamp: timestamp, at: now)
            }
        }
    }

    /// The user used a control of the activity on a surface.
    ///
    /// - Throws: ``RuntimeError``, for instance for a surface whose controls do not work (``/LiveActivityCore/EngineError/surfaceTakesNoActions(_:)``).
    @discardableResult
    public func perform(_ action: ActionID, on id: ActivityID, surface: Surface) throws(RuntimeError) -> Outcome {
        try shard(of: id).command(journaled: { _ in [Journaled(.perform(action, on: .id(id), surface: surface))] }) {
            (engine, now) throws(EngineError) in
            try engine.perform(action, on: id, surface: surface, at: now)
        }
    }

    // MARK: - Content by hand

    /// Replaces the whole content.
    ///
    /// - Parameters:
    ///   - id: Which activity.
    ///   - content: The new content, of the kind's own type.
    ///   - alert: Alerts the user, if given.
    ///   - timestamp: When the content was made. An update older than the newest accepted one is ignored.
    /// - Returns: What came of it.
    /// - Throws: ``RuntimeError``.
    @inlinable
    @discardableResult
    public func update<State: SendableMetatype>(
        _ id: ActivityID, _ content: ActivityContent<State>, alert: AlertConfiguration? = nil, timestamp: Date? = nil
    ) throws(RuntimeError) -> Outcome {
        let content = UncheckedSendable(content)
        return try shard(of: id).command(
            journaled: { engine in
                engine.update(content.value).map {
                    [Journaled(.update(.id(id), content: $0, alert: alert, timestamp: timestamp))]
                } ?? []
            }
        ) { (engine, now) throws(EngineError) in
            try engine.update(id, content.value, alert: alert, timestamp: timestamp, at: now)
        }
    }

    /// Ends the activity with final content.
    ///
    /// - Parameters:
    ///   - id: Which activity.
    ///   - content: What it shows until the dismissal.
    ///   - dismissalPolicy: How long it stays on show.
    ///   - timestamp: When the content was made. An end older than the newest accepted update is ignored.
    /// - Returns: What came of it.
    /// - Throws: ``RuntimeError``.
    @inlinable
    @discardableResult
    public func end<State: SendableMetatype>(
        _ id: ActivityID, _ content: ActivityContent<State>, dismissalPolicy: ActivityUIDismissalPolicy = .default,
        timestamp: Date? = nil
    ) throws(RuntimeError) -> Outcome {
        let content = UncheckedSendable(content)
        return try shard(of: id).command(
            journaled: { engine in
                engine.update(content.value).map {
                    [Journaled(.end(.id(id), content: $0, dismissalPolicy: dismissalPolicy, timestamp: timestamp))]
                } ?? []
            }
        ) { (engine, now) throws(EngineError) in
            try engine.end(id, content.value, dismissalPolicy: dismissalPolicy, timestamp: timestamp, at: now)
        }
    }

    /// Ends the activity with the content that it has.
    ///
    /// - Throws: ``RuntimeError``.
    @discardableResult
    public func end(_ id: ActivityID, dismissalPolicy: ActivityUIDismissalPolicy = .default, timestamp: Date? = nil)
        throws(RuntimeError) -> Outcome
    {
        try shard(of: id).command(
            journaled: { _ in [Journaled(.end(.id(id), dismissalPolicy: dismissalPolicy, timestamp: timestamp))] }
        ) { (engine, now) throws(EngineError) in
            try engine.end(id, dismissalPolicy: dismissalPolicy, timestamp: timestamp, at: now)
        }
    }

    /// The user removed the activity from the screen: it ends and is dismissed.
    ///
    /// What the activity stands for goes on; ``/LiveActivityCore/EngineConfiguration/afterDismissal`` says whether it may be started again.
    /// - Throws: ``RuntimeError``.
    @discardableResult
    public func dismiss(_ id: ActivityID) throws(RuntimeError) -> Outcome {
        try shard(of: id).command(journaled: { _ in [Journaled(.dismiss(.id(id)))] }) { (engine, now) throws(EngineError) in
            try engine.dismiss(id, at: now)
        }
    }

    /// Renews the lease of an activity: its host is still there.
    ///
    /// - Throws: ``RuntimeError``.
    @discardableResult
    public func renewLease(_ id: ActivityID) throws(RuntimeError) -> Outcome {
        try shard(of: id).command(journaled: { _ in [Journaled(.renewLease(.id(id)))] }) { (engine, now) throws(EngineError) in
            try engine.renewLease(id, at: now)
        }
    }

    // MARK: - Permission

    /// The user allows or forbids a kind of activity, or all kinds if `kind` is `nil`.
    ///
    /// Activities of a forbidden kind end and are dismissed at once, if ``/LiveActivityCore/EngineConfiguration/denialEndsActivities`` says so.
    /// - Throws: ``RuntimeError``.
    @discardableResult
    public func permit(_ allowed: Bool, owner: OwnerID, kind: ActivityKind? = nil) throws(RuntimeError) -> Outcome {
        try shard(of: owner).permissionCommand(of: owner, journaled: .permit(owner: owner, kind: kind, allowed: allowed)) {
            (engine, now) throws(EngineError) in
            try engine.permit(allowed, owner: owner, kind: kind, at: now)
        }
    }

    /// The user allows or forbids frequent updates. Both end the user's ongoing activities, as on iOS.
    ///
    /// - Throws: ``RuntimeError``.
    ///
    /// Source: Documentation/Reference.md, AUTH-04.
    @discardableResult
    public func permitFrequentUpdates(_ allowed: Bool, owner: OwnerID) throws(RuntimeError) -> Outcome {
        try shard(of: owner).permissionCommand(of: owner, journaled: .permitFrequentUpdates(owner: owner, allowed: allowed)) {
            (engine, now) throws(EngineError) in
            try engine.permitFrequentUpdates(allowed, owner: owner, at: now)
        }
    }

    // MARK: - Commands as values

    /// Applies a command that is a value, for instance one that was read from JSON. The same as calling the method that it names.
    ///
    /// - Throws: ``RuntimeError``.
    @discardableResult
    public func apply(_ command: Command) throws(RuntimeError) -> Outcome {
        switch command {
        case .start(let start):
            return try withCapacity(in: shard(of: start.owner)) { (shard) throws(RuntimeError) in
                try shard.command(journaled: { _ in [Journaled(command)] }) { (engine, now) throws(EngineError) in
                    try engine.apply(command, at: now)
                }
            }
        case .publish(let topic, let event, let kind, let eventID, let timestamp):
            return try publish(to: topic, kind: kind, eventID, timestamp, isTyped: false) {
                (shard, kind, now) throws(RuntimeError) in
                let command = Command.publish(topic, event: event, kind: kind, id: eventID, timestamp: timestamp)
                return try shard.command(at: now, commits: false, journaled: { _ in [Journaled(command)] }) {
                    (engine, now) throws(EngineError) in
                    try engine.apply(command, at: now)
                }
            }
        case .permit(let owner, _, _), .permitFrequentUpdates(let owner, _):
            return try shard(of: owner).permissionCommand(of: owner, journaled: command) { (engine, now) throws(EngineError) in
                try engine.apply(command, at: now)
            }
        case .advance:
            let now = clock.now
            // All or nothing: a time that one shard refuses passes in none.
            for shard in shards { try shard.queryThrowing { (engine) throws(EngineError) in try engine.checkTime(now) } }
            for shard in shards {
                try shard.command(at: now) { (engine, now) throws(EngineError) in try engine.apply(.advance, at: now) }
            }
            return .applied
        case .update(let reference, _, _, _), .end(let reference, _, _, _), .send(let reference, _, _, _),
            .perform(_, let reference, _), .dismiss(let reference), .renewLease(let reference):
            return try shard(of: reference).command(journaled: { _ in [Journaled(command)] }) {
                (engine, now) throws(EngineError) in
                try engine.apply(command, at: now)
            }
        }
    }

    /// The id of the activity that a reference names.
    ///
    /// - Throws: ``/LiveActivityCore/EngineError/nothingRunning(owner:kind:key:)``, as ``RuntimeError/engine(_:)``.
    public func resolve(_ reference: ActivityReference) throws(RuntimeError) -> ActivityID {
        try shard(of: reference).queryThrowing { (engine) throws(EngineError) in try engine.resolve(reference) }
    }

    // MARK: - Publishing

    /// Publishes in each shard that has followers, as one engine with all of them would.
    ///
    /// - Parameter isTyped: Whether the event's own type says for which kinds it is.
    @usableFromInline func publish(
        to topic: Topic, kind: ActivityKind?, _ eventID: EventID?, _ timestamp: Date?, isTyped: Bool,
        _ publish: (Shard, ActivityKind?, Date) throws(RuntimeError) -> Outcome
    ) throws(RuntimeError) -> Outcome {
        let now = clock.now
        let outcome: Outcome
        do throws(RuntimeError) {
            outcome = try publishEverywhere(to: topic, kind, eventID, timestamp, isTyped: isTyped, at: now, publish)
        } catch {
            // Time has passed all the same, so there may be something to write, unless the store would not have it.
            if case .storeUnavailable = error {} else { try? storeWriter?.commit() }
            throw error
        }
        try storeWriter?.commit()
        return outcome
    }

    private func publishEverywhere(
        to topic: Topic, _ kind: ActivityKind?, _ eventID: EventID?, _ timestamp: Date?, isTyped: Bool, at now: Date,
        _ publish: (Shard, ActivityKind?, Date) throws(RuntimeError) -> Outcome
    ) throws(RuntimeError) -> Outcome {
        if shards.count == 1 { return try publish(shards[0], kind, now) }
        return try publishing.withLock { (_) throws(RuntimeError) in
            var followed: [Shard] = []
            var kinds: Set<ActivityKind> = []
            var ignored: Change.IgnoreReason?
            for shard in shards {
                let here = try shard.command(at: now, commits: false) { (engine, now) throws(EngineError) in
                    engine.advance(to: now)
                    return engine.reception(of: topic, eventID: eventID, timestamp: timestamp)
                }
                if !here.kinds.isEmpty { followed.append(shard) }
                kinds.formUnion(here.kinds)
                // "Repeated" is checked before "too old", as in a single engine.
                if here.ignored == .repeatedEvent || ignored == nil { ignored = here.ignored }
            }
            // No activity follows the topic: one shard checks the event itself.
            guard !followed.isEmpty else { return try publish(shards[0], kind, now) }
            let readAs = kind ?? (isTyped ? nil : kinds.min())
            let all = kinds
            if kind == nil, !isTyped, !shards[0].query({ $0.haveSameEvents(all) }) {
                throw .engine(.ambiguousKind(attributes: "followers of '\(topic)'", kinds: kinds.sorted()))
            }
            if let ignored { return .ignored(ignored) }
            var report = PublishReport()
            for (number, shard) in followed.enumerated() {
                // The first may throw, for an event that cannot be decoded; the others decode the same.
                let outcome: Outcome
                do throws(RuntimeError) { outcome = try publish(shard, readAs, now) } catch {
                    // The store began to fail in between: those before have the event.
                    if number > 0, case .storeUnavailable(let reason) = error { throw .notDurable(reason: reason) }
                    throw error
                }
                if number == 0 { shard.common?.topics.remember(topic, eventID, timestamp) }
                guard case .published(let part) = outcome else { continue }
                report.add(part)
            }
            return .published(report)
        }
    }
}

extension PublishReport {
    @usableFromInline mutating func add(_ other: PublishReport) {
        applied += other.applied
        unchanged += other.unchanged
        refused += other.refused
    }
}
