import Foundation
import Testing

@testable import IOSProjects

/// A folder for one test, removed with the last reference to it.
final class Folder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "ios-\(UUID().uuidString)").standardizedFileURL
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func copy(_ folder: URL, without left: String? = nil) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name != left {
            try FileManager.default.copyItem(at: folder.appending(path: name), to: url.appending(path: name))
        }
    }

    func write(_ text: String, to path: String) throws {
        let file = url.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func read(_ path: String) throws -> String { try String(contentsOf: url.appending(path: path), encoding: .utf8) }

    func replace(_ old: String, with new: String, in path: String) throws {
        let text = try read(path)
        try #require(text.contains(old))
        try write(text.replacing(old, with: new), to: path)
    }

    /// The paths of all files, sorted.
    func files() throws -> [String] {
        FileTree.files(in: url).map { String($0.path.dropFirst(url.path.count + 1)) }.sorted()
    }
}
