import ArgumentParser
import Foundation
import IOSProjects
import LiveActivitiesCLI
import PreviewRequests

/// The options that all `live-activities ios` commands share: the build folder, and the checkout of this package.
struct IOSBuildPlaces: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder of swift-live-activities; by default the checkout of this command, or of the current folder.",
            valueName: "folder"
        ))
    var package: String?

    @Option(
        help: ArgumentHelp(
            "The folder of build files, used by one run at a time; by default one for this project in the user's cache folder.",
            valueName: "folder"))
    var scratch: String?

    func checkout() throws(IOSProjectError) -> URL {
        if let package { try Checkout.folder(package) } else { try Checkout.found() }
    }

    /// The folder of a project's build files, for this run alone.
    ///
    /// - Parameter project: The project's root, which is read after this has waited for other runs.
    func folder(for project: URL) throws(IOSProjectError) -> ScratchFolder {
        let folder = scratch.map { URL(filePath: $0) } ?? Self.cache(for: project)
        return try ScratchFolder(folder, for: project) { StandardError.report($0) }
    }

    /// The folder of a project's build files in the user's cache folder.
    static func cache(for project: URL) -> URL {
        let caches =
            FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first ?? FileManager.default.temporaryDirectory
        // Projects in different folders may have the same name.
        let name = "\(project.lastPathComponent.prefix(40))-\(project.path.stableHash)"
        return caches.appending(path: "live-activities/ios/\(name)")
    }
}
