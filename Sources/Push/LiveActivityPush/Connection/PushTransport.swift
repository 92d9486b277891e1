#if Push
/// What sends requests to a push service: ``APNSClient``, or something in its place in a test.
public protocol PushTransport: Sendable {
    /// Sends a request. `whenAnswered` is called once, from any thread, possibly before this method returns.
    ///
    /// It must return soon: the thread may be the one that serves the connection.
    func send(_ request: PushRequest, whenAnswered: @escaping @Sendable (Result<PushAnswer, PushError>) -> Void)

    /// APNs has refused the provider token as expired: makes another one, unless the last one is too young.
    ///
    /// - Returns: Whether the next request has another token.
    func renewProviderToken() -> Bool

    /// Opens new connections for the requests to come, and closes those that are open when they are done.
    func useNewConnections()

    /// Closes all connections. Requests without an answer fail with ``PushError/closed``.
    func close() async
}

extension PushTransport {
    /// Sends a request and waits for the answer.
    ///
    /// - Throws: ``PushError`` when there is no answer. ``PushError/unanswered(reason:)`` leaves open whether the push was accepted.
    public func send(_ request: PushRequest) async throws(PushError) -> PushAnswer {
        let result = await withCheckedContinuation { continuation in
            send(request) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }
}
#endif
