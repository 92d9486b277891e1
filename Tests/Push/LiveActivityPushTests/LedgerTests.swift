#if Push
import Crypto
import Foundation
import LiveActivityCore
import LiveActivityPush
import LiveActivityTesting
import Testing

@Suite struct LedgerTests {
    private let app: PushAppID
    private let now = Date(timeIntervalSince1970: 1_781_974_800)

    init() throws { app = PushAppID(try BundleID("com.example.food"), .production) }

    private func token(_ number: Int, bytes: Int = 32) throws -> DeviceToken {
        try DeviceToken((0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ number) })
    }

    @Test func registeringAgainReplacesAndMovesTheDate() throws {
        var ledger = TokenLedger()
        let id = ActivityID(rawValue: 5)
        func register(_ number: Int, _ at: Date) throws -> Bool {
            try ledger.register(token(number), as: .activity(id), installation: "phone", owner: "anna", app: app, at: at)
        }
        let isNew = [
            try register(1, now), try register(1, now.addingTimeInterval(60)), try register(2, now.addingTimeInterval(90)),
        ]
        #expect(isNew == [true, false, true])
        #expect(
            ledger.tokens(of: "phone") == [
                TokenState(target: .activity(id), isKnown: true, registeredAt: now.addingTimeInterval(90), isSuspect: false)
            ])
        #expect(ledger.installations(of: "anna") == ["phone"])
    }

    /// Parts that are damaged, or of a later version, were dropped without a notice.
    @Test(arguments: [
        #""environment":"watch","entries":[]"#,
        #""environment":"production","entries":[{"sort":0,"id":"0000000000000005"},{"sort":99,"id":"x"}]"#,
        #""environment":"production","entries":[{"sort":0,"id":"0000000000000005"},{"sort":0,"id":"five"}]"#,
        #""environment":"production","entries":[{"sort":0,"id":"0000000000000005","token":"%%"}]"#,
    ])
    func whatCannotBeReadOfALedgerIsReported(rest: String) throws {
        func scheduler(_ rest: String) throws -> PushScheduler {
            let line = #"{"installation":"phone","owner":"anna","app":"com.example.food",\#(rest)}"#
            let record = try WireDecoder().decode(LedgerRecord.self, from: Array(line.utf8))
            return PushScheduler(apps: [], ledger: TokenLedger([record]))
        }
        var damaged = try scheduler(rest)
        #expect(damaged.takeNotices() == [.recordsSkipped(1)])
        let id = ActivityID(rawValue: 5)
        let targets = damaged.ledger.tokens(of: "phone").map(\.target)
        #expect(targets == (rest.contains("watch") ? [] : [.activity(id)]))
        var whole = try scheduler(#""environment":"production","entries":[{"sort":0,"id":"0000000000000005"}]"#)
        #expect(whole.takeNotices() == [])
    }

    @Test func aNewOwnerDoesNotGetTheFormerOwnersActivities() throws {
        var ledger = TokenLedger()
        try ledger.register(
            token(1), as: .activity(ActivityID(rawValue: 5)), installation: "phone", owner: "anna", app: app, at: now)
        try ledger.register(token(2), as: .pushToStart("delivery"), installation: "phone", owner: "bert", app: app, at: now)
        #expect(ledger.installations(of: "anna") == [])
        #expect(ledger.installations(of: "bert") == ["phone"])
        #expect(ledger.tokens(of: "phone").map(\.target) == [.pushToStart("delivery")])
    }

    @Test func recordsGiveTheSameLedger() throws {
        var ledger = TokenLedger()
        let phone = InstallationID(rawValue: "9A2C1A5D-930E-4B77-8A41-52C0E93D17B4")
        try ledger.register(token(1), as: .pushToStart("delivery"), installation: phone, owner: "anna", app: app, at: now)
        try ledger.register(token(2, bytes: 80), as: .widgets, installation: phone, owner: "anna", app: app, at: now)
        try ledger.register(token(3), as: .control("door"), installation: "tablet", owner: "anna", app: app, at: now)
        let restored = TokenLedger(ledger.takeChanges())
        #expect(ledger.takeChanges() == [])
        #expect(restored.records == ledger.records)
        #expect(restored.installations(of: "anna") == [phone, "tablet"])

        ledger.forget(phone)
        let after = TokenLedger(restored.records + ledger.takeChanges())
        #expect(after.installations(of: "anna") == ["tablet"])
    }

    @Test func namesAndDumpsShowNoToken() throws {
        var ledger = TokenLedger()
        try ledger.register(token(0xAB, bytes: 40), as: .widgets, installation: "phone", owner: "anna", app: app, at: now)
        var dumped = ""
        dump(ledger, to: &dumped)
        dump(ledger.records, to: &dumped)
        let secret = Data(try token(0xAB, bytes: 40).bytes).base64EncodedString()
        #expect(!dumped.contains(secret) && !dumped.contains("171, 178"))
    }

    /// The index of owners and installations agrees with dictionaries, in any order of additions, moves and removals.
    @Test func theIndexAgreesWithDictionaries() throws {
        var random = SeededGenerator(seed: 41)
        var ledger = TokenLedger()
        var model: [InstallationID: OwnerID] = [:]
        for step in 0..<5_000 {
            let installation = InstallationID(rawValue: "i\(Int.random(in: 0..<300, using: &random))")
            let owner = OwnerID(rawValue: "o\(Int.random(in: 0..<60, using: &random))")
            if Int.random(in: 0..<3, using: &random) == 0 {
                let wasThere = model.removeValue(forKey: installation) != nil
                #expect(ledger.forget(installation) == wasThere)
            } else {
                try ledger.register(token(step), as: .widgets, installation: installation, owner: owner, app: app, at: now)
                model[installation] = owner
            }
            if step % 500 == 499 {
                for number in 0..<60 {
                    let owner = OwnerID(rawValue: "o\(number)")
                    #expect(
                        ledger.installations(of: owner) == model.filter { $0.value == owner }.keys.sorted(),
                        "seed 41, step \(step)")
                }
            }
        }
        #expect(ledger.count == model.count)
    }
}

@Suite struct LedgerFileTests {
    private let path = FileManager.default.temporaryDirectory.appendingPathComponent("ledger-\(UUID().uuidString)").path
    private let key = SymmetricKey(data: Data(repeating: 7, count: 32))

    private func record(_ installation: InstallationID) throws -> [LedgerRecord] {
        var ledger = TokenLedger()
        try ledger.register(
            DeviceToken(hex: String(repeating: "cd", count: 32)), as: .widgets, installation: installation, owner: "anna",
            app: PushAppID(try BundleID("com.example.food"), .sandbox), at: Date(timeIntervalSinceReferenceDate: 1))
        return ledger.takeChanges()
    }

    @Test func whatWasAppendedIsThereAgain() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        let all = try record("phone") + record("tablet")
        do {
            let store = try FileLedgerStore(path: path)
            try store.append(record("phone"))
            try store.append(record("phone") + record("tablet"))
        }
        #expect(try FileLedgerStore(path: path).load() == all)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func withAKeyNoTokenIsInTheFileAndWithoutItTheFileIsRefused() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try FileLedgerStore(path: path, key: key).append(record("phone"))
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(!String(decoding: bytes, as: UTF8.self).contains("phone"))
        #expect(try FileLedgerStore(path: path, key: key).load() == record("phone"))
        #expect(
            throws: PushError.ledgerUnavailable(reason: "'\(path)', line 1: it is damaged, or encrypted and no key was given")
        ) { try FileLedgerStore(path: path) }
        #expect(
            throws: PushError.ledgerUnavailable(
                reason: "'\(path)', line 1: it is damaged, or was written with another key or none")
        ) { try FileLedgerStore(path: path, key: SymmetricKey(size: .bits256)) }
    }

    /// The state after a kill in the middle of a write.
    @Test func aLastLineThatWasCutOffIsSkipped() throws {
        defer { try? FileManager.default.removeItem(atPath: path) }
        try FileLedgerStore(path: path).append(record("phone"))
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.seekToEnd()
        try file.write(contentsOf: Data(#"{"installation":"tab"#.utf8))
        try file.close()
        #expect(try FileLedgerStore(path: path).load() == record("phone"))
    }
}
#endif
