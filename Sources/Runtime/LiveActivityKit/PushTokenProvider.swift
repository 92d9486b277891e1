public import LiveActivities

/// Gets tokens for activities: what a device does by itself on iOS, and a push adapter does here.
///
/// Set it as ``ActivityKitConfiguration/pushTokens``. It answers when it can, with
/// `LiveActivityRuntime.setPushToken(_:for:)` and
/// `LiveActivityRuntime.setPushToStartToken(_:for:owner:)`. Its methods are called from any thread, under no lock.
public protocol PushTokenProvider: Sendable {
    /// A start asks for pushes. Throw to refuse it, for instance for a channel that APNs does not know.
    func willStart(kind: ActivityKind, owner: OwnerID, pushType: PushType) throws

    /// An activity that takes pushes has started or is scheduled. Called once, before `request` returns.
    func didStart(
        _ activity: ActivityID, kind: ActivityKind, owner: OwnerID, pushType: PushType, in runtime: LiveActivityRuntime)

    /// The push-to-start token of a kind is asked for. May be called more than once.
    func wantsPushToStartToken(for kind: ActivityKind, owner: OwnerID, in runtime: LiveActivityRuntime)
}

extension PushTokenProvider {
    /// Refuses nothing.
    public func willStart(kind: ActivityKind, owner: OwnerID, pushType: PushType) throws {}
    /// Does nothing, so that there is no push-to-start token.
    public func wantsPushToStartToken(for kind: ActivityKind, owner: OwnerID, in runtime: LiveActivityRuntime) {}
}
