import Dispatch
import Synchronization

/// Collects the answers to the commands of one message: answers that are ready together are sent together, and no answer waits
/// for a slower command.
final class GatheredAnswers: Sendable {
    fileprivate struct State {
        var left: Int
        var ready: [Frames.Frame] = []
        var bytes = 0
        var isSending = false
    }

    private let state: Mutex<State>
    private let messageBytesMax: Int
    private let reply: @Sendable ([UInt8]) -> Void

    /// - Parameters:
    ///   - count: The number of expected answers.
    ///   - messageBytesMax: The maximum size of a message; a larger answer is sent in several pieces.
    init(count: Int, messageBytesMax: Int, _ reply: @escaping @Sendable ([UInt8]) -> Void) {
        state = Mutex(State(left: count))
        (self.messageBytesMax, self.reply) = (messageBytesMax, reply)
    }

    func add(_ answer: Frames.Frame) {
        let (full, isLast, isFirst) = state.withLock { state -> ([Frames.Frame], Bool, Bool) in
            // If this answer does not fit beside the collected ones, those are sent first.
            let full = state.bytes + answer.size > min(Frames.bytesMax, messageBytesMax - 1) ? state.take() : []
            state.ready.append(answer)
            state.bytes += answer.size
            state.left -= 1
            let isFirst = !state.isSending
            state.isSending = true
            return (full, state.left == 0, isFirst)
        }
        send(full)
        if isLast { return send(state.withLock { $0.take() }) }
        // The commands of one append finish one after the other, on one thread: until another one sends, most are ready.
        if isFirst {
            Self.sending.async { [self] in
                send(
                    state.withLock { state in
                        state.isSending = false
                        return state.take()
                    })
            }
        }
    }

    /// Apart from the pool of tasks, where it would wait behind all tasks that the same append has made ready.
    private static let sending = DispatchQueue(label: "LiveActivityCluster.answers")

    private func send(_ answers: [Frames.Frame]) {
        guard !answers.isEmpty else { return }
        let pieces = MessagePieces.cut(
            Frames(answers).encoded(), number: .random(in: .min ... .max), max: messageBytesMax)
        for piece in pieces { reply(piece) }
    }
}

extension GatheredAnswers.State {
    fileprivate mutating func take() -> [Frames.Frame] {
        defer { (ready, bytes) = ([], 0) }
        return ready
    }
}
