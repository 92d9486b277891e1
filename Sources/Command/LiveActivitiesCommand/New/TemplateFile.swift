import Foundation

/// A file that `live-activities new` writes.
struct TemplateFile: Equatable {
    /// The path, relative to the new folder.
    var path: String
    var text: String

    /// Writes all files or none: they are written to a folder beside `folder`, which then takes its name.
    ///
    /// - Throws: ``TemplateError``. Nothing is left behind then.
    static func write(_ files: [TemplateFile], to folder: URL) throws(TemplateError) {
        let manager = FileManager.default
        var isFolder: ObjCBool = false
        let exists = manager.fileExists(atPath: folder.path, isDirectory: &isFolder)
        if exists {
            let content = isFolder.boolValue ? try? manager.contentsOfDirectory(atPath: folder.path) : nil
            guard content == [] else { throw .exists(folder.relativePath, isFolder: isFolder.boolValue) }
        }
        let temporary = folder.deletingLastPathComponent().appending(path: ".\(folder.lastPathComponent)-\(UUID().uuidString)")
        do {
            for file in files {
                let place = temporary.appending(path: file.path)
                try manager.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(file.text.utf8).write(to: place)
            }
            if exists { try manager.removeItem(at: folder) }
            try manager.moveItem(at: temporary, to: folder)
        } catch {
            try? manager.removeItem(at: temporary)
            throw .unwritable(folder.relativePath, reason: error.localizedDescription)
        }
    }
}

/// The reason why a template's files were not written.
enum TemplateError: Error, Equatable, CustomStringConvertible {
    case exists(String, isFolder: Bool)
    case unwritable(String, reason: String)

    var description: String {
        switch self {
        case .exists(let path, true): "the folder '\(path)' exists and is not empty: give another one with --path"
        case .exists(let path, false): "'\(path)' is a file: give a folder with --path"
        case .unwritable(let path, let reason): "cannot write '\(path)': \(reason)"
        }
    }
}
