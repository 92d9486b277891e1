#if Push
import LiveActivityCore
import LiveActivityPush
import Testing

/// APNs still accepts pushes to a token for some time after the app has received a new one, but the device never gets them.
@Suite struct ReplacedTokenTests {
    /// An alert that was accepted, and the pushes to a new token registered `seconds` later.
    private func story(_ seconds: TimeInterval, token: UInt8 = 0x33, policy: PushPolicy = .init()) throws -> [String] {
        var story = try PushStory(policy: policy)
        try story.register(0x22, as: .activity(story.activity))
        story.update("a")
        story.alert()
        #expect(story.sent() == ["update 10 22 a!"])
        story.wait(seconds)
        _ = story.due()
        try story.register(token, as: .activity(story.activity))
        if !story.scheduler.takeWantedContents().isEmpty { story.provide("a") }
        return story.sent()
    }

    @Test func getsAnAlertThatWasAcceptedShortlyBeforeAgain() throws {
        #expect(try story(1) == ["update 10 33 a!"])
        #expect(try story(29) == ["update 10 33 a!"])
        #expect(try story(30) == ["update 5 33 a"], "the content goes in any case")
    }

    @Test func theSameTokenGetsNothing() throws {
        #expect(try story(1, token: 0x22) == [])
    }

    @Test func aPolicyWithoutTheWindowRepeatsNoAlert() throws {
        var policy = PushPolicy()
        policy.alertWindow = 0
        #expect(try story(0, policy: policy) == [])
        #expect(try story(60, policy: policy) == ["update 5 33 a"])
    }

    @Test func aProcessThatIsStartedAgainKnowsIt() throws {
        var before = try PushStory()
        try before.register(0x22, as: .activity(before.activity))
        before.update("a")
        before.alert()
        #expect(before.sent() == ["update 10 22 a!"])
        #expect(before.acknowledged() == nil, "so the runtime gives the alert again")

        var after = try PushStory(ledger: before.scheduler.ledger)
        after.wait(5)
        after.update("a")
        after.alert()
        #expect(after.sent() == [])
        try after.register(0x33, as: .activity(after.activity))
        #expect(after.sent() == ["update 10 33 a!"])
        after.wait(31)
        #expect(after.sent() == [])
        #expect(after.acknowledged() == 2)
    }

    @Test func updatesAfterAnAlertDoNotProlongTheWindow() throws {
        var story = try PushStory()
        try story.register(0x22, as: .activity(story.activity))
        story.update("a")
        story.alert()
        #expect(story.sent() == ["update 10 22 a!"])
        story.wait(20)
        story.update("b")
        #expect(story.sent() == ["update 5 22 b"])
        story.wait(10)
        #expect(story.sent() == [])
        #expect(story.acknowledged() == 3)
    }
}
#endif
