public import LiveActivityCore
public import LiveActivityHost

// Queries. None changes anything, and all work on a closed runtime too.
extension LiveActivityRuntime {
    // MARK: - One activity

    /// The current content of an activity; `nil` if the activity does not exist or has attributes of another type.
    @inlinable public func content<Attributes: ActivityAttributes>(of id: ActivityID, as type: Attributes.Type)
        -> ActivityContent<Attributes.ContentState>?
    {
        shardIfAny(of: id)?.queryValues { $0.content(of: id, as: type).map { UncheckedSendable($0) } }?.value
    }

    /// The attributes of an activity; `nil` if the activity does not exist or has attributes of another type.
    @inlinable public func attributes<Attributes: ActivityAttributes>(of id: ActivityID, as type: Attributes.Type)
        -> Attributes?
    {
        shardIfAny(of: id)?.queryValues { $0.attributes(of: id, as: type).map { UncheckedSendable($0) } }?.value
    }

    /// The state of an activity; `nil` if it was dismissed, or never existed.
    public func state(of id: ActivityID) -> ActivityState? { ask(id) { $0.state(of: id) } }

    /// The owner of an activity; `nil` if it was dismissed, or never existed.
    public func owner(of id: ActivityID) -> OwnerID? { ask(id) { $0.owner(of: id) } }

    /// The kind of an activity; `nil` if it was dismissed, or never existed.
    public func kind(of id: ActivityID) -> ActivityKind? { ask(id) { $0.kind(of: id) } }

    /// The revision of an activity; `nil` if it was dismissed, or never existed.
    public func revision(of id: ActivityID) -> UInt32? { ask(id) { $0.revision(of: id) } }

    /// The state and revision of an activity at one moment; `nil` if it was dismissed, or never existed.
    public func stateAndRevision(of id: ActivityID) -> (state: ActivityState, revision: UInt32)? {
        ask(id) { engine in
            guard let state = engine.state(of: id), let revision = engine.revision(of: id) else { return nil }
            return (state, revision)
        }
    }

    /// The topics in an activity's attributes, also for one that has ended; empty if it was dismissed or never existed.
    public func topics(of id: ActivityID) -> [Topic] { ask(id) { $0.topics(of: id) } ?? [] }

    /// The date of the provider's next wake for this activity; `nil` if none is requested, or the activity does not exist.
    public func wakeDate(of id: ActivityID) -> Date? { ask(id) { $0.wakeDate(of: id) } }

    /// The complete record of an activity, with its content as JSON; `nil` if it does not exist.
    ///
    /// - Throws: ``/LiveActivityCore/EngineError/unencodable(what:path:reason:)``, as
    ///   ``/LiveActivityHost/RuntimeError/engine(_:)``, if the size check is off and the content cannot be encoded as JSON.
    public func record(of id: ActivityID) throws(RuntimeError) -> ActivityRecord? {
        try shardIfAny(of: id)?.queryThrowing { (engine) throws(EngineError) in try engine.record(of: id) } ?? nil
    }

    // MARK: - Several activities

    /// The running activity with this owner, kind and key; `nil` if there is none.
    public func activity(owner: OwnerID, kind: ActivityKind, key: StartKey) -> ActivityID? {
        shard(of: owner).query { $0.activity(owner: owner, kind: kind, key: key) }
    }

    /// An owner's activities in descending order of relevance; at equal relevance, in the order of their starts.
    public func activities(of owner: OwnerID) -> [ActivityID] { shard(of: owner).query { $0.activities(of: owner) } }

    /// An owner's activities of a kind, in the order of their starts.
    package func activities(of owner: OwnerID, kind: ActivityKind) -> [ActivityID] {
        shard(of: owner).query { $0.activities(of: owner, kind: kind) }
    }

    /// The activities of a kind, shard by shard, within a shard in the order of their starts.
    public func activities(ofKind kind: ActivityKind) -> [ActivityID] {
        shards.flatMap { shard in shard.query { $0.activities(ofKind: kind) } }
    }

    /// The running activities that follow a topic, shard by shard.
    public func activities(following topic: Topic) -> [ActivityID] {
        shards.flatMap { shard in shard.query { $0.activities(following: topic) } }
    }

    /// Every activity, shard by shard, within a shard by kind and then by id.
    public var activities: [ActivityID] { shards.flatMap { shard in shard.query { $0.activities } } }

    /// The number of activities, including ended ones that are still visible.
    public var activityCount: Int {
        // Not the sum of the shards' counts, which would be from different moments.
        shards[0].common?.capacity.count ?? shards[0].query { $0.activityCount }
    }

    /// The limits of every shard's engine.
    package var limits: EngineLimits { shards[0].query { $0.configuration.limits } }

    /// Checks names that no engine checks against the limits.
    func check(_ body: (EngineLimits) throws(EngineError) -> Void) throws(RuntimeError) {
        do throws(EngineError) { try body(limits) } catch { throw .engine(error) }
    }

    /// When the next deadline runs; `nil` while nothing is scheduled.
    public var nextDeadline: Date? { shards.compactMap { shard in shard.query { $0.nextDeadline } }.min() }

    /// The value of ``/LiveActivityCore/EngineLimits/payloadBytes`` of every shard's engine.
    package var payloadBytesMax: Int? { shards[0].query { $0.configuration.limits.payloadBytes } }

    /// Seconds by which the clock is behind the latest time of any shard; 0 if it is not. Time does not advance in such a shard
    /// until the clock has caught up: commands are applied, but no deadline runs.
    public var clockBehind: TimeInterval { max(0, latestTime.map { $0.timeIntervalSince(clock.now) } ?? 0) }

    /// The latest time of any shard; `nil` before the first command.
    package var latestTime: Date? { shards.compactMap { shard in shard.query { $0.now } }.max() }

    /// The number of activities ever started, by shard.
    package var startsEver: [UInt64] { shards.map { shard in shard.query { $0.startsEver } } }

    /// Whether all remaining activities renew themselves without an end, each started after `starts` starts of its shard.
    package func hasOnlyRenewals(since starts: [UInt64]) -> Bool {
        zip(shards, starts).allSatisfy { shard, starts in shard.query { $0.hasOnlyRenewals(since: starts) } }
    }

    // MARK: - Permission and kinds

    /// The kinds by their number in an id.
    package var kindsByNumber: [ActivityKind] { shards[0].query { $0.kindsByNumber } }

    /// Whether an owner allows a kind of activity.
    public func isPermitted(_ kind: ActivityKind, by owner: OwnerID) -> Bool {
        shard(of: owner).query { $0.isPermitted(kind, by: owner) }
    }

    /// Whether an owner allows frequent updates.
    public func areFrequentUpdatesPermitted(by owner: OwnerID) -> Bool {
        shard(of: owner).query { $0.areFrequentUpdatesPermitted(by: owner) }
    }

    /// The registered providers, in the order of their registration.
    public var providers: [AnyProvider] { shards[0].query { $0.providers } }

    /// The one registered kind with these attributes; `nil` if none or several have them.
    public func kind<Attributes: ActivityAttributes>(with type: Attributes.Type) -> ActivityKind? {
        shards[0].queryValues { $0.kind(with: type) }
    }

    @inlinable func ask<Answer: Sendable>(_ id: ActivityID, _ question: @Sendable (inout Engine) -> Answer?) -> Answer? {
        shardIfAny(of: id)?.query(question)
    }
}
