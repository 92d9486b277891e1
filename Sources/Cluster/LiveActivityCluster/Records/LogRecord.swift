public import LiveActivityCore

/// The name of a node of the cluster.
public struct NodeName: Name {
    public let rawValue: String
    @inlinable public init(rawValue: String) { self.rawValue = rawValue }
}

/// Records that a node owns a partition from here on; no former owner can append any more.
public struct PartitionClaim: Codable, Hashable, Sendable {
    /// Counts the owners of the partition, from 1.
    public var epoch: UInt64
    /// The name of the owner.
    public var node: NodeName
    /// The address at which other nodes reach the owner; its format is the transport's.
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
    /// The epoch of the owner that has written it.
    var epoch: UInt64
    var body: Body

    enum Body: Hashable, Sendable {
        /// The claim; its ``PartitionClaim/epoch`` is the record's.
        case claim(PartitionClaim)
        /// A part of a batch of changes.
        case batch(Part)
        /// A part of the whole state.
        case snapshot(Part, SnapshotHeader)
        /// The owner writes no more. Another node, named if the owner knows it, should claim the partition.
        case release(to: NodeName?)
    }

    /// A piece of an encoded `StoreBatch`; most batches are in one piece. A batch takes effect when its last piece is in the
    /// log.
    struct Part: Hashable, Sendable {
        /// Counts the batches of one owner, so that pieces of different batches are never combined.
        var number: UInt64
        var index: Int
        var count: Int
        /// A part of a larger array: the whole batch, or the message from which it was read.
        var bytes: ArraySlice<UInt8>
    }

    /// Identifies the state of which a snapshot's piece is a part.
    struct SnapshotHeader: Codable, Hashable, Sendable {
        /// Counts the snapshots of one owner.
        var number: UInt64
        /// The position up to which the snapshot includes every message.
        var through: LogPosition
        /// The partition's owner at that position; `nil` before the first claim.
        var claim: PartitionClaim?
        /// Whether the owner had released it at that position.
        var isReleased: Bool
        /// Whether this batch completes the snapshot.
        var isLast: Bool
    }
}
