package import LiveActivityCore
import LiveActivityHost

/// One shard's view of one subscriber. Accessed only under the shard's lock.
final class Listener {
    /// Identifies a listener in all shards in which it is registered.
    typealias ID = UInt64

    let id: ID
    let filter: ChangeFilter
    let receiver: Receiver
    /// The state of a ``Receiver/conflating(_:)``, beside it because reading the enumeration copies it for every change.
    let conflating: ConflatingState?

    init(id: ID, filter: ChangeFilter, receiver: Receiver) {
        self.id = id
        self.filter = filter
        self.receiver = receiver
        conflating = if case .conflating(let state) = receiver { state } else { nil }
    }
}

/// The destination of a listener's changes.
enum Receiver: Sendable {
    /// A task, which reads at its own pace.
    case feed(Feed<ChangeBuffer>)
    /// A task, which gets at most one update of each activity per interval.
    case conflating(ConflatingState)
    /// A function, called immediately.
    case observer(@Sendable (Change) -> Void)
    // Not inline: with an existential value inside, the enumeration would be copied for every change.
    /// A feed that converts changes from the provider's own types.
    indirect case typed(any TypedReceiver)

    func finish(_ wakeUps: inout WakeUps) {
        switch self {
        case .feed(let feed): feed.finish(&wakeUps)
        case .conflating(let state): state.feed.finish(&wakeUps)
        case .observer: break
        case .typed(let receiver): receiver.finish(&wakeUps)
        }
    }

    func abandon(_ wakeUps: inout WakeUps) {
        if case .typed(let receiver) = self { receiver.abandon(&wakeUps) } else { finish(&wakeUps) }
    }
}

/// The updates that one shard holds back for one subscriber.
///
/// `@unchecked Sendable` because it is created before it is passed to its shard, and afterwards accessed only under the shard's
/// lock.
final class ConflatingState: @unchecked Sendable {
    /// Behind a pointer for the reason given in ``ListenerTable``.
    private struct Contents {
        var table: ConflationTable<HeldUpdate>
        var armed = Double.infinity
    }

    private let contents: UnsafeMutablePointer<Contents>
    private let count: ConflatedCount
    let feed: Feed<ChangeBuffer>

    init(_ conflation: Conflation, _ count: ConflatedCount, _ feed: Feed<ChangeBuffer>) {
        contents = .allocate(capacity: 1)
        contents.initialize(to: Contents(table: ConflationTable(interval: conflation.interval)))
        self.count = count
        self.feed = feed
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

/// Receives changes with content in the provider's own types. Called under the lock of their shard.
package protocol TypedReceiver: Sendable {
    func take(_ change: borrowing PendingChange, _ wakeUps: inout WakeUps)
    /// Ends the reception: the activity was dismissed, or the runtime was closed.
    func finish(_ wakeUps: inout WakeUps)
    /// Ends the reception without a dismissal: a snapshot without the activity has replaced the state.
    func abandon(_ wakeUps: inout WakeUps)
}

extension TypedReceiver {
    package func abandon(_ wakeUps: inout WakeUps) { finish(&wakeUps) }
}

/// Converts each change to a value, if it has one, and feeds it to a task, which gets the newest few.
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
