#if SQLite
import ArgumentParser
import LiveActivities
import LiveActivityCore
import LiveActivitySQLite

/// `live-activities replay`: the commands of a journal once more.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Gives the commands in a store's journal to the engine again, and says where the outcome differs.",
        discussion: """
            What is in the file is not changed. The journal is there if the file was written with 'run --journal', or by a runtime \
            that keeps one. A difference means that a provider has changed since, or that something is wrong; what follows it in the same \
            part of the journal is not looked at. The exit status is 1 if there is one.

            Examples:
              live-activities run --store activities.sqlite --journal < feed
              live-activities replay activities.sqlite
            """)

    @Argument(help: "The store.")
    var file: String

    @Flag(help: "Print JSON, one object a line: each difference, then how many commands were given.")
    var json = false

    func run() throws {
        let replay: JournalReplay
        do {
            replay = try SQLiteStore(reading: file).replay(with: Providers.all)
        } catch let error as StoreError {
            StandardError.write("live-activities: \(error)")
            throw Status.inputOutput
        }
        for difference in replay.differences {
            let difference = ReplayedDifference(difference)
            if json { try write(json: difference) } else { print(difference.text) }
        }
        if json {
            try write(json: ["commands": replay.commands, "differences": replay.differences.count])
        } else if replay.commands == 0 {
            print("There are no commands in '\(file)': run with --journal to have them written down.")
        } else {
            let outcome =
                replay.differences.isEmpty ? "all with the same outcome" : "\(replay.differences.count) with another outcome"
            print("\(replay.commands) commands, \(outcome)")
        }
        if !replay.differences.isEmpty { throw Status.someLinesFailed }
    }

    private func write(json value: some Encodable) throws {
        print(String(decoding: try WireEncoder().encode(value), as: UTF8.self))
    }
}

/// Where a replay went another way.
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
        \(command.map { "\(number): \($0)" } ?? "after \(number - 1)")
          then  \(recorded)
          now   \(replayed)
        """
    }
}
#endif
