import LiveActivityCore
import Synchronization

/// Passes notices that belong to no change to all subscribers.
///
/// Its lock may be taken under a shard's lock, never the other way round.
final class NoticeBoard: Sendable {
    private let feeds = Mutex<[UInt64: Feed<NoticeBuffer>]>([:])
    private let hasFeeds = Atomic(false)
    private let reportedMembers = Mutex(UnknownMemberMemory())

    init() {}

    func add(_ id: UInt64, _ feed: Feed<NoticeBuffer>) {
        feeds.withLock {
            $0[id] = feed
            hasFeeds.store(true, ordering: .relaxed)
        }
    }

    func remove(_ id: UInt64) {
        feeds.withLock {
            $0[id] = nil
            hasFeeds.store(!$0.isEmpty, ordering: .relaxed)
        }
    }

    func post(_ notice: RuntimeNotice, _ wakeUps: inout WakeUps) {
        guard hasFeeds.load(ordering: .relaxed) else { return }
        let feeds = feeds.withLock { Array($0.values) }
        for feed in feeds { feed.append(notice, &wakeUps) }
    }

    /// Called without holding a lock.
    func post(_ notice: RuntimeNotice) {
        var wakeUps = WakeUps()
        post(notice, &wakeUps)
        wakeUps.callIfAny()
    }

    /// Posts a notice of an unknown member, once for each member.
    func post(_ member: UnknownMember, _ wakeUps: inout WakeUps) {
        guard hasFeeds.load(ordering: .relaxed), reportedMembers.withLock({ $0.admit(member) }) else { return }
        post(.unknownMember(member), &wakeUps)
    }

    /// Under no lock.
    func post(_ member: UnknownMember) {
        var wakeUps = WakeUps()
        post(member, &wakeUps)
        wakeUps.callIfAny()
    }

    func finish() {
        let feeds = feeds.withLock { Array($0.values) }
        for feed in feeds { feed.finish() }
    }
}

/// Notices that wait for a subscriber: the newest thousand.
struct NoticeBuffer: FeedBuffer {
    static let limit = 1_000
    private var waiting: [RuntimeNotice] = []
    private(set) var missed = 0

    var isEmpty: Bool { waiting.isEmpty }

    mutating func append(_ notice: RuntimeNotice) {
        waiting.append(notice)
        guard waiting.count > Self.limit else { return }
        waiting.removeFirst()
        missed += 1
    }

    mutating func popFirst() -> RuntimeNotice? { waiting.isEmpty ? nil : waiting.removeFirst() }

    mutating func removeAll() { waiting = [] }
}

/// Converts the reports among a runtime's changes to notices.
struct NoticeReceiver: TypedReceiver {
    let feed: Feed<NoticeBuffer>

    func take(_ change: borrowing PendingChange, _ wakeUps: inout WakeUps) {
        if let notice = RuntimeNotice(change) { feed.append(notice, &wakeUps) }
    }

    // Does nothing: other shards may still report something when one is closed. Closing the runtime ends the sequence.
    func finish(_ wakeUps: inout WakeUps) {}
}
