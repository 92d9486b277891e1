#if Service
import NIOCore
import NIOHTTP1

/// The requests of one connection, some of which are answered directly, on its event loop; all others are passed on.
///
/// Responses have the order of their requests: a request is answered directly only if every earlier one has its response, and
/// later requests wait for its response.
struct DirectRequests {
    enum Step {
        /// The part is kept.
        case nothing
        /// The part is passed on.
        case pass(HTTPServerRequestPart)
        /// A request is complete, and is answered or taken back (``handOver()``).
        case answer(HTTPRequestHead, ByteBuffer)
    }

    private enum State {
        /// No direct request is in progress.
        case idle
        case receiving(HTTPRequestHead, ByteBuffer)
        case answering(HTTPRequestHead, ByteBuffer)
    }

    private let takes: (HTTPRequestHead) -> Bool
    private var state = State.idle
    /// The number of requests that were passed on and have no complete response.
    private var passed = 0
    /// The parts of the requests after the one being answered.
    private var waiting: ArraySlice<HTTPServerRequestPart> = []

    /// - Parameter takes: Whether a request can be answered directly. Its body is kept in memory until it is complete.
    init(_ takes: @escaping (HTTPRequestHead) -> Bool) { self.takes = takes }

    /// Whether no more may be read: the waiting parts are not bounded otherwise.
    var isFull: Bool { !waiting.isEmpty }

    mutating func receive(_ part: HTTPServerRequestPart) -> Step {
        switch (state, part) {
        case (.answering, _):
            waiting.append(part)
            return .nothing
        case (.receiving(let head, var body), .body(let more)):
            state = .idle
            body.writeImmutableBuffer(more)
            state = .receiving(head, body)
            return .nothing
        case (.receiving(let head, let body), _):
            state = .answering(head, body)
            return .answer(head, body)
        case (.idle, .head(let head)):
            if passed == 0, takes(head) {
                state = .receiving(head, ByteBuffer())
                return .nothing
            }
            passed += 1
            return .pass(part)
        case (.idle, _): return .pass(part)
        }
    }

    /// Takes back what was kept of a request, so that it is passed on after all; empty if none is in progress.
    mutating func handOver() -> [HTTPServerRequestPart] {
        defer { state = .idle }
        switch state {
        case .idle: return []
        case .receiving(let head, let body):
            passed += 1
            return [.head(head), .body(body)]
        case .answering(let head, let body):
            passed += 1
            return [.head(head), .body(body), .end(nil)]
        }
    }

    /// A request that was passed on has its complete response.
    mutating func endPassed() { passed -= 1 }

    /// The request that is being answered has its response.
    mutating func endAnswer() { state = .idle }

    /// The next part that waited, if it may be received now.
    mutating func next() -> HTTPServerRequestPart? {
        if case .answering = state { return nil }
        let next = waiting.popFirst()
        // A slice keeps the memory of the parts before it.
        if waiting.isEmpty { waiting = [] }
        return next
    }
}
#endif
