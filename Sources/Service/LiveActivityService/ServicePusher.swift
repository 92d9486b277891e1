#if Service
import LiveActivities
public import LiveActivityCluster
public import LiveActivityCore
public import LiveActivityPush
import NIOPosix

/// What sends a service's pushes, and knows devices.
///
/// An `ActivityPusher` does it for a runtime in this process. A `ClusterPusher` does it on each node of a cluster, for the
/// partitions that the node owns, and passes on what concerns the others.
public protocol ServicePusher: Sendable {
    /// Registers a token that an app has passed on, if the app proves to be the installation. It is stored when this returns.
    ///
    /// - Parameter secret: The installation's; `nil` for an app that has none yet.
    /// - Throws: `PushError.installationUnproven` where the app may not.
    func register(
        _ token: DeviceToken, as target: TokenTarget, installation: InstallationID, owner: OwnerID, app: PushAppID,
        secret: InstallationSecret?
    ) async throws -> TokenRegistration
    /// Decides as `TokenLedger.admits(_:for:of:)`.
    func admits(_ secret: InstallationSecret?, for installation: InstallationID, of owner: OwnerID) async throws -> Bool
    /// An installation has given a sign of life. `owner` is whose it is, where that is known.
    func heard(from installation: InstallationID, owner: OwnerID?) async throws
    /// Removes an installation and its tokens.
    func forget(_ installation: InstallationID) async throws
    /// Says whether an installation may have frequent updates.
    func permitFrequentUpdates(_ allowed: Bool, for installation: InstallationID) async throws

    /// What is known of an installation's tokens.
    func tokens(of installation: InstallationID) async throws -> [TokenState]
    /// The installations of an owner, and their tokens.
    func devices(of owner: OwnerID) async throws -> [(installation: InstallationID, tokens: [TokenState])]
    /// What happened to an activity's changes, the oldest first.
    func steps(of activity: ActivityID) async throws -> [PushTraceEntry]
    /// Requests without an answer, and activities of which something is still to be sent, of this process.
    var backlog: (inFlight: Int, pendingActivities: Int) { get }
    /// Why this process cannot send pushes, in words; empty while it can.
    var problems: [String] { get }

    /// Called when the service begins.
    ///
    /// - Returns: What is to be run until the service ends; `nil` where the runtime gives the pusher its changes.
    func begin(_ runtime: any ServiceRuntime) async throws -> (@Sendable () async -> Void)?
    /// Called at the end, before the runtime is closed.
    func stop() async throws
    /// Called at the end, after the runtime was closed.
    func end() async
}

extension ActivityPusher: ServicePusher {
    public func heard(from installation: InstallationID, owner: OwnerID?) { heard(from: installation) }

    public func devices(of owner: OwnerID) -> [(installation: InstallationID, tokens: [TokenState])] {
        installations(of: owner).map { ($0, tokens(of: $0)) }
    }

    public func steps(of activity: ActivityID) async throws -> [PushTraceEntry] {
        // It may read files, which would block a thread that answers requests.
        try await NIOThreadPool.singleton.runIfActive { self.recordedTrace(of: activity) }
    }

    public var problems: [String] { [] }

    public func begin(_ runtime: any ServiceRuntime) async throws -> (@Sendable () async -> Void)? {
        let changes = try await runtime.consumerChanges(for: "push")
        return { await self.run(changes) }
    }

    public func stop() async throws { try await close() }
    public func end() async {}
}

extension ClusterPusher: ServicePusher {
    public func steps(of activity: ActivityID) async throws -> [PushTraceEntry] { try await trace(of: activity) }

    public var problems: [String] { failures.map(\.description) }

    /// The runtime gives each partition's pusher its changes.
    public func begin(_ runtime: any ServiceRuntime) -> (@Sendable () async -> Void)? { nil }
    /// The runtime stops the partitions' pushers when it hands the partitions over.
    public func stop() {}
    public func end() async { await close() }
}
#endif
