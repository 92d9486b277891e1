package import ArgumentParser
import CLiveActivities

/// A subcommand that needs the kinds of its command.
///
/// ArgumentParser creates the subcommands, and cannot pass them a value. So the root passes the kinds when it runs one.
package protocol KindCommand: ParsableCommand {
    /// Carries out the subcommand. A `ValidationError` is reported like one of `validate()`, with the usage.
    func run(with registry: Registry) throws
}

/// The root command: the subcommands of this library, then an author's own.
package struct RootCommand<each Added: ParsableCommand>: ParsableCommand {
    package init() {}

    package static var configuration: CommandConfiguration {
        // Without their traits, the last thirteen only print which trait they need (MissingTrait.swift).
        var subcommands: [any ParsableCommand.Type] = [
            RunCommand.self, DescribeCommand.self, LintCommand.self, ContractCommand.self, RenderCommand.self,
            StorybookCommand.self, InspectCommand.self, ReplayCommand.self, BackupCommand.self, RestoreCommand.self,
            RepairCommand.self,
            PushCommand.self, WhyCommand.self, PlanCommand.self, SealCommand.self, ServeCommand.self, TokenCommand.self,
            ClusterCommand.self,
        ]
        repeat subcommands.append((each Added).self)
        return CommandConfiguration(
            commandName: Program.name,
            abstract: "Runs Live Activities, from events to what every surface shows.",
            discussion: """
                Examples:
                  \(Program.name) describe                      the kinds of activity
                  \(Program.name) describe KIND                 example JSON of a kind
                  \(Program.name) run --virtual-time day.jsonl  replay a file of commands
                  \(Program.name) lint KIND                     check how a kind looks
                  \(Program.name) contract export KIND          schema, vectors, types
                  feed | \(Program.name) run > changes.jsonl    one part of a pipeline
                  \(Program.name) serve                         an HTTP service with a dashboard

                Exit status:
                  0    everything was done
                  1    lines were refused or could not be parsed (standard error has
                       the reasons), lint found something, or a contract breaks
                  2    the arguments are wrong
                  3    input, output or a store could not be opened, read or written
                  4    'ios check' found problems only in the app's part
                  130  interrupted by Control-C, after writing everything that was
                       done (143 for SIGTERM, 129 for SIGHUP); 'serve' ends with 0
                  141  the reader of the output has closed it
                """,
            version: Program.version, subcommands: subcommands)
    }
}

/// Parses arguments and runs a subcommand. `root` is a ``RootCommand``.
///
/// Not methods of the generic root, because the compiler (6.3) fails there on the type of the subcommand.
package enum Invocation {
    /// Runs the subcommand given by the arguments, and ends the process if it fails, with the exit status documented in the
    /// help.
    package static func main(_ root: any ParsableCommand.Type, _ registry: Registry) {
        Descriptor.occupyStandardNumbers()
        do {
            do { try run(root, registry) } catch  where root.exitCode(for: error).isSuccess {
                // --help or --version. ArgumentParser would not notice that they cannot be written.
                let text = root.fullMessage(for: error)
                if !text.isEmpty { print(text) }
                try Descriptor.flushPrinted()
                root.exit()
            }
            try Descriptor.flushPrinted()
        } catch let error as UsageError {
            StandardError.write("\(error)")
            root.exit(withError: Status.usage)
        } catch let error as SystemError {
            // The reader, such as `head`, has ended: it needs no message.
            root.exit(withError: error.isBrokenPipe ? Status.readerIsGone : Status.inputOutput.reporting("\(error)"))
        } catch {
            root.exit(withError: error)
        }
    }

    /// Runs the command without ending the process.
    ///
    /// - Throws: ``UsageError`` for wrong arguments, an exit status, or the subcommand's error.
    package static func run(
        _ root: any ParsableCommand.Type, _ registry: Registry, _ arguments: [String]? = nil
    ) throws {
        let given = arguments ?? Array(CommandLine.arguments.dropFirst())
        // ArgumentParser prints the help of the last subcommand that it has found.
        if given.first == "help", let unknown = UsageError(unknownSubcommandIn: given.dropFirst(), of: root) { throw unknown }
        let command: any ParsableCommand
        do { command = try root.parseAsRoot(arguments) } catch  where root.exitCode(for: error) == .validationFailure {
            // ArgumentParser would exit with 64 (EX_USAGE); shells and most tools use 2.
            if let unknown = UsageError(unknownSubcommandIn: given, of: root) { throw unknown }
            throw UsageError(description: root.fullMessage(for: error))
        }
        do { try run(command, registry) } catch let error as ValidationError {
            throw UsageError(error, of: type(of: command), in: root)
        }
    }

    private static func run(_ command: any ParsableCommand, _ registry: Registry) throws {
        if let command = command as? any KindCommand { return try command.run(with: registry) }
        var command = command
        try command.run()
    }
}

/// Wrong arguments. The description says what is wrong, and how the subcommand is used.
package struct UsageError: Error, CustomStringConvertible { package let description: String }

extension UsageError {
    /// The first argument in the position of a subcommand that is not the name of one; `nil` if there is none. ArgumentParser
    /// only reports that it is unexpected.
    fileprivate init?(unknownSubcommandIn arguments: some Sequence<String>, of root: any ParsableCommand.Type) {
        var path: [any ParsableCommand.Type] = [root]
        for argument in arguments {
            let configuration = path[path.count - 1].configuration
            guard !argument.hasPrefix("-"), configuration.defaultSubcommand == nil, !configuration.subcommands.isEmpty else {
                return nil
            }
            if let next = configuration.subcommands.first(where: { $0._commandName == argument }) {
                path.append(next)
                continue
            }
            // ArgumentParser's own subcommand.
            guard argument != "help" else { return nil }
            let name = path.map { $0._commandName }.joined(separator: " ")
            let names = configuration.subcommands.map { $0._commandName }
            description = """
                Error: \(Suggestion.unknown(argument, "subcommand", among: names))
                  See '\(name) --help' for more information.
                """
            return
        }
        return nil
    }

    /// Reports arguments that a subcommand refuses when it runs in the same form as ArgumentParser's own errors.
    fileprivate init(_ error: ValidationError, of command: any ParsableCommand.Type, in root: any ParsableCommand.Type) {
        description = """
            Error: \(error.message)
            Usage: \(root.usageString(for: command))
              See '\(Self.names(of: command, in: root).joined(separator: " ")) --help' for more information.
            """
    }

    /// The names that call a subcommand, beginning with the program's; empty if `root` does not have it.
    private static func names(of command: any ParsableCommand.Type, in root: any ParsableCommand.Type) -> [String] {
        if command == root { return [root._commandName] }
        for subcommand in root.configuration.subcommands {
            let rest = names(of: command, in: subcommand)
            if !rest.isEmpty { return [root._commandName] + rest }
        }
        return []
    }
}

/// The exit statuses of the process.
package enum Status {
    package static let someLinesFailed = ExitCode(1)
    package static let findings = ExitCode(1)
    package static let usage = ExitCode(2)
    package static let inputOutput = ExitCode(3)
    /// Findings in an app beside a widget extension without any.
    package static let appFindings = ExitCode(4)
    package static let readerIsGone = ExitCode(141)

    package static func interrupted(by signal: Int32) -> ExitCode { ExitCode(128 + signal) }
}

extension ExitCode {
    /// Writes a message to standard error. `throw Status.usage.reporting("…")` ends the command with the message and the
    /// status.
    package func reporting(_ message: String) -> ExitCode {
        StandardError.report(message)
        return self
    }
}

package enum Program {
    /// The file name of the executable, used in help and messages, as authors name their own commands.
    package static let name =
        CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "live-activities"

    /// The version of this package. It is defined only in the C header, as C hosts compile it in.
    static let version = "\(LA_VERSION_MAJOR).\(LA_VERSION_MINOR).\(LA_VERSION_PATCH)"
}
