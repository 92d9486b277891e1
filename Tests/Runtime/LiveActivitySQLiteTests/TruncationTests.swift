#if SQLite
import Foundation
import GRDB
import LiveActivities
import LiveActivityTesting
import Synchronization
import Testing

@testable import LiveActivitySQLite
@testable import StoreDriver

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Files that become shorter while a store has them open.
@Suite(.timeLimit(.minutes(5))) struct TruncationTests {
    @Test(arguments: [0, 32, 4_000]) func aLogThatIsTruncatedIsNoticed(bytes: Int) throws {
        let (file, store, batches) = try filled()
        truncate(file.path + "-wal", off_t(bytes))
        #expect(try problem(batches[0], store)?.hasPrefix("'\(file.path)-wal' was truncated while it was open") == true)
        // It fails each time.
        #expect(try problem(batches[1], store) != nil)
        store.close()
    }

    @Test(arguments: [0, 1_024, 8_192]) func aDatabaseThatIsTruncatedIsNoticed(bytes: Int) throws {
        let (file, store, batches) = try filled()
        // The first writes are in the database, a later one in the log.
        try store.access { try $0.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)") }
        try store.append(batches[0])
        truncate(file.path, off_t(bytes))
        #expect(try problem(batches[1], store) != nil)
        #expect(try problem(batches[2], store) != nil)
        store.close()
    }

    @Test func whatAnotherProgramMakesSmallerAsItShouldIsNoAlarm() throws {
        let (file, store, batches) = try filled()
        for (batch, sql) in zip(batches, ["PRAGMA wal_checkpoint(TRUNCATE)", "VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"]) {
            let other = try DatabaseQueue(path: file.path)
            try other.writeWithoutTransaction { try $0.execute(sql: sql) }
            try other.close()
            #expect(try problem(batch, store) == nil, "after \(sql)")
        }
        let whole = try Everything(store)
        store.close()
        #expect(try Everything(SQLiteStore(reading: file.path)) == whole)
    }

    /// Without the check this test would end its process: the index is mapped into memory.
    @Test(arguments: [0, 1, 4_096, 32_767]) func anIndexThatIsTruncatedIsMadeAgain(bytes: Int) throws {
        let (file, store, batches) = try filled()
        let reader = try SQLiteStore(reading: file.path)
        let whole = try Everything(reader)
        truncate(file.path + "-shm", off_t(bytes))
        #expect(try Everything(reader) == whole)
        truncate(file.path + "-shm", off_t(bytes))
        #expect(try problem(batches[0], store) == nil)
        let later = try Everything(store)
        #expect(try Everything(reader) == later)
        truncate(file.path + "-shm", off_t(bytes))
        reader.close()
        store.close()
        #expect(try Everything(SQLiteStore(reading: file.path)) == later)
    }

    /// A size that was read before another thread extended the file must not look like a truncation: an index in use would then
    /// be overwritten, and frames of the log would be missing for readers and in the database.
    @Test func anIndexThatGrowsIsNotTakenForTruncated() throws {
        let file = try TemporaryFile()
        let path = file.path + "-shm"
        let page = Data(repeating: 1, count: 64)
        try page.write(to: URL(filePath: path))
        let isOver = Atomic(false)
        let threads = DispatchGroup()
        for _ in 0..<3 {
            threads.enter()
            Thread.detachNewThread {
                let index = LogIndexFile(of: file.path)
                while !isOver.load(ordering: .relaxed) { index.keepWhole() }
                index.close()
                threads.leave()
            }
        }
        let handle = try FileHandle(forWritingTo: URL(filePath: path))
        try handle.seekToEnd()
        for _ in 0..<50_000 { try handle.write(contentsOf: page) }
        isOver.store(true, ordering: .relaxed)
        threads.wait()
        try handle.close()
        #expect(try Data(contentsOf: URL(filePath: path)) == Data(repeating: 1, count: 64 * 50_001))
    }

    /// As after a restart of the writing process: SQLite truncates the index, or a new file gets the same inode number.
    @Test func anIndexThatNobodyHereHadOpenIsNotTakenForTruncated() throws {
        let file = try TemporaryFile()
        let path = file.path + "-shm"
        try Data(repeating: 1, count: 65_536).write(to: URL(filePath: path))
        LogIndexFile(of: file.path).close()
        truncate(path, 32_768)
        let index = LogIndexFile(of: file.path)
        #expect(try Data(contentsOf: URL(filePath: path)) == Data(repeating: 1, count: 32_768))
        // From now on this process checks its size.
        truncate(path, 4_096)
        index.keepWhole()
        #expect(try Data(contentsOf: URL(filePath: path)) == Data(repeating: 0, count: 32_768))
        index.close()
    }

    // MARK: - Helpers

    /// A store with a non-empty log, and further batches.
    private func filled() throws -> (TemporaryFile, SQLiteStore, [StoreBatch]) {
        let file = try TemporaryFile()
        let store = try SQLiteStore(path: file.path)
        var batches = RandomBatches(seed: 11)
        for _ in 0..<12 { try store.append(batches.next()) }
        return (file, store, (0..<3).map { _ in batches.next() })
    }

    /// The reason why a batch cannot be written; `nil` if it can.
    private func problem(_ batch: StoreBatch, _ store: SQLiteStore) throws -> String? {
        switch TemporaryFile.problem({ try store.append(batch) }) {
        case nil: nil
        case .unavailable(let reason)?: reason
        case .damaged(let reason)?: reason
        case let problem?: "\(problem)"
        }
    }
}
#endif
