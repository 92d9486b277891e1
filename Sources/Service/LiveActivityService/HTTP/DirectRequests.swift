#if Service
import NIOCore
import NIOHTTP1

/// The requests of one connection, some of which are answered directly, on its event loop; all others are passed on.
///
/// Responses have the order of their requests: a request is answered directly only if every earlier one has its response, and
/// later requests are received after its response.
struct DirectRequests {
    /// A part of a request, or the error that ends it.
    enum Arrival {
        case part(HTTPServerRequestPart)
        case error(any Error)
    }

    enum Step {
        /// The arrival is kept.
        case nothing
        /// The arrival is passed on.
        case pass
        /// The kept parts of an incomplete request are passed on, then the arrival.
        case passAll([Arrival])
        /// A request is complete, and is answered or taken back (``takeBack()``).
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
    /// The arrivals after the request being answered.
    private var waiting: ArraySlice<Arrival> = []

    /// - Parameter takes: Whether a request can be answered directly. Its body is kept in memory until it is complete.
    init(_ takes: @escaping (HTTPRequestHead) -> Bool) { self.takes = takes }

    /// Whether no more may be read: the waiting arrivals are not bounded otherwise.
    var isFull: Bool { !waiting.isEmpty }

    mutating func receive(_ arrival: Arrival) -> Step {
        switch (state, arrival) {
        case (.answering, _):
            waiting.append(arrival)
            return .nothing
        case (.receiving(let head, var body), .part(.body(let more))):
            state = .idle
            body.writeImmutableBuffer(more)
            state = .receiving(head, body)
            return .nothing
        case (.receiving(let head, let body), .part):
            state = .answering(head, body)
            return .answer(head, body)
        case (.receiving(let head, let body), .error):
            state = .idle
            passed += 1
            return .passAll([.part(.head(head)), .part(.body(body)), arrival])
        case (.idle, .part(.head(let head))):
            if passed == 0, takes(head) {
                state = .receiving(head, ByteBuffer())
                return .nothing
            }
            passed += 1
            return .pass
        case (.idle, _): return .pass
        }
    }

    /// The complete request, if it is passed on in place of being answered.
    mutating func takeBack() -> [Arrival] {
        guard case .answering(let head, let body) = state else { return [] }
        state = .idle
        passed += 1
        return [.part(.head(head)), .part(.body(body)), .part(.end(nil))]
    }

    /// A request that was passed on has its complete response.
    mutating func endPassed() { passed -= 1 }

    /// The request that is being answered has its response.
    mutating func endAnswer() { state = .idle }

    /// The next arrival that waited, if it may be received now.
    mutating func next() -> Arrival? {
        if case .answering = state { return nil }
        let next = waiting.popFirst()
        // A slice keeps the memory of the elements before it.
        if waiting.isEmpty { waiting = [] }
        return next
    }
}
#endif
