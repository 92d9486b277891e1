#if Push
import LiveActivityCore
import LiveActivityPush
import Testing

/// Each device gets one start for each activity, although answers can be lost and tokens can become invalid silently.
@Suite struct LostStartTests {
    /// A story whose start was sent.
    private func started() throws -> (story: PushStory, start: PushOrder) {
        var story = try PushStory()
        try story.register(0x11, as: .pushToStart("delivery"))
        story.start()
        let start = try #require(story.due().first)
        return (story, start)
    }

    /// The process is killed: the ledger was stored before the request left.
    private func restarted(_ story: PushStory) throws -> PushStory {
        var next = try PushStory(ledger: TokenLedger(story.scheduler.ledger.records))
        (next.now, next.sequence) = (story.now, story.sequence)
        return next
    }

    @Test func aStartWhoseAnswerWasLostIsNotSentAgainAndItsTokenIsSuspect() throws {
        var (story, start) = try started()
        story.fail(start, .unanswered(reason: "reset"))
        story.wait(299)
        #expect(story.due().isEmpty)
        #expect(story.acknowledged() == nil)
        story.wait(1)
        #expect(story.due().isEmpty)
        #expect(story.acknowledged() == 1)
        #expect(story.scheduler.takeNotices() == [.tokenSuspect("phone", "delivery", activity: story.activity)])
        story.wait(100_000)
        #expect(story.due().isEmpty)
    }

    @Test func aStartThatWasKilledBeforeItsAnswerIsNotSentAgain() throws {
        var (story, _) = try started()
        for _ in 0..<3 {
            story = try restarted(story)
            story.sequence = 0
            story.start()
            #expect(story.due().isEmpty)
        }
        story.wait(300)
        #expect(story.due().isEmpty)
        #expect(story.scheduler.takeNotices() == [.tokenSuspect("phone", "delivery", activity: story.activity)])
    }

    @Test func aStartThatWasDeliveredAndNotAnsweredGoesOnWithUpdates() throws {
        var (story, start) = try started()
        story.fail(start, .unanswered(reason: "reset"))
        story.wait(16)
        story.update("second")
        #expect(story.due().isEmpty)
        try story.register(0x22, as: .activity(story.activity))
        #expect(story.sent() == ["update 5 22 second"])
        story.wait(400)
        try story.register(0x11, as: .pushToStart("delivery"))
        story.wait(400)
        #expect(story.sent() == [])
        #expect(story.scheduler.takeNotices() == [])
    }

    /// The app is running, and does not know the activity.
    @Test(arguments: [false, true]) func aLostStartIsSentAgainAfterTheAppHasShownThatItIsNotThere(isKilled: Bool) throws {
        var (story, start) = try started()
        story.fail(start, .unanswered(reason: "reset"))
        story.wait(1_000)
        #expect(story.due().isEmpty)
        try story.register(0x11, as: .pushToStart("delivery"))
        _ = story.scheduler.takeWantedContents()
        if isKilled { story = try restarted(story) }
        story.wait(299)
        #expect(story.due().isEmpty)
        #expect(story.scheduler.takeWantedContents() == [])
        story.wait(1)
        #expect(story.due().isEmpty)
        #expect(story.scheduler.takeWantedContents() == [story.activity])
        story.provide("newest")
        let again = try #require(story.due().first)
        #expect(PushStory.short(again) == "start 10 11 newest")
        #expect(again.request[header: "apns-collapse-id"] == start.request[header: "apns-collapse-id"])
        // The start was accepted: there is no third one, whatever the app registers.
        story.answer(again, PushAnswer(status: 200))
        story.wait(301)
        try story.register(0x11, as: .pushToStart("delivery"))
        story.wait(301)
        #expect(story.due().isEmpty)
    }

    @Test func anAcceptedStartIsNotSentAgainToTheSameToken() throws {
        var (story, start) = try started()
        story.answer(start, PushAnswer(status: 200))
        story.wait(300)
        #expect(story.due().isEmpty)
        #expect(story.scheduler.takeNotices().count == 1)
        try story.register(0x11, as: .pushToStart("delivery"))
        _ = story.scheduler.takeWantedOwners()
        story.wait(301)
        #expect(story.due().isEmpty)
        #expect(story.scheduler.takeWantedContents() == [])
    }

    /// The token had become invalid silently, and the app has a new one: APNs had accepted the start and dropped it.
    @Test func anAcceptedStartIsRepeatedIfTheActivityIsMissing() throws {
        var (story, start) = try started()
        story.answer(start, PushAnswer(status: 200))
        story.wait(600)
        #expect(story.due().isEmpty)
        try story.register(0x12, as: .pushToStart("delivery"))
        story.provide("asked for")
        #expect(story.due().isEmpty)
        story.wait(300)
        #expect(story.due().isEmpty)
        story.provide("newest")
        #expect(story.sent() == ["start 10 12 newest"])
    }

    @Test func anAcceptedStartIsNotRepeatedIfTheActivityExists() throws {
        var (story, start) = try started()
        story.answer(start, PushAnswer(status: 200))
        story.wait(600)
        try story.register(0x12, as: .pushToStart("delivery"))
        story.wait(1)
        try story.register(0x22, as: .activity(story.activity))
        story.wait(600)
        story.provide("first")
        #expect(story.sent() == [])
    }

    @Test func theHostCanForbidTheRepetition() throws {
        var policy = PushPolicy()
        policy.repeatsLostStart = false
        var story = try PushStory(policy: policy)
        try story.register(0x11, as: .pushToStart("delivery"))
        story.start()
        story.fail(try #require(story.due().first), .unanswered(reason: "reset"))
        story.wait(301)
        #expect(story.due().isEmpty)
        try story.register(0x11, as: .pushToStart("delivery"))
        story.wait(301)
        #expect(story.due().isEmpty)
        #expect(story.scheduler.takeWantedContents() == [])
    }
}
#endif
