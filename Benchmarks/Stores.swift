#if SQLite
import DeliveryActivity
import Foundation
import GRDB
import GRDBSQLite
import LiveActivities
import LiveActivitySQLite
import LiveActivityTesting

/// A folder for files next to the executable, because that is on a disk, while /tmp may be in memory.
final class BenchmarkFolder {
    private let url: URL

    init() throws {
        url = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
            .appendingPathComponent("stores-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}

/// Deliveries in a runtime with a store.
struct StoredDeliveries {
    let runtime: LiveActivityRuntime
    let ids: [ActivityID]

    /// - Parameter durability: The durability after all deliveries have started; until then it is relaxed, with a long
    ///   interval.
    init(_ count: Int, path: String, durability: Durability) throws {
        let filling = try Self.runtime(path, .relaxed(interval: 3_600))
        var ids: [ActivityID] = []
        ids.reserveCapacity(count)
        for number in 0..<count {
            let id = try filling.start(
                DeliveryAttributes(orderNumber: number, restaurantName: "Trattoria Napoli", destinationCity: "Hamburg"),
                owner: OwnerID(rawValue: "person-\(number)"))
            try filling.send(DeliveryEvent.courierAssigned(name: "Alexandra"), to: id)
            try filling.send(DeliveryEvent.pickedUp(arrival: nil), to: id)
            try filling.send(DeliveryEvent.departed(arrival: nil), to: id)
            ids.append(id)
            // Written in parts, so that no batch is larger than that of a busy interval.
            if number % 50_000 == 49_999 { try filling.flush() }
        }
        filling.close()
        self.ids = ids
        runtime = try Self.runtime(path, durability)
    }

    static func runtime(_ path: String, _ durability: Durability) throws -> LiveActivityRuntime {
        try LiveActivityRuntime(
            configuration: EngineConfiguration(seed: 1), providers: [AnyProvider(DeliveryProvider())],
            store: try SQLiteStore(path: path), durability: durability)
    }

    /// Positions of couriers, each with a new time of arrival.
    func courierMoves(_ count: Int, seed: UInt64) -> [(ActivityID, DeliveryEvent)] {
        var generator = SeededGenerator(seed: seed)
        let now = Date()
        return (0..<count).map { _ in
            let random = generator.next()
            let arrival = now + 1_200 + Double(random & 0x3FF)
            let event = DeliveryEvent.courierMoved(
                position: DeliveryPosition(latitude: 53 + Double(random >> 10 & 0xFFFF) / 65_536, longitude: 10),
                stopsLeft: Int(random >> 26 & 7), arrival: arrival...arrival + 600)
            return (ids[Int(random >> 32) % ids.count], event)
        }
    }
}

/// The baseline: the rows of the same table, written without a runtime.
final class BareRows {
    fileprivate struct StoredRow {
        var place: Int64
        var generation: Int64
        var owner: String
        var attributes: [UInt8]
        var content: [UInt8]
        /// The position of the digit in the content that each upsert changes.
        var digit: Int
    }

    private let database: DatabaseQueue
    private var rows: [StoredRow] = []
    private var generator = SeededGenerator(seed: 2)

    private static let columns =
        "place, generation, owner, content, stale_s, attributes, revision, state, attributes_bytes, relevance, schema_version, "
        + "started_s, closing_s, start_order, alerts, uses_left"
    private static let upsert =
        "INSERT INTO activity (\(columns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 'active', 86, 0, 1, 803667600.5, 803696400.5, 7, 0, "
        + "1048576) ON CONFLICT (place) DO UPDATE SET content = excluded.content, stale_s = excluded.stale_s, "
        + "revision = excluded.revision"

    /// - Parameter path: The file of a store that is closed. The connection is set up as the store sets up its own.
    init(path: String) throws {
        database = try DatabaseQueue(path: path)
        rows = try database.writeWithoutTransaction { database in
            for pragma in ["journal_mode = WAL", "synchronous = FULL", "wal_autocheckpoint = 65536", "cache_size = -32768"] {
                try database.execute(sql: "PRAGMA \(pragma)")
            }
            return try StoredRow.all(database)
        }
    }

    private func next() -> (row: Int, stale: Double) {
        let random = generator.next()
        let row = Int(random >> 32) % rows.count
        rows[row].content[rows[row].digit] = UInt8(ascii: "0") + UInt8(random % 10)
        return (row, 803_669_000 + Double(random & 0xFFFF))
    }

    /// The upserts per second, each in its own GRDB write transaction.
    func upsertOneByOne(_ count: Int) throws -> Double {
        let time = try seconds {
            for _ in 0..<count {
                let (index, stale) = next()
                let row = rows[index]
                try database.write { database in
                    try database.cachedStatement(sql: Self.upsert).execute(arguments: [
                        row.place, row.generation, row.owner, String(decoding: row.content, as: UTF8.self), stale,
                        String(decoding: row.attributes, as: UTF8.self), 5,
                    ])
                }
            }
        }
        return Double(count) / time
    }

    /// The upserts per second, all in one transaction, with one prepared statement and no other work.
    func upsertTogether(_ count: Int) throws -> Double {
        let time = try seconds {
            try database.write { database in
                let handle = try database.cachedStatement(sql: Self.upsert).sqliteStatement
                for number in 0..<count {
                    let (index, stale) = next()
                    let row = rows[index]
                    sqlite3_bind_int64(handle, 1, row.place)
                    sqlite3_bind_int64(handle, 2, row.generation)
                    bind(Array(row.owner.utf8), handle, 3)
                    bind(row.content, handle, 4)
                    sqlite3_bind_double(handle, 5, stale)
                    bind(row.attributes, handle, 6)
                    sqlite3_bind_int64(handle, 7, Int64(number))
                    guard sqlite3_step(handle) == SQLITE_DONE else { throw BenchmarkError(reason: "an upsert failed") }
                    sqlite3_reset(handle)
                }
            }
        }
        return Double(count) / time
    }

    private func bind(_ text: [UInt8], _ handle: OpaquePointer, _ index: Int32) {
        text.withUnsafeBufferPointer { text in
            let characters = UnsafeRawPointer(text.baseAddress)?.assumingMemoryBound(to: CChar.self)
            _ = sqlite3_bind_text(
                handle, index, characters, Int32(text.count), unsafeBitCast(-1, to: sqlite3_destructor_type.self))
        }
    }

    /// The seconds for reading every column of every row without decoding it.
    static func select(path: String) throws -> Double {
        let database = try DatabaseQueue(path: path)
        return try database.read { database in
            // Cached, so that the statement stays valid as long as its handle is used.
            let handle = try database.cachedStatement(sql: "SELECT * FROM activity").sqliteStatement
            var sum = 0
            let time = seconds {
                while sqlite3_step(handle) == SQLITE_ROW {
                    for column in 0..<sqlite3_column_count(handle) {
                        if sqlite3_column_type(handle, column) == SQLITE_TEXT {
                            sum &+= Int(sqlite3_column_text(handle, column).pointee) + Int(sqlite3_column_bytes(handle, column))
                        } else {
                            sum &+= Int(truncatingIfNeeded: sqlite3_column_int64(handle, column))
                        }
                    }
                }
            }
            guard sum != 0 else { throw BenchmarkError(reason: "there were no rows") }
            return time
        }
    }
}

extension BareRows.StoredRow {
    fileprivate static func all(_ database: Database) throws -> [Self] {
        try Row.fetchAll(database, sql: "SELECT place, generation, owner, attributes, content FROM activity").map { row in
            let content = Array((row["content"] as String).utf8)
            // The last digit of the latitude; any digit would do.
            let digit = content.lastIndex { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? 0
            return Self(
                place: row["place"], generation: row["generation"], owner: row["owner"],
                attributes: Array((row["attributes"] as String).utf8), content: content, digit: digit)
        }
    }
}
#endif
