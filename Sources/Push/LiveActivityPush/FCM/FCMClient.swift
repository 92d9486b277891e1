#if Push
public import LiveActivities
public import NIOCore
public import NIOPosix
import Synchronization

/// Sends messages to Firebase Cloud Messaging with its interface HTTP v1, over the same HTTP/2 connections as ``APNSClient``.
///
/// The client exchanges an assertion that the service account signs for an access token, and uses the token for nearly an hour.
/// Requests during the exchange wait for its result. Safe to use from any thread. Call ``close()`` at the end.
public final class FCMClient: PushTransport {
    /// The account that signs assertions.
    public let account: ServiceAccount
    private let messages: APNSClient
    private let tokens: APNSClient
    private let tokenPath: String
    private let clock: any RuntimeClock
    private let state = Mutex(State())
    /// How long before its expiry a token is replaced, and the minimum time between two tokens, in seconds.
    private static let margin = 300.0

    private struct Waiting {
        var request: PushRequest
        var whenAnswered: @Sendable (Result<PushAnswer, PushError>) -> Void
    }

    private struct State {
        var token: String?
        var askedAt = Date.distantPast
        var expiresAt = Date.distantPast
        var isAsking = false
        var isClosed = false
        var waiting: [Waiting] = []
    }

    /// A client without a connection.
    ///
    /// - Parameters:
    ///   - account: The account that signs assertions.
    ///   - endpoint: The server for messages; by default Google's.
    ///   - tokenEndpoint: The server for access tokens; by default the account's `token_uri`.
    ///   - configuration: The limits of connections and their timeouts.
    ///   - group: The event loops; by default those of the process.
    ///   - clock: The time in assertions.
    /// - Throws: ``PushError/badKey(keyID:reason:)`` if the account's `token_uri` is not a URL.
    public init(
        account: ServiceAccount, endpoint: APNSEndpoint = APNSEndpoint(host: "fcm.googleapis.com"),
        tokenEndpoint: APNSEndpoint? = nil, configuration: APNSClientConfiguration = .init(),
        group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton, clock: any RuntimeClock = SystemClock()
    ) throws(PushError) {
        let address = try account.tokenAddress()
        self.account = account
        self.clock = clock
        tokenPath = address.path
        messages = APNSClient(endpoint: endpoint, key: nil, configuration: configuration, group: group, clock: clock)
        var single = configuration
        single.connectionsMax = 1
        tokens = APNSClient(
            endpoint: tokenEndpoint ?? APNSEndpoint(host: address.host, port: address.port), key: nil, configuration: single,
            group: group, clock: clock)
    }

    public func send(_ request: PushRequest, whenAnswered: @escaping @Sendable (Result<PushAnswer, PushError>) -> Void) {
        let now = clock.now
        let step: Step = state.withLock { state in
            if state.isClosed { return .refuse }
            if let token = state.token, now < state.expiresAt - Self.margin { return .send(token) }
            state.waiting.append(Waiting(request: request, whenAnswered: whenAnswered))
            if state.isAsking { return .wait }
            (state.isAsking, state.askedAt) = (true, now)
            return .ask
        }
        switch step {
        case .refuse: whenAnswered(.failure(.closed))
        case .send(let token): messages.send(Self.signed(request, token), whenAnswered: whenAnswered)
        case .wait: break
        case .ask: askForToken(at: now)
        }
    }

    private enum Step {
        case refuse, wait, ask
        case send(String)
    }

    /// Requests another access token for the next message after FCM has refused the current one, unless the current one is too
    /// new.
    public func renewProviderToken() -> Bool {
        let now = clock.now
        return state.withLock { state in
            guard now.timeIntervalSince(state.askedAt) > Self.margin else { return false }
            state.token = nil
            return true
        }
    }

    public func useNewConnections() { messages.useNewConnections() }

    public func close() async {
        let waiting = state.withLock { state in
            state.isClosed = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for message in waiting { message.whenAnswered(.failure(.closed)) }
        await messages.close()
        await tokens.close()
    }

    private static func signed(_ request: PushRequest, _ token: String) -> PushRequest {
        var request = request
        request.headers.append(.init("authorization", "Bearer " + token))
        return request
    }

    // MARK: - Access tokens

    private func askForToken(at now: Date) {
        let assertion: String
        do throws(PushError) { assertion = try account.assertion(issuedAt: now) } catch { return finish(.failure(error)) }
        let body = "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=" + assertion
        let request = PushRequest(
            path: tokenPath, headers: [.init("content-type", "application/x-www-form-urlencoded")], body: Array(body.utf8))
        tokens.send(request) { [self] result in
            finish(result.flatMap { answer in Result { () throws(PushError) in try token(in: answer) } })
        }
    }

    private func token(in answer: PushAnswer) throws(PushError) -> (text: String, seconds: Double) {
        let value = try? JSONValue(parsing: answer.body)
        if answer.isAccepted, let text = value?["access_token"]?.string { return (text, value?["expires_in"]?.double ?? 3_600) }
        if 400..<500 ~= answer.status, answer.status != 429 {
            let reason = [value?["error"]?.string, value?["error_description"]?.string].compactMap { $0 }.joined(
                separator: ": ")
            throw .badKey(
                keyID: account.keyID,
                reason: "Google refuses an access token (\(answer.status) \(reason)): check that the key exists, and the clock")
        }
        // No message was sent.
        throw .unreachable(endpoint: tokens.endpoint.name, reason: "no access token: \(answer)")
    }

    private func finish(_ result: Result<(text: String, seconds: Double), PushError>) {
        let waiting = state.withLock { state in
            state.isAsking = false
            if case .success(let token) = result {
                (state.token, state.expiresAt) = (token.text, state.askedAt + max(token.seconds, 2 * Self.margin))
            }
            defer { state.waiting = [] }
            return state.waiting
        }
        for message in waiting {
            switch result {
            case .success(let token):
                messages.send(Self.signed(message.request, token.text), whenAnswered: message.whenAnswered)
            case .failure(.unanswered(let reason)):
                // The message was not sent.
                message.whenAnswered(.failure(.unreachable(endpoint: tokens.endpoint.name, reason: reason)))
            case .failure(let error): message.whenAnswered(.failure(error))
            }
        }
    }
}
#endif
