public import LiveActivities
public import LiveActivityCore

// Queries, answered by the owner of the partition and never by a standby: a query sees the effect of every earlier command.
extension ClusterRuntime {
    /// The activity that a reference names; for a key, according to its partition's owner. Throws if the owner does not answer
    /// in time.
    public nonisolated(nonsending) func resolve(_ reference: ActivityReference) async throws(RuntimeError) -> ActivityID {
        let partition = try partition(of: reference)
        if case .id(let id) = reference { return id }
        guard let id = try await ask(.resolve(reference), in: partition).values.id else {
            throw .storeUnavailable(reason: "the owner has answered without an id")
        }
        return id
    }

    /// The state of an activity, from its partition's owner; `nil` if it does not exist. Throws if the owner does not answer in
    /// time.
    public nonisolated(nonsending) func state(of id: ActivityID) async throws(RuntimeError) -> ActivityState? {
        try await about(id) { .state($0) }?.state
    }

    /// The complete record of an activity, from its partition's owner; `nil` if it does not exist.
    public nonisolated(nonsending) func record(of id: ActivityID) async throws(RuntimeError) -> ActivityRecord? {
        try await about(id) { .record($0) }?.record
    }

    /// The owner of an activity, from its partition's owner node; `nil` if the activity does not exist.
    public nonisolated(nonsending) func owner(of id: ActivityID) async throws(RuntimeError) -> OwnerID? {
        try await about(id) { .owner($0) }?.name.map { OwnerID(rawValue: $0) }
    }

    /// The kind of an activity, from its partition's owner; `nil` if the activity does not exist.
    public nonisolated(nonsending) func kind(of id: ActivityID) async throws(RuntimeError) -> ActivityKind? {
        try await about(id) { .kind($0) }?.name.map { ActivityKind(rawValue: $0) }
    }

    /// The running activity with this owner, kind and key, from its partition's owner; `nil` if there is none.
    public nonisolated(nonsending) func activity(
        owner: OwnerID, kind: ActivityKind, key: StartKey
    ) async throws(RuntimeError) -> ActivityID? {
        try await ask(.running(owner, kind, key), in: partition(of: owner)).values.id
    }

    /// An owner's activities in descending order of relevance, from their partition's owner.
    public nonisolated(nonsending) func activities(of owner: OwnerID) async throws(RuntimeError) -> [ActivityID] {
        try await ask(.activities(owner), in: partition(of: owner)).values.ids ?? []
    }

    /// Whether an owner allows a kind of activity, from the partition's owner.
    public nonisolated(nonsending) func isPermitted(
        _ kind: ActivityKind, by owner: OwnerID
    ) async throws(RuntimeError) -> Bool {
        try await ask(.isPermitted(kind, owner), in: partition(of: owner)).values.flag ?? true
    }

    /// The push type of an activity, from its partition's owner; `nil` if only its host updates it, or it was dismissed.
    public nonisolated(nonsending) func pushType(of id: ActivityID) async throws(RuntimeError) -> PushType? {
        guard let answer = try await about(id, { .pushType($0) }), answer.flag == true else { return nil }
        return answer.name.map { .channel($0) } ?? .token
    }

    /// The push token of an activity, from its partition's owner; `nil` if none is set.
    public nonisolated(nonsending) func pushToken(of id: ActivityID) async throws(RuntimeError) -> Data? {
        try await about(id) { .pushToken($0) }?.data
    }

    /// The push-to-start token of an owner for a kind, from the partition's owner; `nil` if none is set.
    public nonisolated(nonsending) func pushToStartToken(
        for kind: ActivityKind, owner: OwnerID
    ) async throws(RuntimeError) -> Data? {
        try await ask(.pushToStartToken(kind, owner), in: partition(of: owner)).values.data
    }

    /// All activities of the cluster, or those of a kind or following a topic, in the order of their partitions.
    ///
    /// - Throws: ``/LiveActivityHost/RuntimeError/storeUnavailable(reason:)`` if a partition has no owner until the deadline.
    public nonisolated(nonsending) func activities(
        ofKind kind: ActivityKind? = nil, following topic: Topic? = nil
    ) async throws(RuntimeError) -> [ActivityID] {
        var all: [ActivityID] = []
        for answer in await askAll(.list(kind: kind, topic: topic)) { all += try answer.get().values.ids ?? [] }
        return all
    }

    /// The topics that an activity follows.
    public nonisolated(nonsending) func topics(of id: ActivityID) async throws(RuntimeError) -> [Topic] {
        try await about(id) { .topics($0) }?.names?.map { Topic(rawValue: $0) } ?? []
    }

    /// - Returns: `nil` for an id that no partition can have assigned.
    private func about(
        _ id: ActivityID, _ body: (ActivityID) -> ClusterRequest.Body
    ) async throws(RuntimeError) -> ClusterAnswer.Values? {
        guard id.shard < configuration.partitions else { return nil }
        return try await ask(body(id), in: id.shard).values
    }
}
