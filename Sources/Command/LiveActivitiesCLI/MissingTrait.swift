#if !SQLite || !Preview || !Push || !Service || !Cluster
import ArgumentParser

/// A subcommand that this build does not have, because a trait of the package was left out. It says which.
///
/// Without it ArgumentParser would only say that the name is unexpected.
private protocol MissingCommand: ParsableCommand {
    static var name: String { get }
    static var trait: String { get }
}

extension MissingCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: name, abstract: MissingTrait.message("'\(name)'", trait), shouldDisplay: false)
    }

    func validate() throws { throw ValidationError(MissingTrait.message("'\(Self.name)'", Self.trait)) }
}

/// The message for what needs a trait that this build does not have.
enum MissingTrait {
    static func message(_ what: String, _ trait: String) -> String {
        "\(what) needs the trait \(trait): build with 'swift build --traits \(trait)'."
    }
}

#if !SQLite
struct InspectCommand: MissingCommand {
    static let name = "inspect"
    static let trait = "SQLite"
    @Argument(parsing: .allUnrecognized) var arguments: [String] = []
}

struct ReplayCommand: MissingCommand {
    static let name = "replay"
    static let trait = "SQLite"
    @Argument(parsing: .allUnrecognized) var arguments: [String] = []
}

struct BackupCommand: MissingCommand {
    static let name = "backup"
    static let trait = "SQLite"
    @Argument(parsing: .allUnrecognized) var arguments: [String] = []
}

struct RestoreCommand: MissingCommand {
    static let name = "restore"
    static let trait = "SQLite"
    @Argument(parsing: .allUnrecognized) var arguments: [String] = []
}

struct RepairCommand: MissingCommand {
    static let name = "repair"
    static let trait = "SQLite"
    @Argument(parsing: .allUnrecognized) var arguments: [String] = []
}
#endif

#if !Push
struct PushCommand: MissingCommand {
    static let name = "push"
    static let trait = "Push"
    @Argument(parsing: .allUnrecognized) var arguments: [String] = []
}

struct WhyCommand: MissingCommand {
    static let name = "why"
    static let trait = "Push"
    @Argument(parsing: .allUnrecognized) var arguments: [String] = []
}

struct PlanCommand: MissingCommand {
    static let name = "plan"
    static let trait = "Push"
    @Argument(parsing: .allUnrecognized) var arguments: [String] = []
}
#endif

#if !Service || !Cluster
struct ClusterCommand: MissingCommand {
    static let name = "cluster"
    static let trait = "Service,Cluster"
    @Argument(parsing: .allUnrecognized) var arguments: [String] = []
}
#endif

#if !Service
struct ServeCommand: MissingCommand {
    static let name = "serve"
    static let trait = "Service"
    @Argument(parsing: .allUnrecognized) var arguments: [String] = []
}

struct TokenCommand: MissingCommand {
    static let name = "token"
    static let trait = "Service"
    @Argument(parsing: .allUnrecognized) var arguments: [String] = []
}
#endif

#if !Preview
struct RenderCommand: MissingCommand {
    static let name = "render"
    static let trait = "Preview"
    @Argument(parsing: .allUnrecognized) var arguments: [String] = []
}

struct StorybookCommand: MissingCommand {
    static let name = "storybook"
    static let trait = "Preview"
    @Argument(parsing: .allUnrecognized) var arguments: [String] = []
}
#endif
#endif
