import ArgumentParser
import LiveActivityCore

/// `live-activities run`: commands in, changes out, one a line.
struct RunCommand: KindCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Reads commands as JSON Lines and writes changes as JSON Lines.",
        discussion: """
            Each line of input is one command, such as these, and each line of output is one change. \
            '\(Program.name) describe KIND' prints more, for example a start.
              {"command":"send","activity":"00004cf8c0000000","event":{"delivered":{}}}
              {"command":"end","activity":{"owner":"anna","kind":"delivery","key":"42"}}

            An invalid line, or one that the engine refuses, is skipped and reported on standard error as one JSON object with \
            file, line, error and message; the exit status is then 1. A member of attributes, content or an event that the \
            kind does not have is ignored, and reported there once, as an object with file, line, notice, path and message.

            With --virtual-time the input sets the clock: each command is applied at its "at", or at the time of the preceding \
            command. Without it, each command is applied when it is read, deadlines run between the lines when they are due, \
            and "at" is ignored. The program ends with its input, without later deadlines; --drain and --until change that.

            Examples:
              \(Program.name) run --virtual-time day.jsonl > changes.jsonl
              \(Program.name) run --virtual-time --drain < day.jsonl | tail -n 1
              mkfifo feed; \(Program.name) run < feed > changes.jsonl
            """)

    @Argument(help: ArgumentHelp("A file of commands, one a line; '-' is standard input.", valueName: "file"))
    var file = "-"

    @Flag(name: .customLong("virtual-time"), help: "Take the time from the input, so that an hour takes milliseconds.")
    var virtualTime = false

    @Flag(
        name: .long,
        help:
            "After the last line, continue until nothing is scheduled or only activities that renew themselves remain.")
    var drain = false

    @Option(
        name: .long, help: "After the last line, continue until this date, such as 2026-06-20T17:00:00Z.",
        transform: parseDate)
    var until: Date?

    #if SQLite
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Store the state in this file, and continue from its contents. A change is printed once it is on disk.",
            valueName: "file"))
    var store: String?

    @Flag(
        help: "Also record the commands in the store, 50000 to 100000 of the last day, for 'inspect' and 'replay'.")
    var journal = false
    #else
    @Option(help: .hidden) var store: String?
    @Flag(help: .hidden) var journal = false
    #endif

    #if SQLite && PushFiles
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Send the changes to devices with the configuration in this file (see 'push check'). Needs --store.",
            valueName: "config.yaml"))
    var push: String?
    #else
    @Option(help: .hidden) var push: String?
    #endif

    @Option(
        name: .long,
        help: "The seed of activity ids: the same seed and input give the same output. A store keeps its first seed.")
    var seed: UInt64 = 0

    @Flag(name: .customLong("no-size-check"), help: "Accept content that is too large for a push (4096 bytes).")
    var noSizeCheck = false

    func validate() throws {
        if drain, until != nil { throw ValidationError("--drain and --until cannot be used together.") }
        #if SQLite && PushFiles
        if push != nil, store == nil {
            throw ValidationError("--push needs --store: unsent pushes must survive the process.")
        }
        if push != nil, virtualTime { throw ValidationError("--push needs the computer's clock: leave --virtual-time out.") }
        #elseif PushFiles
        if push != nil { throw ValidationError(MissingTrait.message("--push", "SQLite")) }
        #else
        if push != nil { throw ValidationError(MissingTrait.message("--push", "PushFiles")) }
        #endif
        #if SQLite
        if journal, store == nil { throw ValidationError("--journal needs --store.") }
        #else
        if journal || store != nil { throw ValidationError(MissingTrait.message("--store", "SQLite")) }
        #endif
    }

    func run(with registry: Registry) throws {
        if let store {
            try DatabaseAddress.refuse(
                store, for: "run --store", "use 'serve --store', and insert commands into the table 'inbox'")
        }
        Interruption.watch()
        let status = try CommandLoop.run(
            options, registry, output: .standardOutput,
            report: { Self.write($0, orElse: "\($0.file):\($0.line): \($0.message)") },
            notify: { Self.write($0, orElse: "\($0.file):\($0.line): \($0.member)") })
        if status != .success { throw status }
    }

    private static func write(_ report: some Encodable, orElse text: String) {
        let encoder = WireEncoder()
        encoder.outputFormatting = [.sortedKeys]
        StandardError.write((try? encoder.encode(report)).map { String(decoding: $0, as: UTF8.self) } ?? text)
    }

    /// The arguments as a value, independent of the library that parsed them.
    var options: RunOptions {
        var options = RunOptions(file: file, usesVirtualTime: virtualTime, drains: drain, until: until)
        #if SQLite
        options.store = store
        options.keepsJournal = journal
        #endif
        options.push = push
        options.configuration = EngineConfiguration(seed: seed)
        if noSizeCheck { options.configuration.limits.payloadBytes = nil }
        return options
    }
}

@Sendable func parseDate(_ text: String) throws -> Date {
    guard let date = Date(iso8601: text) else {
        throw ValidationError("'\(text.abridged)' is not a date: write it as 2026-06-20T17:00:00Z.")
    }
    return date
}
