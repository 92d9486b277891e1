// Creating a snapshot of an engine.
extension Engine {
    /// Creates a snapshot of the engine.
    ///
    /// - Throws: ``EngineError/changesNotDrained(count:)`` if there are undrained changes, and
    ///   ``EngineError/unencodable(what:path:reason:)`` if the size check is off and a content cannot be encoded.
    public func snapshot() throws(EngineError) -> Snapshot {
        guard log.count == 0 else { throw .changesNotDrained(count: log.count) }
        var kinds: [Snapshot.Kind] = []
        for slab in slabs {
            if let waiting = inert[slab.ordinal] { kinds.append(waiting) } else { kinds.append(try snapshot(of: slab)) }
        }
        return Snapshot(
            shard: configuration.shard, now: now, sequence: log.sequence, starts: starts,
            lostRuns: lostRuns == 0 ? nil : lostRuns, kinds: kinds,
            owners: owners.withPermissions.map {
                Snapshot.Owner(
                    name: $0, allDenied: $1.allDenied, denied: $1.denied, frequentUpdates: $1.frequentUpdates)
            },
            topics: (waitingTopics
                + topics.sorted.filter(\.isMemorable).map(Snapshot.TopicMemory.init)).sortedRarely { $0.name < $1.name },
            dismissals: dismissals.all.map {
                Snapshot.Dismissal(
                    owner: $0.entry.owner, kind: $0.entry.kind, key: $0.entry.key,
                    at: Date(timeIntervalSinceReferenceDate: $0.date))
            }, damagedPermissions: damagedPermissions.isEmpty ? nil : damagedPermissions,
            recentEvents: recentEvents.text(at: clock))
    }

    /// The activities of the restored snapshot that could not be decoded, by kind. They are in ``snapshot()`` unchanged.
    public var unreadableActivities: [UnreadableActivity] {
        slabs.flatMap { inert[$0.ordinal]?.unreadable ?? unreadable[$0.ordinal] ?? [] }
    }

    private func snapshot(of slab: ActivitySlab) throws(EngineError) -> Snapshot.Kind {
        var kind = Snapshot.Kind(kind: slab.provider.kind, activities: [], ids: .init(freeList: slab.free))
        kind.unreadable = unreadable[slab.ordinal] ?? []
        let setAside = Set(kind.unreadable.compactMap(\.id?.index))
        for index in 0..<slab.used {
            let head = slab.head(index)
            if setAside.contains(index) { continue }
            if head.pointee.phase == .free {
                kind.ids.freed.append(
                    ActivityIDAllocator.FreedSlot(
                        index: index, generation: head.pointee.generation, usesLeft: head.rest.pointee.usesLeft))
            } else {
                kind.activities.append(try record(of: slab.id(index), slab, head))
            }
        }
        return kind
    }

    /// The complete record of an activity; `nil` if it does not exist.
    public func record(of id: ActivityID) throws(EngineError) -> ActivityRecord? {
        guard let (slab, head) = try? locate(id) else { return nil }
        return try record(of: id, slab, head)
    }

    private func record(of id: ActivityID, _ slab: ActivitySlab, _ head: UnsafeMutablePointer<ActivityHead>)
        throws(EngineError) -> ActivityRecord
    {
        let operations = slab.provider.operations
        var (attributes, state): ([UInt8], [UInt8]) = ([], [])
        do {
            try operations.json.encodeAttributes(slab.row(id.index) + operations.rows.attributesOffset, encoder, &attributes)
            try operations.json.encodeState(slab.row(id.index) + operations.rows.stateOffset, encoder, &state)
        } catch {
            throw EngineError(error, writing: "activity \(id)")
        }
        return record(
            of: id, slab, head, attributes: JSONText(trusted: attributes), state: JSONText(trusted: state))
    }

    /// - Parameters:
    ///   - attributes: The attributes as JSON; `nil` to leave them out.
    ///   - state: The content state as JSON.
    func record(
        of id: ActivityID, _ slab: ActivitySlab, _ head: UnsafeMutablePointer<ActivityHead>, attributes: JSONText?,
        state: JSONText
    ) -> ActivityRecord {
        ActivityRecord(
            id: id, owner: owners[head.pointee.owner].name, key: head.rest.pointee.key, state: head.pointee.phase.state,
            revision: head.pointee.revision,
            attributes: attributes, attributesBytes: head.rest.pointee.attributesBytes,
            content: EncodedContent(
                state: state, staleDate: Date(deadline: head.pointee.staleDate), relevanceScore: head.pointee.relevance),
            wakeDate: Date(deadline: head.pointee.wake),
            closingDate: Date(timeIntervalSinceReferenceDate: head.pointee.closing),
            startedAt: Date(timeIntervalSinceReferenceDate: head.rest.pointee.startedAt),
            timestamp: Date(known: head.rest.pointee.timestamp),
            order: head.rest.pointee.order, alerts: head.rest.pointee.alerts,
            alertsSince: Date(known: head.rest.pointee.alertsSince),
            usesLeft: head.rest.pointee.usesLeft,
            lostRuns: head.rest.pointee.lostRuns == 0 ? nil : head.rest.pointee.lostRuns,
            schemaVersion: slab.provider.recordedVersion,
            extras: head.extras.map { extras in
                var record = ActivityRecord.Extras(
                    startAlert: extras.startAlert, endDate: Date(deadline: extras.endDate),
                    dismissalPolicy: extras.dismissalPolicy, lease: extras.lease,
                    leaseRenewedAt: extras.lease.map { _ in Date(timeIntervalSinceReferenceDate: extras.leaseRenewedAt) },
                    renews: extras.renews, style: extras.style, predecessor: extras.predecessor,
                    events: extras.memory.ids)
                record.unreportedEnd = extras.unreportedEnd
                return record
            })
    }
}

extension Date {
    /// Returns `nil` for -infinity, which represents an unset date.
    init?(known seconds: Double) {
        guard seconds > -.infinity else { return nil }
        self.init(timeIntervalSinceReferenceDate: seconds)
    }
}

extension Snapshot.TopicMemory {
    init(_ topic: TopicTable.TopicEntry) {
        self.init(name: topic.name, events: topic.memory.ids, timestamp: Date(known: topic.timestamp))
    }
}
