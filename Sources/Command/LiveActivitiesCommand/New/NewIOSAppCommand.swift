import ArgumentParser
import Foundation
import IOSAppTemplate
import LiveActivitiesCLI

/// `live-activities new ios-app`: creates an Xcode project whose app registers with a service.
struct NewIOSAppCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ios-app",
        abstract: "Creates an iOS app with a Live Activity that a service starts, updates and ends by push.",
        discussion: """
            The folder has an Xcode project with an app and a widget extension, and a Swift package whose LiveActivityClient \
            registers tokens with the service, again at each launch, sends receipts, and reports removed activities. It needs \
            an Xcode with Swift 6.3. On Linux it is checked and drawn by 'live-activities ios'; it was not tested with Xcode. \
            The service's part is 'live-activities new plugin' with the same name.

            Examples:
              \(Program.name) new ios-app Parking
              \(Program.name) new ios-app Pizza --path Apps/Pizza --bundle com.example.pizza
            """)

    @Argument(
        help: ArgumentHelp("The domain's name in Swift, such as Parking or PizzaOrder.", valueName: "name"),
        transform: { text in
            do throws(PluginNameError) { return try PluginName(text) } catch { throw ValidationError("\(error)") }
        })
    var name: PluginName

    @Option(
        help: ArgumentHelp(
            "The folder of the new app; by default one with its name in the current folder.", valueName: "folder"))
    var path: String?

    @Option(
        help: ArgumentHelp("The app's bundle id; by default com.example and the kind.", valueName: "id"),
        transform: { text in
            let isPart = { (part: Substring) in
                !part.isEmpty && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
            }
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count > 1, parts.allSatisfy(isPart) else {
                throw ValidationError(
                    "'\(text)' is not a bundle id: use parts of letters, digits and '-', separated by dots")
            }
            return text
        })
    var bundle: String?

    @Option(
        help: ArgumentHelp(
            "The folder or URL of swift-live-activities, which has LiveActivityClient. By default the checkout in which this "
                + "command was built, or one beside the new app.", valueName: "folder-or-url"))
    var package: String?

    /// The package's dependency as written in the template.
    static let dependency = #".package(name: "swift-live-activities", path: "../../../..")"#

    func run() throws {
        let folder = URL(filePath: path ?? name.type).standardizedFileURL
        let files = Self.files(
            for: name, bundle: bundle,
            dependingOn: try PackageSource(package, forNew: folder.appending(path: "\(name.type)Kit")))
        do throws(TemplateError) { try TemplateFile.write(files, to: folder) } catch {
            throw Status.inputOutput.reporting("\(error)")
        }
        print(
            """
            Created \(files.count) files in \(folder.relativePath). Next:
              cd \(path ?? name.type)
              \(Program.name) ios check .
              \(Program.name) ios previews . --out previews
            """)
    }

    static func files(for name: PluginName, bundle: String?, dependingOn source: PackageSource) -> [TemplateFile] {
        IOSAppTemplate.files.map { path, bytes in
            let template = String(decoding: bytes, as: UTF8.self)
                .replacing(dependency, with: source.declaration(traits: nil))
            let text = name.inserted(into: template)
            let given = bundle.map { text.replacing("com.example.\(name.kind)", with: $0) } ?? text
            return TemplateFile(path: name.inserted(into: path), text: given)
        }
    }
}
