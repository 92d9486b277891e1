import Foundation
import PreviewRequests

/// The groups and files of a project, which determine each file's path.
struct FileTree {
    typealias Object = [String: Any]

    /// The folder to which the project's paths are relative.
    let folder: URL
    private let objects: [String: Object]
    /// The parent group of each file and group.
    private let parents: [String: String]

    init(_ objects: [String: Object], _ project: Object, folder: URL) {
        self.objects = objects
        let root = project["projectDirPath"] as? String ?? ""
        self.folder = root.isEmpty ? folder : folder.appending(path: root).standardizedFileURL
        var parents: [String: String] = [:]
        for (id, object) in objects { for child in object["children"] as? [String] ?? [] { parents[child] = id } }
        self.parents = parents
    }

    /// The location of a file or group; `nil` for build products and files of the SDK.
    func location(_ id: String) -> URL? { location(id, depth: 0) }

    private func location(_ id: String, depth: Int) -> URL? {
        // The depth is limited, because groups of a damaged project can contain each other.
        guard let object = objects[id], depth < 100 else { return nil }
        let path = object["path"] as? String ?? ""
        switch object["sourceTree"] as? String ?? "<group>" {
        case "<group>":
            guard let parent = parents[id] else { return folder.appending(path: path).standardizedFileURL }
            guard let base = location(parent, depth: depth + 1) else { return nil }
            return path.isEmpty ? base : base.appending(path: path).standardizedFileURL
        case "SOURCE_ROOT": return folder.appending(path: path).standardizedFileURL
        case "<absolute>": return URL(filePath: path)
        default: return nil
        }
    }

    /// The files in folders that belong to targets as a whole.
    ///
    /// A folder's exceptions for one of its own targets are excluded; exceptions for another target are added to that target.
    func synchronizedFiles(ofTarget target: String, groups: [String]) -> [URL] {
        objects.flatMap { (id, object) -> [URL] in
            guard object["isa"] as? String == "PBXFileSystemSynchronizedRootGroup", let root = location(id) else { return [] }
            let exceptions = (object["exceptions"] as? [String] ?? []).compactMap { objects[$0] }
                .filter { $0["target"] as? String == target }
                .flatMap { $0["membershipExceptions"] as? [String] ?? [] }
                .map { root.appending(path: $0).standardizedFileURL }
            guard groups.contains(id) else { return exceptions.flatMap(Self.files) }
            return Set(Self.files(in: root)).subtracting(exceptions.flatMap(Self.files)).sorted { $0.path < $1.path }
        }
    }

    /// The files in a folder and its subfolders, without hidden ones; for a file, the file itself.
    static func files(in place: URL) -> [URL] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: place.path, isDirectory: &isFolder) else { return [] }
        guard isFolder.boolValue else { return [place] }
        let names = FileManager.default.enumerator(
            at: place, includingPropertiesForKeys: [.isRegularFileKey], options: [.skipsHiddenFiles])
        return (names?.compactMap { $0 as? URL } ?? []).filter(\.isRegularFile).map(\.standardizedFileURL)
    }
}
