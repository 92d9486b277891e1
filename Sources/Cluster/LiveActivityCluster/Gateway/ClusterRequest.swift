import LiveActivities
import LiveActivityCore
import LiveActivityJSON

/// A request that a node sends to the owner of a partition.
struct ClusterRequest: Codable, Sendable {
    var partition: Int
    var body: Body
    /// Identifies the command, so that the owner recognises a repetition. For a batch of events it has the sender and the
    /// number below which all requests are settled. `nil` for requests without a number, and from nodes of earlier versions.
    var name: RequestName?

    enum Body: Codable, Sendable {
        // Not inline: a request is copied several times on its way.
        indirect case apply(Command, ifRevision: UInt32?, trace: TraceContext?)
        indirect case send(Event, trace: TraceContext?)
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
        /// A request to the partition's service. Nodes of earlier versions read it by this name.
        case companion(Data)
        case createConsumer(ConsumerName)
        /// A request to a node's host, whichever partitions the node owns.
        case host(Data)
    }

    struct Event: Codable, Hashable, Sendable {
        var activity: ActivityReference
        /// The event's JSON as it was received; the partition's owner parses it.
        var json: [UInt8]
        var id: EventID?
        var timestamp: Date?
        /// The event's number; it replaces the number in ``ClusterRequest/name``.
        var number: UInt64?
    }

    /// The maximum size of a request between nodes, in bytes.
    static let bytesMax = Frames.frameBytesMax

    /// The encoded request.
    ///
    /// - Throws: ``/LiveActivityCore/EngineError/refused(_:reason:)`` if it exceeds the size limit;
    ///   ``/LiveActivityCore/EngineError/unencodable(what:path:reason:)`` if JSON cannot express it, such as a relevance that
    ///   is not a number. Nothing was sent.
    func encoded() throws(RuntimeError) -> [UInt8] {
        let bytes: [UInt8]
        do { bytes = try EventMessage.encoded(self) ?? WireEncoder().encode(self) } catch {
            throw .engine(EngineError(error, writing: "command"))
        }
        guard bytes.count > Self.bytesMax else { return bytes }
        let reason =
            "it has \(bytes.count) bytes between nodes, more than the \(Self.bytesMax) that nodes pass on: send less at a time"
        throw .engine(.refused("", reason: reason))
    }

    init(partition: Int, _ body: Body, as name: RequestName? = nil) {
        (self.partition, self.body, self.name) = (partition, body, name)
    }

    init?(encoded bytes: [UInt8]) {
        var sender = ""
        self.init(encoded: bytes, after: &sender)
    }

    /// - Parameter sender: The sender of the request before, whose name is used again if it is the same; changes to this one's.
    init?(encoded bytes: [UInt8], after sender: inout String) {
        if EventMessage.isMessage(bytes) {
            guard let request = EventMessage.decoded(bytes, after: sender) else { return nil }
            if let name = request.name { sender = name.sender }
            self = request
            return
        }
        // Written by another node: the limits of input were checked when the command arrived.
        guard let request = try? WireDecoder(limits: .stored).decode(Self.self, from: bytes) else { return nil }
        self = request
    }

    /// Whether the request only reads. A node answers reads only while it is sure to be the owner.
    var isQuery: Bool {
        switch body {
        case .apply, .send, .sendMany, .setPushToken, .setPushToStartToken, .createConsumer, .host: false
        default: true
        }
    }

    /// The id under which the client can repeat the event; `nil` for other requests.
    var eventID: EventID? {
        switch body {
        case .apply(let command, _, _): command.eventID
        case .send(let event, _): event.id
        default: nil
        }
    }

    /// Whether the request may be repeated although its outcome is unknown and the owner does not recognise its ``name``: the
    /// activity then detects the repetition, or it has the same result.
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
