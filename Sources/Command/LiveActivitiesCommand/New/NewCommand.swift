import ArgumentParser
import Foundation
import LiveActivitiesCLI

/// `live-activities new`: creates files to start from.
struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Creates a plugin or an iOS app from a template.",
        subcommands: [NewPluginCommand.self, NewIOSAppCommand.self])
}

/// `live-activities new plugin`: creates a package with a new kind of activity.
struct NewPluginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plugin",
        abstract: "Creates a package with a plugin: a kind of activity with rules, a widget and tests.",
        discussion: """
            The package has a provider, a widget with texts in three languages, tests, and a command of its own with every \
            subcommand of this one. Replace the rules and the views with your own.

            Examples:
              \(Program.name) new plugin Parking
              \(Program.name) new plugin PizzaOrder --path Plugins/Pizza
            """)

    @Argument(
        help: ArgumentHelp("The domain's name in Swift, such as Parking or PizzaOrder.", valueName: "name"),
        transform: { text in
            do throws(PluginNameError) { return try PluginName(text) } catch { throw ValidationError("\(error)") }
        })
    var name: PluginName

    @Option(
        help: ArgumentHelp(
            "The folder of the new package; by default one with its name in the current folder.", valueName: "folder"))
    var path: String?

    @Option(
        help: ArgumentHelp(
            "The folder or URL of swift-live-activities. By default the checkout in which this command was built, or one beside "
                + "the new package.", valueName: "folder-or-url"))
    var package: String?

    func run() throws {
        let folder = URL(filePath: path ?? name.type).standardizedFileURL
        let source = try PackageSource(package, forNew: folder)
        let files = PluginTemplate.files(for: name, dependingOn: source)
        do throws(TemplateError) { try TemplateFile.write(files, to: folder) } catch {
            throw Status.inputOutput.reporting("\(error)")
        }
        print(
            """
            Created \(files.count) files in \(folder.relativePath). Next:
              cd \(path ?? name.type)
              swift test
              swift run \(name.command) describe \(name.kind)
              swift run \(name.command) render \(name.kind) --sheet \(name.kind).png
            """)
    }
}
