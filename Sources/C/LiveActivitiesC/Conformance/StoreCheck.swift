import CLiveActivities
import LiveActivityConformance
import LiveActivityCore
import LiveActivityHost

/// Tests a host's store against a simple model of its contents.
struct StoreCheck {
    private let open: () throws(Failure) -> HostStore
    private var random: SeededGenerator
    private var store: HostStore
    private var isOpen = true
    private var model: [Int: [String: String]] = [:]
    private(set) var found: [String] = []

    /// Every current table, and an unknown one, because a store must not depend on a fixed list of tables.
    private static let tables = Array(LA_TABLE_META...LA_TABLE_JOURNAL) + [4_711]
    private static let keys = [
        "0000000000000001", "0000000000000001a", "0000000000000002", "00ff", "a", "aa", "ab", "b", "Ärger", "日本", "\u{1F6B2}",
        "['\"]",
        String(repeating: "k", count: 300),
    ]

    init(seed: UInt64, open: @escaping () throws(Failure) -> HostStore) throws(Failure) {
        self.open = open
        random = SeededGenerator(seed: seed)
        store = try open()
    }

    mutating func run() throws(Failure) {
        defer { if isOpen { store.close() } }
        compare("before the first batch")
        guard found.isEmpty else { return }
        claim(run: 1)
        refusesOtherRuns()
        for round in 1...40 where found.count < 8 {
            writeAtRandom()
            if round % 8 == 0 { compare("after \(round) random batches") }
        }
        deletesBelow()
        endsReading()
        store.close()
        isOpen = false
        store = try open()
        isOpen = true
        compare("after it was closed and opened again")
        try fencesTheOlder()
    }

    private mutating func expect(_ holds: Bool, _ what: String) {
        if !holds { found.append(what) }
    }

    // MARK: - Batches

    private var storedRun: UInt64 { UInt64(model[LA_TABLE_META]?["run"] ?? "") ?? 0 }

    private mutating func claim(run: UInt64) {
        append("the batch that claims run \(run)", expecting: run - 1, [(LA_STORE_PUT, LA_TABLE_META, "run", String(run))])
    }

    private typealias Write = (what: Int, table: Int, key: String, value: String)

    /// Appends a batch to the store and to the model.
    private mutating func append(_ name: String, expecting run: UInt64, _ writes: [Write]) {
        do throws(StoreError) {
            try store.append(encoded(writes), expecting: run)
        } catch {
            found.append("\(name) was refused: \(error)")
            return
        }
        for write in writes {
            switch write.what {
            case LA_STORE_PUT: model[write.table, default: [:]][write.key] = write.value
            case LA_STORE_DELETE: model[write.table]?[write.key] = nil
            default: model[write.table] = model[write.table]?.filter { !isLess($0.key, write.key) }
            }
        }
    }

    private func encoded(_ writes: [Write]) -> StoreWrites {
        var encoded = StoreWrites(WireEncoder())
        for write in writes {
            switch write.what {
            case LA_STORE_PUT: encoded.put(text: write.value, write.key, write.table)
            case LA_STORE_DELETE: encoded.delete(write.key, write.table)
            default: encoded.delete(below: write.key, write.table)
            }
        }
        return encoded
    }

    private mutating func writeAtRandom() {
        var writes: [Write] = []
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            let table = Self.tables.randomElement(using: &random) ?? 0
            let key = Self.keys.randomElement(using: &random) ?? ""
            let isLong = Int.random(in: 0..<40, using: &random) == 0
            let value = String(repeating: "{\"'é\\u0000}", count: isLong ? 20_000 : Int.random(in: 0...9, using: &random))
            let what =
                [LA_STORE_PUT, LA_STORE_PUT, LA_STORE_PUT, LA_STORE_DELETE].randomElement(using: &random) ?? LA_STORE_PUT
            writes.append((what, table, key, value))
        }
        append("a batch of \(writes.count) writes", expecting: storedRun, writes)
        // A runtime that did not receive the success appends the same batch again.
        append("the same batch again", expecting: storedRun, writes)
    }

    // MARK: - Rules

    private mutating func refusesOtherRuns() {
        for wrong in [storedRun + 1, storedRun - 1, 4_711] {
            do throws(StoreError) {
                try store.append(encoded([(LA_STORE_PUT, LA_TABLE_KINDS, "wrong", "1")]), expecting: wrong)
                found.append("a batch that expects run \(wrong) was accepted, although the store is at run \(storedRun)")
            } catch {
                if case .fenced = error { continue }
                found.append("a batch that expects run \(wrong) was refused, but not with LA_ERROR_FENCED: \(error)")
            }
        }
        compare("after batches that were refused")
    }

    private mutating func deletesBelow() {
        let numbers = ["0000000000000009", "000000000000000a", "0000000000000010"]
        append(
            "a batch of three", expecting: storedRun,
            numbers.flatMap { [(LA_STORE_PUT, LA_TABLE_JOURNAL, $0, "1"), (LA_STORE_PUT, LA_TABLE_CHANGES, $0, "1")] })
        append("a LA_STORE_DELETE_BELOW", expecting: storedRun, [(LA_STORE_DELETE_BELOW, LA_TABLE_JOURNAL, numbers[1], "")])
        compare("after LA_STORE_DELETE_BELOW, which leaves its own key and other tables")
        append(
            "a batch that deletes and then puts", expecting: storedRun,
            [
                (LA_STORE_DELETE_BELOW, LA_TABLE_CHANGES, "f", ""), (LA_STORE_PUT, LA_TABLE_CHANGES, numbers[0], "2"),
                (LA_STORE_PUT, LA_TABLE_CHANGES, numbers[0], "3"),
            ])
        compare("after a batch whose order matters")
    }

    private mutating func endsReading() {
        struct Enough: Error {}
        append("a batch of two", expecting: storedRun, ["a", "b"].map { (LA_STORE_PUT, LA_TABLE_TOPICS, $0, "1") })
        var calls = 0
        do {
            try store.read(LA_TABLE_TOPICS) { _, _ in
                calls += 1
                throw Enough()
            }
        } catch {}
        expect(calls == 1, "read() continued after receive() had returned an error")
    }

    /// A second runtime opens the store while the first still has it open.
    private mutating func fencesTheOlder() throws(Failure) {
        let older = store
        let newer: HostStore
        do throws(Failure) { newer = try open() } catch {
            // A store may refuse to be opened twice at the same time.
            return
        }
        defer { older.close() }
        store = newer
        let before = storedRun
        claim(run: before + 1)
        do throws(StoreError) {
            try older.append(encoded([(LA_STORE_PUT, LA_TABLE_KINDS, "late", "1")]), expecting: before)
            found.append("a runtime could write after another one had claimed the store")
        } catch {
            if case .fenced = error {
            } else {
                found.append("a late writer was refused, but not with LA_ERROR_FENCED: \(error)")
            }
        }
        compare("after two runtimes had it open")
    }

    // MARK: - Reading

    private mutating func compare(_ when: String) {
        for table in Self.tables where found.count < 8 {
            var read: [(key: String, value: String)] = []
            do {
                try store.read(table) { read.append(($0, String(decoding: $1, as: UTF8.self))) }
            } catch {
                found.append("\(when): table \(table) cannot be read: \(error)")
                continue
            }
            let expected = (model[table] ?? [:]).sorted { isLess($0.key, $1.key) }
            if read.map(\.key) != expected.map(\.key) {
                found.append("\(when): table \(table) has the keys \(read.map(\.key)), not \(expected.map(\.key))")
            } else if read.map(\.value) != expected.map(\.value) {
                found.append("\(when): a value in table \(table) is not the one that was put")
            }
        }
    }

    private func isLess(_ left: String, _ right: String) -> Bool { left.utf8.lexicographicallyPrecedes(right.utf8) }
}
