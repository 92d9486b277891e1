#if Push
import Dispatch
import LiveActivities
import LiveActivityCore
import LiveActivityPush
import Logging
import Synchronization

/// Sends the pushes of one partition, at its owner.
final class PartitionPusher: PartitionService {
    /// A registration that waits to be written, together with others that arrive meanwhile.
    private struct Waiting: Sendable {
        var entry: DeviceFeed.Entry
        var secret: InstallationSecret?
        var done: @Sendable (Result<TokenRegistration, PushError>) -> Void
    }

    /// How long a planned move waits for pushes in flight, in seconds.
    private static let answerTimeout = 0.25

    private let partition: Int
    private let store: PartitionStore
    /// The pusher, or the error that prevents it from starting.
    private let pusher: Result<ActivityPusher, PushError>
    private let reading: Task<Void, Never>
    /// The queue on which registrations wait for the log.
    private let registering = DispatchQueue(label: "cluster.push.register")
    private let waiting = Mutex<[Waiting]>([])

    /// - Throws: If the log cannot record that changes are stored for pushes from now on; a command would otherwise be applied
    ///   without its pushes.
    init(
        _ settings: ClusterPusher.Settings, of runtime: LiveActivityRuntime, partition: Int, _ store: PartitionStore,
        _ clock: any RuntimeClock
    ) throws(RuntimeError) {
        let changes = try runtime.changes(for: ClusterPusher.consumer)
        (self.partition, self.store) = (partition, store)
        let made = Result { () throws(PushError) in
            try ActivityPusher(
                commands: runtime, apps: settings.apps, transports: settings.transports, policy: settings.policy,
                store: PartitionLedger(store, settings.cipher), keepsSequences: true, inFlightMax: settings.inFlightMax,
                clock: clock, logger: settings.logger, metrics: settings.metrics, tracer: settings.tracer,
                counters: settings.counters, settled: { [weak runtime] in try await runtime?.flush() })
        }
        pusher = made
        switch made {
        case .success(let pusher): reading = Task { await pusher.run(changes) }
        case .failure(let error):
            settings.logger.error(
                "a partition's pushes are not sent", metadata: ["partition": "\(partition)", "error": "\(error)"])
            // Unacknowledged changes stay in the log: a node that can read the ledger sends them.
            reading = Task {}
        }
    }

    func stop(isLost: Bool) {
        (try? pusher.get())?.stop(timeout: isLost ? nil : Self.answerTimeout)
        reading.cancel()
    }

    /// The requests in flight, and the activities with unsent pushes.
    var backlog: (inFlight: Int, pendingActivities: Int) { (try? pusher.get())?.backlog ?? (0, 0) }

    /// The reason why this partition's pushes are not sent; `nil` while they are.
    var failure: PushError? {
        guard case .failure(let error) = pusher else { return nil }
        return error
    }

    // MARK: - Requests

    func answer(_ request: [UInt8]) async throws(RuntimeError) -> [UInt8] {
        var answer = PartitionPushAnswer()
        guard let request = PartitionPushRequest(encoded: request) else {
            answer.refusal = "it is from a node with another version"
            return answer.encoded()
        }
        switch pusher {
        case .failure(let error): answer.refusal = "\(error)"
        case .success(let pusher):
            do throws(PushError) { try await self.answer(request, pusher, &answer) } catch {
                if store.isFenced { throw .fenced(reason: "\(error)") }
                throw .storeUnavailable(reason: "\(error)")
            }
        }
        return answer.encoded()
    }

    private func answer(
        _ request: PartitionPushRequest, _ pusher: ActivityPusher, _ answer: inout PartitionPushAnswer
    ) async throws(PushError) {
        switch request {
        case .register(let registration, let isFirst):
            let installation = InstallationID(rawValue: registration.installation)
            if !isFirst, !pusher.knows(installation) { return answer.isUnknown = true }
            guard let entry = registration.entry else { return answer.refusal = "it is from a node with another version" }
            let secret = registration.secret.flatMap { InstallationSecret($0) }
            if registration.isChecked == true {
                let given = registration.isSecretNew == true ? nil : secret
                guard pusher.admits(given, for: installation, of: registration.owner) else { return answer.isUnproven = true }
            }
            let registered: TokenRegistration
            do throws(PushError) { registered = try await take(entry, pusher, secret: secret) } catch {
                guard case .tooManyInstallations(_, let limit) = error else { throw error }
                return answer.installationsMax = limit
            }
            (answer.isNew, answer.hasSetSecret) = (registered.isNew, registered.secret != nil)
        case .removeKey(let name, let owner):
            let installation = InstallationID(rawValue: name)
            if pusher.knows(installation) { answer.isNew = try await take(.removeKey(installation, owner), pusher).isNew }
        case .heard(let name):
            let installation = InstallationID(rawValue: name)
            if pusher.knows(installation) { try await take(.heard(installation), pusher) }
        case .forget(let name):
            let installation = InstallationID(rawValue: name)
            if pusher.knows(installation) { try await take(.forget(installation), pusher) }
        case .permitFrequentUpdates(let isAllowed, let name):
            pusher.permitFrequentUpdates(isAllowed, for: InstallationID(rawValue: name))
        case .tokens(let name):
            let installation = InstallationID(rawValue: name)
            if pusher.knows(installation) { answer.devices = [.init(installation, pusher.tokens(of: installation))] }
        case .devices(let owner):
            answer.devices = pusher.installations(of: owner).map {
                .init($0, pusher.tokens(of: $0), pusher.key(of: $0))
            }
        case .trace(let id, let name):
            let installation = name.map { InstallationID(rawValue: $0) }
            answer.steps = pusher.trace(of: id, installation: installation)
        case .admits(let secret, let name, let owner):
            let secret = secret.flatMap { InstallationSecret($0) }
            answer.isUnproven = !pusher.admits(secret, for: InstallationID(rawValue: name), of: owner)
        }
    }

    /// Writes an entry together with those that arrive while others are written, as one message in the log.
    @discardableResult
    private func take(
        _ entry: DeviceFeed.Entry, _ pusher: ActivityPusher, secret: InstallationSecret? = nil
    ) async throws(PushError) -> TokenRegistration {
        let result: Result<TokenRegistration, PushError> = await withCheckedContinuation { continuation in
            let isFirst = waiting.withLock { waiting in
                waiting.append(Waiting(entry: entry, secret: secret) { continuation.resume(returning: $0) })
                return waiting.count == 1
            }
            if isFirst { registering.async { self.takeWaiting(pusher) } }
        }
        return try result.get()
    }

    private func takeWaiting(_ pusher: ActivityPusher) {
        let taken = waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        do throws(PushError) {
            let registered = try pusher.take(taken.map { ($0.entry, $0.secret) })
            for (entry, registration) in zip(taken, registered) { entry.done(registration) }
        } catch {
            for entry in taken { entry.done(.failure(error)) }
        }
    }
}

extension PartitionPushRequest.Registration {
    init(
        _ token: DeviceToken, _ target: TokenTarget, _ installation: InstallationID, _ owner: OwnerID, _ app: PushAppID
    ) {
        self.init(
            token: Data(token.bytes), target: CodedTarget(target), installation: installation.rawValue, owner: owner,
            bundle: app.bundle.rawValue, environment: app.environment.rawValue)
    }

    /// `nil` for an entry of a later version.
    fileprivate var entry: DeviceFeed.Entry? {
        guard let bundle = try? BundleID(app: bundle), let environment = PushEnvironment(rawValue: environment) else {
            return nil
        }
        let (installation, app) = (InstallationID(rawValue: installation), PushAppID(bundle, environment))
        if let key { return .key(key, installation, owner, app) }
        guard let target = target.target, let token = try? DeviceToken(Array(token)) else { return nil }
        return .token(token, target, installation, owner, app)
    }
}
#endif
