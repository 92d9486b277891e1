import LiveActivities
import Synchronization

/// A partition that this node follows, so that a takeover need not read the whole log.
final class Standby: Sendable {
    private let follower: Mutex<PartitionFollower>
    private let read = Atomic<LogPosition>(0)

    init(_ log: any PartitionLog) { follower = Mutex(PartitionFollower(log)) }

    /// The position up to which the log was read.
    var position: LogPosition { read.load(ordering: .relaxed) }

    func catchUp() throws(StoreError) {
        try follower.withLock { (follower) throws(StoreError) in
            defer { read.store(follower.position, ordering: .relaxed) }
            try follower.catchUp()
        }
    }

    /// Passes the follower to a claim, which turns it into the owner.
    func claim<Value: Sendable>(_ body: (inout PartitionFollower) throws -> Value) throws -> Value {
        try follower.withLock { try body(&$0) }
    }
}
