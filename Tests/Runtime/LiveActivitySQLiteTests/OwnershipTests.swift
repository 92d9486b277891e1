#if SQLite
import Foundation
import GRDB
import LiveActivities
import Testing

@testable import LiveActivitySQLite
@testable import StoreDriver

/// One runtime for each file, under any of its names, and a file that must stay in its location.
@Suite(.timeLimit(.minutes(5))) struct OwnershipTests {
    /// Regression: a lock file was created beside a device, and left there.
    @Test func whatIsNoFileIsRefusedAndNothingIsMadeBesideIt() throws {
        let file = try TemporaryFile()
        #expect(mkfifo(file.path, 0o600) == 0)
        for (path, what) in [(file.path, "a device or a pipe"), (file.folder.path, "a folder")] {
            let refusal = StoreError.notAStore(reason: "'\(path)' is \(what), not a file; give the store a path of its own")
            #expect(TemporaryFile.problem { _ = try SQLiteStore(path: path) } == refusal)
            #expect(TemporaryFile.problem { _ = try SQLiteStore(reading: path) } == refusal)
        }
        #expect(try file.names == ["activities.sqlite"])
        #expect(DatabaseFile.bytes(file.folder.path + "-lock") == nil)
    }

    @Test func aLinkLeadsToTheSameLock() throws {
        let file = try TemporaryFile()
        let store = try SQLiteStore(path: file.path)
        let (symbolic, hard) = (file.folder.appending(path: "symbolic").path, file.folder.appending(path: "hard").path)
        try FileManager.default.createSymbolicLink(atPath: symbolic, withDestinationPath: file.path)
        #expect(opening(symbolic)?.code == "busy")
        try FileManager.default.linkItem(atPath: file.path, toPath: hard)
        #expect(opening(hard)?.code == "busy")
        // The refused runtime has not released the first one's lock.
        try store.append(StoreBatch())
        #expect(opening(file.path)?.code == "busy")
        store.close()

        // SQLite's log belongs to one name, so a file with two hard links is not opened under either.
        guard case .unavailable(let reason)? = opening(file.path) else {
            Issue.record("a file with two names was opened")
            return
        }
        #expect(reason.contains("has 2 names"))
        #expect(opening(hard)?.code == "unavailable")
        try FileManager.default.removeItem(atPath: hard)
        #expect(opening(symbolic) == nil)
    }

    /// Whoever may write the folder could otherwise make a process of root overwrite any file, and give it away.
    @Test func aLockFileThatIsALinkIsRefused() throws {
        let file = try TemporaryFile()
        let (lock, other) = (file.path + "-lock", file.folder.appending(path: "other"))
        try Data("precious".utf8).write(to: other)
        try FileManager.default.createSymbolicLink(atPath: lock, withDestinationPath: other.path)
        #expect(opening(file.path) == .unavailable(reason: "'\(lock)' is a symbolic link; remove it"))
        #expect(try Data(contentsOf: other) == Data("precious".utf8))
        try FileManager.default.removeItem(atPath: lock)
        #expect(opening(file.path) == nil)
    }

    @Test(.enabled(if: Driver.exists, "the product StoreDriver is not built beside the tests"))
    func anotherProcessHoldsTheLockEvenWhenTheLockFileIsGone() throws {
        let file = try TemporaryFile()
        let driver = try Driver([file.path, "strict", "1", "0"])
        while let report = driver.next(), report.what != .done {}
        guard case .busy(let reason)? = opening(file.path) else {
            Issue.record("two processes have one file open")
            return
        }
        #expect(reason.hasPrefix("process "))
        try FileManager.default.removeItem(atPath: file.path + "-lock")
        #expect(opening(file.path)?.code == "busy")
        let link = file.folder.appending(path: "link").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file.path)
        #expect(opening(link)?.code == "busy")
        driver.kill()
        #expect(opening(link) == nil)
    }

    @Test func aFileThatIsMovedAwayIsNoticedAndGoneOnWithWhenItIsBack() throws {
        let file = try TemporaryFile()
        let store = try SQLiteStore(path: file.path)
        var batches = RandomBatches(seed: 1)
        let memory = MemoryStore()
        func append() throws -> StoreError? {
            let batch = batches.next()
            let problem = TemporaryFile.problem { try store.append(batch) }
            if problem == nil { try memory.append(batch) }
            return problem
        }
        #expect(try append() == nil)
        #expect(try append() == nil)
        let elsewhere = file.folder.appending(path: "elsewhere").path
        try FileManager.default.moveItem(atPath: file.path, toPath: elsewhere)
        let batch = batches.next()
        guard case .unavailable(let reason)? = TemporaryFile.problem({ try store.append(batch) }) else {
            Issue.record("a batch was written to a file that nobody finds")
            return
        }
        #expect(reason.contains("was removed or moved"))
        // A new file at the same path is not accepted.
        try Data().write(to: URL(filePath: file.path))
        #expect(TemporaryFile.problem { try store.append(batch) }?.code == "unavailable")
        try FileManager.default.removeItem(atPath: file.path)
        try FileManager.default.moveItem(atPath: elsewhere, toPath: file.path)
        try store.append(batch)
        try memory.append(batch)

        // The same for the log.
        try FileManager.default.moveItem(atPath: file.path + "-wal", toPath: elsewhere)
        #expect(try append()?.code == "unavailable")
        try FileManager.default.moveItem(atPath: elsewhere, toPath: file.path + "-wal")
        #expect(try Everything(store) == Everything(memory))
    }

    /// Uses a real lock, and therefore real time.
    @Test func anotherProgramsLockOfSomeSecondsIsWaitedFor() throws {
        let file = try TemporaryFile()
        let store = try SQLiteStore(path: file.path)
        let other = try DatabaseQueue(path: file.path)
        let (locked, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        Thread.detachNewThread {
            try? other.inTransaction(.immediate) { _ in
                locked.signal()
                Thread.sleep(forTimeInterval: 2.5)
                return .rollback
            }
            done.signal()
        }
        locked.wait()
        var batches = RandomBatches(seed: 1)
        #expect(TemporaryFile.problem { try store.append(batches.next()) } == nil)
        done.wait()
    }

    private func opening(_ path: String) -> StoreError? {
        TemporaryFile.problem { try SQLiteStore(path: path).close() }
    }
}
#endif
