package import Foundation

/// An Xcode project file: its targets, with the files that each one compiles.
///
/// It reads the form in which each file is listed, and Xcode 16's folders that belong to a target as a whole.
package struct XcodeProject {
    /// The targets, in the order of the project file.
    package let targets: [XcodeTarget]

    /// - Parameter bundle: The folder `Name.xcodeproj`.
    package init(_ bundle: URL) throws(IOSProjectError) {
        let file = bundle.appending(path: "project.pbxproj")
        let content: Any
        do {
            content = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), options: [], format: nil)
        } catch {
            throw .unreadable(file, "\(error.localizedDescription)")
        }
        guard let root = content as? [String: Any], let objects = root["objects"] as? [String: [String: Any]],
            let project = (root["rootObject"] as? String).flatMap({ objects[$0] })
        else { throw .unreadable(file, "it has no root object") }
        let tree = FileTree(objects, project, folder: bundle.deletingLastPathComponent())
        let shared = BuildSettings(of: project, objects, tree)
        targets = (project["targets"] as? [String] ?? []).compactMap { id in
            objects[id].map { XcodeTarget(id, $0, objects, tree, shared) }
        }
    }
}

/// A target of an Xcode project.
package struct XcodeTarget {
    package let name: String
    let id: String
    /// The targets that are built before this one, such as an app's extensions.
    let dependencies: Set<String>
    /// Such as `com.apple.product-type.app-extension`.
    package let productType: String
    /// The source files that exist, sorted by path.
    package let sources: [URL]
    /// Its build settings, on top of the project's.
    let settings: BuildSettings
    /// The folder that the paths in build settings begin at.
    let folder: URL

    init(
        _ id: String, _ object: [String: Any], _ objects: [String: [String: Any]], _ tree: FileTree, _ shared: BuildSettings
    ) {
        self.id = id
        name = object["name"] as? String ?? id
        productType = object["productType"] as? String ?? ""
        dependencies = Set(
            (object["dependencies"] as? [String] ?? []).compactMap { objects[$0]?["target"] as? String })
        var settings = shared.merging(BuildSettings(of: object, objects, tree))
        for (name, value) in [("TARGET_NAME", name), ("PRODUCT_NAME", name), ("SRCROOT", "."), ("PROJECT_DIR", ".")] {
            settings.setDefault(name, value)
        }
        self.settings = settings
        folder = tree.folder
        let phases = (object["buildPhases"] as? [String] ?? []).compactMap { objects[$0] }
        let listed = phases.filter { $0["isa"] as? String == "PBXSourcesBuildPhase" }
            .flatMap { $0["files"] as? [String] ?? [] }
            .compactMap { (objects[$0]?["fileRef"] as? String).flatMap(tree.location) }
        let whole = tree.synchronizedFiles(ofTarget: id, groups: object["fileSystemSynchronizedGroups"] as? [String] ?? [])
        sources = Set(listed + whole).filter { $0.pathExtension == "swift" && FileManager.default.fileExists(atPath: $0.path) }
            .sorted { $0.path < $1.path }
    }

    /// The name that other targets import it by.
    var moduleName: String {
        ModuleSources.moduleName(settings.expanded("PRODUCT_MODULE_NAME") ?? settings.expanded("PRODUCT_NAME") ?? name)
    }

    var isFramework: Bool {
        productType.hasPrefix("com.apple.product-type.framework") || productType.hasPrefix("com.apple.product-type.library")
    }
    package var isApp: Bool { productType == "com.apple.product-type.application" }
    /// Whether this type of target may have activities; a test may not, and nothing that is not for an iPhone.
    var mayHaveActivities: Bool { (isApp || isExtension || isFramework) && settings.areForPhone }
    package var isExtension: Bool { productType == "com.apple.product-type.app-extension" }

    /// Xcode 26's new projects isolate everything to the main actor.
    package var isolatesToMainActor: Bool { settings["SWIFT_DEFAULT_ACTOR_ISOLATION"] == "MainActor" }

    /// The compiler's language mode: 5 unless the project requires 6.
    package var languageMode: Int { settings["SWIFT_VERSION"].flatMap(Double.init).map { $0 >= 6 ? 6 : 5 } ?? 5 }

    /// The file of a build setting whose value is a path; `nil` if there is none, or if the path is not known here.
    func file(_ setting: String) -> URL? {
        guard let path = settings.expanded(setting), !path.isEmpty else { return nil }
        return path.hasPrefix("/") ? URL(filePath: path) : folder.appending(path: path).standardizedFileURL
    }
}
