import Synchronization

/// Sends this node's requests to other nodes, and combines concurrent requests to the same node into one message.
///
/// The first request is sent immediately. While a message to that node is completely unanswered, further requests are
/// collected until they fill a message, for at most 10 ms: under higher load the messages get larger. Each request has its own
/// answer and timeout. A request larger than a message of the transport is sent in several pieces, and so are answers.
///
/// If a request finds that a node's process no longer exists, earlier unanswered requests to it are in doubt immediately
/// (``TransportAnswer/silence``): waiting for their timeouts would only delay the repetition.
final class Forwarder: Sendable {
    fileprivate struct Request {
        var bytes: [UInt8]
        var end: ClusterClock.Instant
        var answer: UnsafeContinuation<TransportAnswer, Never>
    }

    /// A sent message, with its unanswered requests.
    fileprivate struct Message {
        let address: String
        var requests: Set<UInt64>
    }

    /// The requests waiting for or sent to one node.
    fileprivate struct Route {
        /// The waiting requests, each with its size in a message, in bytes.
        private(set) var waiting: [(number: UInt64, size: Int)] = []
        /// The size of all of them.
        private(set) var bytes = 0
        /// The messages without any answer yet.
        var unanswered: Set<UInt64> = []
        var isTimed = false

        mutating func add(_ frame: Frames.Frame) {
            waiting.append((frame.number, frame.size))
            bytes += frame.size
        }

        mutating func removeFirst(_ count: Int) {
            bytes -= waiting.prefix(count).reduce(0) { $0 + $1.size }
            waiting.removeFirst(count)
        }
    }

    fileprivate struct State {
        /// The maximum size of combined requests, in bytes.
        let bytesMax: Int
        /// The pieces of answers that are not complete yet.
        var pieces = MessagePieces()
        var ever: UInt64 = 0
        var requests: [UInt64: Request] = [:]
        var messages: [UInt64: Message] = [:]
        var routes: [String: Route] = [:]
        var isExpiring = false
    }

    fileprivate struct Outgoing {
        var number: UInt64
        var frames: Frames
        var time: Duration
    }

    /// The next action for a node.
    fileprivate struct Step {
        var outgoing: Outgoing?
        /// Whether to check the route again after ``gathering``.
        var isTimed = false
    }

    /// The maximum time for which a request waits to be combined with others.
    private let gathering: Duration
    private let transport: any ClusterTransport
    private let clock: ClusterClock
    private let state: Mutex<State>

    init(_ transport: any ClusterTransport, _ clock: ClusterClock, gathering: Duration = .milliseconds(10)) {
        (self.transport, self.clock, self.gathering) = (transport, clock, gathering)
        state = Mutex(State(bytesMax: Frames.gatheredBytesMax(transport)))
    }

    /// The number of unanswered requests.
    var count: Int { state.withLock { $0.requests.count } }

    /// Sends a request, and waits for its answer until the timeout.
    nonisolated(nonsending) func ask(
        _ address: String, _ request: [UInt8], within time: Duration
    ) async -> TransportAnswer {
        await withUnsafeContinuation { continuation in
            let now = clock.instant
            let (step, expires) = state.withLock { state in
                state.ever += 1
                state.requests[state.ever] = Request(bytes: request, end: now + time, answer: continuation)
                state.routes[address, default: Route()].add(Frames.Frame(number: state.ever, bytes: request))
                defer { state.isExpiring = true }
                return (state.step(address, mayGather: true, at: now), !state.isExpiring)
            }
            perform(step, address)
            if expires { expireLater() }
        }
    }

    private func perform(_ step: Step, _ address: String) {
        if step.isTimed {
            clock.setAlarm(after: gathering) { [weak self] in
                guard let self else { return }
                let step = state.withLock { state in
                    state.routes[address]?.isTimed = false
                    return state.step(address, mayGather: false, at: clock.instant)
                }
                perform(step, address)
            }
        }
        guard let outgoing = step.outgoing else { return }
        let pieces = MessagePieces.cut(
            outgoing.frames.encoded(), number: .random(in: .min ... .max), max: transport.messageBytesMax)
        // All answers are delivered to the last piece's request.
        for piece in pieces.dropLast() { transport.ask(address, piece, within: outgoing.time) { _ in false } }
        guard let last = pieces.last else { return }
        transport.ask(address, last, within: outgoing.time) { [weak self] answer in
            self?.take(answer, to: outgoing.number, address) ?? false
        }
    }

    // MARK: - Answers

    /// - Returns: Whether more answers to this message are expected.
    private func take(_ answer: TransportAnswer, to message: UInt64, _ address: String) -> Bool {
        let (answered, step, isWaiting) = state.withLock { state in
            var answered: [(Request, TransportAnswer)] = []
            if case .answer(let bytes) = answer {
                if let whole = state.pieces.take(bytes) { answered = state.take(.answer(whole), to: message) }
            } else {
                answered = state.take(answer, to: message)
                // The transport keeps the order: what was sent before has reached a process, which has ended since.
                if answer == .nobody { answered += state.end(before: message, address) }
            }
            state.routes[address]?.unanswered.remove(message)
            return (answered, state.step(address, mayGather: true, at: clock.instant), state.messages[message] != nil)
        }
        for (request, answer) in answered { request.answer.resume(returning: answer) }
        perform(step, address)
        return isWaiting
    }

    private func expireLater() {
        clock.setAlarm(after: .milliseconds(50)) { [weak self] in
            guard let self else { return }
            let (expired, isEmpty) = state.withLock { $0.expire(at: clock.instant) }
            for request in expired { request.answer.resume(returning: .silence) }
            if !isEmpty { expireLater() }
        }
    }
}

extension Forwarder.State {
    /// - Parameter mayGather: Whether waiting requests may wait longer for an answer.
    fileprivate mutating func step(
        _ address: String, mayGather: Bool, at now: ClusterClock.Instant
    ) -> Forwarder.Step {
        guard var route = routes[address] else { return Forwarder.Step() }
        var step = Forwarder.Step()
        let isFull = route.waiting.count >= Frames.countMax || route.bytes >= bytesMax
        if !mayGather || isFull || route.unanswered.isEmpty { step.outgoing = next(&route, address, at: now) }
        if !route.waiting.isEmpty, !route.isTimed { (route.isTimed, step.isTimed) = (true, true) }
        routes[address] = route.waiting.isEmpty && route.unanswered.isEmpty && !route.isTimed ? nil : route
        return step
    }

    /// The next message, if requests are waiting.
    private mutating func next(
        _ route: inout Forwarder.Route, _ address: String, at now: ClusterClock.Instant
    ) -> Forwarder.Outgoing? {
        var frames: [Frames.Frame] = []
        var (count, bytes, end) = (0, 0, now)
        for (number, size) in route.waiting {
            // A request that is no longer in the table has timed out.
            if let request = requests[number] {
                if !frames.isEmpty, frames.count == Frames.countMax || bytes + size > bytesMax { break }
                frames.append(Frames.Frame(number: number, bytes: request.bytes))
                (bytes, end) = (bytes + size, max(end, request.end))
            }
            count += 1
        }
        route.removeFirst(count)
        guard !frames.isEmpty else { return nil }
        ever += 1
        route.unanswered.insert(ever)
        messages[ever] = Forwarder.Message(address: address, requests: Set(frames.map(\.number)))
        return Forwarder.Outgoing(number: ever, frames: Frames(frames), time: max(end - now, .milliseconds(1)))
    }

    /// Processes an answer to a message.
    fileprivate mutating func take(
        _ answer: TransportAnswer, to number: UInt64
    ) -> [(Forwarder.Request, TransportAnswer)] {
        guard var message = messages[number] else { return [] }
        var answered: [(Forwarder.Request, TransportAnswer)] = []
        if case .answer(let bytes) = answer, let frames = Frames(encoded: bytes) {
            for frame in frames.frames where message.requests.remove(frame.number) != nil {
                if let request = requests.removeValue(forKey: frame.number) { answered.append((request, .answer(frame.bytes))) }
            }
        } else {
            // The transport's failure concerns all requests of the message.
            for number in message.requests {
                if let request = requests.removeValue(forKey: number) { answered.append((request, answer)) }
            }
            message.requests = []
        }
        messages[number] = message.requests.isEmpty ? nil : message
        return answered
    }

    /// Ends what a node was given in earlier messages and has not answered.
    fileprivate mutating func end(
        before message: UInt64, _ address: String
    ) -> [(Forwarder.Request, TransportAnswer)] {
        let earlier = messages.filter { $0.key < message && $0.value.address == address }.keys.sorted()
        return earlier.flatMap { number in
            routes[address]?.unanswered.remove(number)
            return take(.silence, to: number)
        }
    }

    fileprivate mutating func expire(at now: ClusterClock.Instant) -> (expired: [Forwarder.Request], isEmpty: Bool) {
        let expired = requests.filter { $0.value.end <= now }
        for number in expired.keys { requests[number] = nil }
        isExpiring = !requests.isEmpty
        return (Array(expired.values), requests.isEmpty)
    }
}
