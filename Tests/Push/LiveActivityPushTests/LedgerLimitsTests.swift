#if Push
import Foundation
import LiveActivityCore
import LiveActivityPush
import Testing

/// Apps choose the names, tokens and installations that fill the ledger.
@Suite struct LedgerLimitsTests {
    private let now = PushStory.begin

    private func app(_ number: Int) throws -> PushAppID { PushAppID(try BundleID("com.example.app-\(number)"), .production) }

    private func register(
        _ target: TokenTarget, of installation: InstallationID, owner: OwnerID, app: PushAppID, in ledger: inout TokenLedger
    ) throws(PushError) {
        try ledger.register(
            DeviceToken(hex: "11"), as: target, installation: installation, owner: owner, app: app, at: now)
    }

    private func record(_ number: Int, app: String, entries: String = "") throws -> LedgerRecord {
        try WireDecoder().decode(
            LedgerRecord.self,
            from: Array(
                #"{"installation":"phone-\#(number)","owner":"owner-\#(number)","app":"\#(app)","environment":"production","#
                    .utf8)
                + Array(#""entries":[\#(entries)]}"#.utf8))
    }

    // MARK: - Names

    @Test func anAppBeyondTheLedgersNumbersIsRefusedAndChangesNothing() throws {
        var ledger = TokenLedger()
        for number in 0..<65_535 {
            try register(
                .widgets, of: InstallationID("phone-\(number)"), owner: OwnerID("owner-\(number)"), app: app(number),
                in: &ledger)
        }
        #expect(ledger.count == 65_535)
        let before = ledger.records
        for installation in ["phone-0", "new"] as [InstallationID] {
            #expect(throws: PushError.ledgerUnavailable(reason: "it has 65535 apps, the maximum")) {
                try register(.widgets, of: installation, owner: "anna", app: app(65_535), in: &ledger)
            }
        }
        #expect(ledger.records == before)
        try register(.widgets, of: "new", owner: "anna", app: app(65_534), in: &ledger)
        #expect(ledger.count == 65_536)
    }

    @Test func aKindBeyondTheLedgersNumbersIsRefused() throws {
        var ledger = TokenLedger()
        for number in 0..<65_535 {
            // One installation each: the tokens of one are searched one by one.
            try register(
                .pushToStart(ActivityKind("kind-\(number)")), of: InstallationID("phone-\(number)"), owner: "anna", app: app(0),
                in: &ledger)
            if number % 100 == 99 { for phone in number - 99...number { ledger.forget(InstallationID("phone-\(phone)")) } }
        }
        let before = ledger.records
        #expect(throws: PushError.ledgerUnavailable(reason: "it has 65535 kinds, the maximum")) {
            try register(.pushToStart("one more"), of: "new", owner: "anna", app: app(0), in: &ledger)
        }
        #expect(ledger.records == before)
        try register(.pushToStart("kind-65534"), of: "new", owner: "anna", app: app(0), in: &ledger)
        #expect(ledger.tokens(of: "new").map(\.target) == [.pushToStart("kind-65534")])
    }

    /// As earlier versions have written it: they ended at the next start with such a ledger.
    @Test func aLedgerWithMoreAppsThanNumbersIsOpenedWithANotice() throws {
        let records = try (0..<65_537).map { try record($0, app: "com.example.app-\($0)") }
        let food = PushApp(
            PushAppID(try BundleID("com.example.food"), .production), kinds: ["delivery": PushKind(attributesType: "D")])
        let ledger = TokenLedger(records, apps: [food])
        // The configured app has the first number.
        #expect(ledger.count == 65_534)
        var story = try PushStory(ledger: ledger)
        #expect(story.scheduler.takeNotices() == [.recordsSkipped(3)])
        try story.register(0x11, as: .pushToStart("delivery"))
        story.start()
        #expect(story.sent() == ["start 10 11 first"])
    }

    @Test func aLedgerWithMoreKindsThanNumbersIsOpenedWithANotice() throws {
        let entries = (0..<65_537).map { #"{"sort":1,"id":"kind-\#($0)"}"# }
        let records = try entries.enumerated().map { try record($0, app: "com.example.food", entries: $1) }
        let food = PushApp(
            PushAppID(try BundleID("com.example.food"), .production), kinds: ["delivery": PushKind(attributesType: "D")])
        var story = try PushStory(ledger: TokenLedger(records, apps: [food]))
        #expect(story.scheduler.takeNotices() == [.recordsSkipped(3)])
        #expect(story.scheduler.ledger.count == 65_537)
        #expect(story.scheduler.ledger.tokens(of: "phone-65533").map(\.target) == [.pushToStart("kind-65533")])
        #expect(story.scheduler.ledger.tokens(of: "phone-65534").isEmpty)
        try story.register(0x11, as: .pushToStart("delivery"))
        story.start()
        #expect(story.sent() == ["start 10 11 first"])
    }

    // MARK: - One owner's share

    @Test func theOldestTokenOfAnActivityIsReplaced() throws {
        var policy = PushPolicy()
        policy.ledgerLimits.activitiesPerInstallation = 3
        var story = try PushStory(policy: policy)
        func targets() -> [TokenTarget] { story.scheduler.ledger.tokens(of: "phone").map(\.target) }
        let ids = (1...5).map { ActivityID(rawValue: $0) }
        try story.register(0x10, as: .pushToStart("delivery"))
        for id in ids.prefix(3) {
            story.wait(1)
            try story.register(0x11, as: .activity(id))
        }
        #expect(targets() == [.pushToStart("delivery")] + ids[0..<3].map { .activity($0) })
        // Another token of the same activity needs no room, and makes it the newest.
        story.wait(1)
        try story.register(0x12, as: .activity(ids[0]))
        #expect(targets() == [.pushToStart("delivery")] + ids[0..<3].map { .activity($0) })
        story.wait(1)
        try story.register(0x11, as: .activity(ids[3]))
        #expect(targets() == [.pushToStart("delivery")] + [ids[0], ids[2], ids[3]].map { .activity($0) })
        story.wait(1)
        try story.register(0x11, as: .activity(ids[4]))
        #expect(targets() == [.pushToStart("delivery")] + [ids[0], ids[3], ids[4]].map { .activity($0) })
        try story.register(0x11, as: .activity(ids[4]), on: "tablet")
        #expect(targets().count == 4, "each installation has its own")
    }

    @Test func oneInstallationTooManyIsRefusedAndChangesNothing() throws {
        var policy = PushPolicy()
        policy.ledgerLimits.installationsPerOwner = 2
        var scheduler = PushScheduler(apps: [], policy: policy)
        func register(_ installation: InstallationID, _ owner: OwnerID) throws(PushError) {
            try scheduler.register(
                DeviceToken(hex: "11"), as: .widgets, installation: installation, owner: owner, app: app, at: now)
        }
        let app = try app(0)
        try register("phone", "anna")
        try register("tablet", "anna")
        try register("phone", "anna")
        try register("watch", "ben")
        let before = scheduler.ledger.records
        for installation in ["new", "watch"] as [InstallationID] {
            #expect(throws: PushError.tooManyInstallations("anna", limit: 2)) { try register(installation, "anna") }
        }
        #expect(scheduler.ledger.records == before)
        scheduler.forget("phone", at: now)
        try register("watch", "anna")
        #expect(scheduler.ledger.installations(of: "anna") == ["tablet", "watch"])
        #expect(scheduler.ledger.installations(of: "ben").isEmpty)
    }
}
#endif
