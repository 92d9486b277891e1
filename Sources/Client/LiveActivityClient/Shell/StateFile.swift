import Foundation

/// The file with ``StoredState``, in a folder that only the app may read.
struct StateFile {
    let folder: URL

    var file: URL { folder.appendingPathComponent("state.json") }

    /// - Returns: `nil` if there is no file.
    /// - Throws: ``ClientProblem/stateUnavailable(path:reason:)`` if the file cannot be read;
    ///   ``ClientProblem/stateUnreadable(path:reason:)`` if its contents are not a state, after it was renamed.
    func read() throws(ClientProblem) -> StoredState? {
        let contents: Data
        do { contents = try Data(contentsOf: file) } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
            return nil
        } catch { throw .stateUnavailable(path: file.path, reason: error.localizedDescription) }
        do { return try JSONDecoder().decode(StoredState.self, from: contents) } catch {
            let aside = folder.appendingPathComponent("state-unreadable.json")
            try? FileManager.default.removeItem(at: aside)
            try? FileManager.default.moveItem(at: file, to: aside)
            throw .stateUnreadable(path: aside.path, reason: "\(error)")
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
