#if SQLite
import ArgumentParser
import LiveActivities
import LiveActivityCore
import LiveActivitySQLite

/// `live-activities repair`: applies an operator's decision about damaged records of a store.
struct RepairCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "repair",
        abstract: "Lists the problems of a store that need an operator's decision, and applies the decision.",
        discussion: """
            Without an option it writes nothing: it lists the permissions that are damaged and the shards whose time is later \
            than the clock's, and exits with 1 if there are any. End the runtime before you decide.

            A damaged permission may belong to a user who wants no activities. If its owner can still be read, no activity \
            that the permission may have forbidden is started for that owner. If not, no activity of the kinds that it \
            forbids, or of any kind if these cannot be read either, is started for any owner until you decide:

            --permissions deletes the permissions whose owner cannot be read, and keeps the others as they are enforced now. \
            --deny names an owner for whom nothing may be started, as you know it from a backup or from your own records.

            The time of a shard never goes back, so a clock that was a year ahead for a moment would stop its deadlines for a \
            year. --clock sets such shards back to the present time, or to the date of --to. The deadlines of activities that \
            began in the wrong time are moved by the same amount. Activities that ended in that time stay ended.

            Examples:
              \(Program.name) repair activities.sqlite
              \(Program.name) repair activities.sqlite --clock
              \(Program.name) repair activities.sqlite --permissions --deny anna --deny bert
            """)

    @Argument(help: "The store.")
    var file: String

    @Flag(help: "Decide about the damaged permissions: delete those whose owner cannot be read.")
    var permissions = false

    @Option(
        help: ArgumentHelp("With --permissions: refuse all starts for this owner; may be repeated.", valueName: "owner"))
    var deny: [String] = []

    @Flag(help: "Set shards back whose time is later than the clock's.")
    var clock = false

    @Option(
        help: ArgumentHelp("With --clock: the time to set them to, such as 2026-06-20T17:00:00Z.", valueName: "date"),
        transform: parseDate)
    var to: Date?

    func validate() throws {
        if to != nil, !clock { throw ValidationError("'--to' needs '--clock'.") }
        if !deny.isEmpty, !permissions { throw ValidationError("'--deny' needs '--permissions'.") }
        guard deny.allSatisfy({ !$0.isEmpty }) else { throw ValidationError("'--deny' names an owner.") }
    }

    func run() throws {
        try DatabaseAddress.refuse(
            file, for: "repair",
            "PostgreSQL checks its own pages; after a wrong clock or a restored backup use 'cluster repair'")
        do {
            if !permissions, !clock { return try report() }
            let store = try SQLiteStore(path: file)
            defer { store.close() }
            if permissions { try decide(store) }
            if clock { try setBack(store) }
        } catch let error as StoreError { throw Status.inputOutput.reporting("\(error)") }
    }

    private func report() throws {
        let head = try SQLiteStore(reading: file).head()
        for permission in head.damagedPermissions { print(permission.consequence.printable) }
        let now = Date()
        let early = head.engines.compactMap { engine in engine.now.map { (engine.shard, $0) } }.filter { $0.1 > now + 1 }
        for (shard, time) in early {
            print("the time of shard \(shard) is \(time.iso8601), which the clock has not reached: its deadlines wait for it")
        }
        guard head.damagedPermissions.isEmpty, early.isEmpty else { throw Status.findings }
        print("'\(file)' needs no decision.")
    }

    private func setBack(_ store: SQLiteStore) throws {
        let now = to ?? Date()
        let shards = try store.setBack(to: now)
        for (shard, seconds) in shards.sorted(by: { $0.key < $1.key }) {
            print("shard \(shard): set back by \(seconds.rounded()) s to \(now.iso8601)")
        }
        if shards.isEmpty { print("No shard's time is later than \(now.iso8601).") }
    }

    private func decide(_ store: SQLiteStore) throws {
        let damaged = try store.head().damagedPermissions
        try store.repairPermissions(
            deny.map { Snapshot.Owner(name: OwnerID(rawValue: $0), allDenied: true, denied: [], frequentUpdates: false) })
        let kept = damaged.count { $0.owner != nil }
        print("Kept as they are enforced: \(kept); deleted: \(damaged.count - kept); denied by you: \(deny.count)")
    }
}

extension Snapshot.DamagedPermission {
    /// A line with the activities that are not started because of the damage.
    var consequence: String {
        if kinds == [] {
            return "a permission is damaged: it forbids no kind; whether it allows frequent updates is unknown"
        }
        let what = kinds.map { "nothing of \($0.map { "'\($0)'" }.joined(separator: ", "))" } ?? "nothing"
        let whom = owner.map { "for '\($0.rawValue.prefix(200))'" } ?? "for any owner, because its owner is unknown"
        return "a permission is damaged: \(what) is started \(whom)"
    }
}
#endif
