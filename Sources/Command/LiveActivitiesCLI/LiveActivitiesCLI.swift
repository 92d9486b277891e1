public import ArgumentParser
public import LiveActivityCore

/// The command `live-activities`, for kinds of activity of your own.
///
/// ```swift
/// LiveActivitiesCLI.main(
///     providers: [AnyProvider(ParkingProvider())],
///     widgets: [KindWidget(ParkingWidget.self, of: ParkingProvider(), strings: ParkingWidget.strings)])
/// ```
///
/// An executable with these lines in its `main.swift` has every subcommand: `run`, `describe`, `lint`, `contract`, `render`, `inspect`,
/// `replay`, and those that later versions add. `render` needs the trait Preview, `inspect`, `replay` and `run --store` need the trait SQLite; without
/// them these say which trait is missing.
public enum LiveActivitiesCLI {
    /// Runs the subcommand that the process's arguments name.
    ///
    /// It returns when the subcommand has succeeded. Otherwise it prints why and ends the process; `--help` lists the exit statuses. Call
    /// it once, before the process has other threads.
    ///
    /// - Parameters:
    ///   - providers: The kinds, in the order in which they are listed. A provider's index is part of the id of each of its activities, so
    ///     a new provider is added at the end.
    ///   - widgets: How the kinds look. A kind without a widget cannot be checked or drawn; everything else works.
    ///   - summaries: A few words about each kind, for `describe`.
    ///   - added: Subcommands of your own, beside the others.
    public static func main<each Added: ParsableCommand>(
        providers: [AnyProvider], widgets: [KindWidget] = [], summaries: [ActivityKind: String] = [:],
        adding added: repeat (each Added).Type
    ) {
        let registry: Registry
        do throws(RegistryError) {
            registry = try Registry(providers: providers, widgets: widgets, summaries: summaries)
        } catch {
            StandardError.report("\(error)")
            RootCommand<repeat each Added>.exit(withError: Status.usage)
        }
        Invocation.main(RootCommand<repeat each Added>.self, registry)
    }
}
