import Foundation

/// How long successful runs of a command took, in a file.
struct DurationHistory {
    let file: URL

    /// The maximum number of durations per command; only the most recently used commands are kept.
    static let durationsMax = 10
    static let commandsMax = 200

    private struct Entry: Codable {
        var command: [String]
        var folder: String
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
        let known = entries().first { $0.command == command && $0.folder == folder }
        guard let sorted = known?.durations.sorted(), !sorted.isEmpty else { return nil }
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }

    /// Adds a run. If the file cannot be written, the run is not remembered: the command's own result is more important.
    func add(_ seconds: TimeInterval, of command: [String], in folder: String) {
        var entries = entries()
        var entry = Entry(command: command, folder: folder, durations: [])
        if let index = entries.firstIndex(where: { $0.command == command && $0.folder == folder }) {
            entry = entries.remove(at: index)
        }
        entry.durations = Array((entry.durations + [seconds]).suffix(Self.durationsMax))
        entries.append(entry)
        try? FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        // An atomic write renames a new file over the old one: over /dev/null, that would replace the device.
        let type = (try? FileManager.default.attributesOfItem(atPath: file.path))?[.type] as? FileAttributeType
        guard type == nil || type == .typeRegular else { return }
        try? JSONEncoder().encode(Array(entries.suffix(Self.commandsMax))).write(to: file, options: .atomic)
    }

    private func entries() -> [Entry] {
        (try? JSONDecoder().decode([Entry].self, from: Data(contentsOf: file))) ?? []
    }
}
