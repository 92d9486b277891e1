public import LiveActivityCore

// What comes out of a runtime.
extension LiveActivityRuntime {
    /// The changes from now on, for one consumer.
    ///
    /// ```swift
    /// for await change in runtime.changes(of: .kind("delivery"), conflation: Conflation()) { … }
    /// ```
    ///
    /// - Parameters:
    ///   - filter: Which changes; all unless said otherwise. For an activity that is not there the sequence is empty.
    ///   - conflation: At most one `updated` per activity and interval, if given; everything as it happens if not.
    ///   - bufferLimit: How many changes may wait for the consumer, see ``ChangeSequence``. A change has at most
    ///     ``/LiveActivityCore/EngineLimits/payloadBytes`` of content, so 1,024 are about 4 MB at worst.
    public func changes(
        of filter: ChangeFilter = .all, conflation: Conflation? = nil, bufferLimit: Int = 1_024
    ) -> ChangeSequence {
        let feed = Feed(ChangeBuffer(capacity: bufferLimit))
        let (id, shards) = (nextListener(), shards(of: filter))
        for shard in shards { shard.add(id, filter, .feed(feed), conflation) }
        if shards.isEmpty { feed.finish() }
        return ChangeSequence(subscription: Subscription(feed, id, filter, shards))
    }

    /// Calls `observer` with each change, before the command that made it returns: for a store that must not lag behind, a
    /// counter, a host without tasks.
    ///
    /// It is called under the lock of the change's shard, on whichever thread the command or the clock runs. So it
    /// - is called in order for each shard, and may be called for several shards at once;
    /// - must not call this runtime, which would wait for itself forever, and should be quick, for every command on the shard waits;
    /// - cannot refuse the change: it has happened.
    ///
    /// - Returns: What ends the observation. It ends with the runtime too, but not when what is returned is dropped.
    @discardableResult
    public func observe(_ filter: ChangeFilter = .all, _ observer: @escaping @Sendable (Change) -> Void) -> ChangeObservation {
        let (id, shards) = (nextListener(), shards(of: filter))
        for shard in shards { shard.add(id, filter, .observer(observer)) }
        return ChangeObservation(id: id, filter: filter, shards: shards.map { WeakShard($0) })
    }

    // MARK: - One activity, in its own types

    /// The content of an activity, each time it changes, for one consumer: the newest, where it is slow.
    ///
    /// Begins with the content the activity shows now, without a gap to what follows. Finishes with the activity's dismissal; is empty
    /// if there is no such activity or its attributes are of another type.
    public func contentUpdates<Attributes: ActivityAttributes>(of id: ActivityID, as type: Attributes.Type)
        -> UpdateSequence<ActivityContent<Attributes.ContentState>>
    where Attributes.ContentState: Sendable {
        updates(
            of: .activity(id), capacity: 1, first: { $0.content(of: id, as: type) }, then: { $0.content(of: type) })
    }

    /// The state of an activity, each time it changes, for one consumer: the newest few, where it is slow.
    ///
    /// Begins with the state the activity is in now, ends with `dismissed`; is empty if there is no such activity.
    public func stateUpdates(of id: ActivityID) -> UpdateSequence<ActivityState> {
        // All states there are in a row at most, so that `ended` is seen before `dismissed`.
        updates(of: .activity(id), capacity: 5, first: { $0.state(of: id) }, then: { $0.state })
    }

    // MARK: - New activities

    /// The activities that begin from now on, scheduled ones when they are scheduled, for one consumer.
    ///
    /// - Parameters:
    ///   - filter: Of an owner, of a kind; all unless said otherwise.
    ///   - bufferLimit: How many ids may wait for the consumer; the oldest are dropped. ``activities(ofKind:)`` has them all.
    public func activityUpdates(of filter: ChangeFilter = .all, bufferLimit: Int = 1_024) -> UpdateSequence<ActivityID> {
        updates(of: filter, capacity: bufferLimit, first: { _ in nil }) { change in
            switch change.what {
            case .scheduled: change.activity
            // A scheduled one was there before.
            case .started: change.revision == 1 ? change.activity : nil
            default: nil
            }
        }
    }

    // MARK: - Permission

    /// Whether a person allows a kind of activity: the answer now, and each time it changes (AUTH-02).
    public func permissionUpdates(for kind: ActivityKind, by owner: OwnerID) -> UpdateSequence<Bool> {
        permissionUpdates(.activities(kind), by: owner)
    }

    /// Whether a person allows frequent updates: the answer now, and each time it changes (AUTH-03).
    public func frequentUpdatePermissionUpdates(by owner: OwnerID) -> UpdateSequence<Bool> {
        permissionUpdates(.frequentUpdates, by: owner)
    }

    private func permissionUpdates(_ question: PermissionQuestion, by owner: OwnerID) -> UpdateSequence<Bool> {
        let feed = Feed(NewestBuffer<Bool>(capacity: 1))
        let (id, shard) = (nextListener(), shard(of: owner))
        shard.add(id, owner, question, feed)
        return UpdateSequence(subscription: Subscription(feed, id, .owner(owner), [shard]))
    }

    func updates<Value: Hashable & Sendable>(
        of filter: ChangeFilter, capacity: Int, first: @escaping @Sendable (borrowing Engine) -> Value?,
        then value: @escaping @Sendable (borrowing PendingChange) -> Value?
    ) -> UpdateSequence<Value> {
        let feed = Feed(NewestBuffer<Value>(capacity: capacity))
        let (id, shards) = (nextListener(), shards(of: filter))
        for shard in shards {
            shard.add(id, filter, .typed(ValueReceiver(feed: feed, value: value))) { engine, wakeUps in
                if let now = first(engine) { feed.append(now, &wakeUps) }
            }
        }
        if shards.isEmpty { feed.finish() }
        return UpdateSequence(subscription: Subscription(feed, id, filter, shards))
    }
}

/// An observer of a runtime's changes (``LiveActivityRuntime/observe(_:_:)``).
public struct ChangeObservation: Sendable {
    let id: Listener.ID
    let filter: ChangeFilter
    let shards: [WeakShard]

    /// Ends the observation with the next command at the latest. May be called from anywhere, from the observer itself too.
    public func cancel() {
        for shard in shards { shard.shard?.depart(id, filter) }
    }
}
