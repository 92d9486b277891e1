#if SQLite
import ArgumentParser
import LiveActivities
import LiveActivityCore
#if Service && Postgres
import LiveActivityPostgres
#endif
import LiveActivitySQLite

/// `live-activities inspect`: the content of a store.
struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Shows the contents of a store, even while a runtime has it open.",
        discussion: """
            Without ACTIVITY it lists the activities in the file. With ACTIVITY it shows its record, its commands in the \
            journal, and its changes that wait for named consumers. It never writes to the file. It also reads files of the C \
            library and of Python, whose records have no checksums.

            Every row in a Swift runtime's file has a checksum. A damaged row or a misplaced page is skipped and reported on \
            standard error, and the exit status is 1. --check reads the whole file and lists all damage; with --json, one \
            object a line. To delete a damaged row, end the runtime and use sqlite3 with the table and the condition of the \
            message.

            Examples:
              \(Program.name) inspect activities.sqlite
              \(Program.name) inspect activities.sqlite 00004cf8c0000000
              \(Program.name) inspect activities.sqlite --json | grep '"state":"stale"'
              \(Program.name) inspect activities.sqlite --check
              \(Program.name) inspect postgres://app@db.example.com/orders
            """)

    @Argument(help: "The store: a file, or the address of a PostgreSQL database, whose logs are then read.")
    var file: String

    @Argument(help: ArgumentHelp("One activity, by its id.", valueName: "activity"), transform: parseActivityID)
    var activity: ActivityID?

    @Flag(help: "Print JSON, one object a line.")
    var json = false

    @Flag(help: "Read the whole file, and list all damage.")
    var check = false

    #if Service && Postgres
    @Option(help: "The schema in a PostgreSQL database.") var storeSchema = "live_activities"
    #endif

    func validate() throws {
        if check, activity != nil { throw ValidationError("'--check' checks the whole file and takes no activity.") }
    }

    func run() throws {
        if check {
            try DatabaseAddress.refuse(
                file, for: "inspect --check", "it checks its pages itself (data checksums, amcheck)")
        }
        #if Service && Postgres
        if PostgresAddress.isAddress(file) { return try inspectDatabase() }
        #else
        try DatabaseAddress.refuse(
            file, for: "inspect",
            "this was built without the trait Postgres; build with 'swift build --traits Service,Postgres'")
        #endif
        do {
            let store = try SQLiteStore.any(reading: file)
            if check {
                let found = try (store as? SQLiteRecordStore)?.check() ?? SQLiteStore(reading: file).check()
                return try CheckReport(found, of: file).print(asJSON: json)
            }
            if let activity { try show(activity, store) } else { try list(store) }
            try reportDamage(store.damage + ((store as? SQLiteStore)?.checkStructure() ?? []))
        } catch let error as StoreError { throw Status.inputOutput.reporting("\(error)") }
    }

    #if Service && Postgres
    private func inspectDatabase() throws {
        let contents: PostgresContents
        do {
            let pool = try PostgresPool(PostgresAddress(file, schema: storeSchema), connections: 1)
            contents = try PostgresContents(PostgresCluster(existing: pool))
        } catch { throw Status.inputOutput.reporting("\(error)") }
        if let activity { try show(activity, contents) } else { try list(contents) }
    }
    #endif

    private func reportDamage(_ damage: [StoreDamage]) throws {
        guard !damage.isEmpty else { return }
        for damage in damage { StandardError.report("damaged and skipped: \(damage)".printable) }
        throw Status.someLinesFailed
    }

    // MARK: - All activities

    private func list(_ store: any ActivityStore) throws {
        let head = try store.head()
        var counts: [ActivityState: Int] = [:]
        if !json { print(row("activity", "kind", "owner", "key", "state", "revision", "until")) }
        try store.forEachActivity { record in
            counts[record.state, default: 0] += 1
            if json { return try printLine(json: ActivityDescription(record)) }
            print(
                row(
                    record.id.description, record.kind.rawValue, record.owner.rawValue, record.key?.rawValue ?? "-",
                    record.state.rawValue, "\(record.revision)", record.closingDate.iso8601))
        }
        guard !json else { return }
        let states = ActivityState.allCases.compactMap { state in counts[state].map { "\($0) \(state.rawValue)" } }
        print("\n\(states.isEmpty ? "No activities" : states.joined(separator: ", ")); \(head.summary.printable)")
    }

    private func row(
        _ activity: String, _ kind: String, _ owner: String, _ key: String, _ state: String, _ revision: String, _ until: String
    ) -> String {
        [
            activity.padded(to: 18), kind.printable.padded(to: 17), owner.printable.padded(to: 17),
            key.printable.padded(to: 17), state.padded(to: 9),
            revision.padded(to: 8, right: true), "  ", until,
        ].joined()
    }

    // MARK: - One activity

    private func show(_ id: ActivityID, _ store: any ActivityStore) throws {
        guard let inspected = try InspectedHistory(of: id, store) else {
            // An address may contain a password.
            let name = store is SQLiteStore || store is SQLiteRecordStore ? "'\(file)'" : "the database"
            throw Status.someLinesFailed.reporting("\(name) has no data about activity \(id)")
        }
        if json { try printLine(json: inspected) } else { print(inspected.text) }
    }
}

extension StoreHead {
    /// The run, the latest time and the consumers, in one line.
    fileprivate var summary: String {
        let latest = engines.compactMap(\.now).max().map { "the latest time is \($0.iso8601)" } ?? "no time has passed"
        let waiting = consumers.map {
            "'\($0.name)' has acknowledged up to \($0.acknowledged.map(String.init).joined(separator: ", "))"
        }
        return (["run \(run)", latest] + waiting).joined(separator: "; ")
    }
}
#endif
