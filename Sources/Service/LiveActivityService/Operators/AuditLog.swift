#if Service
import Foundation
import LiveActivityCore
import Logging
import Synchronization

/// Records what callers with a token or a link have requested to change, in a file for each day.
///
/// Lines wait in memory for up to a second, so a request costs no write. A crash loses the lines of that second.
final class AuditLog: Sendable {
    /// A request, without its body and query.
    struct Entry: Codable, Hashable, Sendable {
        var at: String
        /// The token's id; `link` for a link.
        var token: String
        /// The only owner of the token; `nil` for every owner.
        var owner: OwnerID?
        var method: String
        /// The path, which names the activity or owner.
        var path: String
        var status: Int
    }

    /// The entries that ``entries(_:)`` selects.
    struct Query: Hashable, Sendable {
        var from = Date.distantPast
        var until = Date.distantFuture
        var token: String?
        /// A part of the path, such as an activity id.
        var path: String?
        /// The maximum number of entries.
        var limit = 1_000
    }

    private let folder: String
    private let days: Int
    private let logger: Logger
    /// The lines of the last second.
    private let waiting = Mutex<[Entry]>([])
    /// Held while files are written, read or removed.
    private let files = Mutex(())

    /// - Parameters:
    ///   - folder: Created with the first line.
    ///   - days: The number of days whose files are kept, at least 1.
    init(folder: String, days: Int, logger: Logger) { (self.folder, self.days, self.logger) = (folder, days, logger) }

    func append(_ entry: Entry) { waiting.withLock { $0.append(entry) } }

    /// Writes waiting lines every second until the task is cancelled, and a last time then.
    func run() async {
        while !Task.isCancelled {
            try? await Task.sleep(for: .seconds(1))
            write(now: Date())
        }
    }

    /// Writes the waiting lines, and removes the files of days that are no longer kept. If that fails, the lines are lost and
    /// the error is logged.
    func write(now: Date) {
        let entries = waiting.withLock { entries in
            defer { entries = [] }
            return entries
        }
        guard !entries.isEmpty else { return }
        files.withLock { _ in
            do {
                try FileManager.default.createDirectory(
                    atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
                for (day, entries) in Dictionary(grouping: entries, by: { $0.at.prefix(10) }).sorted(by: { $0.key < $1.key }) {
                    try PrivateFile.append(try WireEncoder().encodeLines(entries), to: file(String(day)))
                }
                let oldest = (now - Double(days - 1) * 86_400).iso8601.prefix(10)
                for day in try storedDays() where day < oldest { try FileManager.default.removeItem(atPath: file(day)) }
            } catch { logger.error("the audit log is not written", metadata: ["error": "\(error)"]) }
        }
    }

    /// The first entries that a query selects, oldest first. Blocks the thread.
    func entries(_ query: Query) throws -> [Entry] {
        write(now: Date())
        return try files.withLock { _ in
            var found: [Entry] = []
            for day in try storedDays() {
                guard day >= query.from.iso8601.prefix(10), day <= query.until.iso8601.prefix(10) else { continue }
                for line in try (PrivateFile.read(file(day)) ?? []).split(separator: 0x0A) {
                    // The last line is incomplete after a crash.
                    guard let entry = try? WireDecoder().decode(Entry.self, from: Array(line)),
                        let date = Date(iso8601: entry.at)
                    else { continue }
                    guard date >= query.from, date < query.until, query.token.map({ $0 == entry.token }) ?? true,
                        query.path.map({ entry.path.contains($0) }) ?? true
                    else { continue }
                    found.append(entry)
                    if found.count >= query.limit { return found }
                }
            }
            return found
        }
    }

    private func file(_ day: String) -> String { "\(folder)/\(day).jsonl" }

    private func storedDays() throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".jsonl") }
            .map { String($0.dropLast(6)) }.sorted()
    }
}
#endif
