import ArgumentParser
import LiveActivityCore

/// The command `live-activities`: runs the engine as a process, and shows what activities look like.
@main
struct LiveActivitiesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "live-activities",
        abstract: "Runs Live Activities: deliveries, matches, timers and queues, from events to what every surface shows.",
        discussion: """
            Examples:
              live-activities demo                            four kinds, recorded input
              live-activities describe delivery               example JSON of a kind
              live-activities run --virtual-time day.jsonl    replay a file of commands
              live-activities lint delivery                   check how a kind looks
              feed | live-activities run > changes.jsonl      one part of a pipeline

            Exit status:
              0    everything was done
              1    lines were refused or not understood (standard error has the
                   reasons), or lint found something
              2    the arguments are wrong
              3    input, output or a store could not be opened, read or written
              130  interrupted by Control-C, after writing everything that was
                   done (143 for SIGTERM, 129 for SIGHUP)
              141  the reader of the output has closed it
            """,
        version: "0.1.0",
        // Without their traits, the last three only say which trait they need (MissingTrait.swift).
        subcommands: [
            RunCommand.self, DescribeCommand.self, DemoCommand.self, LintCommand.self, RenderCommand.self, InspectCommand.self,
            ReplayCommand.self,
        ])

    /// Parses the arguments and runs, with the exit status that the help states.
    static func main() {
        Descriptor.occupyStandardNumbers()
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            // ArgumentParser would exit with 64 (EX_USAGE); shells and most tools use 2.
            guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
            StandardError.write(fullMessage(for: error))
            exit(withError: Status.usage)
        }
    }
}

/// The exit statuses of the process.
enum Status {
    static let someLinesFailed = ExitCode(1)
    static let findings = ExitCode(1)
    static let usage = ExitCode(2)
    static let inputOutput = ExitCode(3)
    static let readerIsGone = ExitCode(141)

    static func interrupted(by signal: Int32) -> ExitCode { ExitCode(128 + signal) }
}
