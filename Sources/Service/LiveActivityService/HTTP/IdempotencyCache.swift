#if Service
import Hummingbird
import NIOCore
import Synchronization

/// Remembers the answers to requests that came with an `Idempotency-Key`, so that a repeated one gets the same answer.
///
/// It holds the newest keys of this process, as far as their answers fit into its memory limit. The runtime recognises older
/// repetitions by the event id or the start key that was made from the key.
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
        case known(Response)
        /// The first request is still under way.
        case underWay
        /// The first request had another body.
        case otherBody
    }

    private struct Entry {
        /// Which of all uses this is: a key that may be used again comes into the order a second time.
        var number: Int
        var hash: Int
        var answer: Response?
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        /// The newest uses; the one with a number is at its remainder by the capacity.
        var order: [Key] = []
        var uses = 0
        /// Of all answers together.
        var bytes = 0
        /// The number of the oldest use whose answer may still be known.
        var oldest = 0

        mutating func forget(_ key: Key) {
            guard let entry = entries.removeValue(forKey: key) else { return }
            bytes -= entry.answer?.body.contentLength ?? 0
        }
    }

    private let capacity: Int
    private let bytesMax: Int
    private let state = Mutex(State())

    init(capacity: Int = 16_384, bytesMax: Int = 64 << 20) {
        self.capacity = capacity
        self.bytesMax = bytesMax
    }

    func begin(_ key: Key, hash: Int) -> Begun {
        state.withLock { state in
            if let entry = state.entries[key] {
                if entry.hash != hash { return .otherBody }
                guard let answer = entry.answer else { return .underWay }
                return .known(answer)
            }
            state.entries[key] = Entry(number: state.uses, hash: hash)
            if state.order.count < capacity {
                state.order.append(key)
            } else {
                let place = state.uses % capacity
                let oldest = state.order[place]
                if state.entries[oldest]?.number == state.uses - capacity { state.forget(oldest) }
                state.order[place] = key
                state.oldest = max(state.oldest, state.uses - capacity + 1)
            }
            state.uses += 1
            return .new
        }
    }

    /// - Parameter answer: With its whole body; `nil` if nothing was done: the key may be used again.
    func end(_ key: Key, _ answer: Response?) {
        state.withLock { state in
            guard let answer, state.entries[key] != nil else { return state.forget(key) }
            state.entries[key]?.answer = answer
            state.bytes += answer.body.contentLength ?? 0
            // The answers to large batches: the runtime recognises dropped ones by the ids of their events.
            while state.bytes > bytesMax, state.oldest < state.uses {
                let name = state.order[state.oldest % capacity]
                if let entry = state.entries[name], entry.number == state.oldest, entry.answer != nil { state.forget(name) }
                state.oldest += 1
            }
        }
    }
}
#endif
