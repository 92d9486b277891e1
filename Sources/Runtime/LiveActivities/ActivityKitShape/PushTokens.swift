public import LiveActivityCore
import Synchronization

/// Gets activities their tokens: what a device does by itself, and a push adapter does here.
///
/// Set it as ``ActivityKitConfiguration/pushTokens``. It answers in its own time with ``LiveActivityRuntime/setPushToken(_:for:)`` and
/// ``LiveActivityRuntime/setPushToStartToken(_:for:owner:)``. Called from any thread.
public protocol PushTokenProvider: Sendable {
    /// A start asks for pushes. Throw to refuse it, for instance for a channel that APNs does not know (LIFE-08).
    func willStart(kind: ActivityKind, owner: OwnerID, pushType: PushType) throws

    /// An activity that takes pushes has started or is scheduled. Called once, before `request` returns, under no lock.
    func didStart(
        _ activity: ActivityID, kind: ActivityKind, owner: OwnerID, pushType: PushType, in runtime: LiveActivityRuntime)

    /// Somebody wants to know the push-to-start token of a kind (LIFE-38). May be called more than once.
    func wantsPushToStartToken(for kind: ActivityKind, owner: OwnerID, in runtime: LiveActivityRuntime)
}

extension PushTokenProvider {
    public func willStart(kind: ActivityKind, owner: OwnerID, pushType: PushType) throws {}
    public func wantsPushToStartToken(for kind: ActivityKind, owner: OwnerID, in runtime: LiveActivityRuntime) {}
}

// The hook by which tokens come in. Nothing here sends a push.
extension LiveActivityRuntime {
    /// How an activity takes pushes, as its start asked; `nil` if only its host updates it, or it is gone (API-03).
    public func pushType(of id: ActivityID) -> PushType? { activityKitSide.state.withLock { $0.companions[id]?.pushType } }

    /// The token by which an activity is updated; `nil` while there is none (LIFE-35), and once it is dismissed (LIFE-36).
    public func pushToken(of id: ActivityID) -> Data? { activityKitSide.state.withLock { $0.companions[id]?.token } }

    /// Gives an activity its token, or another one in its place.
    ///
    /// Does nothing for an activity that was not started with ``PushType/token``, or is gone.
    /// - Returns: Whether the activity has this token now.
    @discardableResult
    public func setPushToken(_ token: Data, for id: ActivityID) -> Bool {
        var wakeUps = WakeUps()
        let isTaken = activityKitSide.state.withLock { state -> Bool in
            guard state.companions[id]?.pushType == .token else { return false }
            state.companions[id]?.token = token
            for feed in state.companions[id]?.tokenFeeds.values.map({ $0 }) ?? [] { feed.append(token, &wakeUps) }
            return true
        }
        wakeUps.callIfAny()
        if isTaken { keepPushes(of: id) }
        return isTaken
    }

    /// The token by which activities of a kind are started for an owner; `nil` while there is none.
    public func pushToStartToken(for kind: ActivityKind, owner: OwnerID) -> Data? {
        activityKitSide.state.withLock { $0.startTokens[.init(owner: owner, kind: kind)] }
    }

    /// Sets the token by which activities of a kind are started for an owner; `nil` takes it away.
    public func setPushToStartToken(_ token: Data?, for kind: ActivityKind, owner: OwnerID) {
        var wakeUps = WakeUps()
        activityKitSide.state.withLock { state in
            let key = ActivityKitSide.StartTokenKey(owner: owner, kind: kind)
            state.startTokens[key] = token
            guard let token else { return }
            for feed in state.startTokenFeeds[key]?.values.map({ $0 }) ?? [] { feed.append(token, &wakeUps) }
        }
        wakeUps.callIfAny()
        guard let keeper else { return }
        keeper.changeHead { $0.startTokens[StartTokenRecord.Key(owner: owner, kind: kind)] = .some(token) }
        // Nobody is told here that it could not be written; the next command is.
        try? keeper.commit()
    }

    /// Sees to it that the store knows how an activity takes pushes.
    func keepPushes(of id: ActivityID) {
        guard let keeper, id.shard < shards.count else { return }
        shards[id.shard].query { $0.noteActivity(id) }
        try? keeper.commit()
    }

    // MARK: - What is kept until the dismissal

    /// Keeps something for an activity until it is dismissed; nothing if it is already.
    func accompany(_ id: ActivityID, _ change: @Sendable (inout ActivityKitSide.Companion) -> Void) {
        let isNew = activityKitSide.state.withLock { state in
            let isNew = state.companions[id] == nil
            change(&state.companions[id, default: .init()])
            return isNew
        }
        guard isNew, id.shard < shards.count else { return }
        // Without a subscription of its own: the listener leaves when the activity does.
        shards[id.shard].add(nextListener(), .activity(id), .typed(Farewell(activity: id, side: activityKitSide)))
    }

    /// Forgets an activity when it is dismissed.
    private struct Farewell: TypedReceiver {
        let activity: ActivityID
        let side: ActivityKitSide

        func take(_ change: borrowing PendingChange, _ wakeUps: inout WakeUps) {}

        func finish(_ wakeUps: inout WakeUps) {
            let companion = side.state.withLock { $0.companions.removeValue(forKey: activity) }
            for feed in companion?.tokenFeeds.values.map({ $0 }) ?? [] { feed.finish(&wakeUps) }
        }
    }
}
