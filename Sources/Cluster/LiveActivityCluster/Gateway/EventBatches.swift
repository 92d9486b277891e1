import LiveActivities

/// Many events for one partition, in several requests: the answers to one fit into a message, and other commands to its owner
/// come in between.
enum EventBatches {
    /// How many events go into one request.
    static let countMax = 500

    /// Sends events in order, one request after the other. If no event of a request was carried out because no owner could be
    /// reached in time, the rest is not tried: each request would wait as long.
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

    /// - Returns: Why nothing was done; `nil` where something was, or may have been.
    private static func unavailable(_ results: [Result<some Sendable, RuntimeError>]) -> String? {
        var reason: String?
        for result in results {
            guard case .failure(.storeUnavailable(let its)) = result else { return nil }
            reason = its
        }
        return reason
    }
}
