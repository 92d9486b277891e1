package import LiveActivityCore
package import LiveActivityHost
import Synchronization

// For gateways, such as a cluster's node: commands that are repeated if no answer came.
extension LiveActivityRuntime {
    /// Applies a command that its sender repeats until it has an answer; it is applied once.
    package nonisolated(nonsending) func apply(
        _ command: Command, ifRevision revision: UInt32?, trace: TraceContext?, as request: RequestName?
    ) async throws(RuntimeError) -> Outcome { try await stored(applied(command, trace, request, ifRevision: revision)) }

    /// Applies the command once. Blocks the thread until its effects are as durable as ``Durability`` promises.
    @discardableResult
    package func apply(_ command: Command, as request: RequestName) throws(RuntimeError) -> Outcome {
        try stored(applied(command, nil, request))
    }

    /// Sends an event of the provider's own type, and applies it once, however often the request is repeated.
    package nonisolated(nonsending) func send<Event: Sendable>(
        _ event: Event, to id: ActivityID, eventID: EventID?, timestamp: Date?, as request: RequestName
    ) async throws(RuntimeError) -> Outcome { try await stored(appliedSend(event, id, eventID, timestamp, request)) }
}
