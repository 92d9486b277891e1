#if Service
import Hummingbird
import NIOCore
import Synchronization

/// Stores the responses to requests with an `Idempotency-Key`, so that a repeated request gets the same response.
///
/// It holds the newest keys of this process, as far as their responses fit into its memory limit. The runtime recognises older
/// repetitions by the event id or start key that was derived from the key.
final class IdempotencyCache: Sendable {
    struct Key: Hashable, Sendable {
        var caller: String
        var route: String
        var key: String
    }

    enum Begun {
        /// The key is new: carry out the request, then call ``end(_:_:)``.
        case new
        /// The response to the first request.
        case known(Response)
        /// The first request is still in progress.
        case underWay
        /// The first request had another body.
        case otherBody
    }

    private struct Entry {
        /// The sequence number of this use. A key that is released and used again gets a new one.
        var number: Int
        var hash: Int
        var answer: Response?
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        /// The newest uses, as a ring: a use is at its number modulo the capacity.
        var order: [Key] = []
        var uses = 0
        /// The total size of all stored responses.
        var bytes = 0
        /// The number of the oldest use whose response may still be stored.
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

    /// - Parameter answer: The response with its whole body; `nil` if the request had no effect, so that the key may be used
    ///   again.
    func end(_ key: Key, _ answer: Response?) {
        state.withLock { state in
            guard let answer, state.entries[key] != nil else { return state.forget(key) }
            state.entries[key]?.answer = answer
            state.bytes += answer.body.contentLength ?? 0
            // Drops the oldest responses, mostly those to large batches. The runtime recognises these repetitions by their
            // event ids.
            while state.bytes > bytesMax, state.oldest < state.uses {
                let name = state.order[state.oldest % capacity]
                if let entry = state.entries[name], entry.number == state.oldest, entry.answer != nil { state.forget(name) }
                state.oldest += 1
            }
        }
    }
}
#endif
