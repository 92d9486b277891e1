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

    /// The message, or several with some of its changes each, where it is larger than a transport's messages.
    func encoded(max: Int) -> [[UInt8]] {
        let bytes = encoded()
        guard bytes.count > max, changes.count > 1 else { return [bytes] }
        let half = changes.count / 2
        return [changes.prefix(half), changes.dropFirst(half)].flatMap { changes in
            let activities = Set(changes.map(\.activity))
            return ChangeMessage(
                partition: partition, changes: Array(changes), topics: topics.filter { activities.contains($0.activity) }
            ).encoded(max: max)
        }
    }

    init(partition: Int, changes: [Change], topics: [Topics]) {
        (self.partition, self.changes, self.topics) = (partition, changes, topics)
    }

    init?(encoded bytes: [UInt8]) {
        guard let message = try? WireDecoder(limits: .stored).decode(Self.self, from: bytes) else { return nil }
        self = message
    }
}
