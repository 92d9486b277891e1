public import LiveActivityCore
public import LiveActivityHost
import Synchronization

// Push types, which a push adapter reads, and push tokens, which it sets.
extension LiveActivityRuntime {
    /// The push type that an activity's start requested; `nil` if only its host updates it, or it was dismissed.
    public func pushType(of id: ActivityID) -> PushType? { pushes.state.withLock { $0.entries[id]?.type } }

    /// The update token of an activity; `nil` if none is set, and after the dismissal.
    public func pushToken(of id: ActivityID) -> Data? { pushes.state.withLock { $0.entries[id]?.token } }

    /// Sets the update token of an activity, which replaces the previous one.
    ///
    /// Does nothing for an activity that was not started with ``PushType/token``, or was dismissed, and for a token of more
    /// than ``/LiveActivityCore/EngineLimits/nameBytes`` bytes. With a store the token is persisted like any change; if the
    /// store cannot write it now, it is part of the next write.
    /// - Returns: Whether the activity has this token now.
    @discardableResult
    public func setPushToken(_ token: Data, for id: ActivityID) -> Bool {
        let isTaken = applyPushToken(token, for: id)
        // This call has no way to report a failing store; the next command reports it.
        if isTaken { try? storeWriter?.commit() }
        return isTaken
    }

    /// Sets the update token of an activity, and returns when it is as durable as ``Durability`` promises.
    ///
    /// - Returns: Whether the activity has this token now. `false` if it was not started with ``PushType/token``, or was
    ///   dismissed, or if the token is too long.
    /// - Throws: ``/LiveActivityHost/RuntimeError`` if the store could not write it now. It is then part of the next write.
    @discardableResult
    public nonisolated(nonsending) func setPushToken(_ token: Data, for id: ActivityID) async throws(RuntimeError) -> Bool {
        let isTaken = applyPushToken(token, for: id)
        if isTaken { try await storeWriter?.commit() }
        return isTaken
    }

    private func applyPushToken(_ token: Data, for id: ActivityID) -> Bool {
        guard isShort(token) else { return false }
        var wakeUps = WakeUps()
        let isTaken = pushes.state.withLock { state -> Bool in
            guard state.entries[id]?.type == .token else { return false }
            state.entries[id]?.token = token
            for feed in state.entries[id]?.feeds.values.map({ $0 }) ?? [] { feed.append(token, &wakeUps) }
            return true
        }
        wakeUps.callIfAny()
        if isTaken { markPushesDirty(of: id) }
        return isTaken
    }

    /// The push-to-start token of an owner for a kind; `nil` if none is set.
    public func pushToStartToken(for kind: ActivityKind, owner: OwnerID) -> Data? {
        pushes.state.withLock { $0.startTokens[.init(owner: owner, kind: kind)] }
    }

    /// Sets the push-to-start token of an owner for a kind; `nil` removes it.
    ///
    /// With a store the token is persisted; if the store cannot write it now, it is part of the next write. Does nothing if the
    /// owner, the kind or the token has more than ``/LiveActivityCore/EngineLimits/nameBytes`` bytes.
    public func setPushToStartToken(_ token: Data?, for kind: ActivityKind, owner: OwnerID) {
        guard (try? checkPushToStartToken(token, for: kind, owner: owner)) != nil else { return }
        applyPushToStartToken(token, for: kind, owner: owner)
        // This call has no way to report a failing store; the next command reports it.
        try? storeWriter?.commit()
    }

    /// Sets or removes the push-to-start token of an owner for a kind, and returns when that is as durable as ``Durability``
    /// promises.
    ///
    /// - Throws: ``/LiveActivityHost/RuntimeError`` if the store could not write it now. It is then part of the next write.
    ///   ``/LiveActivityCore/EngineError/tooLong(what:bytes:limit:)`` if the owner, the kind or the token is too long; nothing
    ///   has changed.
    public nonisolated(nonsending) func setPushToStartToken(
        _ token: Data?, for kind: ActivityKind, owner: OwnerID
    ) async throws(RuntimeError) {
        try checkPushToStartToken(token, for: kind, owner: owner)
        applyPushToStartToken(token, for: kind, owner: owner)
        try await storeWriter?.commit()
    }

    private func isShort(_ token: Data) -> Bool { token.count <= limits.nameBytes }

    private func checkPushToStartToken(_ token: Data?, for kind: ActivityKind, owner: OwnerID) throws(RuntimeError) {
        try check { (limits) throws(EngineError) in
            try limits.check(owner, "owner")
            try limits.check(kind, "kind")
            try limits.check(token?.count ?? 0, "token")
        }
    }

    private func applyPushToStartToken(_ token: Data?, for kind: ActivityKind, owner: OwnerID) {
        let key = StartTokenRecord.Key(owner: owner, kind: kind)
        var wakeUps = WakeUps()
        pushes.state.withLock { state in
            state.startTokens[key] = token
            guard let token else { return }
            for feed in state.startTokenFeeds[key]?.values.map({ $0 }) ?? [] { feed.append(token, &wakeUps) }
        }
        wakeUps.callIfAny()
        storeWriter?.changeHead { $0.startTokens[key] = .some(token) }
    }

    /// Sets the push type of an activity that has just started.
    package func setPushType(_ type: PushType, of id: ActivityID) {
        setPushes(StoredPushes(type: type, token: nil), of: id)
        markPushesDirty(of: id)
        try? storeWriter?.commit()
    }

    /// Stores the push type and tokens of an activity until it is dismissed.
    func setPushes(_ new: StoredPushes, of id: ActivityID) {
        let isNew = pushes.state.withLock { state in
            let isNew = state.entries[id] == nil
            state.entries[id, default: .init()].type = new.type
            if let token = new.token { state.entries[id]?.token = token }
            return isNew
        }
        guard isNew else { return }
        let finishFeeds = { @Sendable [pushes] (wakeUps: inout WakeUps) in
            for feed in pushes.state.withLock({ $0.entries[id]?.feeds.values.map { $0 } }) ?? [] { feed.finish(&wakeUps) }
        }
        whenDismissed(
            id,
            { [pushes] wakeUps in
                finishFeeds(&wakeUps)
                pushes.state.withLock { $0.entries[id] = nil }
            },
            // The tokens belong to the last batch of a closing runtime, so they are kept.
            closed: finishFeeds)
    }

    /// Marks an activity as different from what the store has of it.
    private func markPushesDirty(of id: ActivityID) {
        if storeWriter != nil { shardIfAny(of: id)?.query { $0.markDirty(id) } }
    }

    // MARK: - Sequences of tokens

    /// Feeds the tokens of an activity.
    ///
    /// - Returns: A handle that ends the feed; `nil` for an activity that is not updated by a token.
    package func feedPushTokens(of id: ActivityID, to feed: Feed<NewestBuffer<Data>>, replaysCurrent: Bool)
        -> (@Sendable () -> Void)?
    {
        var wakeUps = WakeUps()
        let number = pushes.state.withLock { state -> UInt64? in
            guard state.entries[id] != nil else { return nil }
            state.feedsEver += 1
            if replaysCurrent, let token = state.entries[id]?.token { feed.append(token, &wakeUps) }
            state.entries[id]?.feeds[state.feedsEver] = feed
            return state.feedsEver
        }
        guard let number else { return nil }
        return { [weak pushes] in pushes?.state.withLock { _ = $0.entries[id]?.feeds.removeValue(forKey: number) } }
    }

    /// Feeds the push-to-start tokens of a kind. It does not finish, as there may always be another token.
    ///
    /// - Returns: A handle that ends the feed.
    package func feedPushToStartTokens(
        for kind: ActivityKind, owner: OwnerID, to feed: Feed<NewestBuffer<Data>>, replaysCurrent: Bool
    ) -> @Sendable () -> Void {
        let key = StartTokenRecord.Key(owner: owner, kind: kind)
        var wakeUps = WakeUps()
        let number = pushes.state.withLock { state in
            state.feedsEver += 1
            if replaysCurrent, let token = state.startTokens[key] { feed.append(token, &wakeUps) }
            state.startTokenFeeds[key, default: [:]][state.feedsEver] = feed
            return state.feedsEver
        }
        return { [weak pushes] in pushes?.state.withLock { _ = $0.startTokenFeeds[key]?.removeValue(forKey: number) } }
    }
}
