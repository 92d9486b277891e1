#if Push
import LiveActivities
import LiveActivityCore
import LiveActivityTesting
import Synchronization
import Testing

@testable import LiveActivityPush

extension PushStory {
    /// Sets the clock back. The scheduler was called just before.
    fileprivate mutating func setBack(by seconds: TimeInterval = 3_600) {
        #expect(due().isEmpty)
        wait(-seconds)
    }
}

/// A clock that was an hour fast and is corrected while pushes wait.
@Suite struct PushClockSetBackTests {
    private func story(_ policy: PushPolicy = .init()) throws -> PushStory {
        var story = try PushStory(policy: policy)
        try story.register(0x22, as: .activity(story.activity))
        return story
    }

    @Test(arguments: [true, false]) func theNextUpdateLeavesAfterItsPause(isWaiting: Bool) throws {
        var story = try story()
        story.update("one")
        #expect(story.sent() == ["update 5 22 one"])
        story.wait(5)
        if isWaiting { story.update("two") }
        story.setBack()
        if !isWaiting { story.update("two") }
        #expect(story.due().isEmpty)
        #expect(story.scheduler.nextDeadline == story.now + 10)
        story.wait(9.999)
        #expect(story.due().isEmpty)
        story.wait(0.001)
        #expect(story.sent() == ["update 5 22 two"])
    }

    @Test func theTimestampOfAPushIsLaterThanThatOfTheOneBefore() throws {
        var story = try story()
        func timestamp(_ order: PushOrder) throws -> Int? {
            try JSONValue(parsing: order.request.body)["aps"]?["timestamp"]?.int
        }
        story.update("one")
        let first = try #require(story.due().first)
        story.answer(first, PushAnswer(status: 200))
        story.wait(5)
        story.setBack()
        story.update("two")
        #expect(story.due().isEmpty)
        story.wait(10)
        let second = try #require(story.due().first)
        #expect(try timestamp(second) == timestamp(first).map { $0 + 1 })
        #expect(second.mustBeStored, "it is ahead of the clock")
    }

    /// The scheduler was last called when the pause began, so only the clock knows how much of it is over.
    @Test(arguments: [true, false]) func theLengthOfAJumpIsExact(isToldFirst: Bool) throws {
        var story = try story()
        story.update("one")
        #expect(story.sent() == ["update 5 22 one"])
        story.update("two")
        #expect(story.due().isEmpty)
        story.wait(9 - 3_600)
        if isToldFirst { story.scheduler.clockWasSet(by: -3_600) }
        #expect(story.due().isEmpty)
        #expect(story.scheduler.nextDeadline == story.now + (isToldFirst ? 6 : 15))
        if !isToldFirst { story.scheduler.clockWasSet(by: -3_600) }
        #expect(story.scheduler.nextDeadline == story.now + 6)
        story.wait(5.999)
        #expect(story.due().isEmpty)
        story.wait(0.001)
        #expect(story.sent() == ["update 5 22 two"])
    }

    @Test func aSmallCorrectionIsNotFollowed() throws {
        var story = try story()
        story.update("one")
        #expect(story.sent() == ["update 5 22 one"])
        story.update("two")
        story.wait(-5)
        #expect(story.due().isEmpty)
        #expect(story.scheduler.nextDeadline == story.now + 20)
        story.wait(-0.5)
        #expect(story.due().isEmpty)
        #expect(story.scheduler.nextDeadline == story.now + 15, "together they are more")
    }

    @Test func aRetryComesAfterItsPause() throws {
        var policy = PushPolicy()
        policy.retries.jitter = 0
        var story = try story(policy)
        story.update("one")
        story.answer(try #require(story.due().first), PushAnswer(status: 503))
        story.wait(300)
        story.setBack()
        #expect(story.due().isEmpty)
        #expect(story.scheduler.nextDeadline == story.now + 600)
        story.wait(599.999)
        #expect(story.due().isEmpty)
        story.wait(0.001)
        #expect(story.sent() == ["update 5 22 one"])
    }

    @Test func anOpenCircuitBreakerIsTestedAfterItsPause() throws {
        var policy = PushPolicy()
        policy.breaker = CircuitBreaker(failuresMax: 1, pause: 100)
        var story = try story(policy)
        let other = ActivityID(rawValue: 0x20)
        try story.register(0x33, as: .activity(other))
        story.update("one")
        story.answer(try #require(story.due().first), PushAnswer(status: 503))
        story.update("other", of: other)
        #expect(story.due().isEmpty)
        story.wait(40)
        story.setBack()
        #expect(story.due().isEmpty)
        #expect(story.scheduler.nextDeadline == story.now + 60)
        story.wait(59.999)
        #expect(story.due().isEmpty)
        story.wait(0.001)
        #expect(story.sent() == ["update 5 33 other"])
    }

    @Test func anAppThatIsStoppedGoesOnAfterItsPause() throws {
        var story = try story()
        story.update("one")
        story.answer(try #require(story.due().first), PushAnswer(status: 403, reason: .init(rawValue: "Forbidden")))
        story.wait(300)
        story.setBack()
        #expect(story.due().isEmpty)
        #expect(story.scheduler.nextDeadline == story.now + 600)
        story.wait(600)
        #expect(story.sent() == ["update 5 22 one"])
    }

    /// The hour of the budget lasts 60 to 64 minutes, also over the correction.
    @Test(arguments: [0, 1_000, 3_600, 100_000]) func theBudgetsHourIsAsLong(seconds: Double) throws {
        var policy = PushPolicy()
        policy.urgentPerHour = 2
        policy.urgentReserve = 0
        var story = try story(policy)
        func alerted(_ title: String) -> [String] {
            story.update(title)
            story.alert(title)
            return story.sent().map { String($0.prefix(9)) }
        }
        story.update("one")
        _ = story.sent()
        #expect(alerted("a") == ["update 10"])
        #expect(alerted("b") == ["update 10"])
        #expect(alerted("c") == ["update 5 "])
        story.wait(600)
        story.setBack(by: seconds)
        #expect(alerted("d") == ["update 5 "])
        story.wait(3_000 - 1)
        #expect(alerted("e") == ["update 5 "], "59 min 59 s after the first")
        story.wait(8 * 60 + 1)
        #expect(alerted("f") == ["update 10"])
    }

    @Test func aSignOfLifeIsAwaitedForAsLong() throws {
        var story = try PushStory()
        try story.register(0x11, as: .pushToStart("delivery"))
        story.start()
        #expect(story.sent() == ["start 10 11 first"])
        story.wait(100)
        story.setBack()
        #expect(story.due().isEmpty)
        #expect(story.scheduler.nextDeadline == story.now + 200)
        story.wait(200)
        #expect(story.due().isEmpty)
        #expect(story.scheduler.takeNotices() == [.tokenSuspect("phone", "delivery", activity: story.activity)])
    }

    // MARK: - Over a restart

    @Test func storedDatesInTheFutureCountAsNow() throws {
        var policy = PushPolicy()
        policy.urgentPerHour = 1
        policy.urgentReserve = 0
        var story = try story(policy)
        try story.register(0x11, as: .pushToStart("delivery"))
        let other = ActivityID(rawValue: 0x20)
        story.start(of: other)
        #expect(story.sent() == ["start 10 11 first"])
        story.update("one")
        #expect(story.sent() == ["update 5 22 one"])
        let records = story.scheduler.ledger.records
        let (sequence, now) = (story.sequence, story.now)

        story = try PushStory(policy: policy, ledger: TokenLedger(records))
        (story.sequence, story.now) = (sequence, now - 3_600)
        story.update("two")
        #expect(story.due().isEmpty)
        #expect(story.scheduler.nextDeadline == story.now + 15)
        story.wait(15)
        #expect(story.sent() == ["update 5 22 two"])
        story.wait(285)
        _ = story.due()
        #expect(story.scheduler.takeNotices() == [.tokenSuspect("phone", "delivery", activity: other)])
        func alerted(_ title: String) -> [String] {
            story.update(title)
            story.alert(title)
            return story.sent().map { String($0.prefix(9)) }
        }
        story.wait(3_299)
        #expect(alerted("a") == ["update 5 "], "59 min 59 s after the restart")
        story.wait(4 * 60 + 1)
        #expect(alerted("b") == ["update 10"])
    }

    // MARK: - The pusher's alarm

    private final class Recorded: PushTransport {
        let sent = Mutex(0)
        func send(_ request: PushRequest, whenAnswered: @escaping @Sendable (Result<PushAnswer, PushError>) -> Void) {
            sent.withLock { $0 += 1 }
            whenAnswered(.success(PushAnswer(status: 200)))
        }
        func renewProviderToken() -> Bool { true }
        func useNewConnections() {}
        func close() async {}
    }

    @Test func thePusherIsWokenAfterThePause() throws {
        let (clock, transport) = (CorrectedClock(now: PushStory.begin), Recorded())
        let app = PushAppID(try BundleID("com.example.food"), .production)
        let runtime = try LiveActivityRuntime(clock: clock, providers: [])
        let pusher = try ActivityPusher(
            commands: runtime, apps: [PushApp(app, kinds: ["delivery": PushKind(attributesType: "DeliveryAttributes")])],
            transports: [app: transport], clock: clock)
        let id = ActivityID(rawValue: 0x10)
        try pusher.register(PushStory.token(0x22), as: .activity(id), installation: "phone", owner: "anna", app: app)
        func update(_ number: UInt64) {
            pusher.receive([
                Change(
                    sequence: number, at: clock.now, activity: id, kind: "delivery", owner: "anna", revision: UInt32(number),
                    state: .active, what: .updated,
                    content: EncodedContent(state: JSONText(JSONValue("\(number)")), staleDate: nil, relevanceScore: 0))
            ])
        }
        func sent() -> Int { transport.sent.withLock { $0 } }
        update(1)
        #expect(sent() == 1)
        update(2)
        clock.advance(by: 5)
        clock.setBack(by: 3_600)
        // Nothing else reaches the pusher.
        clock.advance(by: 9.999)
        #expect(sent() == 1)
        clock.advance(by: 0.001)
        #expect(sent() == 2)
        withExtendedLifetime(pusher) {}
    }
}
#endif
