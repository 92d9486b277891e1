#if Service
import LiveActivities
public import LiveActivityCluster
public import LiveActivityCore
public import LiveActivityPush
public import LiveActivitySealing
import NIOPosix

/// Sends a service's pushes and stores the registrations of devices.
///
/// An `ActivityPusher` does it for a runtime in this process. A `ClusterPusher` does it on each node of a cluster for the
/// partitions that the node owns, and forwards requests for other partitions.
public protocol ServicePusher: Sendable {
    /// Registers a token of an app if the app proves to be the installation. It is stored when this returns.
    ///
    /// - Parameter secret: The installation's secret; `nil` for an app without one.
    /// - Throws: `PushError.installationUnproven` if the secret is missing or wrong.
    func register(
        _ token: DeviceToken, as target: TokenTarget, installation: InstallationID, owner: OwnerID, app: PushAppID,
        secret: InstallationSecret?
    ) async throws -> TokenRegistration
    /// Registers the key of a device for sealed content, with the same rules. Its signature is not checked.
    func register(
        _ key: DeviceKey, installation: InstallationID, owner: OwnerID, app: PushAppID, secret: InstallationSecret?
    ) async throws -> TokenRegistration
    /// Removes the key of an installation, of this owner if it is not `nil`. Returns whether there was one.
    func removeKey(of installation: InstallationID, owner: OwnerID?) async throws -> Bool
    /// The keys for sealed content of an owner's installations.
    func keys(of owner: OwnerID) async throws -> [(installation: InstallationID, key: DeviceKey)]
    /// Whether the secret proves the installation; the rules are those of `TokenLedger.admits(_:for:of:)`.
    func admits(_ secret: InstallationSecret?, for installation: InstallationID, of owner: OwnerID) async throws -> Bool
    /// Records that an installation is alive. `owner` is its owner, if known.
    func heard(from installation: InstallationID, owner: OwnerID?) async throws
    /// Removes an installation and its tokens.
    func forget(_ installation: InstallationID) async throws
    /// Records whether an installation allows frequent updates.
    func permitFrequentUpdates(_ allowed: Bool, for installation: InstallationID) async throws

    /// The states of an installation's tokens.
    func tokens(of installation: InstallationID) async throws -> [TokenState]
    func devices(of owner: OwnerID) async throws -> [(installation: InstallationID, tokens: [TokenState])]
    /// The push trace of an activity, oldest entry first.
    func steps(of activity: ActivityID) async throws -> [PushTraceEntry]
    /// The requests in flight, and the activities with unsent pushes, of this process.
    var backlog: (inFlight: Int, pendingActivities: Int) { get }
    /// The pushes that this process has sent, for `/metrics`.
    var statistics: PushStatistics { get }
    /// The reasons why this process cannot send pushes; empty while it can.
    var problems: [String] { get }

    /// Called when the service starts.
    ///
    /// - Returns: A task to run until the service ends; `nil` if the runtime passes changes to the pusher directly.
    func begin(_ runtime: any ServiceRuntime) async throws -> (@Sendable () async -> Void)?
    /// Called at shutdown, before the runtime is closed.
    func stop() async throws
    /// Called at shutdown, after the runtime has been closed.
    func end() async
}

extension ActivityPusher: ServicePusher {
    public func heard(from installation: InstallationID, owner: OwnerID?) { heard(from: installation) }

    public func devices(of owner: OwnerID) -> [(installation: InstallationID, tokens: [TokenState])] {
        installations(of: owner).map { ($0, tokens(of: $0)) }
    }

    public func steps(of activity: ActivityID) async throws -> [PushTraceEntry] {
        // It may read files, which must not block a thread that serves requests.
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

    /// Returns `nil`: the runtime passes changes to each partition's pusher.
    public func begin(_ runtime: any ServiceRuntime) -> (@Sendable () async -> Void)? { nil }
    /// Does nothing: the runtime stops the partitions' pushers when it hands the partitions over.
    public func stop() {}
    public func end() async { await close() }
}
#endif
