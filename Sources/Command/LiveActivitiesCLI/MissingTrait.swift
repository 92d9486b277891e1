#if !SQLite || !Preview || !PushFiles || !Service || !Cluster || !Postgres
import ArgumentParser

/// A subcommand that this build lacks because a trait of the package was left out. It prints the trait's name.
///
/// Without it ArgumentParser would only report that the name is unexpected.
struct MissingCommand<Name: MissingName>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: Name.command.name, abstract: MissingTrait.message("'\(Name.command.name)'", Name.command.trait),
            shouldDisplay: false)
    }

    @Argument(parsing: .allUnrecognized) var arguments: [String] = []

    func validate() throws { throw ValidationError(Self.configuration.abstract) }
}

/// The name of a subcommand, and the trait that it needs.
protocol MissingName {
    static var command: (name: String, trait: String) { get }
}

/// The message for a feature whose trait this build does not have.
enum MissingTrait {
    static func message(_ what: String, _ trait: String) -> String {
        "\(what) needs the trait \(trait): build with 'swift build --traits \(trait)'."
    }
}

#if !SQLite
typealias InspectCommand = MissingCommand<InspectName>
enum InspectName: MissingName { static let command = (name: "inspect", trait: "SQLite") }
typealias ReplayCommand = MissingCommand<ReplayName>
enum ReplayName: MissingName { static let command = (name: "replay", trait: "SQLite") }
typealias BackupCommand = MissingCommand<BackupName>
enum BackupName: MissingName { static let command = (name: "backup", trait: "SQLite") }
typealias RestoreCommand = MissingCommand<RestoreName>
enum RestoreName: MissingName { static let command = (name: "restore", trait: "SQLite") }
typealias RepairCommand = MissingCommand<RepairName>
enum RepairName: MissingName { static let command = (name: "repair", trait: "SQLite") }
#endif

#if !PushFiles
typealias PushCommand = MissingCommand<PushName>
enum PushName: MissingName { static let command = (name: "push", trait: "PushFiles") }
typealias WhyCommand = MissingCommand<WhyName>
enum WhyName: MissingName { static let command = (name: "why", trait: "PushFiles") }
typealias PlanCommand = MissingCommand<PlanName>
enum PlanName: MissingName { static let command = (name: "plan", trait: "PushFiles") }
#endif

#if !Push
typealias SealCommand = MissingCommand<SealName>
enum SealName: MissingName { static let command = (name: "seal", trait: "Push") }
#endif

#if !Service || !(Cluster || Postgres)
typealias ClusterCommand = MissingCommand<ClusterName>
enum ClusterName: MissingName { static let command = (name: "cluster", trait: "Service,Cluster") }
#endif

#if !Service
typealias ServeCommand = MissingCommand<ServeName>
enum ServeName: MissingName { static let command = (name: "serve", trait: "Service") }
typealias TokenCommand = MissingCommand<TokenName>
enum TokenName: MissingName { static let command = (name: "token", trait: "Service") }
#endif

#if !Preview
typealias RenderCommand = MissingCommand<RenderName>
enum RenderName: MissingName { static let command = (name: "render", trait: "Preview") }
typealias StorybookCommand = MissingCommand<StorybookName>
enum StorybookName: MissingName { static let command = (name: "storybook", trait: "Preview") }
#endif
#endif
