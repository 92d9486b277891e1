#if Push
import LiveActivityCore
import LiveActivityPush
import Testing

/// The effect of each answer on the next push.
@Suite struct SchedulerAnswerTests {
    private func story() throws -> PushStory {
        var story = try PushStory()
        try story.register(0x22, as: .activity(story.activity))
        story.update("a")
        return story
    }

    @Test func anotherTokenGetsWhatTheOldOneMayNotHaveReached() throws {
        var story = try PushStory()
        try story.register(0x22, as: .activity(story.activity))
        story.update("a")
        story.alert()
        let first = try #require(story.due().first)
        // The app registers a new token before the answer arrives.
        try story.register(0x33, as: .activity(story.activity))
        story.answer(first, PushAnswer(status: 200))
        #expect(story.sent() == ["update 10 33 a!"], "the alert too: one too many is better than none")
        #expect(story.acknowledged() == nil, "the alert is kept for a while")
        // The registration was before the old token was known to be invalid.
        story.wait(60)
        #expect(story.sent() == [])
        #expect(story.acknowledged() == 2)
        try story.register(0x44, as: .activity(story.activity))
        story.provide("a")
        #expect(story.sent() == ["update 5 44 a"])
        // Registering the same token again gives no new information.
        story.wait(60)
        try story.register(0x44, as: .activity(story.activity))
        story.provide("a")
        #expect(story.sent() == [])
    }

    @Test func aFailureOfAPNsWaitsAQuarterOfAnHourAndTheNewestContentGoes() throws {
        var story = try story()
        story.answer(try #require(story.due().first), PushAnswer(status: 503, reason: .serviceUnavailable))
        story.wait(60)
        story.update("b")
        story.wait(839)
        #expect(story.sent() == [])
        #expect(story.acknowledged() == nil)
        story.wait(181 + 1)
        let order = try #require(story.due().first)
        #expect(PushStory.short(order) == "update 5 22 b")
        // The retry has its own timestamp, not that of the first attempt.
        #expect(try JSONValue(parsing: order.request.body)["aps"]?["timestamp"]?.int == 1_781_974_800 + 1_081)
        story.answer(order, PushAnswer(status: 200))
        #expect(story.due().isEmpty)
        #expect(story.acknowledged() == 2)
    }

    /// Found by the soak of a fleet: two lost streams made the first failure of APNs delay pushes for hours.
    @Test func lostAnswersDoNotMakeTheFirstPauseAfterAFailureLonger() throws {
        var story = try story()
        for _ in 0..<2 {
            story.fail(try #require(story.due().first), .unanswered(reason: "reset"))
            story.wait(60)
        }
        story.answer(try #require(story.due().first), PushAnswer(status: 500, reason: .internalServerError))
        story.wait(899)
        #expect(story.sent() == [])
        story.wait(181 + 1)
        #expect(story.sent() == ["update 5 22 a"])
    }

    @Test func retryAfterIsWaitedAtLeast() throws {
        var story = try story()
        story.answer(try #require(story.due().first), PushAnswer(status: 429, reason: .tooManyRequests, retryAfter: 120))
        story.wait(119)
        #expect(story.sent() == [])
        story.wait(2)
        #expect(story.sent() == ["update 5 22 a"])
    }

    /// FIX-14
    @Test func anInvalidTokenIsDroppedUnlessItWasRegisteredAfterThat() throws {
        for (registered, isKept) in [(-1.0, false), (0, false), (1, true)] {
            var story = try PushStory()
            story.now = PushStory.begin + registered
            try story.register(0x22, as: .activity(story.activity))
            story.now = PushStory.begin + 60
            story.update("a")
            story.answer(
                try #require(story.due().first), PushAnswer(status: 410, reason: .unregistered, invalidSince: PushStory.begin))
            #expect(story.scheduler.ledger.tokens(of: "phone").first?.isKnown == isKept, "registered \(registered) s after")
            #expect(story.scheduler.takeNotices().isEmpty == isKept)
        }
    }

    @Test func aTokenThatWasRotatedMeanwhileIsNotDropped() throws {
        var story = try story()
        let order = try #require(story.due().first)
        try story.register(0x33, as: .activity(story.activity))
        story.answer(order, PushAnswer(status: 400, reason: .badDeviceToken))
        #expect(story.scheduler.takeNotices() == [])
        story.wait(16)
        #expect(story.sent() == ["update 5 33 a"])
    }

    @Test func anUnprocessedPushGoesAgainAtOnceThreeTimes() throws {
        var story = try story()
        for _ in 0..<4 {
            story.wait(20)
            story.fail(try #require(story.due().first), .unprocessed(reason: "GOAWAY"))
        }
        #expect(story.due().isEmpty)
        story.wait(600)
        #expect(story.sent() == ["update 5 22 a"])
    }

    @Test func aRefusedStartIsNone() throws {
        var story = try PushStory()
        try story.register(0x11, as: .pushToStart("delivery"))
        story.start()
        story.answer(try #require(story.due().first), PushAnswer(status: 429, reason: .tooManyRequests))
        story.wait(13)
        #expect(story.sent() == ["start 10 11 first"])
    }

    @Test func anExpiredTokenIsRenewedThenTheClockIsReported() throws {
        var story = try story()
        let effect = story.answer(try #require(story.due().first), PushAnswer(status: 403, reason: .expiredProviderToken))
        #expect(effect == .renewProviderToken(story.app))
        story.scheduler.couldNotRenewToken(of: story.app, at: story.now)
        story.wait(20)
        #expect(story.sent() == [])
        guard case .appStopped(story.app, let reason, _)? = story.scheduler.takeNotices().first else {
            Issue.record("no notice")
            return
        }
        #expect(reason.contains("clock"))
        story.wait(900)
        #expect(story.sent() == ["update 5 22 a"])
    }

    @Test func wrongCredentialsStopTheAppWithOneNotice() throws {
        var story = try story()
        let other = ActivityID(rawValue: 0x20)
        try story.register(0x33, as: .activity(other))
        story.update("b", of: other)
        for order in story.due() {
            story.answer(order, PushAnswer(status: 403, reason: PushReason(rawValue: "InvalidProviderToken")))
        }
        #expect(story.scheduler.takeNotices().count == 1)
        story.wait(899)
        #expect(story.sent() == [])
        story.wait(16)
        #expect(Set(story.sent()) == ["update 5 22 a", "update 5 33 b"])
    }

    @Test func aPushThatIsTooLargeIsReportedAndTheNextOneGoes() throws {
        var story = try PushStory()
        try story.register(0x22, as: .activity(story.activity))
        story.update(String(repeating: "x", count: 5_000))
        #expect(story.sent() == [])
        guard case .pushRefused(story.activity, "phone", let reason)? = story.scheduler.takeNotices().first else {
            Issue.record("no notice")
            return
        }
        #expect(reason.contains("Make content-state at least"))
        story.update("small")
        #expect(story.sent() == ["update 5 22 small"])
        #expect(story.acknowledged() == 2)
    }

    @Test func theTraceSaysWhy() throws {
        var story = try story()
        #expect(story.sent().count == 1)
        story.wait(1)
        story.update("b")
        #expect(story.sent() == [])
        let steps = story.steps()
        #expect(steps.first == "change: updated")
        #expect(
            steps.contains {
                $0.hasPrefix("sent: update, apns-push-type=liveactivity")
                    && $0.hasSuffix("token 0 s old, last sign of life 2026-06-20T17:00:00Z")
            })
        #expect(steps.contains("answer: 200"))
        #expect(steps.last == "held back until 2026-06-20T17:00:15Z: too soon after the last update")
        story.change(.dismissed(by: .person))
        #expect(story.sent() == ["end 10 22 b"])
        #expect(story.steps() == [])
    }
}
#endif
