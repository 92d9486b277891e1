package import Foundation
package import PreviewRequests

/// The sources of an iOS project that concern Live Activities, grouped into units that are each compiled as a module.
package struct IOSProject {
    /// Sources that are compiled as one module: a widget extension, a part of an app, or an imported module.
    package struct Unit: Identifiable {
        /// The target's name, or `Sources` if there is no project file.
        package let name: String
        /// The unit's role, for the report.
        package let role: Role
        package let files: [SwiftFile]
        package var languageMode = 5
        package var isolatesToMainActor = false
        /// The conditions of `#if` that hold in the unit.
        var conditions: [String] = []
        var extent = Extent.whole
        /// Whether files that these use are left out. Their declarations are invented.
        var isPartial: Bool { extent != .whole }

        /// The files of a unit that are compiled, from few to all.
        enum Extent {
            /// The files about Live Activities with the files that they use directly; of the project's own modules only files
            /// about Live Activities and the types that these files use.
            case core
            /// The files about Live Activities with the files that they use directly, also of the project's own modules.
            case direct
            case whole
        }

        package enum Role: String, Codable, Sendable {
            case widgetExtension, app, sources, module

            fileprivate var rank: Int {
                switch self {
                case .widgetExtension: 0
                case .sources: 1
                case .module: 2
                case .app: 3
                }
            }
        }

        /// The identity of a unit. The name alone is not unique: an app and a package may have the same name.
        package struct ID: Hashable, Sendable {
            let name: String
            let role: Role
        }
        package var id: ID { ID(name: name, role: role) }
        fileprivate var hasLiveActivity: Bool { files.contains { $0.names.contains("ActivityConfiguration") } }
    }

    /// The root of the project.
    package let folder: URL
    /// The project files that were read, such as `App.xcodeproj`.
    package let projectFiles: [URL]
    package let units: [Unit]
    /// The units that no other unit imports as a module, in the order of compilation and drawing: widget extensions come first,
    /// and of these the ones with a Live Activity.
    package var roots: [Unit] {
        units.filter { $0.role != .module }.sorted { left, right in
            (left.role.rank, left.hasLiveActivity ? 0 : 1) < (right.role.rank, right.hasLiveActivity ? 0 : 1)
        }
    }
    private let ownModules: ProjectModules
    /// The types and members that the units declare.
    let declaredNames: Set<String>
    /// The images and colors of its asset catalogs.
    package let assets: AssetCatalog
    /// The files with localized strings.
    let texts: [URL]
    package let fontFolders: [URL]
    /// The types of its intent definitions, by their names.
    let intents: [String: String]
    /// The classes of its Core Data models, by their names.
    let models: [String: CoreDataModel.Declaration]
    /// Missing entries in property lists and entitlements that Live Activities need.
    package let findings: [SetupFinding]
    /// Improvements that are not errors.
    package let advice: [SetupFinding]

    /// Finds the project's sources. Does not change any file.
    ///
    /// - Parameter folder: The root: of an Xcode project, or of a Flutter, React Native, Expo or Capacitor project with an
    ///   `ios` folder.
    package init(_ folder: URL) throws(IOSProjectError) {
        let root = try Self.root(folder)
        self.folder = root
        let files = Self.files(below: root)
        projectFiles = files.projects
        var (units, findings, frameworks): ([Unit], [SetupFinding], [XcodeTarget]) = ([], [], [])
        for file in projectFiles {
            let targets = try XcodeProject(file).targets
            frameworks += targets.filter(\.isFramework)
            let read = try targets.filter(\.mayHaveActivities).map { (target) throws(IOSProjectError) in
                (target, try target.sources.map { (url) throws(IOSProjectError) in try SwiftFile(url) })
            }
            let found = read.compactMap { Self.unit($0.name, $1, isExtension: $0.isExtension, $0.settings) }
            units += found
            if !found.isEmpty { findings += SetupFinding.all(in: read, used: found.flatMap(\.files)) }
        }
        // A widget may also be in a folder that none of the read targets has.
        if !units.contains(where: \.hasLiveActivity) {
            let sources = try files.sources.map { (url) throws(IOSProjectError) in try SwiftFile(url) }
            let isWanted = units.isEmpty || sources.contains { $0.names.contains("ActivityConfiguration") }
            let generated = files.generated.flatMap { Self.units(of: $0, among: sources) }
            if generated.contains(where: \.hasLiveActivity) {
                units = generated
            } else if isWanted, sources.contains(where: \.isAboutLiveActivities) {
                units = FolderUnits.units(of: sources, in: root)
            }
        }
        guard !units.isEmpty else { throw .noLiveActivity(root) }
        ownModules = ProjectModules(manifests: files.manifests, frameworks: frameworks)
        let modules = try ownModules.units(importedBy: units)
        // A framework that other units import is compiled as a module, not as a unit of its own.
        units = modules + units.filter { unit in !modules.contains { $0.name == unit.name } }
        (self.units, self.findings) = (units, findings)
        declaredNames = units.flatMap(\.files).reduce(into: []) { $0.formUnion($1.declared.union($1.declaredMembers)) }
        assets = AssetCatalog(catalogs: files.catalogs, in: root)
        advice = SetupFinding.advice(for: units, assets: assets)
        (texts, intents) = (files.texts, IntentDefinition.declarations(in: files.intents))
        models = CoreDataModel.declarations(in: files.models)
        fontFolders = Set(files.fonts.map { $0.deletingLastPathComponent() }).sorted { $0.path < $1.path }
    }

    /// The folder without symbolic links: if it is one, its files have paths below the link's target.
    package static func root(_ folder: URL) throws(IOSProjectError) -> URL {
        let root = folder.standardizedFileURL.resolvingSymlinksInPath()
        guard (try? root.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory == true else { throw .noFolder(root) }
        return root
    }

    /// The project's own modules that these units need, in dependency order.
    ///
    /// - Parameter extent: The files of the modules, which are partial units unless all needed files are compiled.
    func modules(importedBy units: [Unit], extent: Unit.Extent = .whole) throws(IOSProjectError) -> [Unit] {
        try ownModules.units(importedBy: units, extent: extent)
    }

    /// The part of a target that concerns Live Activities; `nil` if there is none.
    private static func unit(_ name: String, _ files: [SwiftFile], isExtension: Bool, _ settings: BuildSettings) -> Unit? {
        guard files.contains(where: \.isAboutLiveActivities) else { return nil }
        let isWidget = isExtension && files.contains { $0.imports.contains("WidgetKit") }
        return Unit(
            name: name, role: isWidget ? .widgetExtension : .app, files: isWidget ? files : aboutLiveActivities(files),
            languageMode: settings.languageMode, isolatesToMainActor: settings.isolatesToMainActor,
            conditions: settings.conditions)
    }

    /// The parts of the targets in a `project.yml`, for a repository without the Xcode project that XcodeGen makes from it.
    private static func units(of manifest: URL, among sources: [SwiftFile]) -> [Unit] {
        guard let text = try? String(contentsOf: manifest, encoding: .utf8) else { return [] }
        let folder = manifest.deletingLastPathComponent()
        return XcodeGenProject(text).targets.compactMap { target in
            guard target.isForPhone else { return nil }
            let chosen = Set(XcodeGenProject.files(of: target, in: folder, among: sources.map(\.url)))
            return unit(
                target.name, sources.filter { chosen.contains($0.url) }, isExtension: target.isExtension, target.settings)
        }
    }

    /// The files that concern Live Activities, and the files that declare what these use.
    static func aboutLiveActivities(_ files: [SwiftFile]) -> [SwiftFile] {
        let about = files.filter(\.isAboutLiveActivities)
        let rest = files.filter { !$0.isAboutLiveActivities && !$0.names.contains("UIApplicationDelegate") }
        let all = withNeeded(about, of: rest)
        // In a large app almost all files depend on each other, so only direct dependencies are included.
        return all.count <= 100 ? all : withNeeded(about, of: rest, rounds: 1)
    }

    /// The given files, and those of the rest that declare what they use, transitively.
    ///
    /// If several files declare the same type, the first one is used.
    static func withNeeded(_ files: [SwiftFile], of rest: [SwiftFile], rounds: Int = .max) -> [SwiftFile] {
        let known = files.reduce(into: Set<String>()) { $0.formUnion($1.offered) }
        let types = files.reduce(into: Set<String>()) { $0.formUnion($1.topLevel) }
        return (files + needed(by: files, of: rest, known: known, types: types, rounds: rounds)).sorted {
            $0.url.path < $1.url.path
        }
    }

    /// The files of a module that declare what others use, transitively.
    static func needed(
        by users: [SwiftFile], of files: [SwiftFile], known: Set<String> = [], types: Set<String> = [],
        rounds: Int = .max
    ) -> [SwiftFile] {
        var (chosen, rest, known, types): ([SwiftFile], [SwiftFile], Set<String>, Set<String>) = ([], files, known, types)
        var used = users.reduce(into: Set<String>()) { $0.formUnion($1.names) }
        var extended = users.reduce(into: Set<String>()) { $0.formUnion($1.extensionMembers) }
        for _ in 0..<rounds {
            let missing = used.subtracting(known)
            let found = rest.filter { file in
                !file.offered.isDisjoint(with: missing)
                    || file.extensionMembers.contains { member in
                        !extended.contains(member) && used.isSuperset(of: member.split(separator: ".").map(String.init))
                    }
            }
            guard !found.isEmpty else { return chosen }
            rest.removeAll { file in found.contains { $0.url == file.url } }
            for file in found where file.topLevel.isDisjoint(with: types) {
                chosen.append(file)
                used.formUnion(file.names)
                types.formUnion(file.topLevel)
            }
            for file in found {
                known.formUnion(file.offered)
                extended.formUnion(file.extensionMembers)
            }
        }
        return chosen
    }

    // MARK: - The folder

    /// Folders with third-party files or build products.
    private static let skipped: Set = [
        "Pods", "Carthage", "node_modules", "build", "DerivedData", "SourcePackages", "vendor", "Tests", "UITests",
    ]

    private struct Files {
        var projects: [URL] = []
        var sources: [URL] = []
        var catalogs: [URL] = []
        var texts: [URL] = []
        var manifests: [URL] = []
        /// Descriptions from which XcodeGen makes an Xcode project.
        var generated: [URL] = []
        var fonts: [URL] = []
        var intents: [URL] = []
        var models: [URL] = []

        /// The list for a file with this name; `nil` for other files.
        static func list(for file: URL) -> WritableKeyPath<Self, [URL]>? {
            switch file.lastPathComponent {
            case "project.yml", "project.yaml": return \.generated
            case "Package.swift": return \.manifests
            default: break
            }
            switch file.pathExtension {
            case "swift": return \.sources
            case "xcstrings", "strings", "stringsdict": return \.texts
            case "intentdefinition": return \.intents
            case let other: return ["ttf", "otf", "ttc"].contains(other.lowercased()) ? \.fonts : nil
            }
        }
    }

    private static func files(below root: URL) -> Files {
        var found = Files()
        let all = FileManager.default.enumerator(
            at: root, includingPropertiesForKeys: [.isDirectoryKey], options: [.skipsHiddenFiles])
        while let url = all?.nextObject() as? URL {
            let name = url.lastPathComponent
            if url.pathExtension == "xcodeproj" {
                // A repository may lack the file itself, if a tool generates it.
                let hasFile = FileManager.default.fileExists(atPath: url.appending(path: "project.pbxproj").path)
                if hasFile { found.projects.append(url.standardizedFileURL) }
                all?.skipDescendants()
            } else if url.pathExtension == "xcassets" {
                found.catalogs.append(url)
                all?.skipDescendants()
            } else if ["xcdatamodeld", "xcdatamodel"].contains(url.pathExtension) {
                found.models.append(url)
                all?.skipDescendants()
            } else if skipped.contains(name) || name.hasSuffix("Tests") {
                all?.skipDescendants()
            } else if let list = Files.list(for: url), url.isRegularFile {
                found[keyPath: list].append(url.standardizedFileURL)
            }
        }
        found.projects.sort { $0.path < $1.path }
        found.sources.sort { $0.path < $1.path }
        found.manifests.sort { $0.path < $1.path }
        found.models.sort { $0.path < $1.path }
        found.generated.sort { $0.path < $1.path }
        return found
    }
}
