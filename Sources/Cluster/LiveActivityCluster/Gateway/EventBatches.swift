import LiveActivities

/// Splits many events for one partition into several requests, so that the answers to one request fit into a message, and other
/// commands to the owner can run in between.
enum EventBatches {
    /// The maximum number of events in a request.
    static let countMax = 500

    /// Sends requests in order, one after the other. If no event of a request was applied because no owner could be reached in
    /// time, the remaining requests are not sent: each would wait as long.
    static func inTurn<Event: Sendable, Value: Sendable>(
        _ events: [(index: Int, event: Event)],
        _ send: ([(index: Int, event: Event)]) async -> [(Int, Result<Value, RuntimeError>)]
    ) async -> [(Int, Result<Value, RuntimeError>)] {
        var results: [(Int, Result<Value, RuntimeError>)] = []
        var rest = events[...]
        while !rest.isEmpty {
            let sent = await send(Array(rest.prefix(countMax)))
            rest = rest.dropFirst(countMax)
            results += sent
            if let reason = unavailable(sent.map(\.1)) {
                results += rest.map { ($0.index, .failure(.storeUnavailable(reason: reason))) }
                break
            }
        }
        return results
    }

    /// - Returns: The reason why no event was applied; `nil` if one was, or may have been.
    private static func unavailable(_ results: [Result<some Sendable, RuntimeError>]) -> String? {
        var reason: String?
        for result in results {
            guard case .failure(.storeUnavailable(let why)) = result else { return nil }
            reason = why
        }
        return reason
    }
}
