#if SQLite
import Foundation
import GRDB
import LiveActivities
import Testing

@testable import LiveActivitySQLite

/// A full disk: failed writes are reported, stored state stays, and writing resumes when there is space again.
@Suite(.timeLimit(.minutes(5))) struct FullDiskTests {
    @Test func aBatchThatHasNoRoomIsNotKeptAtAll() throws {
        let file = try TemporaryFile()
        let store = try SQLiteStore(path: file.path)
        // SQLite's own limit fails at the same points as a full disk.
        try store.access { try $0.execute(sql: "PRAGMA max_page_count = 200") }
        try fillUp(store, file) { try store.access { try $0.execute(sql: "PRAGMA max_page_count = 1000000") } }
    }

    @Test(.enabled(if: SmallDisk.canBe, "only root can mount a file system")) func aFullDiskLosesNothingThatWasKept() throws {
        let disk = try SmallDisk(kilobytes: 512)
        let file = try TemporaryFile(in: disk.folder)
        let store = try SQLiteStore(path: file.path)
        try fillUp(store, file) { try disk.grow(kilobytes: 16_384) }
    }

    @Test(.enabled(if: SmallDisk.canBe, "only root can mount a file system")) func aNewFileOnAFullDiskIsRefusedForWantOfSpace()
        throws
    {
        let disk = try SmallDisk(kilobytes: 16)
        let path = disk.folder.appending(path: "activities.sqlite").path
        guard case .unavailable(let reason)? = TemporaryFile.problem({ _ = try SQLiteStore(path: path) }) else {
            Issue.record("a store was made on a full disk, or refused for another reason")
            return
        }
        #expect(reason.contains("no space left"))
        try disk.grow(kilobytes: 16_384)
        #expect(TemporaryFile.problem { try SQLiteStore(path: path).close() } == nil)
    }

    /// Writes until the disk is full, then enlarges it.
    private func fillUp(_ store: SQLiteStore, _ file: TemporaryFile, makeRoom: () throws -> Void) throws {
        let memory = MemoryStore()
        var batches = RandomBatches(seed: 2)
        var refused: StoreBatch?
        for _ in 0..<2_000 where refused == nil {
            let batch = batches.next()
            switch TemporaryFile.problem({ try store.append(batch) }) {
            case nil: try memory.append(batch)
            case .unavailable(let reason)?:
                #expect(reason.contains("there is no space left for '\(file.path)'"))
                refused = batch
            case let other?: Issue.record("\(other)")
            }
        }
        let batch = try #require(refused, "the disk was never full")
        // Nothing of the batch is stored, and it fails again while the disk is full.
        #expect(try Everything(store) == Everything(memory))
        #expect(TemporaryFile.problem { try store.append(batch) } != nil)
        #expect(try Everything(SQLiteStore(reading: file.path)) == Everything(memory))

        try makeRoom()
        try store.append(batch)
        try memory.append(batch)
        store.close()
        #expect(try Everything(SQLiteStore(path: file.path)) == Everything(memory))
    }
}

/// A separate in-memory file system with a size limit.
final class SmallDisk {
    let folder: URL

    /// Whether one can be mounted here: as root, and not in a container that forbids it.
    static let canBe: Bool = (try? SmallDisk(kilobytes: 64)) != nil

    init(kilobytes: Int) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "small-disk-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        do {
            try Self.run("mount", ["-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", folder.path])
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
    }

    func grow(kilobytes: Int) throws { try Self.run("mount", ["-o", "remount,size=\(kilobytes)k", folder.path]) }

    deinit {
        // Unmounted lazily, as a failed test may still have files open.
        try? Self.run("umount", ["-l", folder.path])
        try? FileManager.default.removeItem(at: folder)
    }

    private struct Refused: Error {}

    private static func run(_ name: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [name] + arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Refused() }
    }
}
#endif
