public import LiveActivityCore

/// Counts the outcomes of each command, in one shard.
///
/// Plain numbers behind a pointer, accessed only under the shard's lock: counting costs one addition.
@usableFromInline final class CommandCounters {
    @usableFromInline let cells: UnsafeMutablePointer<Int>
    /// Refusals by the error's code.
    private(set) var refusals: [String: Int] = [:]

    @usableFromInline static let outcomes = CommandOutcome.allCases.count
    private static let count = CommandName.allCases.count * outcomes

    init() {
        cells = .allocate(capacity: Self.count)
        cells.initialize(repeating: 0, count: Self.count)
    }

    deinit { cells.deallocate() }

    @inlinable @inline(__always)
    func count<Value>(_ name: CommandName, _ value: Value) {
        cells[name.index &* Self.outcomes &+ CommandOutcome(of: value).index] &+= 1
    }

    @usableFromInline func count(_ name: CommandName, refused error: EngineError) {
        cells[name.index * Self.outcomes + CommandOutcome.refused.index] += 1
        refusals[error.code, default: 0] += 1
    }

    /// Adds the counts to `statistics`.
    func add(to statistics: inout RuntimeStatistics) {
        for name in CommandName.allCases {
            for outcome in CommandOutcome.allCases {
                let count = cells[name.index * Self.outcomes + outcome.index]
                if count > 0 { statistics.commands[.init(name, outcome), default: 0] += count }
            }
        }
        statistics.refusals.merge(refusals, uniquingKeysWith: +)
    }
}

extension CommandOutcome {
    @usableFromInline var index: Int {
        switch self {
        case .started: 0
        case .joined: 1
        case .applied: 2
        case .unchanged: 3
        case .ignored: 4
        case .published: 5
        case .refused: 6
        }
    }

    /// The outcome for a command's result. Where the type is known, the compiler removes all but one branch.
    @inlinable init<Value>(of value: Value) {
        if let outcome = value as? Outcome {
            switch outcome {
            case .started: self = .started
            case .joined: self = .joined
            case .applied: self = .applied
            case .unchanged: self = .unchanged
            case .ignored: self = .ignored
            case .published: self = .published
            }
        } else {
            self = value is PublishReport ? .published : value is ActivityID ? .started : .applied
        }
    }
}
