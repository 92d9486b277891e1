#if Push
import Foundation
import LiveActivities
public import LiveActivityCore
import Synchronization

/// A log of trace steps in JSON Lines, with a file for each day in UTC. It explains what a device shows, even after the
/// activity has ended and after a restart.
///
/// The file itself has the steps of today; `FILE.2026-06-20` has those of 20 June 2026.
public final class PushTraceFile: Sendable {
    private struct State {
        var handle: FileHandle?
        var day = ""
    }

    private let path: String
    private let days: Int
    private let state = Mutex(State())

    /// Opens a file, or creates it with permissions for this user only.
    ///
    /// - Parameter days: The number of files of earlier days that are kept. The age of a file does not matter: a clock that is
    ///   wrong by months would remove all files.
    /// - Throws: ``PushError/badConfiguration(file:line:reason:)`` if the file cannot be written.
    public init(path: String, days: Int, now: Date = Date()) throws(PushError) {
        (self.path, self.days) = (path, days)
        let isOpen = state.withLock { state in
            // An existing file has the steps of the day on which it was last written.
            state.day = Self.modified(path).map(Self.day) ?? Self.day(now)
            beginDay(now, &state)
            return state.handle != nil
        }
        guard isOpen else { throw .badConfiguration(file: path, line: 0, reason: "the trace cannot be written") }
    }

    /// Appends steps. If the file cannot be written, they are lost: a failing trace must not stop pushes.
    public func append(_ steps: [(activity: ActivityID, entry: PushTraceEntry)], now: Date = Date()) {
        var bytes: [UInt8] = []
        for (activity, entry) in steps {
            entry.json(activity: activity).appendText(to: &bytes)
            bytes.append(UInt8(ascii: "\n"))
        }
        state.withLock { state in
            if state.day != Self.day(now) || state.handle == nil { beginDay(now, &state) }
            do { try state.handle?.write(contentsOf: Data(bytes)) } catch {
                // A full disk has left a part of a line. The next call opens the file again, and ends that line first.
                try? state.handle?.close()
                state.handle = nil
            }
        }
    }

    /// The steps of an activity, the oldest first. Reads all files, which may take long.
    public func steps(of activity: ActivityID) -> [PushTraceEntry] {
        Self.lines(about: activity, in: path).compactMap { PushTraceEntry($0) }
    }

    /// The lines about an activity in a file and the files of earlier days.
    package static func lines(about activity: ActivityID, in path: String) -> [JSONValue] {
        let wanted = Data("\"\(activity)\"".utf8)
        var found: [JSONValue] = []
        for file in earlier(path) + [path] {
            guard let bytes = try? Data(ofFile: file, options: .mappedIfSafe) else { continue }
            var next = bytes.startIndex
            while let hit = bytes.range(of: wanted, in: next..<bytes.endIndex) {
                let begin = bytes[..<hit.lowerBound].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? bytes.startIndex
                let end = bytes[hit.upperBound...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
                next = end
                guard let value = try? JSONValue(parsing: Array(bytes[begin..<end])),
                    value["activity"]?.string == "\(activity)"
                else { continue }
                found.append(value)
            }
        }
        return found
    }

    // MARK: - One file a day

    private func beginDay(_ now: Date, _ state: inout State) {
        let today = Self.day(now)
        let files = FileManager.default
        try? state.handle?.close()
        if state.day != today, files.fileExists(atPath: path) {
            try? files.moveItem(atPath: path, toPath: "\(path).\(state.day)")
        }
        for file in Self.earlier(path).dropLast(max(0, days)) { try? files.removeItem(atPath: file) }
        if !files.fileExists(atPath: path) {
            _ = files.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
        }
        state.handle = FileHandle(forUpdatingAtPath: path)
        if let handle = state.handle {
            DurableFile.keepOwner(of: [DurableFile.folder(of: path)], for: handle.fileDescriptor)
            Self.seekToNewLine(handle)
        }
        state.day = today
    }

    /// Moves to the end of a file. If a crash has left the last line incomplete, it is ended: otherwise the first new line
    /// would be unreadable too.
    private static func seekToNewLine(_ handle: FileHandle) {
        guard let size = try? handle.seekToEnd(), size > 0, (try? handle.seek(toOffset: size - 1)) != nil else { return }
        let last = try? handle.read(upToCount: 1)
        _ = try? handle.seekToEnd()
        if last != Data([UInt8(ascii: "\n")]) { try? handle.write(contentsOf: Data([UInt8(ascii: "\n")])) }
    }

    /// The files of earlier days, the oldest first.
    private static func earlier(_ path: String) -> [String] {
        let url = URL(filePath: path)
        let prefix = url.lastPathComponent + "."
        let names = (try? FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path)) ?? []
        return names.filter { $0.hasPrefix(prefix) && $0.count == prefix.count + 10 }.sorted().map {
            "\(path).\($0.suffix(10))"
        }
    }

    private static func day(_ date: Date) -> String { String(date.iso8601.prefix(10)) }

    private static func modified(_ path: String) -> Date? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
    }
}

extension PushTraceEntry {
    /// A line of a trace file; `nil` if it is not one.
    fileprivate init?(_ line: JSONValue) {
        guard let at = line["at"]?.string.flatMap({ Date(iso8601: $0) }), let sequence = line["sequence"]?.int,
            let step = line["step"]?.string
        else { return nil }
        self.init(
            at: at, installation: line["installation"]?.string.map { InstallationID(rawValue: $0) },
            sequence: UInt64(clamping: sequence), step: .described(step))
    }
}
#endif
