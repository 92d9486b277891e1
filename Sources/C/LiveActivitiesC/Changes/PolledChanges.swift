import CLiveActivities
import LiveActivityCore
import LiveActivityHost

/// The changes that wait for `la_runtime_poll()` in a runtime that also has other readers. Each is converted when it happens,
/// to a struct and to a value for text, because the engine delivers a change only once.
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

    /// Removes the first change. The caller owns the memory to which it points.
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
