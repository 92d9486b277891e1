public import Foundation
public import LiveActivitySealing
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Reports to `live-activities serve` what it needs to show Live Activities on this device: push tokens, receipts of what was
/// shown, removed activities, and the user's permission.
///
/// ```swift
/// let client = LiveActivityClient(serviceURL, owner: "anna", accessToken: tokenFromYourBackend)
/// client.observe(ErrandAttributes.self, as: "errand")     // at every launch, including background launches
/// await client.setPermission(false)                       // a switch in the app's settings
/// ```
///
/// What the service has not accepted is kept in a file. It is sent again after a failure, at the next launch, and with
/// ``resume()``; on iOS an upload also continues while the app is suspended. A process that is killed loses nothing.
///
/// At launch the client reconciles: an activity that the service does not have is ended on the device, and one that the user
/// removed while the app was not running is dismissed at the service. An activity that follows a broadcast channel has no
/// token; it is reconciled, and its receipts are sent.
///
/// An app has one client. Its folder must not be used by another process, such as a widget extension.
public actor LiveActivityClient {
    private let carrier: any Carrier
    private let time: ClientTime
    private let onProblem: @Sendable (ClientProblem) -> Void
    private let opening: Opening
    private var address: ServiceAddress
    private typealias Input = (inout ClientMachine, Date) -> [Effect]
    /// `nil` until the state of the last process was read.
    private var machine: ClientMachine?
    /// The inputs that wait until the state was read.
    private var waiting: [Input] = []
    private var isUnavailableReported = false
    private var sources: [String: any ActivitySource] = [:]
    private var alarm: (date: Date, task: Task<Void, Never>)?
    private var isRunning = false

    /// The identifier of the background session, for `backgroundTask(.urlSession(_:))`.
    public static let backgroundSession = "live-activity-client"

    /// Reads the state of the last process. Nothing is sent before the first `observe(_:as:)` or ``resume()``.
    ///
    /// - Parameters:
    ///   - service: The service's URL, such as `https://activities.example.com`.
    ///   - owner: The signed-in user, as your backend names the owner of activities. With another owner than the last process
    ///     had, what was pending for that one is dropped.
    ///   - accessToken: A token with the scope `device` for this owner. Your backend creates it (`POST /v1/access-tokens`) and
    ///     hands it to the app; never ship one with the app. `nil` for a service without tokens.
    ///   - app: The app, as the service's configuration of pushes names it.
    ///   - folder: For the client's files; by default `LiveActivityClient` in the app's Application Support.
    ///   - onProblem: Receives what prevents reports, once until the next success. By default it is printed to standard error.
    public init(
        _ service: URL, owner: String, accessToken: String? = nil, app: ClientApp = .current, folder: URL? = nil,
        onProblem: @escaping @Sendable (ClientProblem) -> Void = LiveActivityClient.printProblem
    ) {
        let folder = folder ?? Self.defaultFolder
        self.init(
            service, owner: owner, accessToken: accessToken, app: app, folder: folder, carrier: SessionCarrier(folder: folder),
            onProblem: onProblem)
    }

    /// With another carrier and clock, for tests.
    package init(
        _ service: URL, owner: String, accessToken: String? = nil, app: ClientApp, folder: URL, carrier: any Carrier,
        time: ClientTime = .system, grace: Double? = nil, onProblem: @escaping @Sendable (ClientProblem) -> Void
    ) {
        (self.carrier, self.time, self.onProblem) = (carrier, time, onProblem)
        address = ServiceAddress(url: service, token: accessToken)
        var limits = ClientMachine.Limits()
        if let grace { limits.grace = grace }
        opening = Opening(
            file: StateFile(folder: folder), service: service.absoluteString, owner: owner, app: app, limits: limits,
            onProblem: onProblem)
        // The first input tries again, and reports the problem.
        machine = try? opening.machine(at: time.now())
    }

    deinit { carrier.end() }

    /// The id of this installation at the service. When the user signs out, let your backend remove it: `DELETE
    /// /v1/devices/{installation}`. Empty after ``ClientProblem/stateUnavailable(path:reason:)``.
    public var installation: String { machine?.stored.installation.id ?? "" }

    /// The number of reports that the service has not accepted yet.
    public var pendingCount: Int { machine?.stored.pending.count ?? waiting.count }

    // MARK: - What the app calls

    /// Gives or withdraws the owner's permission, on all devices. Without it the service starts no activities of these kinds,
    /// and ends those that are running.
    ///
    /// The permission is kept until the service has accepted it; a later call replaces it.
    public func setPermission(_ isAllowed: Bool, for permission: Permission = .all) {
        begin()
        apply { $0.setPermission(permission, isAllowed, at: $1) }
    }

    /// Publishes the device's key for sealed content, so that hosts can seal for this device. Call it at every launch, and
    /// after each replacement of the key.
    ///
    /// The key is kept until the service has accepted it; a later call replaces it.
    public func register(_ key: DeviceKey) {
        begin()
        apply { $0.register(key, at: $1) }
    }

    /// Continues with another access token for the same owner, and sends what is pending.
    public func setAccessToken(_ token: String?) {
        address.token = token
        resume()
    }

    /// Compares the device's activities with the service's, and sends what is pending at once.
    ///
    /// Call it when the app becomes active. `observe(_:as:)` does it at launch.
    public func resume() {
        begin()
        for (_, source) in sources.sorted(by: { $0.key < $1.key }) { receive(source.present(), of: source.kind) }
        apply { $0.resume(at: $1) }
    }

    /// Performs the action of a button that the user pressed on an activity, and waits for the response.
    ///
    /// - Parameters:
    ///   - action: The action's name, as the kind's provider declares it.
    ///   - attributes: The attributes of the activity.
    ///   - kind: The kind, as the service's plugin names it.
    /// - Throws: ``ClientProblem``. The action was not performed; with ``ClientProblem/unreachable(reason:)``, which means that
    ///   there was no response, it may have been.
    public func perform<Attributes: Codable>(_ action: String, on attributes: Attributes, as kind: String) async throws {
        let text = try CanonicalJSON.text(attributes)
        do {
            let (records, _) = try await list(kind) { try ServicePage($0, attributes: Attributes.self) }
            let live = records.filter(\.isLive)
            guard
                let record = live.last(where: { $0.has(text, inAnyOrder: false) })
                    ?? live.last(where: { $0.has(text, inAnyOrder: true) }),
                var request = address.request("POST", ["v1", "activities", record.id, "perform"])
            else { throw ClientProblem.noSuchActivity(kind: kind) }
            request.httpBody = try JSONEncoder().encode(["action": action, "surface": "lockScreen"])
            _ = try await load(request)
        } catch let refusal as Refusal {
            if case .response(404, _, _, _) = refusal.answer { throw ClientProblem.noSuchActivity(kind: kind) }
            throw Verdict(refusal.answer, to: nil).problem
        }
    }

    /// Prints a problem to standard error.
    public static let printProblem: @Sendable (ClientProblem) -> Void = { problem in
        // A host whose standard error is closed goes without.
        try? FileHandle.standardError.write(contentsOf: Data("LiveActivityClient: \(problem)\n".utf8))
    }

    /// Waits until the results of uploads were delivered for which iOS has launched the app:
    /// `.backgroundTask(.urlSession(LiveActivityClient.backgroundSession)) { await LiveActivityClient.deliverEvents() }`.
    /// On other systems it returns at once.
    public static func deliverEvents() async {
        #if os(iOS)
        await BackgroundEvents.deliver()
        #endif
    }

    private static var defaultFolder: URL {
        let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
        return (folders.first ?? FileManager.default.temporaryDirectory).appendingPathComponent("LiveActivityClient")
    }

    // MARK: - ActivityKit

    /// Reports the activities of a source.
    ///
    /// - Returns: The observation, which ends when it is cancelled.
    package nonisolated func observe(_ source: any ActivitySource) -> Task<Void, Never> {
        Task {
            await add(source)
            await source.run { event in await self.receive(event, of: source.kind) }
        }
    }

    private func add(_ source: any ActivitySource) {
        begin()
        sources[source.kind] = source
    }

    private func receive(_ event: ActivityEvent, of kind: String) { apply { $0.receive(event, of: kind, at: $1) } }

    // MARK: - The state

    /// How the state of the last process becomes a machine.
    private struct Opening: Sendable {
        let file: StateFile
        let service: String
        let owner: String
        let app: ClientApp
        let limits: ClientMachine.Limits
        let onProblem: @Sendable (ClientProblem) -> Void

        /// - Throws: ``ClientProblem/stateUnavailable(path:reason:)``
        func machine(at now: Date) throws(ClientProblem) -> ClientMachine {
            var kept: StoredState?
            do throws(ClientProblem) { kept = try file.read() } catch {
                guard case .stateUnreadable = error else { throw error }
                onProblem(error)
            }
            let stored =
                kept?.opened(service: service, owner: owner)
                ?? StoredState(service: service, owner: owner, installation: .random())
            return ClientMachine(stored, app: app, limits: limits, seed: .random(in: 0 ... .max), at: now)
        }
    }

    /// Passes an input to the machine. While the state cannot be read, the input waits: a new state would replace what is
    /// pending in the file.
    private func apply(_ input: @escaping Input) {
        if machine == nil { readAgain() }
        guard let effects = machine?.take(input, at: time.now()) else {
            waiting.append(input)
            return
        }
        carryOut(effects)
    }

    private func readAgain() {
        do throws(ClientProblem) { machine = try opening.machine(at: time.now()) } catch {
            if !isUnavailableReported { onProblem(error) }
            isUnavailableReported = true
            return
        }
        let inputs = waiting
        waiting = []
        for input in inputs { apply(input) }
    }

    // MARK: - The machine's effects

    private func begin() {
        guard !isRunning else { return }
        isRunning = true
        try? opening.file.makeFolder()
        carrier.begin()
        Task { [weak self, carrier] in for await result in carrier.results { await self?.receive(result) } }
        apply { $0.advance(to: $1) }
    }

    private func receive(_ result: UploadResult) {
        guard let id = ServiceRequest.ID(result.id) else { return }
        let answer: Answer
        switch result.response {
        case .success((let body, let response)): answer = Answer(response, body: body)
        case .failure(let error): answer = .failed(error.localizedDescription)
        }
        answered(id, answer)
    }

    private func answered(_ id: ServiceRequest.ID, _ answer: Answer) { apply { $0.answered(id, answer, at: $1) } }

    private func carryOut(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .store:
                guard let machine else { continue }
                do throws(ClientProblem) { try opening.file.write(machine.stored) } catch { onProblem(error) }
            case .send(let request):
                guard let http = address.request("POST", request.path) else {
                    answered(request.id, .failed("\(address.url) is not an address"))
                    continue
                }
                carrier.upload(request.body, with: http, id: request.id.text)
            case .list(let kind, let attempt): Task { await list(kind, attempt) }
            case .end(let activity, let kind): if let source = sources[kind] { Task { await source.end(activity) } }
            case .replaceInstallation: apply { $0.replace(.random(), at: $1) }
            case .report(let problem): onProblem(problem)
            }
        }
        setAlarm()
    }

    private func setAlarm() {
        let deadline = machine?.nextDeadline
        guard deadline != alarm?.date else { return }
        alarm?.task.cancel()
        alarm = deadline.map { date in
            let task = Task { [weak self, time] in
                guard (try? await time.sleep(date)) != nil else { return }
                await self?.wake()
            }
            return (date, task)
        }
    }

    private func wake() {
        alarm = nil
        apply { $0.advance(to: $1) }
    }

    // MARK: - Requests whose response is needed now

    private func list(_ kind: String, _ attempt: Int) async {
        var answer = ListAnswer.other(.failed("there is no source"))
        do {
            guard let source = sources[kind] else { return }
            let (records, isComplete) = try await list(kind) { try source.page($0) }
            answer = .records(records, isComplete: isComplete)
        } catch let failure as Refusal { answer = .other(failure.answer) } catch {
            answer = .other(.failed("\(error)"))
        }
        apply { [answer] in $0.listed(kind, attempt: attempt, answer, at: $1) }
    }

    private static let pageMax = 20

    private func list(
        _ kind: String, _ read: (Data) throws -> ServicePage
    ) async throws -> (records: [ServiceRecord], isComplete: Bool) {
        var records: [ServiceRecord] = []
        var after: String?
        for _ in 0..<Self.pageMax {
            let query = [("kind", kind), ("limit", "100")] + (after.map { [("after", $0)] } ?? [])
            guard let request = address.request("GET", ["v1", "owners", opening.owner, "activities"], query: query)
            else { throw ClientProblem.unreachable(reason: "\(address.url) is not an address") }
            let page = try read(try await load(request))
            records += page.records
            after = page.next
            if after == nil { return (records, true) }
        }
        return (records, false)
    }

    private func load(_ request: URLRequest) async throws -> Data {
        let (data, response): (Data, URLResponse)
        do { (data, response) = try await carrier.load(request) } catch {
            throw Refusal(answer: .failed(error.localizedDescription))
        }
        let answer = Answer(response, body: data)
        if case .response(200..<300, _, _, _) = answer { return data }
        throw Refusal(answer: answer)
    }
}

/// A request without the wanted result.
private struct Refusal: Error { var answer: Answer }

/// The clock of a client.
package struct ClientTime: Sendable {
    package var now: @Sendable () -> Date
    /// Returns at a date; throws if its task is cancelled.
    package var sleep: @Sendable (Date) async throws -> Void

    package init(now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (Date) async throws -> Void) {
        (self.now, self.sleep) = (now, sleep)
    }

    /// The system's clock.
    package static let system = ClientTime(
        now: { Date() },
        sleep: { date in try await Task.sleep(for: .seconds(min(max(date.timeIntervalSinceNow, 0), 86_400))) })
}
