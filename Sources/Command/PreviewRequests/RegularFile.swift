package import Foundation

extension URL {
    /// Whether this is a regular file, or a symbolic link to one. A folder may also have a name such as `SQLite.swift`.
    package var isRegularFile: Bool {
        (try? resolvingSymlinksInPath().resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true
    }
}
