import Foundation

/// The file with ``StoredState``, in a folder that only the app may read.
struct StateFile {
    let folder: URL

    var file: URL { folder.appendingPathComponent("state.json") }

    /// - Returns: `nil` if there is no file.
    /// - Throws: ``ClientProblem/stateUnreadable(path:reason:)``
    func read() throws(ClientProblem) -> StoredState? {
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        do { return try JSONDecoder().decode(StoredState.self, from: Data(contentsOf: file)) } catch {
            throw .stateUnreadable(path: file.path, reason: "\(error)")
        }
    }

    /// Replaces the file: a process that is killed leaves the old or the new one.
    ///
    /// - Throws: ``ClientProblem/stateUnwritable(path:reason:)``
    func write(_ state: StoredState) throws(ClientProblem) {
        do {
            try makeFolder()
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            #if os(iOS)
            // A push launches the app while the device is locked.
            let options: Data.WritingOptions = [.atomic, .completeFileProtectionUntilFirstUserAuthentication]
            #else
            let options: Data.WritingOptions = .atomic
            #endif
            try encoder.encode(state).write(to: file, options: options)
        } catch { throw .stateUnwritable(path: file.path, reason: error.localizedDescription) }
    }

    func makeFolder() throws {
        guard !FileManager.default.fileExists(atPath: folder.path) else { return }
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        #if !os(Linux)
        // A device that is restored from a backup of another one is another installation.
        var excluded = URLResourceValues()
        excluded.isExcludedFromBackup = true
        var folder = folder
        try folder.setResourceValues(excluded)
        #endif
    }
}
