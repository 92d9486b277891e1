public import LiveActivityCore
public import LiveActivityHost

/// An event as JSON with its activity, as an element of a batch.
public struct JSONEvent: Sendable {
    /// One JSON value, such as `{"pickedUp":{}}`.
    public var json: any JSONSource & Sendable
    /// The activity that receives the event.
    public var activity: ActivityReference
    /// The sender's id for the event. An event that was applied already is ignored.
    public var id: EventID?
    /// The time at which the event happened. An event older than the newest accepted one is ignored.
    public var timestamp: Date?

    public init(_ json: some JSONSource & Sendable, to activity: ActivityReference, id: EventID? = nil, timestamp: Date? = nil)
    {
        self.json = json
        self.activity = activity
        self.id = id
        self.timestamp = timestamp
    }
}

// Batches of events as JSON. Each event is a separate command; they share only the wait for the store.
extension LiveActivityRuntime {
    /// Reports many events as JSON, each to its activity, in order, and waits once for the store.
    ///
    /// A refused event does not affect those after it. Other commands may be applied between two of them.
    ///
    /// - Parameters:
    ///   - events: The events, each with its activity.
    ///   - trace: The trace that the changes get (``/LiveActivityCore/Change/trace``).
    /// - Returns: The outcome or error of each event, in order. An event that was applied in memory and could not be written
    ///   has ``/LiveActivityHost/RuntimeError/notDurable(reason:)``.
    public func send(json events: [JSONEvent], trace: TraceContext? = nil) -> [Result<Outcome, RuntimeError>] {
        let applied = appliedSend(events, trace)
        guard let storeWriter, applied.isAdmitted else { return applied.results }
        do throws(RuntimeError) { try storeWriter.commit(applied.isDirty) } catch { return applied.results(failing: error) }
        return applied.results
    }

    /// Sends events in order, each refused or applied individually. Suspends the task until they are as durable as
    /// ``Durability`` promises.
    ///
    /// The task suspends only while it waits for the store, not between the events.
    public nonisolated(nonsending) func send(
        json events: [JSONEvent], trace: TraceContext? = nil
    ) async -> [Result<Outcome, RuntimeError>] { await send(json: events, trace: trace, as: nil) }

    /// Sends events that their sender may repeat (``/LiveActivityCore/RequestName``): a repetition returns the first outcome.
    ///
    /// - Parameter requests: The request names of the events, one for each; `nil` if they have none.
    package nonisolated(nonsending) func send(
        json events: [JSONEvent], trace: TraceContext?, as requests: [RequestName?]?
    ) async -> [Result<Outcome, RuntimeError>] {
        let applied = appliedSend(events, trace, requests)
        guard let storeWriter, applied.isAdmitted else { return applied.results }
        do throws(RuntimeError) { try await storeWriter.commit(applied.isDirty) } catch {
            return applied.results(failing: error)
        }
        return applied.results
    }

    private func appliedSend(
        _ events: [JSONEvent], _ trace: TraceContext?, _ requests: [RequestName?]? = nil
    ) -> AppliedEvents {
        var applied = AppliedEvents()
        applied.results.reserveCapacity(events.count)
        for (index, event) in events.enumerated() {
            do throws(RuntimeError) {
                applied.append(try appliedSend(event.json, event.activity, event.id, event.timestamp, trace, requests?[index]))
            } catch { applied.results.append(.failure(error)) }
        }
        return applied
    }
}

/// The results of events applied in memory, and whether their caller may still have to wait for the store.
private struct AppliedEvents {
    var results: [Result<Outcome, RuntimeError>] = []
    var isDirty = false
    /// Whether the runtime has accepted any of the events.
    var isAdmitted = false

    mutating func append(_ applied: Applied<Outcome>) {
        results.append(applied.result)
        isDirty = isDirty || applied.isDirty
        isAdmitted = isAdmitted || applied.isAdmitted
    }

    /// The results if the store has failed: nothing is acknowledged, but an event's own error takes precedence.
    func results(failing error: RuntimeError) -> [Result<Outcome, RuntimeError>] {
        results.map { result in
            if case .success = result { .failure(error) } else { result }
        }
    }
}
