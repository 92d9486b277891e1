package import LiveActivityCore
package import LiveActivityHost

// Commands of a caller that may neither block nor suspend, such as an event loop.
extension LiveActivityRuntime {
    /// Reports an event as JSON to one activity, and passes on the outcome when the event is as durable as ``Durability``
    /// promises.
    ///
    /// - Parameters:
    ///   - request: Identifies the request, so that it is applied once, however often it is repeated.
    ///   - complete: Called once: by this function if nothing has to be stored, otherwise by the thread that stores. It must
    ///     return quickly.
    package func send(
        json event: some JSONSource, to activity: ActivityReference, eventID: EventID?, timestamp: Date? = nil,
        trace: TraceContext?, as request: RequestName? = nil,
        complete: @escaping @Sendable (Result<Outcome, RuntimeError>) -> Void
    ) {
        let applied: Applied<Outcome>
        do throws(RuntimeError) { applied = try appliedSend(event, activity, eventID, timestamp, trace, request) } catch {
            return complete(.failure(error))
        }
        guard let storeWriter, applied.isAdmitted else { return complete(applied.result) }
        storeWriter.commit(applied.isDirty) { failure in
            guard let failure, case .success = applied.result else { return complete(applied.result) }
            complete(.failure(failure))
        }
    }
}
