#if SQLite
import ArgumentParser
import LiveActivities
import LiveActivitySQLite

/// `live-activities backup`: copies a store, which may be in use.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copies a store, even while a runtime has it open.",
        discussion: """
            The copy is the state of one moment: SQLite's online backup. A runtime continues to write meanwhile, without \
            waiting. The copy is checked before it gets its name, so a file with that name is always complete. Do not copy the \
            file with cp: the newest changes are in its log.

            The exit status is 1 if something in the store is damaged; the copy is created nevertheless.

            Examples:
              \(Program.name) backup activities.sqlite --to /backup/$(date +%F).sqlite
              \(Program.name) restore /backup/2026-11-22.sqlite --to activities.sqlite
            """)

    @Argument(help: "The store.")
    var file: String

    @Option(help: ArgumentHelp("The copy; the file must not exist yet.", valueName: "file"))
    var to: String

    func run() throws {
        try DatabaseAddress.refuse(
            file, for: "backup", "use pg_basebackup, or pg_dump --schema=live_activities, which takes one moment of all logs")
        try StoreCopy.report(from: file, to: to) { try SQLiteStore.backup(file, to: to) }
    }
}

/// `live-activities restore`: creates a store from a backup.
struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Creates a store from a backup.",
        discussion: """
            The backup is copied and checked. Nothing is overwritten: move the damaged store aside first, with its -wal and \
            -shm. A runtime on the restored store continues from the time of the backup; later changes are lost. Ids and \
            sequences that may have been used since are not used again, which a plain copy of the backup does not ensure.

            The exit status is 1 if something in the backup is damaged; it is skipped when the store is opened.

            Examples:
              \(Program.name) restore /backup/2026-11-22.sqlite --to activities.sqlite
            """)

    @Argument(help: "The backup.")
    var backup: String

    @Option(help: ArgumentHelp("The store; the file must not exist yet.", valueName: "file"))
    var to: String

    func run() throws {
        for name in [backup, to] {
            try DatabaseAddress.refuse(name, for: "restore", "use pg_restore while no node runs, then start the nodes")
        }
        try StoreCopy.report(from: backup, to: to) { try SQLiteStore.restore(backup, to: to) }
    }
}

private enum StoreCopy {
    static func report(from: String, to: String, _ body: () throws -> StoreCheck) throws {
        let check: StoreCheck
        do { check = try body() } catch let error as StoreError { throw Status.inputOutput.reporting("\(error)") }
        for damage in check.damage { StandardError.report("damaged, also in '\(from)': \(damage)") }
        let rows = check.rows.reduce(0) { $0 + $1.count }
        print("'\(to)' is complete: \(rows) rows\(check.damage.isEmpty ? ", nothing is damaged" : "")")
        if !check.damage.isEmpty { throw Status.findings }
    }
}
#endif
