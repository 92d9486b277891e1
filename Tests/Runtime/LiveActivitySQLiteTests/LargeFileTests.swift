#if SQLite
import Foundation
import LiveActivities
import LiveActivityCore
import Testing

@testable import LiveActivitySQLite

/// Files large enough to be checked and prefetched on separate threads.
@Suite(.timeLimit(.minutes(5))) struct LargeFileTests {
    @Test func aLargeFileGivesBackWhatWasWritten() throws {
        let (file, written) = try filled()
        let store = try SQLiteStore(path: file.path)
        defer { store.close() }
        #expect(try contents(of: store) == written)
        // An error in the body ends the iteration, which can be started again.
        struct Enough: Error {}
        #expect(throws: Enough.self) { try store.forEachActivity { _ in throw Enough() } }
        #expect(try contents(of: store) == written)
        #expect(store.damage == [])
        // Inspection reads one row after the other.
        #expect(try contents(of: SQLiteStore(reading: file.path)) == written)
    }

    @Test func structuralDamageOfALargeFileIsFoundBeforeTheFirstWrite() throws {
        let (file, _) = try filled()
        var bytes = try file.bytes()
        let page = bytes.count / DatabaseFile.pageBytes / 2 * DatabaseFile.pageBytes
        for index in page..<page + DatabaseFile.pageBytes { bytes[index] = 0xFF }
        try file.write(bytes)
        let store = try SQLiteStore(path: file.path)
        #expect(TemporaryFile.problem { try store.append(StoreBatch()) }?.code == "damaged")
        store.close()
        #expect(try file.bytes() == bytes)
    }

    // MARK: - Helpers

    private func filled() throws -> (TemporaryFile, [ActivityID: JSONText]) {
        let file = try TemporaryFile()
        let store = try SQLiteStore(path: file.path)
        defer { store.close() }
        var batch = StoreBatch()
        batch.kinds = [KindRecord(ordinal: 0, kind: "note")]
        var written: [ActivityID: JSONText] = [:]
        let date = Date(timeIntervalSinceReferenceDate: 803_667_600)
        for number in 0..<10_000 {
            let id = ActivityID(rawValue: UInt64(number))
            let text = JSONText(
                trusted: Array(#"{"number":\#(number),"text":"\#(String(repeating: "x", count: 1_000))"}"#.utf8))
            let record = ActivityRecord(
                id: id, owner: "anna", state: .active, attributes: JSONText(trusted: Array("{}".utf8)),
                content: EncodedContent(state: text, staleDate: nil, relevanceScore: 0), startedAt: date, closingDate: date)
            batch.activities.append(StoredActivity(record, kind: "note", topics: []))
            written[id] = text
        }
        try store.append(batch)
        return (file, written)
    }

    private func contents(of store: SQLiteStore) throws -> [ActivityID: JSONText] {
        var contents: [ActivityID: JSONText] = [:]
        try store.forEachActivity { contents[$0.id] = $0.content.state }
        return contents
    }
}
#endif
