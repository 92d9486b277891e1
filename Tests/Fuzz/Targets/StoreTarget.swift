import Foundation
import GRDBSQLite
import LiveActivities
import LiveActivityCore
import LiveActivitySQLite
import LiveActivityTesting

extension FuzzTarget {
    /// The bytes of a store's file: the store is refused, or opened with the readable rest, and continues.
    static let store = store(named: "store", isSealed: false)

    /// The same with recomputed checksums for changed rows; otherwise nearly every changed row is refused before anything is
    /// restored from it.
    static let sealedStore = store(named: "store-sealed", isSealed: true)

    private static func store(named name: String, isSealed: Bool) -> FuzzTarget {
        FuzzTarget(name: name, seeds: { [storeFile(journal: false), storeFile(journal: true)] }) {
            let path = temporaryPath()
            return { bytes in
                write(bytes, to: path)
                defer { remove(path) }
                if isSealed { seal(path) }
                open(path)
            }
        }
    }

    /// Removes the marker for rows with checksums. When the store is opened, every readable row gets a new checksum, as in a
    /// file of a version without checksums.
    private static func seal(_ path: String) {
        var database: OpaquePointer?
        defer { sqlite3_close(database) }
        guard sqlite3_open(path, &database) == SQLITE_OK else { return }
        sqlite3_exec(database, "UPDATE store SET checksum = NULL", nil, nil, nil)
    }

    private static func open(_ path: String) {
        if let store = try? SQLiteStore(reading: path) {
            // Reads the store like `inspect`.
            _ = try? store.head()
            try? store.forEachActivity { record in
                _ = (record.startedAt.iso8601, record.closingDate.iso8601, record.content.state.value)
            }
            try? store.forEachJournalEntry { _ in }
            try? store.forEachJournalBase { _ in }
            try? store.forEachConsumerChange { _ in }
            store.close()
        }
        guard let store = try? SQLiteStore(path: path) else { return }
        let clock = ManualClock(now: Samples.epoch + 60)
        guard
            let runtime = try? LiveActivityRuntime(
                configuration: EngineConfiguration(), clock: clock, providers: Samples.providers, store: store)
        else { return }
        _ = runtime.skippedActivities
        for line in Samples.commands.prefix(3) {
            _ = try? runtime.apply(WireDecoder().decode(TimedCommand.self, from: line).command)
        }
        clock.advance(by: 7_200)
        runtime.close()
    }

    /// A path in memory, if the system supports it.
    private static func temporaryPath() -> String {
        let folder = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
        return "\(folder)/live-activities-fuzz-\(ProcessInfo.processInfo.processIdentifier).sqlite"
    }

    private static func write(_ bytes: UnsafeBufferPointer<UInt8>, to path: String) {
        guard let file = fopen(path, "w") else { fatalError("'\(path)' cannot be written") }
        defer { fclose(file) }
        fwrite(bytes.baseAddress, 1, bytes.count, file)
    }

    private static func remove(_ path: String) {
        for suffix in ["", "-wal", "-shm", "-lock", "-journal"] { unlink(path + suffix) }
    }

    /// A store with one activity of each plugin.
    private static func storeFile(journal: Bool) -> [UInt8] {
        let path = temporaryPath()
        remove(path)
        defer { remove(path) }
        return must("a store") {
            let runtime = try LiveActivityRuntime(
                configuration: EngineConfiguration(), clock: ManualClock(now: Samples.epoch), providers: Samples.providers,
                store: SQLiteStore(path: path), journal: journal ? JournalLimits() : nil)
            for line in Samples.commands.prefix(16) where !line.contains(Array("\"dismiss\"".utf8)) {
                _ = try? runtime.apply(WireDecoder().decode(TimedCommand.self, from: line).command)
            }
            runtime.close()
            return Array(try Data(contentsOf: URL(filePath: path)))
        }
    }
}
