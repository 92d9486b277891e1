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
        let shared = Self.settings(project, objects)
        targets = (project["targets"] as? [String] ?? []).compactMap { id in
            objects[id].map { XcodeTarget(id, $0, objects, tree, shared) }
        }
    }

    /// The build settings of the configuration Release, or of the first one.
    static func settings(_ owner: [String: Any], _ objects: [String: [String: Any]]) -> [String: String] {
        let list = (owner["buildConfigurationList"] as? String).flatMap { objects[$0] }
        let configurations = (list?["buildConfigurations"] as? [String] ?? []).compactMap { objects[$0] }
        let chosen = configurations.first { $0["name"] as? String == "Release" } ?? configurations.first
        return (chosen?["buildSettings"] as? [String: Any] ?? [:]).compactMapValues { $0 as? String }
    }
}

/// A target of an Xcode project.
package struct XcodeTarget {
    package let name: String
    /// Such as `com.apple.product-type.app-extension`.
    package let productType: String
    /// The source files that exist, sorted by path.
    package let sources: [URL]
    /// Its build settings, on top of the project's.
    package let settings: [String: String]
    /// The folder that the paths in build settings begin at.
    let folder: URL

    init(
        _ id: String, _ object: [String: Any], _ objects: [String: [String: Any]], _ tree: FileTree, _ shared: [String: String]
    ) {
        name = object["name"] as? String ?? id
        productType = object["productType"] as? String ?? ""
        settings = shared.merging(XcodeProject.settings(object, objects)) { $1 }
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
        let name = settings["PRODUCT_MODULE_NAME"] ?? settings["PRODUCT_NAME"] ?? name
        return ModuleSources.moduleName(name.contains("$(") ? self.name : name)
    }

    var isFramework: Bool {
        productType.hasPrefix("com.apple.product-type.framework") || productType.hasPrefix("com.apple.product-type.library")
    }
    package var isApp: Bool { productType == "com.apple.product-type.application" }
    /// Whether this type of target may have activities; a test may not.
    var mayHaveActivities: Bool { isApp || isExtension || isFramework }
    package var isExtension: Bool { productType == "com.apple.product-type.app-extension" }

    /// Xcode 26's new projects isolate everything to the main actor.
    package var isolatesToMainActor: Bool { settings["SWIFT_DEFAULT_ACTOR_ISOLATION"] == "MainActor" }

    /// The compiler's language mode: 5 unless the project requires 6.
    package var languageMode: Int { settings["SWIFT_VERSION"].flatMap(Double.init).map { $0 >= 6 ? 6 : 5 } ?? 5 }

    /// The file of a build setting whose value is a path.
    package func file(_ setting: String) -> URL? {
        guard var path = settings[setting], !path.isEmpty else { return nil }
        for variable in ["$(SRCROOT)/", "${SRCROOT}/", "$(PROJECT_DIR)/"] where path.hasPrefix(variable) {
            path.removeFirst(variable.count)
        }
        return path.hasPrefix("/") ? URL(filePath: path) : folder.appending(path: path)
    }
}
