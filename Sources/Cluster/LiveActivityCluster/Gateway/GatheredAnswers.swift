import Dispatch
import Synchronization

/// Collects the answers to the commands of one message: answers that are ready together are sent together, and no answer waits
/// for a slower command.
///
/// An answer is usually added by the thread that stores, which must not wait for a connection, and answers are sent by another
/// one. One thread finishes the commands of an append one after the other; by the time that the other one sends, most of their
/// answers are ready.
final class GatheredAnswers: Sendable {
    fileprivate struct State {
        var ready: [Frames.Frame] = []
        var bytes = 0
        var isSending = false
    }

    private let state: Mutex<State>
    private let messageBytesMax: Int
    private let reply: @Sendable ([UInt8]) -> Void

    /// - Parameters:
    ///   - messageBytesMax: The maximum size of a message; a larger answer is sent in several pieces.
    init(messageBytesMax: Int, _ reply: @escaping @Sendable ([UInt8]) -> Void) {
        state = Mutex(State())
        (self.messageBytesMax, self.reply) = (messageBytesMax, reply)
    }

    func add(_ answer: ClusterAnswer, to request: UInt64) {
        add(Frames.Frame(number: request, bytes: answer.encodedForFrame()))
    }

    func add(_ answer: Frames.Frame) {
        let (full, isFirst) = state.withLock { state -> ([Frames.Frame], Bool) in
            // If this answer does not fit beside the collected ones, those are sent first.
            let full = state.bytes + answer.size > min(Frames.bytesMax, messageBytesMax - 1) ? state.take() : []
            state.ready.append(answer)
            state.bytes += answer.size
            let isFirst = !state.isSending
            state.isSending = true
            return (full, isFirst)
        }
        if !full.isEmpty { Self.sending.async { [self] in send(full) } }
        guard isFirst else { return }
        Self.sending.async { [self] in
            send(
                state.withLock { state in
                    state.isSending = false
                    return state.take()
                })
        }
    }

    /// Apart from the pool of tasks, where it would wait behind all tasks that the same append has made ready.
    static let sending = DispatchQueue(label: "LiveActivityCluster.answers")

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
