#if Service
import Foundation
import LiveActivities
import LiveActivityCore
import Logging
import Synchronization

/// Records what callers with a token or a link have requested to change, in a file for each day.
///
/// Lines are buffered for up to a second, so that a request costs no write, and for longer while they cannot be written. A
/// crash loses the buffered lines.
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

    /// The maximum number of lines that are buffered while they cannot be written, as on a full disk.
    static let waitingMax = 10_000

    private let folder: String
    private let days: Int
    private let logger: Logger
    /// The buffered lines, oldest first.
    private let waiting = Mutex<[Entry]>([])
    /// Held while files are written, read or deleted.
    private let files = Mutex(Files())

    private struct Files {
        var clock = ConfirmedClock()
        /// Whether the last attempt to write failed.
        var isFailing = false
    }

    /// - Parameters:
    ///   - folder: Created with the first line.
    ///   - days: The number of days whose files are kept, at least 1.
    init(folder: String, days: Int, logger: Logger) { (self.folder, self.days, self.logger) = (folder, days, logger) }

    func append(_ entry: Entry) { waiting.withLock { $0.append(entry) } }

    /// Writes waiting lines every second until the task is cancelled, and a last time then.
    func run() async {
        while !Task.isCancelled {
            try? await Task.sleep(for: .seconds(1))
            write()
        }
    }

    /// Writes the buffered lines. If that fails, the error is logged, and the lines stay buffered for the next attempt; beyond
    /// ``waitingMax`` the newest are lost.
    ///
    /// It also deletes the files of days that are no longer kept, once the clock is confirmed: a clock that is months ahead,
    /// for a moment or since the machine's start, would delete all of them.
    ///
    /// - Parameters:
    ///   - now: The computer's clock.
    ///   - steady: The same moment by a clock that cannot be set.
    func write(now: Date = Date(), steady: ContinuousClock.Instant = .now) {
        files.withLock { files in
            let isConfirmed = files.clock.confirms(now, at: steady)
            var entries = waiting.withLock { entries in
                defer { entries = [] }
                return entries
            }
            guard !entries.isEmpty else { return }
            do {
                if !FileManager.default.fileExists(atPath: folder) {
                    try FileManager.default.createDirectory(
                        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
                    DurableFile.keepOwner(of: [DurableFile.folder(of: folder)], forFolder: folder)
                }
                for (day, lines) in Dictionary(grouping: entries, by: { $0.at.prefix(10) }).sorted(by: { $0.key < $1.key }) {
                    try PrivateFile.append(try WireEncoder().encodeLines(lines), to: file(String(day)))
                    entries.removeAll { $0.at.prefix(10) == day }
                }
            } catch {
                let lost = waiting.withLock { waiting in
                    waiting = entries + waiting
                    defer { waiting = Array(waiting.prefix(Self.waitingMax)) }
                    return max(0, waiting.count - Self.waitingMax)
                }
                if !files.isFailing || lost > 0 {
                    logger.error("the audit log is not written", metadata: ["error": "\(error)", "lost": "\(lost)"])
                }
                return files.isFailing = true
            }
            files.isFailing = false
            guard isConfirmed else { return }
            let oldest = (now - Double(days - 1) * 86_400).iso8601.prefix(10)
            do {
                for day in try storedDays() where day < oldest { try FileManager.default.removeItem(atPath: file(day)) }
            } catch { logger.error("a day of the audit log cannot be removed", metadata: ["error": "\(error)"]) }
        }
    }

    /// The first entries that a query selects, oldest first. Blocks the thread.
    func entries(_ query: Query) throws -> [Entry] {
        write()
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

/// Confirms the computer's clock by elapsed time, before something irreversible depends on it.
///
/// A runtime's guard (`ClockGuard`) accepts a jump after a minute, and the first reading at once: too soon to delete data whose
/// retention is promised.
struct ConfirmedClock {
    /// How long the clock must have advanced with elapsed time before it is confirmed.
    static let confirmation = Duration.seconds(3_600)
    /// The accepted deviation in seconds. Time servers correct a clock by less within an hour.
    static let tolerance = 5.0

    /// The first reading since the last jump.
    private var first: (date: Date, steady: ContinuousClock.Instant)?

    /// Whether the clock has advanced with elapsed time for an hour.
    mutating func confirms(_ date: Date, at steady: ContinuousClock.Instant) -> Bool {
        guard let first, abs(date.timeIntervalSince(first.date) - (steady - first.steady) / .seconds(1)) <= Self.tolerance
        else {
            first = (date, steady)
            return false
        }
        return steady - first.steady >= Self.confirmation
    }
}
#endif
