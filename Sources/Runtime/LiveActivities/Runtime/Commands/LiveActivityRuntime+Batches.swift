public import LiveActivityCore

/// One event of a batch (``LiveActivityRuntime/send(json:trace:)``): JSON text, and whose it is.
public struct JSONEvent: Sendable {
    /// Which activity.
    public var activity: ActivityReference
    /// The text of one JSON value, such as `{"pickedUp":{}}`. Text that is none is refused when it is sent.
    public var json: [UInt8]
    /// The sender's id for the event. An event that was applied already is ignored.
    public var eventID: EventID?
    /// When it happened. An event older than the newest accepted one is ignored.
    public var timestamp: Date?

    /// Creates an event of a batch.
    public init(_ json: [UInt8], to activity: ActivityReference, id eventID: EventID? = nil, timestamp: Date? = nil) {
        self.activity = activity
        self.json = json
        self.eventID = eventID
        self.timestamp = timestamp
    }
}

extension LiveActivityRuntime {
    /// Reports many events as JSON, one after another in their order, and returns when all of them are as durable as ``Durability``
    /// promises: a strict store makes the caller wait once, and not for each event.
    ///
    /// An event that is refused does not hold back those after it. The batch as a whole is no transaction: a crash before it returns may
    /// leave the first events applied.
    ///
    /// - Parameters:
    ///   - events: The events, in the order in which they happened.
    ///   - trace: The trace that all of them belong to, which their changes get.
    /// - Returns: What came of each event, in their order. An event that is applied and could not be stored fails with
    ///   ``RuntimeError/notDurable(_:)``.
    public func send(json events: [JSONEvent], trace: TraceContext? = nil) -> [Result<Outcome, RuntimeError>] {
        var batch = AppliedBatch(events, trace, self)
        if let storeWriter, batch.isAdmitted {
            do throws(RuntimeError) { try storeWriter.commit(batch.isDirty) } catch { batch.fail(with: error) }
        }
        return batch.results
    }

    /// The same for tasks: the task is suspended until the events are as durable as ``Durability`` promises.
    public nonisolated(nonsending) func send(
        batch events: [JSONEvent], trace: TraceContext? = nil
    ) async -> [Result<Outcome, RuntimeError>] {
        var batch = AppliedBatch(events, trace, self)
        if let storeWriter, batch.isAdmitted {
            do throws(RuntimeError) { try await storeWriter.commit(batch.isDirty) } catch { batch.fail(with: error) }
        }
        return batch.results
    }
}

/// Events that are applied in memory, and what their caller may still have to wait for.
private struct AppliedBatch {
    private(set) var results: [Result<Outcome, RuntimeError>] = []
    private(set) var isDirty = false
    private(set) var isAdmitted = false

    init(_ events: [JSONEvent], _ trace: TraceContext?, _ runtime: LiveActivityRuntime) {
        results.reserveCapacity(events.count)
        for event in events {
            do throws(RuntimeError) {
                let applied = try Self.apply(event, trace, runtime)
                results.append(applied.result)
                isDirty = isDirty || applied.isDirty
                isAdmitted = isAdmitted || applied.isAdmitted
            } catch { results.append(.failure(error)) }
        }
    }

    private static func apply(
        _ event: JSONEvent, _ trace: TraceContext?, _ runtime: LiveActivityRuntime
    ) throws(RuntimeError) -> Applied<Outcome> {
        guard let trace else { return try runtime.appliedSend(event.json, event.activity, event.eventID, event.timestamp) }
        let value = try runtime.parse(event.json, as: "event")
        return try runtime.applied(
            .send(event.activity, event: value, id: event.eventID, timestamp: event.timestamp), trace)
    }

    /// What the store failed with is said of the events that were applied; the others have errors of their own.
    mutating func fail(with error: RuntimeError) {
        for index in results.indices { if case .success = results[index] { results[index] = .failure(error) } }
    }
}
