package import Foundation
import PreviewRequests

/// An Xcode project file: its targets with their source files.
///
/// It supports both individually listed files and Xcode 16's folders that belong to a target as a whole.
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

package struct XcodeTarget {
    package let name: String
    let id: String
    /// The targets that are built before this one, such as an app's extensions.
    let dependencies: Set<String>
    /// The product type, such as `com.apple.product-type.app-extension`.
    package let productType: String
    /// The source files that exist, sorted by path.
    package let sources: [URL]
    /// The target's build settings, including those inherited from the project.
    let settings: BuildSettings
    /// The folder to which paths in build settings are relative.
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
        sources = Set(listed + whole).filter { $0.pathExtension == "swift" && $0.isRegularFile }
            .sorted { $0.path < $1.path }
    }

    /// The module name with which other targets import it.
    var moduleName: String {
        ModuleSources.moduleName(settings.expanded("PRODUCT_MODULE_NAME") ?? settings.expanded("PRODUCT_NAME") ?? name)
    }

    var isFramework: Bool {
        productType.hasPrefix("com.apple.product-type.framework") || productType.hasPrefix("com.apple.product-type.library")
    }
    package var isApp: Bool { productType == "com.apple.product-type.application" }
    /// Whether this type of target may have activities: an app, extension or framework for iPhone, not a test.
    var mayHaveActivities: Bool { (isApp || isExtension || isFramework) && settings.areForPhone }
    package var isExtension: Bool { productType == "com.apple.product-type.app-extension" }

    /// The file to which a build setting refers; `nil` if there is none, or if the path contains unknown settings.
    func file(_ setting: String) -> URL? {
        guard let path = settings.expanded(setting), !path.isEmpty else { return nil }
        return path.hasPrefix("/") ? URL(filePath: path) : folder.appending(path: path).standardizedFileURL
    }
}
