#if SQLite
import Dispatch
import GRDB
import LiveActivities
import Synchronization

/// Reads every page of a file, so that damage to its structure is found before anything is written to it. The contents of a row
/// are verified by the row's checksum.
///
/// A large file is checked on a separate thread, while its rows are read.
final class StructureCheck: Sendable {
    private enum State: Sendable {
        case running
        case done((any Error)?)
    }

    private let state = Mutex(State.running)
    /// Damage by lost writes: rows that were reverted to an older state (``StoreDigest``).
    private let stale = Mutex<StoreDamage?>(nil)
    private let end = DispatchSemaphore(value: 0)

    init(of path: String) {
        // An empty file has no structure, and one that cannot be opened is refused elsewhere.
        guard let bytes = DatabaseFile.bytes(path), bytes > 0 else {
            finish(nil)
            return
        }
        guard bytes > Self.smallBytes else {
            finish(problem(path))
            return
        }
        DispatchQueue(label: "LiveActivitySQLite.check").async { self.finish(self.problem(path)) }
    }

    /// Waits until the whole file was read; returns damage that does not prevent using it.
    var damage: StoreDamage? {
        try? wait()
        return stale.withLock { $0 }
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

    private func problem(_ path: String) -> (any Error)? {
        do {
            let database = try DatabaseFile.open(reading: path)
            defer { try? database.close() }
            let problem = try database.read { database in
                let problem = try Self.structuralProblems(database).first
                if problem == nil, let damage = try? StoreDigest.damage(database) { stale.withLock { $0 = damage } }
                return problem
            }
            return problem.map { DatabaseError(resultCode: .SQLITE_CORRUPT, message: $0) }
        } catch {
            return error
        }
    }

    /// Structural problems, as damage that belongs to no row.
    static func damage(_ database: Database) throws -> [StoreDamage] {
        let structural = try structuralProblems(database).map { StoreDamage(table: "", key: "", activity: nil, reason: $0) }
        guard structural.isEmpty, let digest = try StoreDigest.damage(database) else { return structural }
        return [digest]
    }

    /// SQLite's findings, except those about the contents of rows; at most a hundred.
    static func structuralProblems(_ database: Database) throws -> [String] {
        let problems = try String.fetchAll(database, sql: "PRAGMA quick_check(100)").filter { $0 != "ok" }
        let structural = problems.filter { !$0.isAboutARow }
        // SQLite stops at a hundred findings: the rest is unknown.
        return structural.isEmpty && problems.count >= 100 ? [problems[0]] : structural
    }

    /// A file of this size is checked in a tenth of a second.
    private static let smallBytes: Int64 = 8 << 20
}

extension String {
    /// Whether the report concerns a single row. The row has a checksum, and is skipped.
    fileprivate var isAboutARow: Bool {
        hasPrefix("NULL value in ") || hasPrefix("non-") || hasPrefix("CHECK constraint failed in ")
            || self == "database disk image is malformed"
    }
}
#endif
