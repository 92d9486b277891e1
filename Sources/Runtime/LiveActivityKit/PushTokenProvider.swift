public import LiveActivities

/// Obtains tokens for activities: on iOS the device does this, here a push adapter does.
///
/// Set it as ``ActivityKitConfiguration/pushTokens``. It answers when it can, with
/// `LiveActivityRuntime.setPushToken(_:for:)` and
/// `LiveActivityRuntime.setPushToStartToken(_:for:owner:)`. Its methods are called from any thread, under no lock.
public protocol PushTokenProvider: Sendable {
    /// Called when a start requests pushes. Throw to refuse it, for instance for a channel that APNs does not know.
    func willStart(kind: ActivityKind, owner: OwnerID, pushType: PushType) throws

    /// An activity that takes pushes has started or is scheduled. Called once, before `request` returns.
    func didStart(
        _ activity: ActivityID, kind: ActivityKind, owner: OwnerID, pushType: PushType, in runtime: LiveActivityRuntime)

    /// Called when the push-to-start token of a kind is first read, possibly more than once.
    func wantsPushToStartToken(for kind: ActivityKind, owner: OwnerID, in runtime: LiveActivityRuntime)
}

extension PushTokenProvider {
    /// Default: refuses nothing.
    public func willStart(kind: ActivityKind, owner: OwnerID, pushType: PushType) throws {}
    /// Default: does nothing, so that there is no push-to-start token.
    public func wantsPushToStartToken(for kind: ActivityKind, owner: OwnerID, in runtime: LiveActivityRuntime) {}
}
