#if Service
import Hummingbird
import NIOCore
import Synchronization

/// Remembers the answers to requests that came with an `Idempotency-Key`, so that a repeated one gets the same answer.
///
/// It holds the newest keys of this process. The runtime recognises older repetitions by the event id or the start key that the key became.
final class IdempotencyCache: Sendable {
    struct Key: Hashable, Sendable {
        var caller: String
        var route: String
        var key: String
    }

    enum Begun {
        /// Nobody has used the key: carry out, then call ``end(_:_:)``.
        case new
        /// The answer of the first request.
        case known(status: Int, body: [UInt8], etag: String?)
        /// The first request is still under way.
        case underWay
        /// The first request had another body.
        case otherBody
    }

    private struct Entry {
        var hash: Int
        var answer: (status: Int, body: [UInt8], etag: String?)?
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var order: [Key] = []
        var oldest = 0
    }

    private let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int = 16_384) { self.capacity = capacity }

    func begin(_ key: Key, hash: Int) -> Begun {
        state.withLock { state in
            if let entry = state.entries[key] {
                if entry.hash != hash { return .otherBody }
                guard let answer = entry.answer else { return .underWay }
                return .known(status: answer.status, body: answer.body, etag: answer.etag)
            }
            state.entries[key] = Entry(hash: hash)
            if state.order.count < capacity {
                state.order.append(key)
            } else {
                state.entries[state.order[state.oldest]] = nil
                state.order[state.oldest] = key
                state.oldest = (state.oldest + 1) % capacity
            }
            return .new
        }
    }

    /// - Parameter answer: `nil` if nothing was done: the key may be used again.
    func end(_ key: Key, _ answer: (status: Int, body: [UInt8], etag: String?)?) {
        state.withLock { state in
            if let answer { state.entries[key]?.answer = answer } else { state.entries[key] = nil }
        }
    }
}
#endif
