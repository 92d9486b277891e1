#if Push
import Foundation
import LiveActivityCore
import Synchronization
import Testing

@testable import LiveActivityPush

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The ledger's file on a disk that becomes full in the middle of a line, and then has room again.
@Suite struct FullDiskTests {
    private let path = FileManager.default.temporaryDirectory.appendingPathComponent("ledger-\(UUID().uuidString)").path

    /// A disk with room for some bytes, on which a file may also be impossible to cut.
    private final class Disk: Sendable {
        private let state = Mutex<(room: Int?, canCut: Bool)>((nil, true))

        func set(room: Int?, canCut: Bool = true) { state.withLock { $0 = (room, canCut) } }

        var system: LedgerFileSystem {
            var system = LedgerFileSystem()
            let (writeSome, cut) = (system.writeSome, system.cut)
            system.writeSome = { file, bytes in
                self.state.withLock { state in
                    guard let room = state.room else { return writeSome(file, bytes) }
                    guard room > 0 else {
                        errno = ENOSPC
                        return -1
                    }
                    let written = writeSome(file, UnsafeRawBufferPointer(rebasing: bytes.prefix(room)))
                    state.room = room - written
                    return written
                }
            }
            system.cut = { file, size in
                guard self.state.withLock(\.canCut) else {
                    errno = EIO
                    return -1
                }
                return cut(file, size)
            }
            return system
        }
    }

    private func record(_ installation: InstallationID) throws -> [LedgerRecord] {
        var ledger = TokenLedger()
        try ledger.register(
            PushStory.token(0xCD), as: .widgets, installation: installation, owner: "anna",
            app: PushAppID(BundleID("com.example.food"), .sandbox), at: PushStory.begin)
        return ledger.takeChanges()
    }

    private func full(_ problem: String = "No space left on device") -> PushError {
        .ledgerUnavailable(reason: "'\(path)' cannot be written: \(problem)")
    }

    private func removeFiles() {
        for suffix in ["", ".size", ".new"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    /// Earlier versions appended the next record behind half a line, and did not start again with that file.
    @Test func recordsAfterAFullDiskAreReadAgain() throws {
        defer { removeFiles() }
        let disk = Disk()
        do {
            let store = try FileLedgerStore(path: path, system: disk.system)
            try store.append(record("phone"))
            disk.set(room: 40)
            #expect(throws: full()) { try store.append(record("tablet")) }
            #expect(throws: full()) { try store.append(record("tablet")) }
            disk.set(room: nil)
            try store.append(record("tablet"))
            try store.append(record("watch"))
            try store.sync()
        }
        let store = try FileLedgerStore(path: path)
        #expect(store.loss == nil)
        #expect(try store.load() == record("phone") + record("tablet") + record("watch"))
    }

    @Test func nothingIsAppendedUntilTheFileCanBeCut() throws {
        defer { removeFiles() }
        let disk = Disk()
        do {
            let store = try FileLedgerStore(path: path, system: disk.system)
            try store.append(record("phone"))
            disk.set(room: 40, canCut: false)
            #expect(throws: full()) { try store.append(record("tablet")) }
            disk.set(room: nil, canCut: false)
            #expect(throws: full("Input/output error")) { try store.append(record("tablet")) }
            disk.set(room: nil)
            try store.append(record("watch"))
        }
        #expect(try FileLedgerStore(path: path).load() == record("phone") + record("watch"))
    }

    @Test func aCompactionWithoutRoomLeavesTheFileAsItWas() throws {
        defer { removeFiles() }
        try FileLedgerStore(path: path).append(record("phone") + record("tablet"))
        let before = try Data(contentsOf: URL(filePath: path))
        let disk = Disk()
        disk.set(room: 40)
        #expect(throws: full()) { try FileLedgerStore(path: path, system: disk.system) }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
        #expect(!FileManager.default.fileExists(atPath: path + ".new"), "it would take the room that is left")
    }
}
#endif
