import LiveActivityCore
import LiveActivityJSON

/// Changes of one partition on their way to all nodes, in their order.
struct ChangeMessage: Codable, Sendable {
    /// So that a message stays below ``LogMessage/bytesMax``: a change has at most a few kilobytes.
    static let countMax = 64

    var partition: Int
    var changes: [Change]
    /// The topics that an activity follows, where it follows any.
    var topics: [Topics]

    struct Topics: Codable, Sendable {
        var activity: ActivityID
        var topics: [Topic]
    }

    func encoded() -> [UInt8] { (try? WireEncoder().encode(self)) ?? [] }

    init(partition: Int, changes: [Change], topics: [Topics]) {
        (self.partition, self.changes, self.topics) = (partition, changes, topics)
    }

    init?(encoded bytes: [UInt8]) {
        guard let message = try? WireDecoder(limits: .stored).decode(Self.self, from: bytes) else { return nil }
        self = message
    }
}
