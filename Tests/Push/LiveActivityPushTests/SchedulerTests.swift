#if Push
import LiveActivityCore
import LiveActivityPush
import Testing

/// The pushes to one device with their times, without a network.
@Suite struct SchedulerTests {
    // MARK: Starts

    @Test func anActivityIsStartedOnceHoweverOftenTheChangeComes() throws {
        var story = try PushStory()
        try story.register(0x11, as: .pushToStart("delivery"))
        story.start()
        #expect(story.sent() == ["start 10 11 first"])
        #expect(story.acknowledged() == 1)
        story.sequence = 0
        story.start()
        #expect(story.sent() == [])
        // The process is killed and restarted; the change was not acknowledged.
        story = try PushStory(ledger: TokenLedger(story.scheduler.ledger.records))
        story.start()
        #expect(story.sent() == [])
    }

    @Test func anUpdateWaitsForTheTokenAndTheNewestGoes() throws {
        var story = try PushStory()
        try story.register(0x11, as: .pushToStart("delivery"))
        story.start()
        #expect(story.sent() == ["start 10 11 first"])
        story.update("second")
        #expect(story.sent() == [])
        story.wait(20)
        story.update("third")
        try story.register(0x22, as: .activity(story.activity))
        #expect(story.sent() == ["update 5 22 third"])
        #expect(story.acknowledged() == 3)
    }

    /// A second device's token arrives after the first device has everything: the record's changes were acknowledged before, so
    /// the start that waits for an answer holds nothing back. The process ended here, as it acknowledged the change before 0.
    @Test func aSecondDevicesStartHoldsNoAcknowledgementBack() throws {
        var story = try PushStory()
        try story.register(0x11, as: .pushToStart("delivery"))
        story.start()
        #expect(story.sent() == ["start 10 11 first"])
        #expect(story.acknowledged() == 1)
        try story.register(0x33, as: .pushToStart("delivery"), on: "tablet")
        story.provide("first")
        let orders = story.due()
        #expect(orders.map(PushStory.short) == ["start 10 33 first"])
        #expect(story.acknowledged() == nil)
        for order in orders { story.answer(order, PushAnswer(status: 200)) }
        #expect(story.acknowledged() == nil)
    }

    @Test func aStartWithoutATokenWaitsFiveMinutesThenForTheRecord() throws {
        var story = try PushStory()
        try story.register(0x33, as: .widgets)
        story.start()
        #expect(story.sent() == [])
        story.wait(299)
        #expect(story.sent() == [])
        #expect(story.acknowledged() == nil)
        story.wait(1)
        #expect(story.sent() == [])
        #expect(story.acknowledged() == 1)
        try story.register(0x11, as: .pushToStart("delivery"))
        #expect(story.scheduler.takeWantedOwners().map(\.owner) == ["anna"])
        story.provide("now")
        #expect(story.sent() == ["start 10 11 now", "widgets - 33 -"].filter { !$0.hasPrefix("widgets") })
        #expect(story.sent() == ["widgets - 33 -"])
    }

    @Test func noSignOfLifeMakesATokenSuspectAndNoOtherStartGoesToIt() throws {
        var story = try PushStory()
        try story.register(0x11, as: .pushToStart("delivery"))
        story.start()
        #expect(story.sent().count == 1)
        story.wait(299)
        #expect(story.sent() == [])
        #expect(story.scheduler.takeNotices() == [])
        story.wait(1)
        #expect(story.sent() == [])
        #expect(story.scheduler.takeNotices() == [.tokenSuspect("phone", "delivery", activity: story.activity)])
        let other = ActivityID(rawValue: 0x20)
        story.start("other", of: other)
        #expect(story.sent() == [])
        // The installation is alive, so the next start is sent.
        story.scheduler.heard(from: "phone", at: story.now)
        story.start("third", of: ActivityID(rawValue: 0x30))
        #expect(story.sent() == ["start 10 11 third"])
    }

    @Test func aSignOfLifeWithinTheTimeKeepsTheToken() throws {
        var story = try PushStory()
        try story.register(0x11, as: .pushToStart("delivery"))
        story.start()
        #expect(story.sent().count == 1)
        story.wait(200)
        try story.register(0x22, as: .activity(story.activity))
        story.wait(200)
        #expect(story.sent() == [])
        #expect(story.scheduler.takeNotices() == [])
    }

    @Test func aStartWithoutAnAlertIsNotSentAndSaysWhy() throws {
        var story = try PushStory { $0.startAlert = nil }
        try story.register(0x11, as: .pushToStart("delivery"))
        story.start()
        #expect(story.sent() == [])
        #expect(
            story.scheduler.takeNotices() == [
                .pushRefused(
                    story.activity, "phone",
                    reason: "a start needs an alert: give one with the start, or 'startAlert' for the kind")
            ])
        #expect(story.acknowledged() == 1)
    }

    @Test func aSuccessorIsStartedFirstAndThePredecessorEndsAfterItsToken() throws {
        var story = try PushStory()
        let next = ActivityID(rawValue: 0x20)
        try story.register(0x11, as: .pushToStart("delivery"))
        try story.register(0x22, as: .activity(story.activity))
        story.update("old")
        #expect(story.sent() == ["update 5 22 old"])
        story.wait(20)
        story.change(.ended(by: .renewed(next), dismissal: story.now))
        story.start("new", of: next, predecessor: story.activity)
        story.change(.dismissed(by: .gone))
        #expect(story.sent() == ["start 10 11 new"])
        story.wait(30)
        #expect(story.sent() == [])
        try story.register(0x33, as: .activity(next))
        #expect(story.sent() == ["end 10 22 -"])
        #expect(story.scheduler.pendingActivities == 0)
    }

    // MARK: Updates

    @Test func updatesAreHeldBackFor15SecondsAndAlertsAreNot() throws {
        var story = try PushStory()
        try story.register(0x22, as: .activity(story.activity))
        story.update("a")
        #expect(story.sent() == ["update 5 22 a"])
        story.wait(14.9)
        story.update("b")
        story.update("c")
        #expect(story.sent() == [])
        story.wait(0.1)
        #expect(story.sent() == ["update 5 22 c"])
        story.wait(1)
        story.update("goal")
        story.alert()
        #expect(story.sent() == ["update 10 22 goal!"])
        story.wait(30)
        #expect(story.sent() == [])
        #expect(story.acknowledged() == 5)
    }

    @Test func whatTheDeviceHasAlreadyIsNotSentAgain() throws {
        var story = try PushStory()
        try story.register(0x22, as: .activity(story.activity))
        story.update("a")
        #expect(story.sent().count == 1)
        story.wait(60)
        story.update("a")
        story.change(.becameStale)
        #expect(story.sent() == [])
        #expect(story.acknowledged() == 3)
        story.change(.updated, content: "a", staleDate: story.now.addingTimeInterval(60))
        #expect(story.sent() == ["update 5 22 a"])
    }

    @Test func oneRequestAtATimeAndTheTimestampOnlyGrows() throws {
        var policy = PushPolicy()
        policy.spacing = 0
        var story = try PushStory(policy: policy)
        try story.register(0x22, as: .activity(story.activity))
        story.update("a")
        let first = try #require(story.due().first)
        story.update("b")
        story.update("c")
        #expect(story.due().isEmpty)
        story.answer(first, PushAnswer(status: 200))
        story.wait(1)
        let second = try #require(story.due().first)
        #expect(PushStory.short(second) == "update 5 22 c")
        func timestamp(_ order: PushOrder) throws -> Int? {
            try JSONValue(parsing: order.request.body)["aps"]?["timestamp"]?.int
        }
        #expect(try timestamp(first) == 1_781_974_800)
        #expect(try timestamp(second) == 1_781_974_801)
        #expect(first.request[header: "apns-id"] != second.request[header: "apns-id"])
    }

    @Test func aProcessThatStartsAgainWithinTheSecondHasLaterTimestamps() throws {
        var story = try PushStory()
        try story.register(0x22, as: .activity(story.activity))
        let stored = story.scheduler.ledger.records
        func timestamp(_ order: PushOrder?) throws -> Int? {
            try order.flatMap { try JSONValue(parsing: $0.request.body)["aps"]?["timestamp"]?.int }
        }
        story.update("a")
        let first = try #require(story.due().first)
        #expect(try timestamp(first) == 1_781_974_800)
        #expect(!first.mustBeStored, "a later process is later than this second")
        // It is killed before the ledger is written, so its last push is unknown.
        var next = try PushStory(ledger: TokenLedger(stored))
        next.update("b")
        let second = try #require(next.due().first)
        #expect(try timestamp(second) == 1_781_974_801)
        #expect(second.mustBeStored, "another process within this second would have the same timestamp")
        var third = try PushStory(ledger: TokenLedger(next.scheduler.ledger.records))
        third.update("c")
        third.alert()
        #expect(try timestamp(third.due().first) == 1_781_974_802)
        // After that second the timestamps follow the clock again.
        next.answer(second, PushAnswer(status: 200))
        next.wait(60)
        next.update("d")
        let fourth = try #require(next.due().first)
        #expect(try timestamp(fourth) == 1_781_974_860)
        #expect(!fourth.mustBeStored)
    }

    @Test func anAlertOfTheSameSecondHasALaterTimestamp() throws {
        var story = try PushStory()
        try story.register(0x22, as: .activity(story.activity))
        story.update("a")
        #expect(story.sent().count == 1)
        story.update("b")
        story.alert()
        let order = try #require(story.due().first)
        #expect(try JSONValue(parsing: order.request.body)["aps"]?["timestamp"]?.int == 1_781_974_801)
    }

    @Test func anEndGoesAtOnceAndOnce() throws {
        var story = try PushStory()
        try story.register(0x22, as: .activity(story.activity))
        story.update("a")
        #expect(story.sent().count == 1)
        story.change(.ended(by: .host, dismissal: story.now.addingTimeInterval(900)), content: "done")
        #expect(story.sent() == ["end 10 22 done"])
        story.change(.dismissed(by: .policy))
        #expect(story.sent() == [])
        #expect(story.scheduler.ledger.tokens(of: "phone") == [])
        #expect(story.acknowledged() == 3)
    }

    @Test func twoDevicesOfAnOwnerEachGetTheirs() throws {
        var story = try PushStory()
        try story.register(0x11, as: .pushToStart("delivery"))
        try story.register(0x22, as: .activity(story.activity), on: "tablet")
        story.start()
        #expect(Set(story.sent()) == ["start 10 11 first", "update 5 22 first"])
        #expect(story.acknowledged() == 1)
    }

    // MARK: The budget

    @Test func withoutBudgetAlertsAreDemotedAndStartsAndEndsAreSent() throws {
        var policy = PushPolicy()
        policy.urgentPerHour = 2
        policy.urgentReserve = 0
        var story = try PushStory(policy: policy)
        try story.register(0x22, as: .activity(story.activity))
        for number in 0..<3 {
            story.update("\(number)")
            story.alert()
            #expect(story.sent() == ["update \(number < 2 ? 10 : 5) 22 \(number)!"])
            story.wait(60)
        }
        #expect(story.steps().contains("the hour's budget of priority 10 is used up: a lower priority"))
        // The counters have a resolution of four minutes, so an hour is at most 64 minutes.
        story.wait(3_840)
        story.change(.ended(by: .host, dismissal: story.now))
        #expect(story.sent() == ["end 10 22 2"])
    }

    @Test func theReserveIsForTheMostRelevantActivity() throws {
        var policy = PushPolicy()
        policy.urgentPerHour = 2
        policy.urgentReserve = 2
        var story = try PushStory(policy: policy)
        let other = ActivityID(rawValue: 0x20)
        try story.register(0x22, as: .activity(story.activity))
        try story.register(0x33, as: .activity(other))
        story.update("high", relevance: 90)
        story.update("low", of: other, relevance: 10)
        #expect(story.sent().count == 2)
        story.update("low 2", of: other, relevance: 10)
        story.alert(of: other)
        story.update("high 2", relevance: 90)
        story.alert()
        #expect(Set(story.sent()) == ["update 5 33 low 2!", "update 10 22 high 2!"])
    }

    @Test func theBudgetOutlivesTheProcess() throws {
        var policy = PushPolicy()
        policy.urgentPerHour = 1
        policy.urgentReserve = 0
        var story = try PushStory(policy: policy)
        try story.register(0x22, as: .activity(story.activity))
        story.update("a")
        story.alert()
        #expect(story.sent() == ["update 10 22 a!"])
        var again = try PushStory(policy: policy, ledger: TokenLedger(story.scheduler.takeLedgerChanges()))
        again.sequence = story.sequence
        again.update("b")
        again.alert()
        #expect(again.sent() == ["update 5 22 b!"])
    }

    @Test func startsEndsAndAlertsGoBeforeUpdates() throws {
        var story = try PushStory()
        let ids = (1...3).map { ActivityID(rawValue: UInt64($0) << 8) }
        for (number, id) in ids.enumerated() { try story.register(0x22 + UInt8(number), as: .activity(id)) }
        story.update("plain", of: ids[0])
        story.update("alerting", of: ids[1])
        story.alert(of: ids[1])
        story.change(.ended(by: .host, dismissal: story.now), of: ids[2])
        // The alert's delivery was already queued as an update.
        #expect(story.due().map { PushStory.short($0) }.first == "end 10 24 -")
    }

    // MARK: Channels and widgets

    @Test func oneActivitySpeaksForItsChannel() throws {
        let channel = try ChannelID("Y2hhbm5lbA==")
        var story = try PushStory { kind in kind.channel = { _ in channel } }
        for number in 1...1_000 { story.update("1:0", of: ActivityID(rawValue: UInt64(number))) }
        let orders = story.due()
        #expect(orders.map(\.request.path) == ["/4/broadcasts/apps/com.example.food"])
        #expect(orders.first?.request[header: "apns-channel-id"] == "Y2hhbm5lbA==")
        let order = try #require(orders.first)
        story.answer(order, PushAnswer(status: 400, reason: .channelNotRegistered))
        #expect(story.scheduler.takeNotices() == [.channelDropped(channel, reason: .channelNotRegistered)])
        #expect(story.due().isEmpty)
        #expect(story.acknowledged() == 1_000)
    }

    @Test func aStartSubscribesToTheActivitysChannelAndTheRestIsBroadcast() throws {
        let channel = try ChannelID("Y2hhbm5lbA==")
        var story = try PushStory { kind in
            kind.takeChannels(byKey: ["match": channel])
            kind.startsInChannel = true
        }
        let start = Change.Start(attributes: JSONText(trusted: Array("{}".utf8)), key: "match", predecessor: nil)
        try story.register(0x11, as: .pushToStart("delivery"))
        story.change(.started, content: "0:0", start: start)
        let orders = story.due()
        #expect(Set(orders.map { PushStory.short($0) }) == ["start 10 11 0:0", "update 5 co 0:0"])
        let aps = try JSONValue(parsing: try #require(orders.first { $0.event == "start" }).request.body)["aps"]
        #expect(aps?["input-push-channel"]?.string == "Y2hhbm5lbA==")
        for order in orders { story.answer(order, PushAnswer(status: 200)) }
        // A later change does not contain the key; a restarted sender finds the channel in the ledger.
        var again = try PushStory(ledger: TokenLedger(story.scheduler.ledger.records)) { kind in
            kind.takeChannels(byKey: ["match": channel])
            kind.startsInChannel = true
        }
        (again.now, again.sequence) = (story.now + 20, story.sequence)
        again.update("1:0")
        #expect(again.due().map(\.request.path) == ["/4/broadcasts/apps/com.example.food"])
        #expect(again.acknowledged() == 1)
    }

    @Test func anActivityWithoutAChannelHasTokens() throws {
        var story = try PushStory { $0.takeChannels(byKey: [:]) }
        try story.register(0x11, as: .pushToStart("delivery"))
        story.start()
        #expect(story.sent() == ["start 10 11 first"])
    }

    @Test func widgetsAreReloadedAtAStartAnAlertAndAnEndOnly() throws {
        var story = try PushStory()
        try story.register(0x22, as: .activity(story.activity))
        try story.register(0x44, as: .widgets)
        story.update("a")
        #expect(story.sent() + story.sent() == ["update 5 22 a"])
        story.update("b")
        story.alert()
        #expect(story.sent() + story.sent() == ["update 10 22 b!", "widgets - 44 -"])
        story.change(.ended(by: .host, dismissal: story.now))
        #expect(story.sent() + story.sent() == ["end 10 22 b", "widgets - 44 -"])
    }
}

extension PushStory {
    /// Passes the activity's record to the scheduler, as a runtime does.
    mutating func provide(_ content: String, state: ActivityState = .active) {
        let record = ActivityRecord(
            id: activity, owner: "anna", state: state, attributes: JSONText(trusted: Array("{}".utf8)),
            content: EncodedContent(state: JSONText(JSONValue(content)), staleDate: nil, relevanceScore: 0), startedAt: now,
            closingDate: now.addingTimeInterval(3_600))
        scheduler.provide(record, kind: "delivery", at: now)
    }
}

/// The memory of a ledger per installation.
@Suite struct LedgerMemoryTests {
    /// The benchmark measures the exact figure; this only detects that an entry has grown.
    @Test func anEntryStaysSmall() {
        #expect(TokenLedger.entryBytes <= 88)
        #expect(TokenLedger.rowBytes <= 80)
    }
}
#endif
