#if Push
import LiveActivityCore
import LiveActivityPush
import Testing

/// A device that takes the name of a channel's row in the ledger would receive, and send, what is not its own.
@Suite struct ChannelNameTests {
    private let app: PushAppID
    private let name: InstallationID = "channel:Y2hhbm5lbA=="
    private let now = PushStory.begin

    init() throws { app = PushAppID(try BundleID("com.example.food"), .production) }

    private func scheduler(_ ledger: TokenLedger = .init()) throws -> PushScheduler {
        var match = PushKind(attributesType: "MatchAttributes")
        let channel = try ChannelID("Y2hhbm5lbA==")
        match.channel = { _ in channel }
        let kinds: [ActivityKind: PushKind] = [
            "match": match, "delivery": PushKind(attributesType: "DeliveryAttributes"),
        ]
        return PushScheduler(apps: [PushApp(app, kinds: kinds)], ledger: ledger)
    }

    private func update(_ number: UInt64, of id: UInt64, _ kind: ActivityKind, owner: OwnerID, _ content: String) -> Change {
        Change(
            sequence: number, at: now, activity: ActivityID(rawValue: id), kind: kind, owner: owner, revision: UInt32(number),
            state: .active, what: .updated,
            content: EncodedContent(state: JSONText(JSONValue(content)), staleDate: nil, relevanceScore: 0))
    }

    /// The due orders, all of them accepted.
    private func sent(_ scheduler: inout PushScheduler, at now: Date) -> [String] {
        scheduler.due(at: now).map { order in
            _ = scheduler.answered(order.number, .success(PushAnswer(status: 200)), at: now)
            let content = (try? JSONValue(parsing: order.request.body))?["aps"]?["content-state"]?.string
            return "\(order.installation) \(order.request.path) \(content ?? "-")"
        }
    }

    private let match = "channel:Y2hhbm5lbA== /4/broadcasts/apps/com.example.food"

    /// In earlier versions the last update of anna's order was sent to all followers of the match.
    @Test func anOwnersContentIsNotSentToAChannel() throws {
        var scheduler = try scheduler()
        func register(_ installation: InstallationID) throws(PushError) {
            try scheduler.register(
                DeviceToken(hex: "22"), as: .activity(ActivityID(rawValue: 2)), installation: installation, owner: "anna",
                app: app, at: now)
        }
        let refused = PushError.reservedInstallation("channel:Y2hhbm5lbA==")
        #expect(throws: refused) { try register(name) }
        scheduler.receive(update(1, of: 1, "match", owner: "league", "1:0"), at: now)
        #expect(sent(&scheduler, at: now) == ["\(match) 1:0"])
        let records = scheduler.ledger.records
        #expect(throws: refused) { try register(name) }
        #expect(scheduler.ledger.records == records)
        try register("phone")
        scheduler.receive(update(2, of: 2, "delivery", owner: "anna", "at anna's door"), at: now + 1)
        #expect(sent(&scheduler, at: now + 1) == ["phone /3/device/22 at anna's door"])
        scheduler.receive(update(3, of: 1, "match", owner: "league", "2:0"), at: now + 15)
        #expect(sent(&scheduler, at: now + 15) == ["\(match) 2:0"])
    }

    @Test func anOwnerWithTheNameOfAChannelHasNoDevice() throws {
        var scheduler = try scheduler()
        scheduler.receive(update(1, of: 1, "match", owner: "league", "1:0"), at: now)
        #expect(sent(&scheduler, at: now) == ["\(match) 1:0"])
        scheduler.receive(update(2, of: 2, "delivery", owner: OwnerID(name.rawValue), "private"), at: now + 20)
        #expect(sent(&scheduler, at: now + 20) == [])
    }

    /// In earlier versions the followers missed the update, as the channel's row was removed like a device's.
    @Test func aChannelIsNotForgottenUnderTheNameOfItsRow() throws {
        var scheduler = try scheduler()
        scheduler.receive(update(1, of: 1, "match", owner: "league", "1:0"), at: now)
        #expect(sent(&scheduler, at: now) == ["\(match) 1:0"])
        scheduler.receive(update(2, of: 1, "match", owner: "league", "2:0"), at: now + 15)
        let records = scheduler.ledger.records
        let isForgotten = scheduler.forget(name, at: now + 15)
        #expect(!isForgotten)
        scheduler.heard(from: name, at: now + 15)
        scheduler.permitFrequentUpdates(true, for: name)
        #expect(scheduler.ledger.tokens(of: name) == [] && scheduler.ledger.records == records)
        #expect(sent(&scheduler, at: now + 15) == ["\(match) 2:0"])
    }

    /// Earlier versions stored such registrations beside the rows of channels.
    @Test func aStoredRegistrationUnderTheNameOfAChannelIsSkipped() throws {
        let secret = #""secret":"AAAAAAAAAAAAAAAAAAAAAA==""#
        func record(_ owner: String, _ rest: String) throws -> LedgerRecord {
            try WireDecoder().decode(
                LedgerRecord.self,
                from: Array(
                    #"{"installation":"\#(name)","owner":"\#(owner)","app":"com.example.food","environment":"production",\#(rest)}"#
                        .utf8))
        }
        for (owner, rest) in [
            ("anna", secret), ("anna", #""isChannel":true,"# + secret), (name.rawValue, secret),
        ] {
            var scheduler = try scheduler(TokenLedger([try record(owner, rest)]))
            #expect(scheduler.takeNotices() == [.recordsSkipped(1)])
            #expect(scheduler.ledger.count == 0)
            scheduler.receive(update(1, of: 1, "match", owner: "league", "1:0"), at: now)
            #expect(sent(&scheduler, at: now) == ["\(match) 1:0"])
            // Nobody has a secret of the channel's row.
            #expect(!String(decoding: try WireEncoder().encode(scheduler.ledger.records), as: UTF8.self).contains("secret"))
        }
        var scheduler = try scheduler(TokenLedger([try record(name.rawValue, #""isChannel":true,"# + secret)]))
        #expect(scheduler.takeNotices() == [])
        #expect(scheduler.ledger.count == 1)
        #expect(!String(decoding: try WireEncoder().encode(scheduler.ledger.records), as: UTF8.self).contains("secret"))
    }
}
#endif
