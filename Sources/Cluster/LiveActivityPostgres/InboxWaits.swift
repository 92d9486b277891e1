#if Postgres
import LiveActivityCore
import Synchronization

/// The partitions that do not answer, whose rows wait while those of the other partitions are carried out.
///
/// A row that was given to a partition keeps its number until it has a verdict, as the partition may have carried it out. So
/// one task for each such partition tries its rows again, one after the other in the order of their numbers, until the
/// partition answers. `nil` stands for the commands to all partitions, which wait for every partition.
final class InboxWaits: Sendable {
    private struct State {
        var tasks: [Int?: Task<Void, Never>?] = [:]
        /// The number of attempts whose outcome is unknown, by the row's number.
        var unknown: [UInt64: Int] = [:]
        var verdicts: [UInt64: PostgresInbox.Verdict] = [:]
        var reports: [String] = []
    }

    private let state = Mutex(State())

    /// The partitions that do not answer now.
    var partitions: Set<Int?> { state.withLock { Set($0.tasks.keys) } }

    /// A partition has not answered.
    func add(_ partition: Int?, because reason: String) {
        state.withLock { state in
            guard !state.tasks.keys.contains(partition) else { return }
            state.tasks[partition] = .some(nil)
            state.reports.append(
                "\(partition.map { "rows for partition \($0)" } ?? "commands to all partitions") wait in the inbox: \(reason)")
        }
    }

    /// The partitions for which no task tries the rows yet.
    var idle: [Int?] { state.withLock { $0.tasks.filter { $0.value == nil }.map(\.key) } }

    func begin(_ partition: Int?, _ body: @escaping @Sendable () async -> Void) {
        state.withLock { $0.tasks[partition] = .some(Task { await body() }) }
    }

    /// The partition answers again.
    func end(_ partition: Int?) { state.withLock { _ = $0.tasks.removeValue(forKey: partition) } }

    /// - Returns: The number of attempts of a row whose outcome is unknown, with this one.
    func noteUnknown(_ number: UInt64) -> Int {
        state.withLock { state in
            state.unknown[number, default: 0] += 1
            return state.unknown[number, default: 0]
        }
    }

    func note(_ verdict: PostgresInbox.Verdict, of number: UInt64) { state.withLock { $0.verdicts[number] = verdict } }

    /// The verdicts since the last call, by the rows' numbers.
    func takeVerdicts() -> [UInt64: PostgresInbox.Verdict] {
        state.withLock { state in
            defer { state.verdicts = [:] }
            for number in state.verdicts.keys { state.unknown[number] = nil }
            return state.verdicts
        }
    }

    /// The lines for an operator since the last call.
    func takeReports() -> [String] {
        state.withLock { state in
            defer { state.reports = [] }
            return state.reports
        }
    }

    func cancel() { for task in state.withLock({ Array($0.tasks.values) }) { task?.cancel() } }
}

extension Set<Int?> {
    /// Whether a row may be applied while these partitions do not answer: its partition does, or all of them for a command to
    /// all.
    func admit(_ partition: Int?) -> Bool { partition == nil ? isEmpty : !contains(partition) }
}
#endif
