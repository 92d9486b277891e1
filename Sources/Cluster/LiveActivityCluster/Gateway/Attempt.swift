import LiveActivities

/// The attempts to have one request carried out: the decisions of ``Forwarding``, with the encoded request and the pause.
///
/// A class, so that the task that waits contains a reference to it and not its parts: a task allocates memory for what it keeps
/// while it is suspended, and a busy node has thousands of them.
final class Attempt {
    /// The next step of the task.
    enum Step {
        /// This node owns the partition.
        case answer
        /// Send the encoded request to this owner, and wait this long for the answer.
        case ask(String, [UInt8], within: Duration)
        case wait
        case fail(RuntimeError)
    }

    let request: ClusterRequest
    private var forwarding: Forwarding
    /// The encoded request, once it was needed.
    private var bytes: [UInt8]?
    private var pause: Duration = .milliseconds(2)

    init(_ request: ClusterRequest, _ forwarding: Forwarding) { (self.request, self.forwarding) = (request, forwarding) }

    /// The time until which to try.
    var end: ClusterClock.Instant { forwarding.end }
    var isHeldBack: Bool { forwarding.isHeldBack }
    /// Whether the request is a command.
    var changes: Bool { forwarding.changes }
    /// The reason why an attempt before the returned answer may have carried the request out; `nil` if none can have.
    var doubt: String? { forwarding.ownDoubt }

    /// - Throws: The errors of ``ClusterRequest/encoded()``.
    func next(on node: ClusterNode) throws(RuntimeError) -> Step {
        let isHere = node.owned(request.partition) != nil
        // This node's own heartbeat lags behind its state, so it does not count as another owner.
        let other = node.owner(of: request.partition).flatMap { $0.address == node.address ? nil : $0 }
        let owner = isHere ? .init(address: node.address, recognises: true) : other
        switch forwarding.next(owner, at: node.clock.instant) {
        case .ask where isHere: return .answer
        case .ask(let address, let time):
            let encoded = if let bytes { bytes } else { try request.encoded() }
            bytes = encoded
            return .ask(address, encoded, within: time)
        case .wait: return .wait
        case .fail(let error): return .fail(error)
        }
    }

    func took(_ answer: TransportAnswer, from address: String) -> Forwarding.Answered { forwarding.took(answer, from: address) }
    func took(_ answer: ClusterAnswer, from address: String) -> Forwarding.Answered { forwarding.took(answer, from: address) }

    /// The pause before the next attempt, which doubles each time, up to 20 ms.
    func nextPause() -> Duration {
        defer { pause = min(pause * 2, .milliseconds(20)) }
        return pause
    }
}
