#if Service
import Synchronization

/// The state of the listening socket, for callers that wait for the port.
final class Listening: Sendable {
    private enum State {
        case starting([CheckedContinuation<Int?, Never>])
        case listening(Int)
        case ended
    }

    private let state = Mutex(State.starting([]))

    var hasBegun: Bool { state.withLock { if case .listening = $0 { true } else { false } } }

    func begin(port: Int) { set(.listening(port))(port) }
    func end() { set(.ended)(nil) }

    func port() async throws(ServiceError) -> Int {
        let port = await withCheckedContinuation { (continuation: CheckedContinuation<Int?, Never>) in
            let known = state.withLock { state -> Int?? in
                switch state {
                case .starting(let waiters):
                    state = .starting(waiters + [continuation])
                    return nil
                case .listening(let port): return port
                case .ended: return .some(nil)
                }
            }
            if let known { continuation.resume(returning: known) }
        }
        guard let port else { throw .notListening }
        return port
    }

    private func set(_ new: State) -> (Int?) -> Void {
        let waiters = state.withLock { state -> [CheckedContinuation<Int?, Never>] in
            defer { state = new }
            if case .starting(let waiters) = state { return waiters }
            return []
        }
        return { port in for waiter in waiters { waiter.resume(returning: port) } }
    }
}
#endif
