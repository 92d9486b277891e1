import SystemLibraries

/// Writes files of secrets and settings so that they outlive a crash and a loss of power.
package enum DurableFile {
    /// A failed system call.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        /// Takes the reason from `errno`, so it must directly follow the call that failed.
        package init(_ call: String) { description = "\(call): \(String(cString: strerror(errno)))" }
    }

    /// Replaces a file as a whole, readable by its user only: a crash leaves the former file or the new one.
    ///
    /// - Parameter owners: Paths; the file belongs to the owner of the first that exists (``keepOwner(of:for:)``).
    package static func replace(_ path: String, with bytes: [UInt8], ownerOf owners: [String] = []) throws(Failure) {
        let temporary = "\(path).new"
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure("open") }
        defer { _ = close(descriptor) }
        try append(bytes, to: descriptor)
        keepOwner(of: owners, for: descriptor)
        guard fsync(descriptor) == 0, rename(temporary, path) == 0 else { throw Failure("rename") }
        try syncFolder(of: path)
    }

    /// Writes all bytes at the end of an open file, of which a failure may leave some.
    package static func append(_ bytes: [UInt8], to descriptor: CInt) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Failure("write") }
            rest = rest.dropFirst(count)
        }
    }

    /// Writes the names in a file's folder to the disk, after one was added or replaced: a file is on the disk under its name
    /// only together with its folder.
    package static func syncFolder(of path: String) throws(Failure) {
        let descriptor = open(folder(of: path), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure("open") }
        defer { _ = close(descriptor) }
        // Some file systems have no such call for a folder.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw Failure("fsync") }
    }

    package static func folder(of path: String) -> String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "." }

    /// Gives a file that root writes to the owner of the first of these paths that exists.
    ///
    /// An administrator may write it as root; the service, which must read it, runs as that owner.
    package static func keepOwner(of paths: [String], for descriptor: CInt) {
        var status = stat()
        guard geteuid() == 0, paths.contains(where: { stat($0, &status) == 0 }) else { return }
        _ = fchown(descriptor, status.st_uid, status.st_gid)
    }

    /// Gives a folder that root creates to the owner of the first of these paths that exists.
    package static func keepOwner(of paths: [String], forFolder folder: String) {
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { _ = close(descriptor) }
        keepOwner(of: paths, for: descriptor)
    }
}
