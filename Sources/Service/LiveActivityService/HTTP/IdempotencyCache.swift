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
        /// Which of all uses this is: a key that may be used again comes into the order a second time.
        var number: Int
        var hash: Int
        var answer: (status: Int, body: [UInt8], etag: String?)?
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        /// The newest uses; the one with a number is at its remainder by the capacity.
        var order: [Key] = []
        var uses = 0
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
            state.entries[key] = Entry(number: state.uses, hash: hash)
            if state.order.count < capacity {
                state.order.append(key)
            } else {
                let place = state.uses % capacity
                let oldest = state.order[place]
                if state.entries[oldest]?.number == state.uses - capacity { state.entries[oldest] = nil }
                state.order[place] = key
            }
            state.uses += 1
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
