public import ActivityKit
public import Foundation

/// The part of the service's HTTP API that an app needs. `live-activities serve` describes the whole API at `/openapi.json`.
public struct ActivityService: Sendable {
    /// The kind of activity, as the service's plugin declares it.
    public static let kind = "errand"

    /// The URL of the service, such as `https://activities.example.com`.
    public var address: URL
    /// The owner of the activities, usually the signed-in user.
    public var owner: String
    /// An access token for this owner only, created with `live-activities token create --scope write --owner OWNER`. Your
    /// backend hands it to the app when the user signs in; never ship one with the app.
    public var token: String?
    private let transport: Transport

    /// Sends a request.
    public typealias Transport = @Sendable (URLRequest) async throws -> (Data, URLResponse)

    public init(
        address: URL, owner: String, token: String? = nil,
        transport: @escaping Transport = { try await URLSession.shared.data(for: $0) }
    ) {
        (self.address, self.owner, self.token, self.transport) = (address, owner, token, transport)
    }

    /// An activity as the service returns it.
    public struct Record: Decodable, Sendable {
        public var activity: String
        public var key: String?
        public var state: String
        public var attributes: ErrandAttributes

        /// Whether a device should show it.
        public var isLive: Bool { state == "active" || state == "stale" }
    }

    /// The error of a failed call.
    public struct Failure: Error, Hashable {
        /// The HTTP status.
        public var status: Int
        public var code: String?
        /// Whether the same call may succeed later.
        public var isTemporary: Bool { status == 429 || status >= 500 }
    }

    /// Requests an activity. The service shows it on all of the owner's devices, including this one, by push-to-start.
    ///
    /// - Parameter key: A name of your choice. A repeated request with the same key returns the same activity.
    /// - Returns: The service's id of the activity.
    @discardableResult
    public func start(_ attributes: ErrandAttributes, key: String) async throws -> String {
        struct Body: Encodable { var attributes: ErrandAttributes }
        struct Answer: Decodable { var activity: String }
        let answer: Answer = try await call("PUT", ["v1", "owners", owner, Self.kind, key], Body(attributes: attributes))
        return answer.activity
    }

    /// The owner's activities of this kind.
    public func activities() async throws -> [Record] {
        struct Page: Decodable { var activities: [Record] }
        let page: Page = try await call("GET", ["v1", "owners", owner, "activities"], query: "kind=\(Self.kind)&limit=100")
        return page.activities
    }

    /// Reports that the user pressed a button.
    public func perform(_ action: String, on activity: String) async throws {
        struct Body: Encodable { var action: String, surface = "lockScreen" }
        try await send("POST", ["v1", "activities", activity, "perform"], Body(action: action))
    }

    /// Reports that the activity is no longer on the screen.
    public func dismiss(_ activity: String) async throws {
        try await send("POST", ["v1", "activities", activity, "dismiss"], [String: String]())
    }

    /// Reports that the device has shown new content.
    public func receipt(of app: Installation) async throws {
        try await send("POST", ["v1", "receipts"], ["installation": app.id, "owner": owner, "secret": app.secret])
    }

    /// Registers a push token: an activity's (`activity`) or a push-to-start token (`start`).
    public func register(_ token: Data, _ target: (name: String, value: String), of app: Installation) async throws {
        try await send(
            "POST", ["v1", "tokens"],
            [
                "installation": app.id, "secret": app.secret, "owner": owner, "app": app.bundle,
                "environment": app.environment.rawValue,
                "token": token.map { String(format: "%02x", $0) }.joined(), target.name: target.value,
            ])
    }

    // MARK: - HTTP

    private func send(_ method: String, _ path: [String], _ body: some Encodable) async throws {
        _ = try await data(method, path, JSONEncoder().encode(body), nil)
    }

    private func call<Answer: Decodable>(
        _ method: String, _ path: [String], _ body: (any Encodable)? = nil, query: String? = nil
    ) async throws -> Answer {
        let data = try await data(method, path, try body.map { try JSONEncoder().encode($0) }, query)
        return try JSONDecoder().decode(Answer.self, from: data)
    }

    private func data(_ method: String, _ path: [String], _ body: Data?, _ query: String?) async throws -> Data {
        var url = path.reduce(address) { $0.appendingPathComponent($1) }
        if let query, let whole = URL(string: url.absoluteString + "?" + query) { url = whole }
        var request = URLRequest(url: url, timeoutInterval: 20)
        request.httpMethod = method
        request.httpBody = body
        if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        let (data, response) = try await transport(request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard (200..<300).contains(status) else {
            struct Problem: Decodable { var code: String? }
            throw Failure(status: status, code: (try? JSONDecoder().decode(Problem.self, from: data))?.code)
        }
        return data
    }
}

/// This app on this device.
public struct Installation: Sendable {
    /// `production` for TestFlight and the App Store, `sandbox` for an app that Xcode has installed.
    public enum Environment: String, Sendable { case production, sandbox }

    /// The installation's id, which is constant until the app is removed.
    public var id: String
    /// Proves to the service that the app is this installation: another owner cannot get the device without it.
    public var secret: String
    public var bundle: String
    public var environment: Environment

    public init(id: String, secret: String, bundle: String, environment: Environment) {
        (self.id, self.secret, self.bundle, self.environment) = (id, secret, bundle, environment)
    }

    /// This installation of the app. Its id and secret are generated at the first launch.
    public static func current(_ defaults: UserDefaults = .standard, bundle: String) -> Installation {
        func kept(_ name: String, _ new: @autoclosure () -> String) -> String {
            let text = defaults.string(forKey: name) ?? new()
            defaults.set(text, forKey: name)
            return text
        }
        let id = kept("LiveActivityInstallation", UUID().uuidString)
        let secret = kept("LiveActivityInstallationSecret", UUID().uuidString + UUID().uuidString)
        #if DEBUG
        return Installation(id: id, secret: secret, bundle: bundle, environment: .sandbox)
        #else
        return Installation(id: id, secret: secret, bundle: bundle, environment: .production)
        #endif
    }
}
