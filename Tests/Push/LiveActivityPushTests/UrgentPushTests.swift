#if Push
import LiveActivityCore
import LiveActivityPush
import Testing

/// Urgent pushes do not wait for the retry of another push.
@Suite struct UrgentPushTests {
    /// A story whose update `a` was refused, and waits for its retry.
    private func failed(_ answer: PushAnswer) throws -> PushStory {
        var story = try PushStory()
        try story.register(0x22, as: .activity(story.activity))
        story.update("a")
        story.answer(try #require(story.due().first), answer)
        story.wait(1)
        return story
    }

    private let failure = PushAnswer(status: 500, reason: .internalServerError)

    @Test func anAlertDoesNotWaitForAnUpdateThatHasFailed() throws {
        var story = try failed(failure)
        story.update("plain")
        #expect(story.sent() == [])
        story.update("goal")
        story.alert()
        #expect(story.sent() == ["update 10 22 goal!"])
        // The waiting update was sent with it.
        story.wait(1_200)
        #expect(story.sent() == [])
        #expect(story.acknowledged() == 4)
    }

    @Test func anEndDoesNotWaitForAnUpdateThatHasFailed() throws {
        var story = try failed(failure)
        story.change(.ended(by: .host, dismissal: story.now), content: "over")
        #expect(story.sent() == ["end 10 22 over"])
    }

    @Test func anAlertThatHasFailedWaitsAQuarterOfAnHourAndANewerOneDoesNot() throws {
        var story = try failed(failure)
        story.update("b")
        story.alert("first")
        story.answer(try #require(story.due().first), failure)
        // Its own retry schedule: the first delay, although an update has failed before.
        story.wait(899)
        #expect(story.sent() == [])
        story.update("c")
        story.alert("second")
        #expect(story.sent() == ["update 10 22 c!"])
        story.wait(3_600)
        #expect(story.sent() == [])
    }

    @Test func anAlertThatHasFailedIsSentAgain() throws {
        var story = try failed(failure)
        story.update("b")
        story.alert()
        story.answer(try #require(story.due().first), failure)
        story.wait(900 * 1.2)
        #expect(story.sent() == ["update 10 22 b!"])
    }

    /// The device has received too many requests, which concerns every push to it.
    @Test func anAlertWaitsWhereTheServiceAsksToLeaveTheDeviceAlone() throws {
        var story = try failed(PushAnswer(status: 429, reason: .tooManyRequests, retryAfter: 60))
        story.alert()
        #expect(story.sent() == [])
        story.wait(60)
        #expect(story.sent() == ["update 10 22 a!"])
    }

    @Test func anAlertDoesNotWaitForAnAnswerThatWasLost() throws {
        var story = try PushStory()
        try story.register(0x22, as: .activity(story.activity))
        story.update("a")
        story.fail(try #require(story.due().first), .unanswered(reason: "reset"))
        story.alert()
        #expect(story.sent() == ["update 10 22 a!"])
    }

    /// The trial push of the circuit breaker was not processed, so another one must be tried.
    @Test(arguments: [PushError.unprocessed(reason: "GOAWAY"), .closed]) func aBreakerIsNotStuckAfterATrialWithoutAResult(
        error: PushError
    ) throws {
        var policy = PushPolicy()
        policy.breaker = CircuitBreaker(failuresMax: 1, pause: 10, pauseMax: 10)
        var story = try PushStory(policy: policy)
        let other = ActivityID(rawValue: 0x20)
        try story.register(0x22, as: .activity(story.activity))
        try story.register(0x33, as: .activity(other))
        story.update("a")
        story.answer(try #require(story.due().first), failure)
        story.wait(10)
        story.update("b", of: other)
        story.fail(try #require(story.due().first), error)
        story.update("c", of: other)
        story.wait(20)
        story.alert()
        #expect(story.sent().contains("update 10 22 a!"))
    }

    /// 100,000 activities with tokens must not cause 100,000 look-ups.
    @Test func afterARestartOnlyTheRecordsAreAskedForThatWereNotSent() throws {
        var story = try PushStory()
        let other = ActivityID(rawValue: 0x20)
        try story.register(0x22, as: .activity(story.activity))
        story.update("a")
        #expect(story.sent().count == 1)
        try story.register(0x33, as: .activity(other))
        #expect(story.scheduler.takeWantedContents() == [story.activity, other])
        story = try PushStory(ledger: TokenLedger(story.scheduler.ledger.records))
        #expect(story.scheduler.takeWantedContents() == [other])
    }
}
#endif
