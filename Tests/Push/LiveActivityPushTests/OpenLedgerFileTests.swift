#if Push
import Crypto
import Foundation
import LiveActivityCore
import LiveActivityPush
import Testing

/// The ledger's file while it is open.
@Suite struct OpenLedgerFileTests {
    private let path = FileManager.default.temporaryDirectory.appendingPathComponent("ledger-\(UUID().uuidString)").path

    private func records(_ installations: Range<Int>, _ token: UInt8, into ledger: inout TokenLedger) throws -> [LedgerRecord] {
        let app = PushAppID(try BundleID("com.example.food"), .production)
        for number in installations {
            try ledger.register(
                PushStory.token(token), as: .pushToStart("delivery"),
                installation: InstallationID(rawValue: "phone-\(number)"),
                owner: "anna", app: app, at: Date())
        }
        return ledger.takeChanges()
    }

    @Test(arguments: [false, true]) func itIsWrittenAnewWhileOthersAppend(isEncrypted: Bool) async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let key = isEncrypted ? SymmetricKey(size: .bits256) : nil
        let store = try FileLedgerStore(path: path, key: key, compactsAbove: 20_000)
        var ledger = TokenLedger()
        // The file is compacted in the background: write until that was seen, then some more.
        var (size, rounds, isSmaller) = (0, 0, false)
        while rounds < 20 || !isSmaller, rounds < 20_000 {
            try store.append(try records(0..<20, UInt8(truncatingIfNeeded: rounds), into: &ledger))
            try store.sync()
            let now = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
            isSmaller = isSmaller || now < size
            (size, rounds) = (now, rounds + 1)
            await Task.yield()
        }
        #expect(isSmaller)
        // Reads a copy, as the store may still be compacting its file.
        let copy = path + "-copy"
        defer { try? FileManager.default.removeItem(atPath: copy) }
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        let loaded = TokenLedger(try FileLedgerStore(path: copy, key: key).load())
        #expect(loaded.count == 20)
        #expect(Set(loaded.records.map(\.name)) == Set((0..<20).map { "phone-\($0)" }))
        #expect(TokenLedger(ledger.records).records == loaded.records)
    }

    /// Earlier versions opened an emptied or truncated ledger without a notice.
    @Test func aFileThatWasEmptiedOrCutIsNoticed() throws {
        defer { for suffix in ["", ".size"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        var ledger = TokenLedger()
        func use(_ installations: Range<Int>) throws -> String? {
            let store = try FileLedgerStore(path: path)
            try store.append(records(installations, 1, into: &ledger))
            return store.loss
        }
        #expect(try use(0..<5) == nil)
        #expect(try use(5..<9) == nil, "it has grown")
        let whole = try Data(contentsOf: URL(filePath: path))
        let lines = whole.split(separator: 0x0A)
        #expect(lines.count == 9)
        let cut = Data(lines.dropLast().joined(separator: [0x0A])) + [0x0A]
        for (bytes, isLost) in [
            (cut, true), (Data(), true), (whole, false), (whole + lines[0] + [0x0A], false), (whole + lines[0], false),
        ] {
            try Data("\(whole.count)\n".utf8).write(to: URL(filePath: path + ".size"))
            try bytes.write(to: URL(filePath: path))
            let loss = try FileLedgerStore(path: path).loss
            #expect((loss != nil) == isLost)
            if let loss { #expect(loss.contains("has \(bytes.count) bytes in whole lines and had at least \(whole.count)")) }
        }
        try FileManager.default.removeItem(atPath: path)
        #expect(try FileLedgerStore(path: path).loss != nil, "it was removed")
        #expect(try FileLedgerStore(path: path).loss == nil, "it is said once")
    }

    /// A process that exits or is killed does not close the file: earlier versions knew only its size at the start.
    @Test(arguments: [false, true]) func theLossOfSyncedRecordsIsNoticedAlthoughTheFileWasNeverClosed(isGarbage: Bool) throws {
        defer { for suffix in ["", ".size"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        var ledger = TokenLedger()
        let store = try FileLedgerStore(path: path)
        try store.append(records(0..<4, 1, into: &ledger))
        try store.sync()
        // Before `store` is released: as after a kill.
        let size = try Data(contentsOf: URL(filePath: path)).count
        let damaged = Data(repeating: UInt8(ascii: "x"), count: isGarbage ? 2 * size : 0)
        try damaged.write(to: URL(filePath: path))
        let loss = try #require(try FileLedgerStore(path: path).loss)
        #expect(loss.contains("has 0 bytes in whole lines and had at least \(size)"))
        withExtendedLifetime(store) {}
    }

    @Test func threadsThatSyncAtOnceAllReturn() async throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let store = try FileLedgerStore(path: path)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<16 {
                group.addTask {
                    var ledger = TokenLedger()
                    try store.append(try records(number * 10..<number * 10 + 10, 1, into: &ledger))
                    try store.sync()
                }
            }
            try await group.waitForAll()
        }
        #expect(TokenLedger(try store.load()).count == 160)
    }
}

/// Dates in headers.
@Suite struct ServerDateTests {
    @Test func theServersClockIsRead() {
        for (text, seconds) in [
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0.0), ("Sat, 20 Jun 2026 17:00:00 GMT", 1_781_974_800),
            ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199),
        ] {
            #expect(HTTPDate.date(text)?.timeIntervalSince1970 == seconds)
            #expect(HTTPDate.text(of: Date(timeIntervalSince1970: seconds)) == text)
        }
        for text in [
            "", "yesterday", "Sat, 20 Foo 2026 17:00:00 GMT", "Sat, 20 Jun 2026 25:00:00 GMT", "Sat, 20 Jun 2026 17:00:00 CET",
        ] {
            #expect(HTTPDate.date(text) == nil)
        }
    }
}
#endif
