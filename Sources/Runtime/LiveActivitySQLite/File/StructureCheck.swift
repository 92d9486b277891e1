#if SQLite
import Dispatch
import GRDB
import LiveActivities
import Synchronization

/// Reads every page of a file, so that damage to its structure is found before anything is written to it. What is in a row is the business
/// of the row's checksum.
///
/// A large file is checked on a thread of its own, while its rows are read.
final class StructureCheck: Sendable {
    private enum State: Sendable {
        case running
        case done((any Error)?)
    }

    private let state = Mutex(State.running)
    private let end = DispatchSemaphore(value: 0)

    init(of path: String) {
        // A file without content has no structure, and one that cannot be opened is refused elsewhere.
        guard let bytes = DatabaseFile.bytes(path), bytes > 0 else {
            finish(nil)
            return
        }
        guard bytes > Self.smallBytes else {
            finish(Self.problem(path))
            return
        }
        DispatchQueue(label: "LiveActivitySQLite.check").async { self.finish(Self.problem(path)) }
    }

    var isRunning: Bool {
        if case .running = state.withLock({ $0 }) { true } else { false }
    }

    /// Returns when the whole file was read.
    func wait() throws {
        end.wait()
        end.signal()
        if case .done(let problem?) = state.withLock({ $0 }) { throw problem }
    }

    private func finish(_ problem: (any Error)?) {
        state.withLock { $0 = .done(problem) }
        end.signal()
    }

    private static func problem(_ path: String) -> (any Error)? {
        do {
            let database = try DatabaseFile.open(reading: path)
            defer { try? database.close() }
            let problem = try database.read { try Self.structuralProblems($0).first }
            return problem.map { DatabaseError(resultCode: .SQLITE_CORRUPT, message: $0) }
        } catch {
            return error
        }
    }

    /// What SQLite finds besides the contents of rows, of at most a hundred problems.
    static func structuralProblems(_ database: Database) throws -> [String] {
        let problems = try String.fetchAll(database, sql: "PRAGMA quick_check(100)").filter { $0 != "ok" }
        let structural = problems.filter { !$0.isAboutARow }
        // SQLite stops at a hundred: nothing is known of the rest.
        return structural.isEmpty && problems.count >= 100 ? [problems[0]] : structural
    }

    /// A file of this size is checked in a tenth of a second.
    private static let smallBytes: Int64 = 8 << 20
}

extension String {
    /// Whether SQLite says it of what is in one row. The row has a checksum, and is skipped.
    fileprivate var isAboutARow: Bool {
        hasPrefix("NULL value in ") || hasPrefix("non-") || hasPrefix("CHECK constraint failed in ")
            || self == "database disk image is malformed"
    }
}
#endif
