package import Foundation

/// The sources of an iOS project that are about its Live Activities, in units that are compiled as one module.
package struct IOSProject {
    /// What is compiled as one module: a widget extension, or a part of an app.
    package struct Unit {
        /// The target's name, or `Sources` where no project file says it.
        package let name: String
        /// What it is, for the report.
        package let role: Role
        package let files: [SwiftFile]
        package var languageMode = 5
        package var isolatesToMainActor = false

        package enum Role: String, Codable, Sendable { case widgetExtension, app, sources }
    }

    /// The root of the project.
    package let folder: URL
    /// The project files that were read, such as `App.xcodeproj`.
    package let projectFiles: [URL]
    package let units: [Unit]
    /// The images and colors of its asset catalogs.
    package let assets: AssetCatalog
    /// The files of its localized texts.
    let texts: [URL]
    /// What Live Activities need in property lists and entitlements, and the project does not have.
    package let findings: [SetupFinding]

    /// Finds the project's sources; reads only.
    ///
    /// - Parameter folder: The root: of an Xcode project, or of a Flutter, React Native, Expo or Capacitor project with an `ios` folder.
    package init(_ folder: URL) throws(IOSProjectError) {
        let root = folder.standardizedFileURL
        self.folder = root
        guard (try? root.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true else { throw .noFolder(root) }
        let files = Self.files(below: root)
        projectFiles = files.projects
        var (units, findings): ([Unit], [SetupFinding]) = ([], [])
        for file in projectFiles {
            let targets = try XcodeProject(file).targets
            let read = try targets.filter(\.mayHaveActivities).map { (target) throws(IOSProjectError) in
                (target, try target.sources.map { (url) throws(IOSProjectError) in try SwiftFile(url) })
            }
            let found = read.compactMap { Self.unit($0, $1) }
            units += found
            if !found.isEmpty { findings += SetupFinding.all(in: read, used: found.flatMap(\.files)) }
        }
        if units.isEmpty {
            let sources = Self.aboutLiveActivities(
                try files.sources.map { (url) throws(IOSProjectError) in try SwiftFile(url) })
            if !sources.isEmpty { units = [Unit(name: "Sources", role: .sources, files: sources)] }
        }
        guard !units.isEmpty else { throw .noLiveActivity(root) }
        (self.units, self.findings) = (units, findings)
        assets = AssetCatalog(catalogs: files.catalogs)
        texts = files.texts
    }

    /// The part of a target that is about Live Activities; `nil` if there is none.
    private static func unit(_ target: XcodeTarget, _ files: [SwiftFile]) -> Unit? {
        guard files.contains(where: \.isAboutLiveActivities) else { return nil }
        let isWidget = target.isExtension && files.contains { $0.imports.contains("WidgetKit") }
        return Unit(
            name: target.name, role: isWidget ? .widgetExtension : .app, files: isWidget ? files : aboutLiveActivities(files),
            languageMode: target.languageMode, isolatesToMainActor: target.isolatesToMainActor)
    }

    /// The files about Live Activities, and those that declare what they use.
    static func aboutLiveActivities(_ files: [SwiftFile]) -> [SwiftFile] {
        var chosen = files.filter(\.isAboutLiveActivities)
        var rest = files.filter { !$0.isAboutLiveActivities && !$0.names.contains("UIApplicationDelegate") }
        var used = chosen.reduce(into: Set<String>()) { $0.formUnion($1.names) }
        var known = chosen.reduce(into: Set<String>()) { $0.formUnion($1.offered) }
        while true {
            let missing = used.subtracting(known)
            let added = rest.filter { !$0.offered.isDisjoint(with: missing) }
            guard !added.isEmpty else { break }
            rest.removeAll { file in added.contains { $0.url == file.url } }
            chosen += added
            for file in added {
                used.formUnion(file.names)
                known.formUnion(file.offered)
            }
        }
        return chosen.sorted { $0.url.path < $1.url.path }
    }

    // MARK: - The folder

    /// Folders whose files are other people's, or made by a build.
    private static let skipped: Set = [
        "Pods", "Carthage", "node_modules", "build", "DerivedData", "SourcePackages", "vendor", "Tests", "UITests",
    ]

    private struct Files {
        var projects: [URL] = []
        var sources: [URL] = []
        var catalogs: [URL] = []
        var texts: [URL] = []
    }

    private static func files(below root: URL) -> Files {
        var found = Files()
        let all = FileManager.default.enumerator(
            at: root, includingPropertiesForKeys: [.isDirectoryKey], options: [.skipsHiddenFiles])
        while let url = all?.nextObject() as? URL {
            let name = url.lastPathComponent
            if url.pathExtension == "xcodeproj" {
                found.projects.append(url.standardizedFileURL)
                all?.skipDescendants()
            } else if url.pathExtension == "xcassets" {
                found.catalogs.append(url)
                all?.skipDescendants()
            } else if skipped.contains(name) || name.hasSuffix("Tests") {
                all?.skipDescendants()
            } else if url.pathExtension == "xcstrings" || url.pathExtension == "strings" {
                found.texts.append(url)
            } else if url.pathExtension == "swift", name != "Package.swift" {
                found.sources.append(url.standardizedFileURL)
            }
        }
        found.projects.sort { $0.path < $1.path }
        found.sources.sort { $0.path < $1.path }
        return found
    }
}
