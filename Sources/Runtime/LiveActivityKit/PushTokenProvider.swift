public import LiveActivities

/// Obtains tokens for activities, like the device on iOS; here a push adapter does it.
///
/// Set it as ``ActivityKitConfiguration/pushTokens``. It answers asynchronously, with
/// `LiveActivityRuntime.setPushToken(_:for:)` and `LiveActivityRuntime.setPushToStartToken(_:for:owner:)`. Its methods are
/// called from any thread, under no lock.
public protocol PushTokenProvider: Sendable {
    /// Called when a start requests pushes. Throw to refuse it, for instance for a channel that does not exist at APNs.
    func willStart(kind: ActivityKind, owner: OwnerID, pushType: PushType) throws

    /// Called once, before `request` returns, when an activity with a push type has started or is scheduled.
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
