import CLiveActivities
import LiveActivityCore

/// One reader's changes that it has not taken yet.
final class ChangeReader {
    let filter: ChangeFilter
    private let limit: Int
    /// Taken ones lie before `next`, until there are as many of them as others.
    private var changes: [SharedChange] = []
    private var next = 0
    /// How many changes were dropped because the reader did not take them.
    private(set) var missed: UInt64 = 0

    init(_ filter: ChangeFilter, limit: Int) {
        self.filter = filter
        self.limit = limit
    }

    var count: Int { changes.count - next }

    func append(_ change: SharedChange) {
        changes.append(change)
        guard count > limit else { return }
        next += 1
        missed += 1
        compact()
    }

    func take(atMost count: Int) -> ArraySlice<SharedChange> {
        let taken = changes[next..<next + min(count, changes.count - next)]
        next = taken.endIndex
        defer { compact() }
        return taken
    }

    private func compact() {
        guard next > 64, next > changes.count / 2 else { return }
        changes.removeFirst(next)
        next = 0
    }
}

/// The changes that wait for `la_runtime_poll()` in a runtime whose changes others read too. Each was made when it happened, as a struct and
/// as a value for text, because the engine gives a change once.
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
