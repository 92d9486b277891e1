#if SQLite
import Foundation
import GRDB
import LiveActivities
import Testing

@testable import LiveActivitySQLite

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Invalid files: each is refused with the reason and advice, and left unchanged.
@Suite(.timeLimit(.minutes(5))) struct BadFileTests {
    @Test func whatIsNoDatabaseIsLeftAlone() throws {
        let file = try TemporaryFile()
        let text = Data(String(repeating: "Dear diary, today I was no database.\n", count: 100).utf8)
        try file.write(text)
        #expect(opening(file)?.isNotAStore(saying: "is not an SQLite database") == true)
        #expect(looking(file)?.isNotAStore(saying: "is not an SQLite database") == true)
        #expect(try file.bytes() == text)
        #expect(try file.names == ["activities.sqlite"])
    }

    @Test func anotherProgramsDatabaseIsLeftAlone() throws {
        let file = try TemporaryFile()
        let other = try DatabaseQueue(path: file.path)
        try other.write { try $0.execute(sql: "CREATE TABLE player (name TEXT)") }
        try other.close()
        let bytes = try file.bytes()
        #expect(opening(file)?.isNotAStore(saying: "another program's SQLite database") == true)
        #expect(looking(file)?.isNotAStore(saying: "another program's SQLite database") == true)
        #expect(try file.bytes() == bytes)
    }

    @Test func aPlaceWhereNothingCanBeIsNamed() throws {
        let file = try TemporaryFile()
        let missing = file.folder.appending(path: "no/such/folder/a.sqlite").path
        #expect(
            TemporaryFile.problem { _ = try SQLiteStore(path: missing) }
                == .unavailable(reason: "the folder of '\(missing)' does not exist; create it first"))
        #expect(
            TemporaryFile.problem { _ = try SQLiteStore(path: file.folder.path) }
                == .notAStore(reason: "'\(file.folder.path)' is a folder, not a file; give the store a path of its own"))
        // Inspecting a missing file does not create it.
        #expect(looking(file) == .notAStore(reason: "there is no file '\(file.path)'"))
        #expect(try file.names == [])
    }

    /// Bytes are changed in every page in turn. For each page the file is refused, or returns what was written, or reports what
    /// is missing: never other data silently. (DamageTests changes single bits.)
    @Test func damageInTheMiddleIsFoundBeforeAnythingIsWritten() throws {
        let file = try TemporaryFile()
        let whole = try filled(file)
        let bytes = try file.bytes()
        var refused = 0
        for page in 1..<(bytes.count / DatabaseFile.pageBytes) {
            var damaged = bytes
            let start = page * DatabaseFile.pageBytes
            for index in start..<start + DatabaseFile.pageBytes {
                damaged[index] = UInt8(truncatingIfNeeded: index &* 131 >> 3)
            }
            try file.write(damaged)
            switch opening(file) {
            case .damaged(let reason)?:
                refused += 1
                #expect(reason.contains("backup"), "page \(page)")
                #expect(try file.bytes() == damaged, "page \(page) was written to")
            case nil:
                // An unused page, or one with only a part of a long text.
                let store = try SQLiteStore(path: file.path)
                let found = try Everything(store)
                #expect(found == whole || !store.damage.isEmpty, "page \(page)")
                store.close()
            case let other?: Issue.record("page \(page): \(other)")
            }
        }
        #expect(refused > 20)
        // The damaged bytes are still in the file, for a later rescue.
        try file.write(bytes)
        #expect(try Everything(SQLiteStore(path: file.path)) == whole)
    }

    @Test func aFileThatWasCutOffIsFound() throws {
        let file = try TemporaryFile()
        try filled(file)
        let bytes = try file.bytes()
        try file.write(bytes.prefix(bytes.count / 2))
        guard case .damaged? = opening(file) else {
            Issue.record("half a file was opened")
            return
        }
    }

    @Test func aSecondStoreIsRefusedWhoeverItBelongsTo() throws {
        let file = try TemporaryFile()
        let store = try SQLiteStore(path: file.path)
        #expect(
            opening(file)
                == .busy(
                    reason: "another runtime of this process runs on '\(file.path)'; end it first, or look at the file with "
                        + "`live-activities inspect`"))
        // Inspection is always allowed.
        #expect(try Everything(SQLiteStore(reading: file.path)) == Everything(store))
        store.close()
        #expect(opening(file) == nil)
        #expect(try file.names == ["activities.sqlite"])
    }

    @Test func aLockThatACrashLeftBehindHoldsNobodyUp() throws {
        let file = try TemporaryFile()
        try Data("4711\n".utf8).write(to: URL(filePath: file.path + "-lock"))
        #expect(opening(file) == nil)
    }

    @Test func whatIsLookedAtIsNotWritten() throws {
        let file = try TemporaryFile()
        let whole = try filled(file)
        let bytes = try file.bytes()
        let looked = try SQLiteStore(reading: file.path)
        #expect(
            TemporaryFile.problem { try looked.append(StoreBatch()) }
                == .readOnly(reason: "'\(file.path)' was opened for reading"))
        #expect(try Everything(looked) == whole)
        looked.close()
        #expect(try file.bytes() == bytes)
    }

    @Test(.enabled(if: Nobody.canBe, "only root can be somebody else"))
    func withoutTheRightToWriteNothingIsOpenedButMayBeLookedAt() throws {
        let file = try TemporaryFile()
        let whole = try filled(file)
        let manager = FileManager.default
        func allow(file fileMode: Int, folder folderMode: Int) throws {
            try manager.setAttributes([.posixPermissions: fileMode], ofItemAtPath: file.path)
            try manager.setAttributes([.posixPermissions: folderMode], ofItemAtPath: file.folder.path)
        }
        func reason(_ problem: StoreError?) -> String {
            if case .readOnly(let reason)? = problem { reason } else { "\(problem as Any)" }
        }
        try allow(file: 0o644, folder: 0o755)
        #expect(reason(Nobody.does { opening(file) }).contains("the folder of '\(file.path)' may not be written"))
        try allow(file: 0o444, folder: 0o777)
        #expect(reason(Nobody.does { opening(file) }).contains("'\(file.path)' is not writable; give this user write access"))
        // In a read-only folder SQLite cannot create its index, and needs none, as no other process can write there either.
        try allow(file: 0o444, folder: 0o555)
        let looked = try Nobody.does { Result { try Everything(SQLiteStore(reading: file.path)) } }.get()
        #expect(looked == whole)

        try allow(file: 0o666, folder: 0o777)
        #expect(Nobody.does { opening(file) } == nil)
        #expect(try Everything(SQLiteStore(path: file.path)) == whole)
    }

    // MARK: - Helpers

    private func opening(_ file: TemporaryFile) -> StoreError? {
        TemporaryFile.problem { try SQLiteStore(path: file.path).close() }
    }

    private func looking(_ file: TemporaryFile) -> StoreError? {
        TemporaryFile.problem { try SQLiteStore(reading: file.path).close() }
    }

    /// Creates and closes a file with data of every type.
    @discardableResult
    private func filled(_ file: TemporaryFile) throws -> Everything {
        let store = try SQLiteStore(path: file.path)
        var batches = RandomBatches(seed: 11)
        for _ in 0..<30 { try store.append(batches.next()) }
        defer { store.close() }
        return try Everything(store)
    }
}

extension StoreError {
    fileprivate func isNotAStore(saying text: String) -> Bool {
        if case .notAStore(let reason) = self { reason.contains(text) } else { false }
    }
}

/// Runs code as an unprivileged user, since root may write everything.
enum Nobody {
    #if os(Linux)
    static var canBe: Bool { geteuid() == 0 && setUser != nil }

    /// The kernel checks file access by a per-thread user id, which root can change for one thread: setfsuid(2), which the
    /// module map does not declare.
    private static let setUser = dlsym(nil, "setfsuid").map {
        unsafeBitCast($0, to: (@convention(c) (UInt32) -> Int32).self)
    }

    static func does<Result>(_ body: () -> Result) -> Result {
        _ = setUser?(65_534)
        defer { _ = setUser?(0) }
        return body()
    }
    #else
    static var canBe: Bool { false }
    static func does<Result>(_ body: () -> Result) -> Result { body() }
    #endif
}
#endif
