public import LiveActivities
public import LiveActivityCore
import LiveActivityJSON
import Synchronization

extension ClusterRuntime: ActivityCommands {
    // MARK: - Typed commands

    /// Starts an activity at its partition's owner; otherwise like ``/LiveActivities/ActivityCommands``.
    @discardableResult
    public nonisolated(nonsending) func start<Attributes: ActivityAttributes>(
        _ attributes: Attributes, content: ActivityContent<Attributes.ContentState>?, kind: ActivityKind?, owner: OwnerID,
        options: StartOptions
    ) async throws(RuntimeError) -> ActivityID {
        let outcome = try await startOrJoin(attributes, content: content, kind: kind, owner: owner, options: options)
        guard let id = outcome.activity else {
            throw .outcomeUnknown(reason: "a start was answered without an activity", eventID: nil)
        }
        return id
    }

    /// Starts an activity, and returns whether it is new.
    ///
    /// - Returns: ``/LiveActivityCore/Outcome/started(_:)``, or ``/LiveActivityCore/Outcome/joined(_:)`` with the running
    ///   activity of the same owner, kind and key.
    public nonisolated(nonsending) func startOrJoin<Attributes: ActivityAttributes>(
        _ attributes: Attributes, content: ActivityContent<Attributes.ContentState>? = nil, kind: ActivityKind? = nil,
        owner: OwnerID, options: StartOptions = StartOptions()
    ) async throws(RuntimeError) -> Outcome {
        let kind = if let kind { kind } else { try self.kind(with: Attributes.self) }
        let start = Command.Start(
            kind: kind, owner: owner, attributes: try JSONValue(encoding: attributes, as: "attributes"),
            content: try content.map { (content) throws(RuntimeError) in try ContentUpdate(encoding: content) },
            options: options)
        return try await apply(.start(start), trace: nil)
    }

    /// Sends an event to the owner of the activity's partition; otherwise like ``/LiveActivities/ActivityCommands``.
    @discardableResult
    public nonisolated(nonsending) func send<Event: Sendable>(
        _ event: Event, to id: ActivityID, eventID: EventID?, timestamp: Date?
    ) async throws(RuntimeError) -> Outcome {
        let partition = try partition(of: .id(id))
        if let outcome = try await sentHere(
            in: partition, eventID,
            { (runtime) async throws(RuntimeError) in
                try await runtime.send(event, to: id, eventID: eventID, timestamp: timestamp)
            })
        {
            return outcome
        }
        let eventID = eventID ?? .new
        let name = numbers.begin(in: partition)
        defer { numbers.end(name, in: partition) }
        var doubt: String?
        // If this node owns the activity, the event is applied without encoding it as JSON.
        if let owned = node.owned(partition) {
            do throws(RuntimeError) {
                return try await owned.runtime.send(event, to: id, eventID: eventID, timestamp: timestamp, as: name)
            } catch {
                switch error {
                case .closed, .storeUnavailable: break
                case .notDurable(let reason), .fenced(let reason): doubt = reason
                default: throw error
                }
            }
        }
        let sent = ClusterRequest.Event(
            activity: .id(id), json: try JSONText(encoding: event, as: "event").bytes, id: eventID, timestamp: timestamp)
        let request = ClusterRequest(partition: partition, .send(sent, trace: nil), as: name)
        return try outcome(try await ask(attempt(request, changes: true, doubt: doubt)), of: partition, eventID)
    }

    /// Sends an event to the owner of the activity's partition; otherwise like ``/LiveActivities/ActivityCommands``.
    @discardableResult
    public nonisolated(nonsending) func send<Event: Sendable>(
        _ events: [(ActivityID, Event)]
    ) async throws(RuntimeError) -> PublishReport {
        var sent: [JSONEvent] = []
        for (id, event) in events { sent.append(JSONEvent(try JSONText(encoding: event, as: "event"), to: .id(id))) }
        var report = PublishReport()
        for result in await send(json: sent, trace: nil) {
            switch result {
            case .success(.applied): report.applied += 1
            case .success: report.unchanged += 1
            case .failure(.engine): report.refused += 1
            case .failure(let error): throw error
            }
        }
        return report
    }

    /// Publishes an event to the owners of all partitions; otherwise like ``/LiveActivities/ActivityCommands``. After an error,
    /// repeat it with the same event id: some partitions may have applied it.
    @discardableResult
    public nonisolated(nonsending) func publish<Event: Sendable>(
        _ event: Event, to topic: Topic, eventID: EventID?, timestamp: Date?
    ) async throws(RuntimeError) -> Outcome {
        try await apply(
            .publish(topic, event: try JSONValue(encoding: event, as: "event"), id: eventID, timestamp: timestamp), trace: nil)
    }

    // MARK: - Commands as values

    /// Applies a command at the owner of its partition, or in all partitions if it has none.
    ///
    /// - Throws: ``/LiveActivityHost/RuntimeError/otherRevision(_:revision:)``, also if the command was applied and its answer
    ///   was lost.
    @discardableResult
    public nonisolated(nonsending) func apply(
        _ command: Command, ifRevision revision: UInt32?, trace: TraceContext? = nil
    ) async throws(RuntimeError) -> Outcome {
        if case .send(let activity, let event, let id, let timestamp) = command, revision == nil {
            return try await send(json: event, to: activity, eventID: id, timestamp: timestamp, trace: trace)
        }
        var command = command
        // The id makes the event repeatable.
        if command.isEvent, command.eventID == nil { command.eventID = .new }
        guard let partition = try partition(of: command) else { return try await inAllPartitions(command, trace) }
        return try await apply(command, in: partition, ifRevision: revision, trace: trace)
    }

    /// Applies a command of a sender that outlives this process, such as a database's inbox.
    ///
    /// - Parameter name: Identical for each repetition: a command that was applied under it is not applied again, and has the
    ///   same outcome.
    /// - Throws: As ``apply(_:ifRevision:trace:)``. After an error that leaves the outcome open it may be given again.
    package func apply(_ command: Command, as name: RequestName, trace: TraceContext?) async throws(RuntimeError) -> Outcome {
        guard let partition = try partition(of: command) else { return try await inAllPartitions(command, trace, as: name) }
        let body = ClusterRequest.Body.apply(command, ifRevision: nil, trace: trace)
        return try outcome(try await ask(body, in: partition, as: name), of: partition, command.eventID)
    }

    /// Where a command belongs; `nil` for all partitions.
    package func partition(of command: Command) throws(RuntimeError) -> Int? {
        switch command.target {
        case .topic, .all: nil
        case .owner(let owner): partition(of: owner)
        case .activity(let reference): try partition(of: reference)
        }
    }

    /// Sends an event to the owner of the activity's partition; otherwise like ``/LiveActivities/ActivityCommands``.
    @discardableResult
    public nonisolated(nonsending) func send(
        json event: some JSONSource, to activity: ActivityReference, eventID: EventID?, timestamp: Date?, trace: TraceContext?
    ) async throws(RuntimeError) -> Outcome {
        let partition = try partition(of: activity)
        if let outcome = try await sentHere(
            in: partition, eventID,
            { (runtime) async throws(RuntimeError) in
                try await runtime.send(json: event, to: activity, eventID: eventID, timestamp: timestamp, trace: trace)
            })
        {
            return outcome
        }
        // The id makes the event repeatable.
        let eventID = eventID ?? .new
        let sent = ClusterRequest.Event(activity: activity, json: try event.text(), id: eventID, timestamp: timestamp)
        return try outcome(try await ask(.send(sent, trace: trace), in: partition), of: partition, eventID)
    }

    /// Sends each event to the owner of its activity's partition; otherwise like ``/LiveActivities/ActivityCommands``.
    public nonisolated(nonsending) func send(
        json events: [JSONEvent], trace: TraceContext?
    ) async -> [Result<Outcome, RuntimeError>] {
        var results: [Result<Outcome, RuntimeError>?] = Array(repeating: nil, count: events.count)
        var ofPartition: [Int: [(index: Int, event: ClusterRequest.Event)]] = [:]
        for (index, event) in events.enumerated() {
            do throws(RuntimeError) {
                let sent = ClusterRequest.Event(
                    activity: event.activity, json: try event.json.text(), id: event.id ?? .new,
                    timestamp: event.timestamp)
                ofPartition[try partition(of: event.activity), default: []].append((index, sent))
            } catch { results[index] = .failure(error) }
        }
        await withTaskGroup(of: [(Int, Result<Outcome, RuntimeError>)].self) { group in
            for (partition, events) in ofPartition {
                group.addTask {
                    await EventBatches.inTurn(events) { part in await self.send(part, in: partition, trace) }
                }
            }
            for await part in group { for (index, result) in part { results[index] = result } }
        }
        return results.map {
            $0 ?? .failure(.outcomeUnknown(reason: "the owner has not answered for this event", eventID: nil))
        }
    }

    /// Sets the token at the owner of the activity's partition; otherwise like ``/LiveActivities/ActivityCommands``.
    @discardableResult
    public nonisolated(nonsending) func setPushToken(_ token: Data, for id: ActivityID) async throws(RuntimeError) -> Bool {
        try await ask(.setPushToken(token, id), in: try partition(of: .id(id))).values.flag ?? false
    }

    /// Sets the token in the partition of the owner; otherwise like ``/LiveActivities/ActivityCommands``.
    public nonisolated(nonsending) func setPushToStartToken(
        _ token: Data?, for kind: ActivityKind, owner: OwnerID
    ) async throws(RuntimeError) {
        _ = try await ask(.setPushToStartToken(token, kind, owner), in: partition(of: owner))
    }

    // MARK: - Steps of the commands

    /// Sends an event to this node's own partition without a number or an id with which it could be repeated, if the durability
    /// is relaxed. The answer then comes from memory and cannot be lost, and what the log refuses is lost with this owner's
    /// state, so that nothing is ever repeated that was applied.
    ///
    /// - Returns: `nil` if nothing was done here.
    private nonisolated(nonsending) func sentHere(
        in partition: Int, _ eventID: EventID?,
        _ send: nonisolated(nonsending) (LiveActivityRuntime) async throws(RuntimeError) -> Outcome
    ) async throws(RuntimeError) -> Outcome? {
        guard configuration.durability != .strict, let owned = node.owned(partition) else { return nil }
        do throws(RuntimeError) { return try await send(owned.runtime) } catch {
            switch error {
            case .closed, .storeUnavailable, .fenced: return nil
            // An end that uses an activity's slot up is written at once, and the log may have stored it.
            case .notDurable(let reason):
                let error = RuntimeError.outcomeUnknown(reason: reason, eventID: eventID)
                noteUnanswered(error)
                throw error
            default: throw error
            }
        }
    }

    private func apply(
        _ command: Command, in partition: Int, ifRevision revision: UInt32? = nil, trace: TraceContext?
    ) async throws(RuntimeError) -> Outcome {
        let body = ClusterRequest.Body.apply(command, ifRevision: revision, trace: trace)
        return try outcome(try await ask(body, in: partition), of: partition, command.eventID)
    }

    private func outcome(_ answer: ClusterAnswer, of partition: Int, _ eventID: EventID?) throws(RuntimeError) -> Outcome {
        guard case .outcome(let outcome) = answer else {
            throw .outcomeUnknown(
                reason: "the owner of partition \(partition) has answered without an outcome", eventID: eventID)
        }
        return outcome
    }

    /// Sends events to the owner of a partition, and repeats those that it could not carry out.
    private func send(
        _ events: [(index: Int, event: ClusterRequest.Event)], in partition: Int, _ trace: TraceContext?
    ) async -> [(Int, Result<Outcome, RuntimeError>)] {
        let name = numbers.begin(events.count, in: partition)
        defer { numbers.end(name, in: partition) }
        var waiting = events.enumerated().map { SentEvent($1.index, $1.event, number: name.number + UInt64($0)) }
        var results: [(Int, Result<Outcome, RuntimeError>)] = []
        let end = clock.instant + configuration.deadline
        while !waiting.isEmpty {
            let request = ClusterRequest(partition: partition, .sendMany(waiting.map(\.event), trace: trace), as: name)
            let attempt = attempt(request, changes: true, doubt: waiting.lazy.compactMap(\.doubt).first, until: end)
            do throws(RuntimeError) {
                let answer = try await ask(attempt)
                let outcomes = if case .outcomes(let outcomes) = answer { outcomes } else { [] as [ClusterAnswer.EventAnswer] }
                for index in waiting.indices {
                    waiting[index].take(index < outcomes.count ? outcomes[index] : .init(), doubt: attempt.doubt)
                }
            } catch {
                for index in waiting.indices { waiting[index].fail(error) }
            }
            results += waiting.compactMap { sent in sent.result.map { (sent.index, $0) } }
            waiting.removeAll { $0.result != nil }
            if !waiting.isEmpty { await clock.pause(.milliseconds(20)) }
        }
        return results
    }

    /// Applies a command in all partitions, each until it has acknowledged it or the deadline has passed.
    private func inAllPartitions(
        _ command: Command, _ trace: TraceContext?, as name: RequestName? = nil
    ) async throws(RuntimeError) -> Outcome {
        let body = ClusterRequest.Body.apply(command, ifRevision: nil, trace: trace)
        var results: [Result<Outcome, RuntimeError>] = []
        for (partition, answer) in await askAll(body, as: name).enumerated() {
            do throws(RuntimeError) {
                results.append(.success(try self.outcome(try answer.get(), of: partition, command.eventID)))
            } catch { results.append(.failure(error)) }
        }
        var report = PublishReport()
        var outcome: Outcome?
        for result in results {
            switch try result.get(beside: results, command) {
            case .published(let counts):
                report.add(counts)
                outcome = .published(report)
            // The command was repeated, and some partitions had already applied it.
            case let other: outcome = outcome ?? other
            }
        }
        return outcome ?? .applied
    }
}

/// One event of a batch that was sent, and its outcome as far as known.
private struct SentEvent {
    let index: Int
    var event: ClusterRequest.Event
    /// The reason why the event may have been applied; `nil` if it certainly was not.
    var doubt: String?
    var result: Result<Outcome, RuntimeError>?

    init(_ index: Int, _ event: ClusterRequest.Event, number: UInt64) {
        (self.index, self.event) = (index, event)
        self.event.number = number
    }

    /// Records the owner's answer; the result stays `nil` if the event must be repeated.
    ///
    /// - Parameter unanswered: The reason why an attempt before this answer may have carried the event out.
    mutating func take(_ answer: ClusterAnswer.EventAnswer, doubt unanswered: String?) {
        doubt = doubt ?? unanswered
        if let outcome = answer.outcome {
            result = .success(outcome)
            return
        }
        switch answer.error {
        case .closed, .storeUnavailable: break
        case .notDurable(let reason), .fenced(let reason), .outcomeUnknown(let reason, _): doubt = reason
        case let error?: result = .failure(error)
        case nil: result = .failure(.outcomeUnknown(reason: "the owner has not answered for this event", eventID: event.id))
        }
    }

    /// Records that the whole request was not answered.
    mutating func fail(_ error: RuntimeError) {
        switch error {
        case .outcomeUnknown(let reason, _): result = .failure(.outcomeUnknown(reason: doubt ?? reason, eventID: event.id))
        case .storeUnavailable:
            result = .failure(doubt.map { .outcomeUnknown(reason: $0, eventID: event.id) } ?? error)
        default: result = .failure(error)
        }
    }
}

extension Result<Outcome, RuntimeError> {
    /// The result of one partition for a command to all partitions. An error that means "nothing was done" holds for this
    /// partition only.
    fileprivate func get(beside others: [Self], _ command: Command) throws(RuntimeError) -> Outcome {
        do throws(RuntimeError) { return try get() } catch {
            guard case .storeUnavailable(let reason) = error else { throw error }
            let count = others.count { if case .success = $0 { true } else { false } }
            let unknown = others.contains { if case .failure(.outcomeUnknown) = $0 { true } else { false } }
            guard count > 0 || unknown else { throw error }
            throw .outcomeUnknown(
                reason: "\(count) of \(others.count) partitions have it; another: \(reason)", eventID: command.eventID)
        }
    }
}

extension Command {
    fileprivate var isEvent: Bool {
        switch self {
        case .send, .publish: true
        default: false
        }
    }
}

extension JSONSource {
    /// A copy of the JSON text, which outlives the buffer it was borrowed from.
    fileprivate func text() throws(RuntimeError) -> [UInt8] {
        do throws(EngineError) {
            return try withJSON { (json) throws(EngineError) in
                if case .text(let text) = json { Array(text) } else { JSONText(try json.parsed(as: "event")).bytes }
            }
        } catch { throw .engine(error) }
    }
}

extension EventID {
    /// Brief, so that rows do not contain it: its event is repeated soon or never. 14 bytes, which a string stores without
    /// an allocation.
    fileprivate static var new: Self {
        let count = 14
        var rest = EventNumbers.shared.next()
        let text = String(unsafeUninitializedCapacity: count) { buffer in
            buffer[0] = UInt8(ascii: "~")
            for place in 1..<count {
                let digit = UInt8(truncatingIfNeeded: rest % 36)
                buffer[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
                rest /= 36
            }
            return count
        }
        return Self(rawValue: text)
    }
}

/// Numbers that are unique across processes, because each process begins at a random one of 64 bits. A random number for each
/// event would need a system call.
private final class EventNumbers: Sendable {
    static let shared = EventNumbers()
    private let latest = Atomic(UInt64.random(in: .min ... .max))

    func next() -> UInt64 { SplitMix64.number(of: latest.wrappingAdd(SplitMix64.step, ordering: .relaxed).newValue) }
}
