#if Push
/// Sends requests to a push service: ``APNSClient``, or a replacement in a test.
public protocol PushTransport: Sendable {
    /// Sends a request. `whenAnswered` is called once, from any thread, possibly before this method returns.
    ///
    /// The closure must return soon: its thread may serve the connection.
    func send(_ request: PushRequest, whenAnswered: @escaping @Sendable (Result<PushAnswer, PushError>) -> Void)

    /// APNs has refused the provider token as expired: makes another one, unless the last one is too young.
    ///
    /// - Returns: Whether the next request has a new token.
    func renewProviderToken() -> Bool

    /// Opens new connections for further requests, and closes the current ones when their requests are answered.
    func useNewConnections()

    /// Closes all connections. Requests without an answer fail with ``PushError/closed``.
    func close() async
}

extension PushTransport {
    /// Sends a request and waits for the answer.
    ///
    /// - Throws: ``PushError`` when there is no answer. ``PushError/unanswered(reason:)`` leaves open whether the push was
    ///   accepted.
    public func send(_ request: PushRequest) async throws(PushError) -> PushAnswer {
        let result = await withCheckedContinuation { continuation in
            send(request) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }
}
#endif
