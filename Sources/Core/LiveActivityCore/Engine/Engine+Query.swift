// Queries. They change nothing, and do not advance the engine's time.
extension Engine {
    /// The content of an activity; `nil` if the activity does not exist or has attributes of another type.
    public func content<Attributes: ActivityAttributes>(of id: ActivityID, as _: Attributes.Type)
        -> ActivityContent<Attributes.ContentState>?
    {
        guard let (slab, head) = try? locate(id),
            slab.provider.operations.attributesType == ObjectIdentifier(Attributes.self)
        else { return nil }
        let state = slab.row(id.index) + slab.provider.operations.rows.stateOffset
        return ActivityContent(
            state: state.assumingMemoryBound(to: Attributes.ContentState.self).pointee,
            staleDate: Date(deadline: head.pointee.staleDate), relevanceScore: head.pointee.relevance)
    }

    /// The attributes of an activity; `nil` if the activity does not exist or has attributes of another type.
    public func attributes<Attributes: ActivityAttributes>(of id: ActivityID, as _: Attributes.Type) -> Attributes? {
        guard let (slab, _) = try? locate(id),
            slab.provider.operations.attributesType == ObjectIdentifier(Attributes.self)
        else { return nil }
        return (slab.row(id.index) + slab.provider.operations.rows.attributesOffset)
            .assumingMemoryBound(to: Attributes.self).pointee
    }

    /// The state of an activity; `nil` if it was dismissed, or never existed.
    public func state(of id: ActivityID) -> ActivityState? { (try? locate(id))?.1.pointee.phase.state }

    /// The kind of an activity; `nil` if it was dismissed, or never existed.
    public func kind(of id: ActivityID) -> ActivityKind? { (try? locate(id))?.0.provider.kind }

    /// The owner of an activity; `nil` if it was dismissed, or never existed.
    public func owner(of id: ActivityID) -> OwnerID? {
        (try? locate(id)).map { owners[$0.1.pointee.owner].name }
    }

    /// The revision of an activity; `nil` if it was dismissed, or never existed.
    public func revision(of id: ActivityID) -> UInt32? { (try? locate(id))?.1.pointee.revision }

    /// The topics in an activity's attributes, also for one that has ended; empty if it was dismissed or never existed.
    public func topics(of id: ActivityID) -> [Topic] {
        guard let (slab, _) = try? locate(id) else { return [] }
        return slab.provider.operations.topics(slab.row(id.index))
    }

    /// The running activities that follow a topic, kind by kind, within a kind in the order in which they began to follow.
    public func activities(following topic: Topic) -> [ActivityID] {
        guard let slot = topics.slot(of: topic) else { return [] }
        return topics[slot].followers.flatMap { followers in
            followers.ids.filter { slabs[followers.kind].resolve($0)?.pointee.phase.acceptsContent == true }
        }
    }

    /// When the provider is woken next for this activity; `nil` if no wake is scheduled.
    public func wakeDate(of id: ActivityID) -> Date? { (try? locate(id)).flatMap { Date(deadline: $0.1.pointee.wake) } }

    /// The running activity with this owner, kind and key; `nil` if there is none.
    public func activity(owner: OwnerID, kind: ActivityKind, key: StartKey) -> ActivityID? {
        guard let slot = owners.slot(of: owner) else { return nil }
        if let latest = owners[slot].latest, slabs[latest.kind].provider.kind == kind, isRunning(latest, key) { return latest }
        guard let ordinal = ordinals[kind] else { return nil }
        return runningKeys[RunningKey(owner: slot, kind: ordinal, key: key)]
    }

    /// Whether a live activity has this key and has not ended.
    ///
    /// Checked for an owner's latest activity before the table of running keys is searched: most owners have one activity, and
    /// its row is needed next anyway, so that the table would cost one more load from memory.
    private func isRunning(_ id: ActivityID, _ key: StartKey) -> Bool {
        let head = slabs[id.kind].head(id.index)
        return head.pointee.phase.acceptsContent && head.rest.pointee.key == key
    }

    /// An owner's activities in descending order of relevance; at equal relevance, in the order of their starts.
    public func activities(of owner: OwnerID) -> [ActivityID] {
        guard let slot = owners.slot(of: owner) else { return [] }
        var found: [(id: ActivityID, relevance: Double, order: UInt64)] = []
        var next = owners[slot].latest
        while let id = next {
            let head = slabs[id.kind].head(id.index)
            found.append((id, head.pointee.relevance, head.rest.pointee.order))
            next = head.rest.pointee.nextOfOwner
        }
        return found.sorted { $0.relevance != $1.relevance ? $0.relevance > $1.relevance : $0.order < $1.order }.map(\.id)
    }

    /// An owner's activities of a kind, in the order of their starts.
    public func activities(of owner: OwnerID, kind: ActivityKind) -> [ActivityID] {
        guard let slot = owners.slot(of: owner), let ordinal = ordinals[kind] else { return [] }
        var found: [(id: ActivityID, order: UInt64)] = []
        var next = owners[slot].latest
        while let id = next {
            let head = slabs[id.kind].head(id.index)
            if id.kind == ordinal { found.append((id, head.rest.pointee.order)) }
            next = head.rest.pointee.nextOfOwner
        }
        return found.sorted { $0.order < $1.order }.map(\.id)
    }

    /// All activities, including ended ones, in the order of their ids.
    public var activities: [ActivityID] {
        slabs.flatMap { slab in
            (0..<slab.used).filter { slab.head($0).pointee.phase != .free }.map(slab.id)
        }
    }

    /// The activities of a kind, in the order of their starts.
    public func activities(ofKind kind: ActivityKind) -> [ActivityID] {
        guard let slab = try? slab(of: kind) else { return [] }
        return (0..<slab.used).filter { slab.head($0).pointee.phase != .free }
            .sorted { slab.head($0).rest.pointee.order < slab.head($1).rest.pointee.order }.map(slab.id)
    }

    /// The number of activities by kind and state, without entries for 0. Takes time proportional to the number of kinds.
    public var activityCounts: [(kind: ActivityKind, state: ActivityState, count: Int)] {
        let phases: [ActivityHead.Phase] = [.pending, .active, .stale, .ended]
        return slabs.flatMap { slab in
            phases.map { (slab.provider.kind, $0.state, slab.phases[Int($0.rawValue)]) }
        }.filter { $0.2 > 0 }
    }

    /// The number of activities ever started.
    package var startsEver: UInt64 { starts }

    /// Whether each activity is a successor created after `starts` starts that renews itself without an end date. Used by a
    /// host that waits until nothing is scheduled, because such activities are scheduled permanently.
    package func hasOnlyRenewals(since starts: UInt64) -> Bool {
        slabs.allSatisfy { slab in
            (0..<slab.used).allSatisfy { index in
                let head = slab.head(index)
                guard head.pointee.phase != .free else { return true }
                guard let extras = head.extras, head.pointee.phase.acceptsContent else { return false }
                return extras.renews && extras.endDate == .infinity && extras.predecessor != nil
                    && head.rest.pointee.order > starts
            }
        }
    }

    /// The one registered kind with these attributes; `nil` if there is none, or several.
    public func kind<Attributes: ActivityAttributes>(with _: Attributes.Type) -> ActivityKind? {
        (try? slab(attributes: ObjectIdentifier(Attributes.self), named: ""))?.provider.kind
    }

    /// Whether the owner allows a kind of activity. `false` if a damaged permission may belong to this owner and forbid it.
    public func isPermitted(_ kind: ActivityKind, by owner: OwnerID) -> Bool {
        if damagedPermissions.contains(where: { $0.mayForbid(kind) }) { return false }
        return owners.slot(of: owner).map { owners[$0].permissions.allows(kind) } ?? true
    }

    /// Whether the owner allows frequent updates.
    public func areFrequentUpdatesPermitted(by owner: OwnerID) -> Bool {
        owners.slot(of: owner).map { owners[$0].permissions.frequentUpdates } ?? true
    }
}
