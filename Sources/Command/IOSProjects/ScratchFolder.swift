package import Foundation
import SystemLibraries

/// The folder of a run's build files. It is locked while this value exists, because two runs would mix their files and results.
package final class ScratchFolder {
    package let url: URL
    private let lock: Int32

    /// Creates the folder if it does not exist, and waits until no other run uses it.
    ///
    /// - Parameters:
    ///   - project: The project's root.
    ///   - report: Called with a line before this waits.
    /// - Throws: An error for a folder inside the project, or with another package. Nothing is written then.
    package init(_ folder: URL, for project: URL, report: (String) -> Void) throws(IOSProjectError) {
        let url = Self.resolved(folder.standardizedFileURL)
        guard !(url.path + "/").hasPrefix(project.path + "/") else { throw .scratchInside(url) }
        // The package manager's files would be overwritten, and sources removed.
        let isForeign = ["Package.swift", "Sources"].contains { url.appending(path: $0).exists }
        guard !isForeign || HostPackage.hasWritten(url) else { throw .scratchOfAnother(url) }
        do { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) } catch {
            throw .unwritable(url, error.localizedDescription)
        }
        (self.url, lock) = (url, try Self.locked(url.appending(path: ".lock"), report))
    }

    private static func locked(_ file: URL, _ report: (String) -> Void) throws(IOSProjectError) -> Int32 {
        let lock = open(file.path, O_CREAT | O_RDWR | O_CLOEXEC, 0o644)
        guard lock >= 0 else { throw .unwritable(file, String(cString: strerror(errno))) }
        if flock(lock, LOCK_EX | LOCK_NB) == 0 { return lock }
        report("waiting for another run that uses the build files in \(file.deletingLastPathComponent().path)")
        while flock(lock, LOCK_EX) != 0 {
            guard errno == EINTR else {
                defer { close(lock) }
                throw .unwritable(file, String(cString: strerror(errno)))
            }
        }
        return lock
    }

    deinit { close(lock) }

    /// The folder without symbolic links, also if it does not exist yet.
    private static func resolved(_ folder: URL) -> URL {
        guard !folder.exists, folder.path != "/" else { return folder.resolvingSymlinksInPath() }
        return resolved(folder.deletingLastPathComponent()).appending(path: folder.lastPathComponent)
    }
}

extension URL {
    fileprivate var exists: Bool { FileManager.default.fileExists(atPath: path) }
}
