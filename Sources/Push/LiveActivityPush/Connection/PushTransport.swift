#if Push
/// Sends requests to a push service: ``APNSClient``, or a replacement in a test.
public protocol PushTransport: Sendable {
    /// Sends a request. `whenAnswered` is called once, on any thread, possibly before this method returns.
    ///
    /// The closure must return soon: its thread may handle the connection.
    func send(_ request: PushRequest, whenAnswered: @escaping @Sendable (Result<PushAnswer, PushError>) -> Void)

    /// Makes another provider token after APNs has refused the current one as expired, unless the current one is too new.
    ///
    /// - Returns: `true` if the next request has a new token.
    func renewProviderToken() -> Bool

    /// Opens new connections for later requests, and closes the current ones when their requests are answered.
    func useNewConnections()

    /// Closes all connections. Requests without an answer fail with ``PushError/closed``.
    func close() async
}

extension PushTransport {
    /// Sends a request and waits for the answer.
    ///
    /// - Throws: ``PushError`` if there is no answer. After ``PushError/unanswered(reason:)`` the push may have been accepted.
    public func send(_ request: PushRequest) async throws(PushError) -> PushAnswer {
        let result = await withCheckedContinuation { continuation in
            send(request) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }
}
#endif
