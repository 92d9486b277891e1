#if Push
import LiveActivityCore
import LiveActivityPush
import Testing

/// A stored registration takes effect even if the process is killed right after it.
@Suite struct RememberedRegistrationTests {
    private func record(_ story: PushStory) -> ActivityRecord {
        ActivityRecord(
            id: story.activity, owner: "anna", state: .active, attributes: JSONText(trusted: Array("{}".utf8)),
            content: EncodedContent(state: JSONText("newest"), staleDate: nil, relevanceScore: 0), startedAt: story.now,
            closingDate: story.now + 3_600)
    }

    /// As after a kill: only the stored records remain.
    private func restarted(_ story: PushStory) throws -> PushStory {
        var next = try PushStory(ledger: TokenLedger(story.scheduler.ledger.records))
        next.now = story.now + 1
        return next
    }

    @Test func theOwnersActivitiesAreLookedUpAfterARestart() throws {
        var story = try PushStory()
        try story.register(0x11, as: .pushToStart("delivery"))
        story = try restarted(story)
        let wanted = story.scheduler.takeWantedOwners()
        #expect(wanted.map(\.owner) == ["anna"] && wanted.map(\.kind) == ["delivery"])
        story.scheduler.provide(record(story), kind: "delivery", at: story.now)
        story.scheduler.provided("anna")
        // The activity was found, and the process is killed before the push is sent.
        story = try restarted(story)
        #expect(story.scheduler.takeWantedOwners().isEmpty)
        #expect(story.scheduler.takeWantedContents() == [story.activity])
        story.scheduler.provide(record(story), kind: "delivery", at: story.now)
        #expect(story.sent() == ["start 10 11 newest"])
        story = try restarted(story)
        #expect(story.scheduler.takeWantedOwners().isEmpty && story.scheduler.takeWantedContents().isEmpty)
    }

    @Test func anAndroidDevicesActivitiesAreLookedUpAfterARestart() throws {
        var story = try PushStory(service: .fcmAndroid(project: "food"))
        try story.register(0x11, as: .messages)
        story.scheduler.provided("somebody else")
        story = try PushStory(ledger: TokenLedger(story.scheduler.ledger.records), service: .fcmAndroid(project: "food"))
        #expect(story.scheduler.takeWantedOwners().map(\.owner) == ["anna"])
        story.scheduler.provided("anna")
        story = try PushStory(ledger: TokenLedger(story.scheduler.ledger.records), service: .fcmAndroid(project: "food"))
        #expect(story.scheduler.takeWantedOwners().isEmpty)
    }

    /// The result of the first look-up does not cover a token registered after it began.
    @Test func aTokenThatComesDuringALookUpIsRemembered() throws {
        var story = try PushStory()
        try story.register(0x11, as: .pushToStart("delivery"))
        _ = story.scheduler.takeWantedOwners()
        try story.register(0x33, as: .pushToStart("delivery"), on: "tablet")
        story.scheduler.provided("anna")
        story = try restarted(story)
        #expect(story.scheduler.takeWantedOwners().isEmpty == false)
    }

    /// A device that follows a channel is sent nothing, so no entry is stored for it.
    @Test func aDeviceOfAChannelHasNoEntryForAnActivityThatItIsNotSent() throws {
        let channel = try ChannelID("Y2hhbm5lbA==")
        var story = try PushStory { $0.channel = { _ in channel } }
        try story.register(0x11, as: .pushToStart("delivery"))
        story.start("a")
        _ = story.sent()
        story.scheduler.provide(record(story), kind: "delivery", at: story.now)
        _ = story.sent()
        #expect(story.scheduler.ledger.tokens(of: "phone").map(\.target) == [.pushToStart("delivery")])
    }

    /// The previous process has sent content that no waiting change has: older content must not be sent after it.
    @Test func aRecordThatIsNewerThanWhatWaitsIsSentInItsPlace() throws {
        var story = try PushStory()
        try story.register(0x22, as: .activity(story.activity))
        story.update("old")
        var newer = record(story)
        newer.revision = 2
        story.scheduler.provide(newer, kind: "delivery", at: story.now)
        #expect(story.sent() == ["update 5 22 newest"])
        #expect(story.acknowledged() == 1)
        // An older record changes nothing.
        story.wait(20)
        story.update("newer")
        newer.content = EncodedContent(state: JSONText("older"), staleDate: nil, relevanceScore: 0)
        newer.revision = 1
        story.scheduler.provide(newer, kind: "delivery", at: story.now)
        #expect(story.sent() == ["update 5 22 newer"])
    }
}
#endif
