package import LiveActivityCore
import LiveActivityHost

/// One subscriber, as one shard sees it. Touched under the shard's lock only.
final class Listener {
    /// Identifies a listener in every shard that it listens to.
    typealias ID = UInt64

    let id: ID
    let filter: ChangeFilter
    let receiver: Receiver

    init(id: ID, filter: ChangeFilter, receiver: Receiver) {
        self.id = id
        self.filter = filter
        self.receiver = receiver
    }
}

/// Where a listener's changes go.
enum Receiver: Sendable {
    /// To a task, in its own time.
    case feed(Feed<ChangeBuffer>)
    /// To a task, at most one update of each activity in an interval.
    case conflating(Feed<ChangeBuffer>, ConflatingState)
    /// To a function, at once.
    case observer(@Sendable (Change) -> Void)
    /// To a feed that makes something else of them, from the provider's own types.
    case typed(any TypedReceiver)

    func finish(_ wakeUps: inout WakeUps) {
        switch self {
        case .feed(let feed), .conflating(let feed, _): feed.finish(&wakeUps)
        case .observer: break
        case .typed(let receiver): receiver.finish(&wakeUps)
        }
    }
}

/// The updates that one shard holds back for one subscriber.
///
/// `@unchecked Sendable` because it is made before it is passed to its shard, and from then on only touched under the shard's
/// lock.
final class ConflatingState: @unchecked Sendable {
    /// Behind a pointer for the reason that ``ListenerTable`` gives.
    private struct Contents {
        var table: ConflationTable<HeldUpdate>
        var armed = Double.infinity
    }

    private let contents: UnsafeMutablePointer<Contents>
    private let count: ConflatedCount

    init(_ conflation: Conflation, _ count: ConflatedCount) {
        contents = .allocate(capacity: 1)
        contents.initialize(to: Contents(table: ConflationTable(interval: conflation.interval)))
        self.count = count
    }

    deinit {
        contents.deinitialize(count: 1)
        contents.deallocate()
    }

    var table: ConflationTable<HeldUpdate> {
        _read { yield contents.pointee.table }
        _modify { yield &contents.pointee.table }
    }

    /// The table's deadline that the shard waits for, in seconds since 2001.
    var armed: Double {
        get { contents.pointee.armed }
        set { contents.pointee.armed = newValue }
    }

    /// Makes the number of replaced updates visible to other threads.
    func publishCount() { count.set(table.replaced) }
}

/// Takes changes as the engine has them, in the provider's own types. Called under the lock of their shard.
package protocol TypedReceiver: Sendable {
    func take(_ change: borrowing PendingChange, _ wakeUps: inout WakeUps)
    /// No change follows: the activity was dismissed, or the runtime was closed.
    func finish(_ wakeUps: inout WakeUps)
}

/// Makes a value of each change that has one, and feeds it to a task, which gets the newest few.
package struct ValueReceiver<Value: Hashable & Sendable>: TypedReceiver {
    let feed: Feed<NewestBuffer<Value>>
    let value: @Sendable (borrowing PendingChange) -> Value?

    package init(feed: Feed<NewestBuffer<Value>>, value: @escaping @Sendable (borrowing PendingChange) -> Value?) {
        self.feed = feed
        self.value = value
    }

    package func take(_ change: borrowing PendingChange, _ wakeUps: inout WakeUps) {
        if let value = value(change) { feed.append(value, &wakeUps) }
    }

    package func finish(_ wakeUps: inout WakeUps) { feed.finish(&wakeUps) }
}
