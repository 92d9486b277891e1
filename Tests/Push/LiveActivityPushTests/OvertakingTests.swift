#if Push
import LiveActivityCore
import LiveActivityPush
import Testing

/// Urgent pushes do not wait for another push's answer.
@Suite struct OvertakingTests {
    private let failure = PushAnswer(status: 500, reason: .internalServerError)

    /// A story whose update `a` has no answer yet.
    private func unanswered() throws -> (PushStory, PushOrder) {
        var story = try PushStory()
        try story.register(0x22, as: .activity(story.activity))
        story.update("a")
        let update = try #require(story.due().first)
        return (story, update)
    }

    private func timestamp(_ order: PushOrder) throws -> Int {
        try #require(try JSONValue(parsing: order.request.body)["aps"]?["timestamp"]?.int)
    }

    /// The answer may take 30 s. A device that receives both in reverse order shows the one with the later timestamp.
    @Test func anAlertOvertakesAnUpdateWithALaterTimestamp() throws {
        var (story, update) = try unanswered()
        story.update("goal")
        #expect(story.due().isEmpty)
        story.alert()
        let alert = try #require(story.due().first)
        #expect(PushStory.short(alert) == "update 10 22 goal!")
        #expect(try timestamp(alert) == timestamp(update) + 1)
        #expect(alert.request[header: "apns-id"] != update.request[header: "apns-id"])
        // In the other order, and the update fails: the alert had newer content.
        story.answer(alert, PushAnswer(status: 200))
        story.answer(update, failure)
        story.wait(3_600)
        #expect(story.sent() == [])
        #expect(story.acknowledged() == 3)
        #expect(story.scheduler.nextDeadline == nil)
    }

    @Test func anEndDoesNotWaitForTheAnswerOfAnUpdate() throws {
        var (story, update) = try unanswered()
        story.change(.ended(by: .host, dismissal: story.now), content: "over")
        let end = try #require(story.due().first)
        #expect(PushStory.short(end) == "end 10 22 over")
        #expect(try timestamp(end) == timestamp(update) + 1)
        story.fail(update, .unanswered(reason: "reset"))
        story.answer(end, PushAnswer(status: 200))
        story.wait(3_600)
        #expect(story.sent() == [])
        #expect(story.acknowledged() == 2)
    }

    @Test func eachOfTwoAlertsGoesAtOnceThoughNeitherHasAnAnswer() throws {
        var story = try PushStory()
        try story.register(0x22, as: .activity(story.activity))
        story.update("a")
        story.alert("first")
        let first = try #require(story.due().first)
        story.update("b")
        story.alert("second")
        let second = try #require(story.due().first)
        #expect([first, second].map(PushStory.short) == ["update 10 22 a!", "update 10 22 b!"])
        story.answer(second, PushAnswer(status: 200))
        story.answer(first, PushAnswer(status: 200))
        story.wait(30)
        #expect(story.sent() == [])
        #expect(story.acknowledged() == 4)
    }

    /// While nothing can be sent, one push with the newest text and content replaces all waiting ones: the alert sounds once,
    /// late.
    @Test func ofTwoAlertsThatBothWaitForATokenTheNewerIsSent() throws {
        var story = try PushStory()
        try story.register(0x11, as: .pushToStart("delivery"))
        story.start("a")
        #expect(story.sent() == ["start 10 11 a"])
        story.update("b")
        story.alert("first")
        story.update("c")
        story.alert("second")
        #expect(story.sent() == [])
        try story.register(0x22, as: .activity(story.activity))
        let alert = try #require(story.due().first)
        #expect(PushStory.short(alert) == "update 10 22 c!")
        #expect(try JSONValue(parsing: alert.request.body)["aps"]?["alert"]?["title"]?.string == "second")
    }

    @Test func anAlertThatHasOvertakenAnUpdateAndGetsNoAnswerIsSentAgain() throws {
        var (story, update) = try unanswered()
        story.alert()
        let alert = try #require(story.due().first)
        story.answer(update, PushAnswer(status: 200))
        // The update was accepted, the alert was not.
        #expect(story.due().isEmpty)
        story.fail(alert, .unanswered(reason: "reset"))
        story.wait(12)
        #expect(story.sent() == ["update 10 22 a!"])
    }

    @Test func theLateAnswerOfWhatWasOvertakenDoesNotSayWhatTheDeviceShows() throws {
        var (story, update) = try unanswered()
        story.update("goal")
        story.alert()
        story.answer(try #require(story.due().first), PushAnswer(status: 200))
        story.answer(update, PushAnswer(status: 200))
        story.wait(20)
        story.update("goal")
        #expect(story.sent() == [])
        story.update("a")
        #expect(story.sent() == ["update 5 22 a"])
    }

    @Test func aTokenThatIsRefusedIsDroppedAlsoForWhatHasOvertaken() throws {
        var (story, update) = try unanswered()
        story.alert()
        let alert = try #require(story.due().first)
        story.answer(update, PushAnswer(status: 410, reason: .unregistered))
        story.answer(alert, PushAnswer(status: 410, reason: .unregistered))
        story.wait(1)
        #expect(story.sent() == [])
        // The app's next token receives the alert.
        try story.register(0x33, as: .activity(story.activity))
        #expect(story.sent() == ["update 10 33 a!"])
    }

    /// The answer to the start determines whether there is an activity to update.
    @Test func anAlertWaitsForTheAnswerOfAStart() throws {
        var story = try PushStory()
        try story.register(0x11, as: .pushToStart("delivery"))
        story.start("a")
        let start = try #require(story.due().first)
        try story.register(0x22, as: .activity(story.activity))
        story.update("goal")
        story.alert()
        #expect(story.due().isEmpty)
        story.answer(start, PushAnswer(status: 200))
        #expect(story.sent() == ["update 10 22 goal!"])
    }

    @Test func anUpdateThatTheHostCallsUrgentGoesLikeAnAlert() throws {
        var policy = PushPolicy()
        policy.isUrgent = { $0.content?.relevanceScore == 100 }
        policy.urgentPerHour = 1
        var story = try PushStory(policy: policy)
        try story.register(0x22, as: .activity(story.activity))
        story.update("a")
        #expect(story.sent() == ["update 5 22 a"])
        story.update("b", relevance: 99)
        #expect(story.sent() == [])
        story.update("c", relevance: 100)
        #expect(story.sent() == ["update 10 22 c"])
        // It is sent at once even if the budget is used up.
        story.update("d", relevance: 100)
        #expect(story.sent() == ["update 5 22 d"])
    }

    @Test func updatesOfPriority10KeepTheBudgetToo() throws {
        var policy = PushPolicy()
        policy.updatePriority = .immediate
        policy.urgentPerHour = 2
        policy.spacing = 0
        var story = try PushStory(policy: policy)
        try story.register(0x22, as: .activity(story.activity))
        var sent: [String] = []
        for content in ["a", "b", "c"] {
            story.update(content)
            sent += story.sent()
        }
        #expect(sent == ["update 10 22 a", "update 10 22 b", "update 5 22 c"])
    }
}
#endif
