import ActivityKit
public import Foundation
public import LiveActivityClient

/// The service, as this app uses it.
public struct ErrandBackend: Sendable {
    /// The kind of activity, as the service's plugin declares it.
    public static let kind = "errand"

    /// The URL of the service, such as `https://activities.example.com`.
    public var address: URL
    /// The owner of the activities, usually the signed-in user.
    public var owner: String
    /// A token with the scope `device` for this owner. Your backend hands it to the app when the user signs in; never ship one
    /// with the app.
    public var token: String?

    public init(address: URL, owner: String, token: String? = nil) {
        (self.address, self.owner, self.token) = (address, owner, token)
    }

    /// Begins to report the app's activities to the service. Call it once, at launch.
    public func launch() -> LiveActivityClient {
        let client = LiveActivityClient(address, owner: owner, accessToken: token)
        client.observe(ErrandAttributes.self, as: Self.kind)
        return client
    }

    /// Starts an errand. The service shows it on all of the owner's devices, including this one, by push-to-start.
    ///
    /// In production your backend does this with a token of its own: the app's token permits no commands. A service on loopback
    /// without tokens, as during development, accepts it from the app.
    ///
    /// - Parameter key: A name of your choice. A repeated request with the same key returns the same activity.
    /// - Returns: The service's id of the activity.
    @discardableResult
    public func start(_ attributes: ErrandAttributes, key: String) async throws -> String {
        struct Answer: Decodable { var activity: String }
        let url = ["v1", "owners", owner, Self.kind, key].reduce(address) { $0.appendingPathComponent($1) }
        var request = URLRequest(url: url, timeoutInterval: 20)
        request.httpMethod = "PUT"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        request.httpBody = try JSONEncoder().encode(["attributes": attributes])
        let (data, response) = try await URLSession.shared.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard (200..<300).contains(status) else { throw Refused(status: status) }
        return try JSONDecoder().decode(Answer.self, from: data).activity
    }

    /// The service refused the start.
    public struct Refused: Error, Hashable {
        /// The HTTP status.
        public var status: Int
    }
}
