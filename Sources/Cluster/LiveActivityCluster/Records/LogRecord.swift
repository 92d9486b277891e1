public import LiveActivityCore

/// The name of a node of the cluster.
public struct NodeName: Name {
    public let rawValue: String
    @inlinable public init(rawValue: String) { self.rawValue = rawValue }
}

/// That a node owns a partition from here on: no former owner can append any more.
public struct PartitionClaim: Codable, Hashable, Sendable {
    /// Counts the owners of the partition, from 1.
    public var epoch: UInt64
    /// Who owns it.
    public var node: NodeName
    /// Where other nodes reach it. Means something only to them.
    public var address: String

    /// Creates a claim.
    public init(epoch: UInt64, node: NodeName, address: String) {
        self.epoch = epoch
        self.node = node
        self.address = address
    }
}

/// The contents of one message in a partition's log.
struct LogRecord: Hashable, Sendable {
    /// The version of this format. A reader refuses a later one.
    static let currentVersion = 2

    /// The first version whose readers understand this record.
    var version = 1
    /// Of the owner that has written it.
    var epoch: UInt64
    var body: Body

    enum Body: Hashable, Sendable {
        /// ``PartitionClaim/epoch`` is the record's.
        case claim(PartitionClaim)
        /// A part of what has changed.
        case batch(Part)
        /// A part of the whole state.
        case snapshot(Part, SnapshotHeader)
        /// The owner writes no more. Another node, if it knows which, is to claim the partition.
        case release(to: NodeName?)
    }

    /// A piece of an encoded `StoreBatch`: most are in one piece. A batch counts when its last piece is in the log.
    struct Part: Hashable, Sendable {
        /// Counts the batches of one owner, so that pieces of two are never put together.
        var number: UInt64
        var index: Int
        var count: Int
        var bytes: [UInt8]
    }

    /// Of which state a snapshot is a part.
    struct SnapshotHeader: Codable, Hashable, Sendable {
        /// Counts the snapshots of one owner.
        var number: UInt64
        /// It has the state after the message at this position.
        var through: LogPosition
        /// The partition's owner at that position; `nil` before the first claim.
        var claim: PartitionClaim?
        /// Whether the owner had released it there.
        var isReleased: Bool
        /// Whether it is the batch with which the snapshot is complete.
        var isLast: Bool
    }
}
