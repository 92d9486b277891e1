#if Push
public import Crypto
public import LiveActivities
public import LiveActivityCore
public import LiveActivityPush
public import LiveActivitySealing
public import Logging
public import Metrics
import Synchronization
public import Tracing

/// Sends the pushes of a cluster's node: for the changes of the partitions that it owns. Registrations of apps are forwarded to
/// the owners of their partitions.
///
/// ```swift
/// let pusher = try ClusterPusher(apps: [food], transports: [food.id: client], key: ledgerKey)
/// let cluster = try ClusterRuntime(.init(node: "node-1"), providers: providers, transport: transport, pusher: pusher)
/// try await pusher.register(token, as: .pushToStart("delivery"), installation: id, owner: "anna", app: food.id)
/// …
/// await cluster.stop()                       // the partitions go to other nodes, with their ledgers
/// await pusher.close()
/// ```
///
/// Every node has one, with the same apps and the same key. The devices of an owner belong to the partition of the owner's
/// activities, and their state is in that partition's log. **A push is sent only after its timestamp is in the log**, so the
/// next owner's pushes have later ones, whatever the clocks show, and a start is sent once. A push that cannot be recorded,
/// because another node owns the partition, is not sent.
public final class ClusterPusher: Sendable {
    struct Settings: Sendable {
        var apps: [PushApp]
        var transports: [PushAppID: any PushTransport]
        var policy: PushPolicy
        var cipher: LedgerCipher
        var inFlightMax: Int
        var logger: Logger
        var metrics: any MetricsFactory
        var tracer: any Tracer
        let counters = PushCounters()
    }

    static let consumer: ConsumerName = "push"
    let settings: Settings
    private let cluster = Mutex<WeakCluster>(WeakCluster())

    private struct WeakCluster: Sendable { weak var runtime: ClusterRuntime? }

    /// Creates a pusher, to be passed to one ``ClusterRuntime``.
    ///
    /// - Parameters:
    ///   - apps: The apps, their environments and kinds. A cluster does not support broadcast channels.
    ///   - transports: The transport of each app. ``close()`` closes them.
    ///   - policy: The scheduling policy.
    ///   - key: 32 bytes that encrypt the ledger in the logs, the same on all nodes; `nil` stores tokens unencrypted.
    ///   - inFlightMax: The maximum number of unanswered requests of each partition.
    ///   - logger: Receives notices.
    ///   - metrics: By default the one of `MetricsSystem`, which must be installed before.
    ///   - tracer: By default the one of `InstrumentationSystem`, which must be installed before.
    /// - Throws: `PushError.badConfiguration` for an app with a channel; `PushError.ledgerUnavailable` for a key of another
    ///   length.
    public init(
        apps: [PushApp], transports: [PushAppID: any PushTransport], policy: PushPolicy = .init(), key: SymmetricKey? = nil,
        inFlightMax: Int = 512, logger: Logger = Logger(label: "live-activities.push"),
        metrics: any MetricsFactory = MetricsSystem.factory, tracer: any Tracer = InstrumentationSystem.tracer
    ) throws(PushError) {
        for app in apps {
            guard let kind = app.kinds.firstWithChannel else { continue }
            throw .badConfiguration(
                file: "\(app.id), kind '\(kind)'", line: 0,
                reason: "a cluster has no broadcast channels: one owner's partition does not know another's activities")
        }
        settings = Settings(
            apps: apps, transports: transports, policy: policy, cipher: try LedgerCipher(key: key), inFlightMax: inFlightMax,
            logger: logger, metrics: metrics, tracer: tracer)
    }

    func attach(to runtime: ClusterRuntime) { cluster.withLock { $0.runtime = runtime } }

    /// Closes the transports. Stop the ``ClusterRuntime`` first, which waits briefly for the answers of sent pushes.
    public func close() async {
        for transport in settings.transports.values { await transport.close() }
    }

    // MARK: - Registrations of apps

    /// Registers a token from an app, which replaces the earlier one for the same target. It is in the log of its owner's
    /// partition when this returns.
    ///
    /// An installation that is new to the partition is first removed from all others, so that a device whose user has changed
    /// gets no more pushes of the former user.
    /// - Parameters: Like those of `ActivityPusher.register(_:as:installation:owner:app:)`.
    /// - Returns: Whether the token differs from the earlier one.
    /// - Throws: ``/LiveActivityHost/RuntimeError/storeUnavailable(reason:)`` if a partition has no owner until the deadline or
    ///   its log does not answer; the token may or may not be registered, so repeat the call. `PushError.ledgerUnavailable` if
    ///   the owner cannot read its ledger; `PushError.tooManyInstallations`.
    @discardableResult
    public func register(
        _ token: DeviceToken, as target: TokenTarget, installation: InstallationID, owner: OwnerID, app: PushAppID
    ) async throws -> Bool {
        let registration = PartitionPushRequest.Registration(token, target, installation, owner, app)
        return try await register(registration).isNew ?? false
    }

    /// Registers a token for a caller that is not trusted with every installation, such as an app that calls a service.
    ///
    /// - Parameters:
    ///   - secret: The installation's secret from its first registration; `nil` for an app without one.
    ///   - token, target, installation, owner, app: Like those for a trusted caller
    ///     (``register(_:as:installation:owner:app:)``).
    /// - Throws: `PushError.installationUnproven` if `TokenLedger.admits(_:for:of:)` refuses the secret,
    ///   `PushError.appNotConfigured` and `PushError.kindNotConfigured`; nothing has changed then. Otherwise the errors of
    ///   ``register(_:as:installation:owner:app:)``.
    public func register(
        _ token: DeviceToken, as target: TokenTarget, installation: InstallationID, owner: OwnerID, app: PushAppID,
        secret: InstallationSecret?
    ) async throws -> TokenRegistration {
        try checkConfigured(target, app)
        return try await register(PartitionPushRequest.Registration(token, target, installation, owner, app), secret)
    }

    /// Registers the key of a device for sealed content, with the rules of
    /// ``register(_:as:installation:owner:app:secret:)``. A key that is older than the stored one of the same identity changes
    /// nothing. The key's signature is not checked.
    public func register(
        _ key: DeviceKey, installation: InstallationID, owner: OwnerID, app: PushAppID, secret: InstallationSecret?
    ) async throws -> TokenRegistration {
        try checkConfigured(nil, app)
        let registration = PartitionPushRequest.Registration(
            token: Data(), target: .key, installation: installation.rawValue, owner: owner, bundle: app.bundle.rawValue,
            environment: app.environment.rawValue, key: key)
        return try await register(registration, secret)
    }

    private func checkConfigured(_ target: TokenTarget?, _ app: PushAppID) throws(PushError) {
        try PushApp.check(target, of: app, in: settings.apps.first { $0.id == app })
    }

    private func register(
        _ registration: PartitionPushRequest.Registration, _ secret: InstallationSecret?
    ) async throws -> TokenRegistration {
        let used = secret ?? InstallationSecret()
        var registration = registration
        (registration.isChecked, registration.secret, registration.isSecretNew) = (true, used.text, secret == nil)
        let answer = try await register(registration)
        return TokenRegistration(isNew: answer.isNew ?? false, secret: answer.hasSetSecret == true ? used : nil)
    }

    private func register(_ registration: PartitionPushRequest.Registration) async throws -> PartitionPushAnswer {
        let (partition, name) = (try runtime.partition(of: registration.owner), registration.installation)
        try InstallationID(rawValue: name).checkIsOfDevice()
        var answer = try await ask(.register(registration, isFirst: false), in: partition)
        if answer.isUnknown == true {
            if registration.isChecked == true {
                let given = registration.isSecretNew == true ? nil : registration.secret
                let answers = try await everywhere(.admits(secret: given, name, registration.owner), but: partition)
                if answers.contains(where: { $0.isUnproven == true }) { throw PushError.installationUnproven(name) }
            }
            _ = try await everywhere(.forget(name), but: partition)
            answer = try await ask(.register(registration, isFirst: true), in: partition)
        }
        if answer.isUnproven == true { throw PushError.installationUnproven(name) }
        if let limit = answer.installationsMax { throw PushError.tooManyInstallations(registration.owner, limit: limit) }
        return answer
    }

    /// Whether the secret proves the installation, with the rules of `TokenLedger.admits(_:for:of:)`, over all partitions.
    /// Throws the errors of a query.
    public func admits(
        _ secret: InstallationSecret?, for installation: InstallationID, of owner: OwnerID
    ) async throws -> Bool {
        try await everywhere(.admits(secret: secret?.text, installation.rawValue, owner)).allSatisfy { $0.isUnproven != true }
    }

    /// Records that an installation is alive: its app called, or acknowledged an update (a receipt).
    ///
    /// - Parameter owner: The installation's owner; without it the request is sent to all partitions.
    /// - Throws: The errors of ``register(_:as:installation:owner:app:)``.
    public func heard(from installation: InstallationID, owner: OwnerID? = nil) async throws {
        guard let owner else {
            _ = try await everywhere(.heard(installation.rawValue))
            return
        }
        _ = try await ask(.heard(installation.rawValue), in: try runtime.partition(of: owner))
    }

    /// Removes an installation and its tokens.
    ///
    /// - Throws: The errors of ``register(_:as:installation:owner:app:)``.
    public func forget(_ installation: InstallationID) async throws {
        _ = try await everywhere(.forget(installation.rawValue))
    }

    /// Removes the key of an installation for sealed content; its tokens stay.
    ///
    /// - Parameter owner: The only owner whose installation may be changed; `nil` for any.
    /// - Returns: Whether there was a key.
    /// - Throws: The errors of ``register(_:as:installation:owner:app:)``.
    @discardableResult
    public func removeKey(of installation: InstallationID, owner: OwnerID? = nil) async throws -> Bool {
        try await everywhere(.removeKey(installation.rawValue, owner)).contains { $0.isNew == true }
    }

    /// Records whether an installation may receive frequent updates: its app requests them, and the user allows them.
    ///
    /// - Throws: The errors of ``register(_:as:installation:owner:app:)``.
    public func permitFrequentUpdates(_ allowed: Bool, for installation: InstallationID) async throws {
        _ = try await everywhere(.permitFrequentUpdates(allowed, installation.rawValue))
    }

    // MARK: - Queries

    /// The states of an installation's tokens in all partitions, without the tokens themselves.
    ///
    /// - Throws: The errors of ``register(_:as:installation:owner:app:)``.
    public func tokens(of installation: InstallationID) async throws -> [TokenState] {
        try await everywhere(.tokens(installation.rawValue)).flatMap { $0.devices ?? [] }.flatMap(\.states)
    }

    /// The installations of an owner, and their tokens.
    ///
    /// - Throws: The errors of ``register(_:as:installation:owner:app:)``.
    public func devices(of owner: OwnerID) async throws -> [(installation: InstallationID, tokens: [TokenState])] {
        try await ask(.devices(owner), in: try runtime.partition(of: owner)).devices?.map {
            (InstallationID(rawValue: $0.installation), $0.states)
        } ?? []
    }

    /// The keys for sealed content of an owner's installations.
    ///
    /// - Throws: The errors of ``register(_:as:installation:owner:app:)``.
    public func keys(of owner: OwnerID) async throws -> [(installation: InstallationID, key: DeviceKey)] {
        try await ask(.devices(owner), in: try runtime.partition(of: owner)).devices?.compactMap { device in
            device.key.map { (InstallationID(rawValue: device.installation), $0) }
        } ?? []
    }

    /// The push trace of an activity since its partition has its current owner, oldest entry first.
    ///
    /// - Throws: The errors of ``register(_:as:installation:owner:app:)``.
    public func trace(of activity: ActivityID, installation: InstallationID? = nil) async throws -> [PushTraceEntry] {
        let partition = try runtime.partition(of: .id(activity))
        return try await ask(.trace(activity, installation?.rawValue), in: partition).steps ?? []
    }

    /// The requests in flight, and the activities with unsent pushes, in the partitions of this node.
    public var backlog: (inFlight: Int, pendingActivities: Int) {
        partitions.map(\.backlog).reduce((0, 0)) { ($0.0 + $1.inFlight, $0.1 + $1.pendingActivities) }
    }

    /// The pushes that this node has sent so far, and their results.
    public var statistics: PushStatistics { settings.counters.statistics }

    /// The reasons why pushes of this node's partitions are not sent; empty while all are.
    public var failures: [PushError] { Set(partitions.compactMap(\.failure)).sorted { "\($0)" < "\($1)" } }

    // MARK: - Requests

    private var partitions: [PartitionPusher] {
        cluster.withLock { $0.runtime }?.services.compactMap { $0 as? PartitionPusher } ?? []
    }

    private var runtime: ClusterRuntime {
        get throws(RuntimeError) {
            guard let runtime = cluster.withLock({ $0.runtime }) else { throw .closed }
            return runtime
        }
    }

    private func ask(_ request: PartitionPushRequest, in partition: Int) async throws -> PartitionPushAnswer {
        let bytes = try await runtime.ask(.companion(Data(request.encoded())), in: partition, changes: request.changes)
            .values.data
        guard let answer = bytes.flatMap({ PartitionPushAnswer(encoded: Array($0)) }) else {
            let reason = "the owner of partition \(partition) sent an unreadable answer"
            throw request.changes
                ? RuntimeError.outcomeUnknown(reason: reason, eventID: nil) : .storeUnavailable(reason: reason)
        }
        if let refusal = answer.refusal { throw PushError.ledgerUnavailable(reason: "partition \(partition): \(refusal)") }
        return answer
    }

    /// Sends a request to all partitions, and returns when all have answered.
    private func everywhere(_ request: PartitionPushRequest, but left: Int? = nil) async throws -> [PartitionPushAnswer] {
        let count = try runtime.configuration.partitions
        return try await withThrowingTaskGroup(of: PartitionPushAnswer.self) { group in
            for partition in 0..<count where partition != left {
                group.addTask { try await self.ask(request, in: partition) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}

extension ClusterPusher: PartitionServices {
    func service(
        of runtime: LiveActivityRuntime, partition: Int, _ store: PartitionStore, _ clock: any RuntimeClock
    ) throws -> any PartitionService {
        try PartitionPusher(settings, of: runtime, partition: partition, store, clock)
    }
}

extension ClusterRuntime {
    /// Joins a cluster as a node that sends pushes. All nodes must do so: a node without a pusher sends none for the partitions
    /// that it owns.
    ///
    /// - Parameters: Like those of ``init(_:providers:transport:clock:)``.
    ///   - pusher: Used by this runtime only.
    /// - Throws: The errors of ``init(_:providers:transport:clock:)``.
    public convenience init(
        _ configuration: Configuration, providers: [AnyProvider], transport: some ClusterTransport, pusher: ClusterPusher,
        clock: some RuntimeClock = SystemClock()
    ) throws {
        try self.init(configuration, providers, transport, clock, beside: pusher)
        pusher.attach(to: self)
    }
}

#if PushFiles
extension PushConfiguration {
    /// Creates the pusher for a node of a cluster from this configuration.
    ///
    /// - Parameters:
    ///   - clock: The clock.
    ///   - changed: Adds settings to an app that the file cannot express, such as `PushKind.liveUpdate`.
    /// - Throws: `PushError.badConfiguration`, also if it names a ledger file or a channel, which a cluster does not support.
    public func clusterPusher(
        clock: any RuntimeClock = SystemClock(), changing changed: (PushApp) -> PushApp = { $0 }
    ) throws(PushError) -> ClusterPusher {
        try checkForCluster()
        let (apps, transports) = try connected(clock)
        return try ClusterPusher(apps: apps.map(changed), transports: transports, policy: policy, key: try ledgerKey())
    }

    /// Checks for settings that a cluster does not support, without reading any other file.
    ///
    /// - Throws: `PushError.badConfiguration`.
    public func checkForCluster() throws(PushError) {
        if let ledger {
            throw .badConfiguration(
                file: name, line: 0,
                reason: "'ledger: \(ledger)': on a cluster the ledger is in the partitions' logs; leave it out, and let apps "
                    + "register their tokens again")
        }
        for (setting, value) in [("devices", devices), ("trace", trace)] {
            guard let value else { continue }
            throw .badConfiguration(
                file: name, line: 0,
                reason: "'\(setting): \(value)': a file on one machine cannot be used on a cluster; leave it out"
                    + (setting == "devices" ? ", and let apps register with POST /v1/tokens" : ""))
        }
        for app in apps {
            guard let kind = app.kinds.firstWithChannel else { continue }
            throw .badConfiguration(
                file: name, line: 0, reason: "\(app.id), kind '\(kind)': a cluster has no broadcast channels; leave them out")
        }
    }
}
#endif

extension [ActivityKind: PushKind] {
    /// The first kind that is sent to a broadcast channel.
    fileprivate var firstWithChannel: ActivityKind? {
        filter { $0.value.channel != nil || $0.value.takesChannelOfActivity }.keys.min()
    }
}
#endif
