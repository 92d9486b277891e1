#if SQLite
import ArgumentParser
import LiveActivities
import LiveActivityCore
import LiveActivitySQLite

/// `live-activities replay`: applies the commands of a journal again.
struct ReplayCommand: KindCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Applies the commands of a store's journal again, and reports where the outcome differs.",
        discussion: """
            The file is not changed. It has a journal if it was written with 'run --journal', or by a runtime with a journal. \
            A difference means that a provider has changed since then, or that there is an error; the rest of that part of the \
            journal is skipped. A damaged command is skipped and reported. The exit status is 1 for a difference or damage.

            Examples:
              \(Program.name) run --store activities.sqlite --journal < feed
              \(Program.name) replay activities.sqlite
            """)

    @Argument(help: "The store.")
    var file: String

    @Flag(help: "Print JSON, one object a line: each difference, then the number of commands.")
    var json = false

    func run(with registry: Registry) throws {
        try DatabaseAddress.refuse(file, for: "replay", "a cluster's logs have no journal of commands")
        let (store, replay): (any ActivityStore, JournalReplay)
        do {
            store = try SQLiteStore.any(reading: file)
            replay = try store.replay(with: registry.providers)
        } catch let error as StoreError { throw Status.inputOutput.reporting("\(error)") }
        for difference in replay.differences {
            let difference = ReplayedDifference(difference)
            if json { try printLine(json: difference) } else { print(difference.text) }
        }
        if json {
            try printLine(json: ["commands": replay.commands, "differences": replay.differences.count])
        } else if replay.commands == 0 {
            print("There are no commands in '\(file)': 'run --journal' records them.")
        } else {
            let outcome =
                replay.differences.isEmpty ? "all with the same outcome" : "\(replay.differences.count) with another outcome"
            print("\(replay.commands) commands, \(outcome)")
        }
        for damage in store.damage { StandardError.report("skipped, as it is damaged: \(damage)".printable) }
        if !replay.differences.isEmpty || !store.damage.isEmpty { throw Status.someLinesFailed }
    }
}

/// A command whose outcome differed.
private struct ReplayedDifference: Encodable {
    var shard: Int
    var number: UInt64
    var command: JSONText?
    var recorded: String
    var replayed: String

    init(_ difference: JournalReplay.Difference) {
        shard = difference.shard
        number = difference.number
        command = difference.command
        recorded = difference.recorded
        replayed = difference.replayed
    }

    var text: String {
        """
        \(command.map { "\(number): \($0)".printable } ?? "after \(number - 1)")
          then  \(recorded.printable)
          now   \(replayed.printable)
        """
    }
}
#endif
