package import LiveActivityCore
package import LiveActivityHost
import Synchronization

// For what is in front of several runtimes, as a cluster's node: commands that are given again where no answer came, and queries whose answers
// nothing takes back.
extension LiveActivityRuntime {
    /// Applies a command that its sender repeats until it has an answer: it is carried out once.
    package nonisolated(nonsending) func apply(
        _ command: Command, trace: TraceContext?, as request: RequestName?
    ) async throws(RuntimeError) -> Outcome { try await stored(applied(command, trace, request)) }

    /// The same for a thread.
    @discardableResult
    package func apply(_ command: Command, as request: RequestName) throws(RuntimeError) -> Outcome {
        try stored(applied(command, nil, request))
    }

    /// The same for an event of the provider's own type.
    package nonisolated(nonsending) func send<Event: Sendable>(
        _ event: Event, to id: ActivityID, eventID: EventID?, timestamp: Date?, as request: RequestName
    ) async throws(RuntimeError) -> Outcome { try await stored(appliedSend(event, id, eventID, timestamp, request)) }

    /// Returns when the store has all that a query before this call can have seen, where the durability is strict.
    ///
    /// A query shows what the engine has, which may be ahead of the store by a batch. Where that batch is lost, the reader has seen a
    /// revision that never was.
    /// - Throws: ``/LiveActivityHost/RuntimeError/storeUnavailable(reason:)``, ``/LiveActivityHost/RuntimeError/fenced(reason:)`` where it may never have it.
    package nonisolated(nonsending) func whatWasSeenIsDurable() async throws(RuntimeError) {
        guard let storeWriter, case .strict = storeWriter.durability else { return }
        if let refusal = storeWriter.refusal() { throw refusal }
        // In this order: what a batch has taken is not dirty, and what it could not write is failing before it is over.
        let isDirty = shards.contains { $0.state.withLock { $0.host.isDirty } }
        let isWriting = storeWriter.isWriting.load(ordering: .acquiring)
        if let refusal = storeWriter.refusal() { throw refusal }
        guard isDirty || isWriting, let failure = await storeWriter.written() else { return }
        switch failure {
        case .fenced(let reason): throw .fenced(reason: reason)
        case .closed: throw .closed
        default: throw .storeUnavailable(reason: "what there is to see is not in the store: \(failure)")
        }
    }
}
