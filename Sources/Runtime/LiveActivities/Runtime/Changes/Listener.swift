package import LiveActivityCore

/// One subscriber, as one shard sees it. Touched under the shard's lock only.
final class Listener {
    /// Identifies a listener in every shard that it listens to.
    typealias ID = UInt64

    let id: ID
    let filter: ChangeFilter
    let receiver: Receiver
    var conflator: Conflator?
    /// The conflator's deadline that the table waits for.
    var armed: Date?

    init(id: ID, filter: ChangeFilter, receiver: Receiver, conflation: Conflation?) {
        self.id = id
        self.filter = filter
        self.receiver = receiver
        conflator = conflation.map { Conflator(interval: $0.interval) }
    }
}

/// Where a listener's changes go.
enum Receiver: Sendable {
    /// To a task, in its own time.
    case feed(Feed<ChangeBuffer>)
    /// To a function, at once.
    case observer(@Sendable (Change) -> Void)
    /// To a feed that makes something else of them, from the provider's own types.
    case typed(any TypedReceiver)

    func take(_ change: Change, _ wakeUps: inout WakeUps) {
        switch self {
        case .feed(let feed): feed.append(change, &wakeUps)
        case .observer(let observer): observer(change)
        case .typed: break
        }
    }

    func finish(_ wakeUps: inout WakeUps) {
        switch self {
        case .feed(let feed): feed.finish(&wakeUps)
        case .observer: break
        case .typed(let receiver): receiver.finish(&wakeUps)
        }
    }
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

/// The listeners of one shard, found by what they listen to.
struct ListenerTable {
    private var ofActivity: [ActivityID: [Listener]] = [:]
    private var ofOwner: [OwnerID: [Listener]] = [:]
    private var ofAll: [Listener] = []
    private var conflating: [Listener.ID: Listener] = [:]
    private var deadlines = Heap<Deadline>()

    private struct Deadline: Comparable {
        var date: Date
        var listener: Listener.ID

        static func < (left: Self, right: Self) -> Bool {
            left.date < right.date || (left.date == right.date && left.listener < right.listener)
        }
    }

    private(set) var isEmpty = true

    // MARK: - Listeners

    mutating func insert(_ listener: Listener) {
        if let activity = listener.filter.activity {
            ofActivity[activity, default: []].append(listener)
        } else if let owner = listener.filter.owner {
            ofOwner[owner, default: []].append(listener)
        } else {
            ofAll.append(listener)
        }
        if listener.conflator != nil { conflating[listener.id] = listener }
        isEmpty = false
    }

    mutating func remove(_ id: Listener.ID, _ filter: ChangeFilter) {
        if let activity = filter.activity {
            ofActivity[activity]?.removeAll { $0.id == id }
            if ofActivity[activity]?.isEmpty == true { ofActivity[activity] = nil }
        } else if let owner = filter.owner {
            ofOwner[owner]?.removeAll { $0.id == id }
            if ofOwner[owner]?.isEmpty == true { ofOwner[owner] = nil }
        } else {
            ofAll.removeAll { $0.id == id }
        }
        conflating[id] = nil
        isEmpty = ofActivity.isEmpty && ofOwner.isEmpty && ofAll.isEmpty
    }

    // MARK: - Changes

    mutating func deliver(_ pending: borrowing PendingChange, at now: Date, _ wakeUps: inout WakeUps) {
        // Made for the first listener that needs it, and the same for all.
        var change: Change?
        deliver(pending, &change, to: ofAll, at: now, &wakeUps)
        if !ofOwner.isEmpty, let listeners = ofOwner[pending.owner] {
            deliver(pending, &change, to: listeners, at: now, &wakeUps)
        }
        if !ofActivity.isEmpty, let listeners = ofActivity[pending.activity] {
            deliver(pending, &change, to: listeners, at: now, &wakeUps)
            if case .dismissed = pending.what {
                // No change of this activity follows.
                for listener in listeners {
                    listener.receiver.finish(&wakeUps)
                    remove(listener.id, listener.filter)
                }
            }
        }
    }

    private mutating func deliver(
        _ pending: borrowing PendingChange, _ change: inout Change?, to listeners: [Listener], at now: Date,
        _ wakeUps: inout WakeUps
    ) {
        for listener in listeners where listener.filter.matches(pending) {
            if case .typed(let receiver) = listener.receiver {
                receiver.take(pending, &wakeUps)
                continue
            }
            let made = change ?? pending.lasting()
            change = made
            guard listener.conflator != nil else {
                listener.receiver.take(made, &wakeUps)
                continue
            }
            for due in listener.conflator?.offer(made, at: now) ?? [] { listener.receiver.take(due, &wakeUps) }
            arm(listener)
        }
    }

    // MARK: - Time

    /// When a change that a conflator holds back is due. It may have been passed on before.
    var nextDeadline: Date? { deadlines.least?.date }

    mutating func advance(to now: Date, _ wakeUps: inout WakeUps) {
        while let due = deadlines.least, due.date <= now {
            deadlines.removeLeast()
            guard let listener = conflating[due.listener], listener.armed == due.date else { continue }
            listener.armed = nil
            for going in listener.conflator?.advance(to: now) ?? [] { listener.receiver.take(going, &wakeUps) }
            arm(listener)
        }
    }

    private mutating func arm(_ listener: Listener) {
        guard let deadline = listener.conflator?.nextDeadline, deadline < listener.armed ?? .distantFuture else { return }
        listener.armed = deadline
        deadlines.insert(Deadline(date: deadline, listener: listener.id))
    }

    /// Passes on what conflators hold back, and finishes every listener.
    mutating func finish(_ wakeUps: inout WakeUps) {
        let all = ofAll + ofOwner.values.joined() + ofActivity.values.joined()
        for listener in all {
            for held in listener.conflator?.flush() ?? [] { listener.receiver.take(held, &wakeUps) }
            listener.receiver.finish(&wakeUps)
        }
        self = ListenerTable()
    }
}

extension PendingChange {
    /// The change as a value that lasts; without its content where that cannot be written, which only an engine without the
    /// size check lets pass.
    func lasting() -> Change {
        do { return try change() } catch {
            return Change(
                sequence: sequence, at: at, activity: activity, kind: kind, owner: owner, revision: revision, state: state,
                what: what)
        }
    }
}
