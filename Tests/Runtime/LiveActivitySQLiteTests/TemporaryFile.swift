#if SQLite
import Foundation
import LiveActivities
import LiveActivitySQLite

/// A store's file in its own folder, deleted with the value.
final class TemporaryFile: Sendable {
    let folder: URL
    var path: String { folder.appending(path: "activities.sqlite").path }

    init(in parent: URL = FileManager.default.temporaryDirectory) throws {
        folder = parent.appending(path: "live-activities-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func bytes() throws -> Data { try Data(contentsOf: URL(filePath: path)) }
    func write(_ bytes: Data) throws { try bytes.write(to: URL(filePath: path)) }

    /// The names of the files in the folder.
    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    /// The error that `body` throws; `nil` if it succeeds.
    static func problem(_ body: () throws -> Void) -> StoreError? {
        do {
            try body()
            return nil
        } catch {
            return error as? StoreError
        }
    }
}

/// The complete contents of a store.
struct Everything: Equatable {
    var head: StoreHead
    var activities: [StoredActivity] = []
    var vacancies: [FreedSlotRecord] = []
    var deliveries: [Change] = []
    var bases: [JournalBase] = []
    var entries: [JournalEntry] = []

    init(_ store: some ActivityStore) throws {
        head = try store.head()
        try store.forEachActivity { activities.append($0) }
        try store.forEachFreedSlot { vacancies.append($0) }
        try store.forEachConsumerChange { deliveries.append($0) }
        try store.forEachJournalBase { bases.append($0) }
        try store.forEachJournalEntry { entries.append($0) }
        // A store returns these in any order.
        activities.sort { $0.id < $1.id }
        vacancies.sort { $0.slot < $1.slot }
    }
}
#endif
