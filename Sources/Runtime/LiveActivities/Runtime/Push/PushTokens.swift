import LiveActivityCore
import LiveActivityHost
import Synchronization

/// The push types of a runtime's activities, and their tokens. Pushes themselves are sent by a push adapter.
final class PushTokens: Sendable {
    struct State {
        /// The entries of activities that were started with a push type, until they are dismissed.
        var entries: [ActivityID: Entry] = [:]
        var startTokens: [StartTokenRecord.Key: Data] = [:]
        var startTokenFeeds: [StartTokenRecord.Key: [UInt64: TokenFeed]] = [:]
        var feedsEver: UInt64 = 0
    }

    struct Entry {
        var type: PushType?
        var token: Data?
        var feeds: [UInt64: TokenFeed] = [:]
    }

    typealias TokenFeed = Feed<NewestBuffer<Data>>

    let state = Mutex(State())

    /// Whether no activity has a push type.
    var isEmpty: Bool { state.withLock { $0.entries.isEmpty } }

    /// The stored form of one activity's push type and token.
    func stored(of id: ActivityID) -> StoredPushes? {
        state.withLock { $0.entries[id].map { StoredPushes(type: $0.type, token: $0.token) } }
    }
}
