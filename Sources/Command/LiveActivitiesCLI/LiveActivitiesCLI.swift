public import ArgumentParser
import LiveActivityCore

/// The command `live-activities`, for your own kinds of activity.
///
/// ```swift
/// LiveActivitiesCLI.main(kinds: [
///     CommandKind(ParkingProvider(), widget: ParkingWidget.self, strings: ParkingWidget.strings)
/// ])
/// ```
///
/// An executable with these lines in its `main.swift` has every subcommand: `run`, `describe`, `lint`, `contract`, `render`,
/// `inspect`, `replay`, and further ones in later versions. `render` needs the trait Preview, `inspect`, `replay` and `run
/// --store` need the trait SQLite; without it they say which trait is missing.
public enum LiveActivitiesCLI {
    /// Runs the subcommand given by the process's arguments.
    ///
    /// It returns when the subcommand has succeeded. Otherwise it prints the error and ends the process; `--help` lists the
    /// exit statuses. Call it once, before the process has other threads.
    ///
    /// - Parameters:
    ///   - kinds: The kinds, in the order in which they are listed. A kind's index is part of the id of each of its activities,
    ///     so add new kinds at the end.
    ///   - added: Your own subcommands.
    public static func main<each Added: ParsableCommand>(
        kinds: [CommandKind], adding added: repeat (each Added).Type
    ) {
        let registry: Registry
        do throws(RegistryError) { registry = try Registry(kinds) } catch {
            StandardError.report("\(error)")
            RootCommand<repeat each Added>.exit(withError: Status.usage)
        }
        Invocation.main(RootCommand<repeat each Added>.self, registry)
    }
}
