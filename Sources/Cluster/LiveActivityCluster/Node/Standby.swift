import LiveActivities
import Synchronization

/// A partition that this node follows, so that it can take it over without reading its whole log.
final class Standby: Sendable {
    private let follower: Mutex<PartitionFollower>
    private let read = Atomic<LogPosition>(0)

    init(_ log: any PartitionLog) { follower = Mutex(PartitionFollower(log)) }

    /// How far the log was read.
    var position: LogPosition { read.load(ordering: .relaxed) }

    func catchUp() throws(StoreError) {
        try follower.withLock { (follower) throws(StoreError) in
            defer { read.store(follower.position, ordering: .relaxed) }
            try follower.catchUp()
        }
    }

    /// Makes the follower the owner.
    func claim<Value: Sendable>(_ body: (inout PartitionFollower) throws -> Value) throws -> Value {
        try follower.withLock { try body(&$0) }
    }
}
