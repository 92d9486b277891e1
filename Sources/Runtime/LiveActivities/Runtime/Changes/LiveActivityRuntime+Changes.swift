public import LiveActivityCore
public import LiveActivityHost

// Subscriptions to a runtime's changes.
extension LiveActivityRuntime {
    /// The changes from now on, for one subscriber.
    ///
    /// ```swift
    /// for await change in runtime.changes(of: .kind("delivery"), conflation: Conflation()) { … }
    /// ```
    ///
    /// - Parameters:
    ///   - filter: Selects the changes; by default all. For an activity that does not exist the sequence is empty.
    ///   - conflation: Limits to one `updated` per activity and interval; `nil` passes every change as it happens.
    ///   - bufferLimit: The maximum number of changes that wait for the subscriber; see ``ChangeSequence``. A change has at
    ///     most ``/LiveActivityCore/EngineLimits/payloadBytes`` of content, so 1,024 take about 4 MB at worst.
    ///   - label: The subscriber's name in ``subscribers``; it need not be unique.
    public func changes(
        of filter: ChangeFilter = .all, conflation: Conflation? = nil, bufferLimit: Int = 1_024, label: String? = nil
    ) -> ChangeSequence {
        let feed = Feed(
            ChangeBuffer(capacity: bufferLimit) { [notices = instruments.notices] in
                notices.post(.changesMissed(label: label, of: filter))
            })
        let (id, shards) = (nextListener(), shards(of: filter))
        let conflated = conflation == nil ? [] : shards.map { _ in ConflatedCount() }
        let subscriber = Subscriber(id: id, label: label, filter: filter, feed: feed, conflated: conflated)
        registry.add(subscriber)
        for (number, shard) in shards.enumerated() {
            let receiver = conflation.map { Receiver.conflating(ConflatingState($0, conflated[number], feed)) } ?? .feed(feed)
            shard.add(id, filter, receiver)
        }
        if shards.isEmpty { feed.finish() }
        return ChangeSequence(subscription: Subscription(feed, id, filter, shards, registry), subscriber: subscriber)
    }

    /// Calls `observer` with each change, before the command that caused it returns: for a mirror that must not lag behind, for
    /// a counter, or for a host without tasks.
    ///
    /// It is called under the lock of the change's shard, on the thread of the command or of the clock. So it
    /// - is called in order for each shard, but may be called for several shards at once;
    /// - must not call this runtime, which would deadlock, and should be quick, as every command on the shard waits;
    /// - cannot refuse the change, which has happened.
    ///
    /// - Parameters:
    ///   - filter: Selects the changes; by default all.
    ///   - observer: Called with each change.
    /// - Returns: A handle that cancels the observation. Releasing it has no effect: the observation ends with the runtime.
    @discardableResult
    public func observe(_ filter: ChangeFilter = .all, _ observer: @escaping @Sendable (Change) -> Void) -> ChangeObservation {
        let (id, shards) = (nextListener(), shards(of: filter))
        for shard in shards { shard.add(id, filter, .observer(observer)) }
        return ChangeObservation(id: id, filter: filter, shards: shards.map { WeakShard($0) })
    }

    // MARK: - One activity, in its own types

    /// The content of an activity, each time it changes, for one subscriber. A slow subscriber gets the newest content.
    ///
    /// Begins with the current content, without a gap to the following changes. Finishes after the activity's dismissal. It is
    /// empty if the activity does not exist or has attributes of another type.
    public func contentUpdates<Attributes: ActivityAttributes>(of id: ActivityID, as type: Attributes.Type)
        -> UpdateSequence<ActivityContent<Attributes.ContentState>>
    where Attributes.ContentState: Sendable {
        // Safe: only their types are captured, which need not be `Sendable`.
        nonisolated(unsafe) let first = { (engine: borrowing Engine) in engine.content(of: id, as: type) }
        nonisolated(unsafe) let next = { (change: borrowing PendingChange) in change.content(of: type) }
        return updates(of: .activity(id), capacity: 1, first: { first($0) }, then: { next($0) })
    }

    /// The state of an activity, each time it changes, for one subscriber. A slow subscriber gets the newest five states.
    ///
    /// It begins with the current state and ends with `dismissed`. It is empty if the activity does not exist.
    public func stateUpdates(of id: ActivityID) -> UpdateSequence<ActivityState> {
        // The number of states, so that even a slow subscriber gets `ended` before `dismissed`.
        updates(of: .activity(id), capacity: 5, first: { $0.state(of: id) }, then: { $0.state })
    }

    // MARK: - New activities

    /// The activities that are started from now on, for one subscriber. A scheduled activity is included when it is scheduled.
    ///
    /// - Parameters:
    ///   - filter: Selects an owner or a kind; by default all.
    ///   - bufferLimit: The maximum number of ids that wait for the subscriber. The oldest are dropped; ``activities(ofKind:)``
    ///     returns all.
    public func activityUpdates(of filter: ChangeFilter = .all, bufferLimit: Int = 1_024) -> UpdateSequence<ActivityID> {
        updates(of: filter, capacity: bufferLimit, first: { _ in nil }) { change in
            switch change.what {
            case .scheduled: change.activity
            // A scheduled activity was included when it was scheduled.
            case .started: change.revision == 1 ? change.activity : nil
            default: nil
            }
        }
    }

    // MARK: - Permission

    /// Whether an owner allows a kind of activity: the current value, then each new value.
    public func permissionUpdates(for kind: ActivityKind, by owner: OwnerID) -> UpdateSequence<Bool> {
        permissionUpdates(.activities(kind), by: owner)
    }

    /// Whether an owner allows frequent updates: the current value, then each new value.
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

    /// Ends the observation, at the latest with the next command. May be called on any thread, also by the observer.
    public func cancel() {
        for shard in shards { shard.shard?.depart(id, filter) }
    }
}
