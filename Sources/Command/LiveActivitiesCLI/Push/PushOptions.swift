#if PushFiles
import ArgumentParser
import LiveActivityCore
import LiveActivityPush

@Sendable private func parsePriority(_ text: String) throws -> PushPriority {
    guard let priority = Int(text).flatMap({ PushPriority(rawValue: $0) }) else {
        throw ValidationError("'\(text)' is not a priority: write 10, 5 or 1.")
    }
    return priority
}

/// The options shared by all manual pushes.
struct PushOptions: ParsableArguments {
    @Option(help: "The app's bundle id.") var app: String
    @Option(help: ArgumentHelp("The configuration with the keys.", valueName: "config.yaml")) var config: String?
    @Option(help: "'production' or 'sandbox'; required if the configuration has the app in both.") var environment: String?
    @Flag(help: "Print the request instead of sending it.") var dryRun = false
    @Option(help: "The content state as JSON. Its dates are seconds since 2001.", transform: parseJSON) var state: JSONText?
    @Option(help: "When the content becomes stale, such as 2026-06-20T17:00:00Z.", transform: parseDate) var staleDate: Date?
    @Option(help: "The activity's relevance among the user's activities.") var relevance: Double?
    @Option(help: "The alert's title.") var alertTitle: String?
    @Option(help: "The alert's text.") var alertBody: String?
    @Option(help: "The key of the alert's title in the app's string table.") var alertTitleKey: String?
    @Option(help: "An argument of the title's key; may be repeated.") var alertTitleArgument: [String] = []
    @Option(help: "The key of the alert's text in the app's string table.") var alertBodyKey: String?
    @Option(help: "An argument of the text's key; may be repeated.") var alertBodyArgument: [String] = []
    @Option(help: "The alert's sound; by default the system's.") var sound: String?
    @Flag(help: "An alert without a sound.") var silent = false
    @Option(help: "The priority: 10, 5 or 1; by default 10 for a push with an alert.", transform: parsePriority) var priority:
        PushPriority?
    @Option(help: "The date until which APNs stores the push; by default it is tried once.", transform: parseDate) var expires:
        Date?
    @Option(help: "The push's id, a UUID.") var id: String?
    @Option(help: "The collapse id: of pushes with the same id, APNs stores only the newest.") var collapseID: String?
    @Option(help: "The timestamp of the push; by default now.", transform: parseDate) var timestamp: Date?

    func validate() throws {
        guard alertTitle == nil || alertTitleKey == nil, alertBody == nil || alertBodyKey == nil else {
            throw ValidationError(
                "Give --alert-title or --alert-title-key, not both; the same holds for the body.")
        }
        guard alertTitleArgument.isEmpty || alertTitleKey != nil, alertBodyArgument.isEmpty || alertBodyKey != nil else {
            throw ValidationError(
                "Arguments are inserted into the string of a key: give --alert-title-key or --alert-body-key too.")
        }
        guard hasAlert || (sound == nil && !silent) else {
            throw ValidationError(
                "--sound and --silent are about an alert: give --alert-title, --alert-body or the key of one too.")
        }
        guard sound == nil || !silent else { throw ValidationError("A silent alert has no sound: give --sound or --silent.") }
    }

    private var hasAlert: Bool { alertTitle != nil || alertBody != nil || alertTitleKey != nil || alertBodyKey != nil }

    private func text(_ literal: String?, _ key: String?, _ arguments: [String]) -> LocalizedStringResource {
        key.map { .localized(key: $0, arguments: arguments) } ?? .literal(literal ?? "")
    }

    func payload(_ event: ActivityPayload.Event) -> ActivityPayload {
        var payload = ActivityPayload(event, contentState: state, timestamp: timestamp ?? Date())
        payload.staleDate = staleDate
        payload.relevanceScore = relevance
        if hasAlert {
            payload.alert = AlertConfiguration(
                title: text(alertTitle, alertTitleKey, alertTitleArgument),
                body: text(alertBody, alertBodyKey, alertBodyArgument),
                sound: silent ? .silent : sound.map { .init(rawValue: $0) } ?? .default)
        }
        return payload
    }

    func device(_ payload: ActivityPayload, _ token: String, priority: PushPriority) throws(PushError) -> PushRequest {
        try .device(
            payload, to: try DeviceToken(hex: token), app: try BundleID(app),
            priority: self.priority ?? (payload.alert == nil ? priority : .immediate),
            expiration: expires.map { .at($0) } ?? .once, id: try uuid(), collapseID: collapseID)
    }

    func uuid() throws(PushError) -> UUID? {
        guard let id else { return nil }
        guard let uuid = UUID(uuidString: id) else { throw .badHeader(name: "apns-id", reason: "'\(id)' is not a UUID") }
        return uuid
    }

    /// Creates a request, and prints or sends it.
    func send(_ request: () throws(PushError) -> PushRequest) throws {
        do throws(PushError) {
            let request = try request()
            if dryRun { return print(Self.text(of: request)) }
            let client = try client()
            let answer = try Blocking.run { () async throws(PushError) in
                let answer: Result<PushAnswer, PushError>
                do throws(PushError) { answer = .success(try await client.send(request)) } catch { answer = .failure(error) }
                await client.close()
                return try answer.get()
            }
            print("\(answer)\(answer.id.map { ", id \($0)" } ?? "")\(answer.uniqueID.map { ", apns-unique-id \($0)" } ?? "")")
            if answer.isAccepted { return }
            if let advice = Self.advice(on: answer) { StandardError.report(advice) }
        } catch { throw Status.usage.reporting("\(error)") }
        throw Status.someLinesFailed
    }

    /// Advice for a refusal; `nil` if the answer itself is sufficient.
    static func advice(on answer: PushAnswer) -> String? {
        switch AnswerPolicy().remedy(for: answer) {
        case .stop(let report), .refuse(let report): report
        case .dropToken: "no device of this app and environment has the token (any more)"
        case .dropChannel: "the app has no such channel in this environment"
        case .renewProviderToken: "APNs considers the provider token expired: check this computer's clock"
        case .retryOnNewConnection, .retryLater: "try again later"
        default: nil
        }
    }

    /// The request as it would be sent, without the provider token.
    static func text(of request: PushRequest) -> String {
        let headers = request.headers.map { "\($0.name): \($0.value)\n" }.joined()
        return "\(request.method) \(request.path)\n\(headers)\n\(String(decoding: request.body, as: UTF8.self))"
    }

    private func client() throws(PushError) -> APNSClient {
        guard let config else {
            throw .badConfiguration(
                file: "--config", line: 0, reason: "a push needs a key: give a configuration with --config, or use --dry-run")
        }
        return try PushConfiguration(file: config).client(of: app, in: environment, file: config)
    }
}

extension PushConfiguration {
    /// A client with the key of an app.
    ///
    /// - Parameters:
    ///   - environment: Needed where the configuration has the app in both.
    ///   - file: The configuration's file, for messages.
    ///   - managesChannels: `true` for the host that manages channels.
    func client(
        of app: String, in environment: String?, file: String, managesChannels: Bool = false
    ) throws(PushError) -> APNSClient {
        let apps = apps.map(\.id).filter {
            $0.bundle.rawValue == app && (environment == nil || $0.environment.rawValue == environment)
        }
        guard let id = apps.first, apps.count == 1 else {
            throw .badConfiguration(
                file: file, line: 0,
                reason: apps.isEmpty
                    ? "it has no app '\(app)'" : "it has '\(app)' in two environments: select one with --environment")
        }
        return APNSClient(
            endpoint: managesChannels ? try channelEndpoint(id.environment) : try endpoint(id.environment),
            key: try providerKey(keyOfApp[id] ?? ""))
    }
}
#endif
