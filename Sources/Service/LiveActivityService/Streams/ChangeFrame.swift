#if Service
import LiveActivityCore
import NIOCore
import Synchronization

/// A client's position in the stream: the epoch, which grows with each opening of the store and each reset, and the position
/// of a change.
///
/// As text it is `<epoch>-<shard>-<sequence>`, the id of a stream's event.
struct StreamPosition: Hashable, Sendable, LosslessStringConvertible {
    var epoch: UInt64
    var shard: Int
    var sequence: UInt64

    init(epoch: UInt64, shard: Int, sequence: UInt64) {
        self.epoch = epoch
        self.shard = shard
        self.sequence = sequence
    }

    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let epoch = UInt64(parts[0]), let shard = Int(parts[1]), shard >= 0,
            let sequence = UInt64(parts[2])
        else { return nil }
        self.init(epoch: epoch, shard: shard, sequence: sequence)
    }

    var description: String { "\(epoch)-\(shard)-\(sequence)" }
}

/// A change as an event of a stream. It is encoded once, when a reader first needs it, and shared by all; once more for those
/// with a link.
final class ChangeFrame: Sendable {
    let change: Change
    /// The topics of its activity, if the change came with them.
    let topics: [Topic]?
    let position: StreamPosition
    private let text = Mutex<(whole: ByteBuffer?, forLinks: ByteBuffer?)>((nil, nil))

    init(_ change: Change, topics: [Topic]? = nil, epoch: UInt64) {
        (self.change, self.topics) = (change, topics)
        position = StreamPosition(epoch: epoch, shard: change.activity.shard, sequence: change.sequence)
    }

    /// The encoded lines of the event.
    ///
    /// - Parameter forLinks: Whether the reader has a shared link (``LinkedJSON``).
    func buffer(forLinks: Bool) -> ByteBuffer {
        text.withLock { text in
            if let text = forLinks ? text.forLinks : text.whole { return text }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(512)
            bytes.append(contentsOf: "id: \(position)\nevent: change\ndata: ".utf8)
            // Encoded JSON contains no line breaks, so it fits a single `data` line. A change that cannot be encoded is sent as
            // an empty object.
            if (try? write(into: &bytes, forLinks: forLinks)) == nil { bytes.append(contentsOf: "{}".utf8) }
            bytes.append(contentsOf: "\n\n".utf8)
            let buffer = ByteBuffer(bytes: bytes)
            if forLinks { text.forLinks = buffer } else { text.whole = buffer }
            return buffer
        }
    }

    private func write(into bytes: inout [UInt8], forLinks: Bool) throws {
        guard forLinks else { return try change.write(into: &bytes, with: WireEncoder()) }
        var json: [UInt8] = []
        try change.write(into: &json, with: WireEncoder())
        bytes += try LinkedJSON.text(of: json)
    }

    var isUpdate: Bool { if case .updated = change.what { true } else { false } }
}

extension ChangeFrame: Hashable {
    static func == (left: ChangeFrame, right: ChangeFrame) -> Bool {
        left.position == right.position && left.change == right.change && left.topics == right.topics
    }
    func hash(into hasher: inout Hasher) { hasher.combine(position) }
}

/// Selects the changes of a stream.
struct StreamFilter: Hashable, Sendable {
    var activity: ActivityID?
    var owner: OwnerID?
    var kind: ActivityKind?
    var topic: Topic?

    /// Whether the stream selects a change, topics not considered.
    func matches(_ change: Change) -> Bool {
        if let activity, activity != change.activity { return false }
        if let owner, owner != change.owner { return false }
        if let kind, kind != change.kind { return false }
        return true
    }
}
#endif
