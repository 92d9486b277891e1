import Synchronization

/// The answers to the commands of one message: answers that are ready together are sent together, and no command waits for a
/// slower one.
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
    ///   - count: How many answers there will be.
    ///   - messageBytesMax: The largest size of a message: a larger answer is sent in several.
    init(count: Int, messageBytesMax: Int, _ reply: @escaping @Sendable ([UInt8]) -> Void) {
        state = Mutex(State(left: count))
        (self.messageBytesMax, self.reply) = (messageBytesMax, reply)
    }

    func add(_ answer: Frames.Frame) {
        let (full, isLast, isFirst) = state.withLock { state -> ([Frames.Frame], Bool, Bool) in
            // Answers that leave no room for this one are sent first.
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
        // The commands of one append are answered one after the other: this task runs behind those that are ready now.
        if isFirst {
            Task {
                await Task.yield()
                send(
                    state.withLock { state in
                        state.isSending = false
                        return state.take()
                    })
            }
        }
    }

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
