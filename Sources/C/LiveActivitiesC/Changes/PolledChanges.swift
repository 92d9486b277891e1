import CLiveActivities
import LiveActivityCore
import LiveActivityHost

/// The changes that wait for `la_runtime_poll()` in a runtime whose changes others read too. Each was made when it happened, as
/// a struct and as a value for text, because the engine gives a change once.
struct PolledChanges: ~Copyable {
    private var changes: [(change: la_change, failure: EngineError?, value: SharedChange)] = []
    private var next = 0

    var count: Int { changes.count - next }
    var isEmpty: Bool { count == 0 }

    deinit {
        for index in next..<changes.count {
            var change = changes[index].change
            la_change_release(&change)
        }
    }

    mutating func append(_ change: la_change, _ failure: EngineError?, _ value: SharedChange) {
        changes.append((change, failure, value))
    }

    /// The caller owns what the change points to.
    mutating func take() -> (change: la_change, failure: EngineError?, value: SharedChange)? {
        guard next < changes.count else { return nil }
        defer {
            next += 1
            if next == changes.count {
                changes.removeAll(keepingCapacity: true)
                next = 0
            }
        }
        return changes[next]
    }
}
