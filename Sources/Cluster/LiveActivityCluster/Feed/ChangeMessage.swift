import LiveActivityCore
import LiveActivityJSON

/// A message with changes of one partition, in order, which its owner sends to all nodes.
struct ChangeMessage: Codable, Sendable {
    /// The maximum number of changes in a message, so that it stays below ``LogMessage/bytesMax``: a change has at most a few
    /// kilobytes.
    static let countMax = 64

    var partition: Int
    var changes: [Change]
    /// The topics of the activities, for those that follow any.
    var topics: [Topics]

    struct Topics: Codable, Sendable {
        var activity: ActivityID
        var topics: [Topic]
    }

    func encoded() -> [UInt8] { (try? WireEncoder().encode(self)) ?? [] }

    /// The encoded message; several messages with a part of the changes each if it exceeds the transport's limit.
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
