import ArgumentParser
import Foundation
import IOSProjects

/// The options that all `live-activities ios` commands share: the build folder, and the checkout of this package.
struct IOSBuildPlaces: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder of swift-live-activities; by default the checkout in which this command was built.", valueName: "folder"
        ))
    var package: String?

    @Option(
        help: ArgumentHelp(
            "The folder of build files; by default a folder for this project in the user's cache folder.", valueName: "folder"))
    var scratch: String?

    /// The checkout of this package.
    func checkout() throws(IOSProjectError) -> URL {
        if let package { try Checkout.folder(package) } else { try Checkout.found() }
    }

    /// The folder of a project's build files, which depends on the project's path.
    func folder(for project: IOSProject) -> URL {
        if let scratch { return URL(filePath: scratch) }
        let caches =
            FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first ?? FileManager.default.temporaryDirectory
        let name = project.folder.path.split(separator: "/").joined(separator: "-")
        return caches.appending(path: "live-activities/ios/\(name)")
    }

    /// The environment of a program that runs a project's code. It redirects the data folder, so that the code stores its data
    /// in the build folder instead of the user's data folder.
    func environment(for project: IOSProject) -> [String: String] {
        ProcessInfo.processInfo.environment.merging(["XDG_DATA_HOME": folder(for: project).appending(path: "Data").path]) { $1 }
    }
}
