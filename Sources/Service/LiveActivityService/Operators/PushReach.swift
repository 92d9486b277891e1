#if Service
import Synchronization

/// The last known reachability of the push services.
///
/// A load balancer checks every few seconds. So a result is cached, and refreshed without delaying the request.
final class PushReach: Sendable {
    private struct State {
        var problems: [String] = []
        var checkedAt: ContinuousClock.Instant?
        var isChecking = false
    }

    /// The time for which a result is cached.
    static let lifetime: Duration = .seconds(30)

    private let check: @Sendable () async -> [String]
    private let state = Mutex(State())

    init(_ check: @escaping @Sendable () async -> [String]) { self.check = check }

    /// The unreachable endpoints with reasons, as far as that was determined.
    var known: [String] { state.withLock { $0.problems } }

    /// The unreachable endpoints with reasons. Only the first call waits for the answer.
    func problems() async -> [String] {
        let (known, isDue) = state.withLock { state -> ([String]?, Bool) in
            let known = state.checkedAt == nil ? nil : state.problems
            if state.isChecking { return (known ?? [], false) }
            if let checked = state.checkedAt, ContinuousClock.now - checked < Self.lifetime { return (known, false) }
            state.isChecking = true
            return (known, true)
        }
        guard isDue else { return known ?? [] }
        let looking = Task { await look() }
        if let known { return known }
        return await looking.value
    }

    private func look() async -> [String] {
        let problems = await check()
        state.withLock { state in
            state.problems = problems
            state.checkedAt = .now
            state.isChecking = false
        }
        return problems
    }
}
#endif
