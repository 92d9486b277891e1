import LiveActivities
import LiveActivityCore
import LiveActivityJSON

/// What a node asks the owner of a partition.
struct ClusterRequest: Codable, Sendable {
    var partition: Int
    var body: Body
    /// By what the owner recognises the command if it is given again; of several events, the sender of all and what is settled.
    /// `nil` for what has no number, and from earlier versions.
    var name: RequestName?

    enum Body: Codable, Sendable {
        case apply(Command, ifRevision: UInt32?, trace: TraceContext?)
        case send(Event, trace: TraceContext?)
        case sendMany([Event], trace: TraceContext?)
        case setPushToken(Data, ActivityID)
        case setPushToStartToken(Data?, ActivityKind, OwnerID)
        case resolve(ActivityReference)
        case state(ActivityID)
        case record(ActivityID)
        case owner(ActivityID)
        case kind(ActivityID)
        case running(OwnerID, ActivityKind, StartKey)
        case activities(OwnerID)
        case isPermitted(ActivityKind, OwnerID)
        case pushType(ActivityID)
        case pushToken(ActivityID)
        case pushToStartToken(ActivityKind, OwnerID)
        case list(kind: ActivityKind?, topic: Topic?)
        case topics(ActivityID)
        case companion(Data)
    }

    struct Event: Codable, Hashable, Sendable {
        var activity: ActivityReference
        /// As it came: its owner parses it.
        var json: [UInt8]
        var id: EventID?
        var timestamp: Date?
        /// The event's number in place of that of ``ClusterRequest/name``.
        var number: UInt64?
    }

    /// How large a request may be that one node sends to another.
    static let bytesMax = Frames.frameBytesMax

    func encoded() -> [UInt8] { EventMessage.encoded(self) ?? (try? WireEncoder().encode(self)) ?? [] }

    /// The request as it is sent to another node.
    ///
    /// - Throws: ``/LiveActivityCore/EngineError/refused(_:reason:)`` where it is larger than nodes send: nothing was done.
    func encodedToSend() throws(RuntimeError) -> [UInt8] {
        let bytes = encoded()
        guard bytes.count > Self.bytesMax else { return bytes }
        let reason =
            "it has \(bytes.count) bytes between nodes, more than the \(Self.bytesMax) that nodes pass on: send less at a time"
        throw .engine(.refused("", reason: reason))
    }

    init(partition: Int, _ body: Body, as name: RequestName? = nil) {
        (self.partition, self.body, self.name) = (partition, body, name)
    }

    init?(encoded bytes: [UInt8]) {
        if EventMessage.isMessage(bytes) {
            guard let request = EventMessage.decoded(bytes) else { return nil }
            self = request
            return
        }
        // What nodes have written themselves: the limits of input hold where a command enters.
        guard let request = try? WireDecoder(limits: .stored).decode(Self.self, from: bytes) else { return nil }
        self = request
    }

    /// Whether it is about how things are: only a node that may still be the owner answers it.
    var isQuery: Bool {
        switch body {
        case .apply, .send, .sendMany, .setPushToken, .setPushToStartToken: false
        default: true
        }
    }

    /// The id with which its sender can give it again; `nil` where there is none.
    var eventID: EventID? {
        switch body {
        case .apply(let command, _, _): command.eventID
        case .send(let event, _): event.id
        default: nil
        }
    }

    /// Whether it may be given again to an owner that does not know its ``name``, where nobody knows whether it was carried
    /// out: it is then recognised by the activity, or has the same result.
    var isRepeatable: Bool {
        switch body {
        case .apply(let command, let revision, _): revision == nil && command.isRepeatable
        case .send(let event, _): event.id != nil
        case .sendMany(let events, _): events.allSatisfy { $0.id != nil }
        default: true
        }
    }
}

extension Command {
    fileprivate var isRepeatable: Bool {
        switch self {
        case .start(let start): start.options.key != nil && start.options.ifRunning == .join
        case .send(_, _, let id, _), .publish(_, _, _, let id, _): id != nil
        case .update(_, _, let alert, _): alert == nil
        case .perform: false
        default: true
        }
    }
}

/// What the owner of a partition answers: one of the members, or none where there is nothing to say.
struct ClusterAnswer: Codable, Sendable {
    /// The node does not own the partition. It has done nothing.
    var isNotOwner: Bool?
    var error: RuntimeError?
    var outcome: Outcome?
    var outcomes: [EventAnswer]?
    var id: ActivityID?
    var ids: [ActivityID]?
    var state: ActivityState?
    var record: ActivityRecord?
    var name: String?
    var names: [String]?
    var flag: Bool?
    var data: Data?

    /// What came of one of several events: one of the members.
    struct EventAnswer: Codable, Sendable {
        var outcome: Outcome?
        var error: RuntimeError?
    }

    static let notOwner = Self(isNotOwner: true)
    // Nearly all answers are one of two, which are written and read once.
    private static let applied = of(.applied)
    private static let unchanged = of(.unchanged)
    private static func of(_ outcome: Outcome) -> (answer: Self, bytes: [UInt8]) {
        var answer = Self()
        answer.outcome = outcome
        return (answer, (try? WireEncoder().encode(answer)) ?? [])
    }

    init(isNotOwner: Bool? = nil) { self.isNotOwner = isNotOwner }
    init(_ error: RuntimeError) { self.error = error }

    func encoded() -> [UInt8] {
        switch outcome {
        case .applied: Self.applied.bytes
        case .unchanged: Self.unchanged.bytes
        default: (try? WireEncoder().encode(self)) ?? []
        }
    }

    init?(encoded bytes: [UInt8]) {
        for known in [Self.applied, Self.unchanged] where known.bytes == bytes {
            self = known.answer
            return
        }
        guard let answer = try? WireDecoder(limits: .stored).decode(Self.self, from: bytes) else { return nil }
        self = answer
    }
}
