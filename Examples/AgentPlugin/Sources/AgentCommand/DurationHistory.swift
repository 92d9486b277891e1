import Foundation

/// How long successful runs of a command took, in a file that only its user may read.
struct DurationHistory {
    let file: URL

    /// The maximum number of durations per command; only the most recently used commands are kept.
    static let durationsMax = 10
    static let commandsMax = 200

    private struct Entry: Codable {
        /// The value of ``hash(of:in:)``.
        var hash: UInt32
        /// The durations in seconds, the latest last.
        var durations: [Double]
    }

    /// `durations.json` in the user's state folder.
    static var userFile: URL {
        let environment = ProcessInfo.processInfo.environment
        let state =
            environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
            ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: ".local/state")
        return state.appending(path: "live-activities-agent/durations.json")
    }

    /// The median of the earlier runs, in seconds; `nil` before the first. An unreadable file counts as missing.
    func usual(of command: [String], in folder: String) -> TimeInterval? {
        let hash = Self.hash(of: command, in: folder)
        let known = entries().first { $0.hash == hash }
        guard let sorted = known?.durations.sorted(), !sorted.isEmpty else { return nil }
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }

    /// Adds a run. If the file cannot be written, the run is not remembered: the command's own result is more important.
    func add(_ seconds: TimeInterval, of command: [String], in folder: String) {
        var entries = entries()
        var entry = Entry(hash: Self.hash(of: command, in: folder), durations: [])
        if let index = entries.firstIndex(where: { $0.hash == entry.hash }) { entry = entries.remove(at: index) }
        entry.durations = Array((entry.durations + [seconds]).suffix(Self.durationsMax))
        entries.append(entry)
        try? FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // A new file is renamed over the old one: over /dev/null, that would replace the device.
        let type = (try? FileManager.default.attributesOfItem(atPath: file.path))?[.type] as? FileAttributeType
        guard type == nil || type == .typeRegular else { return }
        guard let bytes = try? JSONEncoder().encode(Array(entries.suffix(Self.commandsMax))) else { return }
        replaceFile(file.path, with: Array(bytes))
    }

    /// Identifies a command (FNV-1a). Its arguments may contain secrets, of which 32 bits reveal little. Two commands with the
    /// same hash would only share an estimate.
    static func hash(of command: [String], in folder: String) -> UInt32 {
        ([folder] + command).joined(separator: "\0").utf8.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
    }

    private func entries() -> [Entry] {
        (try? JSONDecoder().decode([Entry].self, from: Data(contentsOf: file))) ?? []
    }
}
