#if Push
import LiveActivityCore
import LiveActivityPush
import Testing

@Suite struct AnswerTests {
    /// The whole table of the reference: RESP-03 to RESP-34, CHAN-19 to CHAN-23, and unknown reasons.
    @Test(arguments: [
        (400, "BadCollapseId", "refuse"), (400, "BadDeviceToken", "dropToken"), (400, "BadExpirationDate", "refuse"),
        (400, "BadMessageId", "refuse"), (400, "BadPriority", "refuse"), (400, "BadTopic", "stop"),
        (400, "DeviceTokenNotForTopic", "dropToken"), (400, "DuplicateHeaders", "refuse"),
        (400, "IdleTimeout", "newConnection"),
        (400, "InvalidPushType", "refuse"), (400, "MissingDeviceToken", "refuse"), (400, "MissingTopic", "stop"),
        (400, "PayloadEmpty", "refuse"), (400, "TopicDisallowed", "stop"), (403, "BadCertificate", "stop"),
        (403, "BadCertificateEnvironment", "stop"), (403, "ExpiredProviderToken", "renew"), (403, "Forbidden", "stop"),
        (403, "InvalidProviderToken", "stop"), (403, "MissingProviderToken", "stop"),
        (403, "UnrelatedKeyIdInToken", "newConnection"),
        (403, "BadEnvironmentKeyIdInToken", "stop"), (403, "BadEnvironmentKeyInToken", "stop"), (404, "BadPath", "refuse"),
        (405, "MethodNotAllowed", "refuse"), (410, "ExpiredToken", "dropToken"), (410, "Unregistered", "dropToken"),
        (413, "PayloadTooLarge", "refuse"), (429, "TooManyProviderTokenUpdates", "short"), (429, "TooManyRequests", "short"),
        (500, "InternalServerError", "long"), (503, "ServiceUnavailable", "long"), (503, "Service Unavailable", "long"),
        (503, "Shutdown", "newConnection"), (400, "ChannelNotRegistered", "dropChannel"), (400, "BadChannelId", "dropChannel"),
        (400, "FeatureNotEnabled", "stop"), (400, "CannotCreateChannelConfig", "stop"), (403, "TopicMismatch", "stop"),
        (400, "Novel", "refuse"), (403, "Novel", "stop"), (410, "Novel", "dropToken"), (429, "Novel", "short"),
        (502, "Novel", "long"),
        (418, "Novel", "refuse"), (200, "Novel", "done"),
    ])
    func eachReasonDoesWhatItsRowSays(status: Int, reason: String, does: String) {
        let remedy = AnswerPolicy().remedy(for: PushAnswer(status: status, reason: PushReason(rawValue: reason)))
        let name =
            switch remedy {
            case .done: "done"
            case .retryOnNewConnection: "newConnection"
            case .renewProviderToken: "renew"
            case .retryLater(.short): "short"
            case .retryLater(.long): "long"
            case .dropToken: "dropToken"
            case .dropChannel: "dropChannel"
            case .stop: "stop"
            case .refuse: "refuse"
            }
        #expect(name == does)
    }

    @Test func anOverrideTakesThePlaceOfARow() {
        let policy = AnswerPolicy(overrides: [.badDeviceToken: .stop(report: "mine")])
        #expect(policy.remedy(for: PushAnswer(status: 400, reason: .badDeviceToken)) == .stop(report: "mine"))
    }

    @Test func aPauseGrowsToItsLimitAndChanceMakesItLongerOnly() {
        let schedule = RetrySchedule()
        #expect(
            [1, 2, 3, 4, 5, 99].map { schedule.wait(.long, tries: $0, chance: 0) } == [900, 1_800, 3_600, 7_200, 7_200, 7_200])
        #expect(schedule.wait(.short, tries: 1, chance: 0) == 10)
        #expect(schedule.wait(.long, tries: 1, chance: 1) == 1_080)
        #expect(schedule.wait(.short, tries: 1, asked: 60, chance: 0) == 60)
        #expect(schedule.wait(.short, tries: 1, asked: .infinity, chance: 0) == 86_400)
    }

    @Test func aBreakerOpensAfterFailuresAndTestsAfterThePause() {
        let now = Date(timeIntervalSinceReferenceDate: 0)
        var breaker = CircuitBreaker(failuresMax: 3, pause: 10, pauseMax: 30)
        breaker.failed(at: now)
        breaker.failed(at: now)
        breaker.succeeded()
        for _ in 0..<2 { breaker.failed(at: now) }
        #expect(breaker.permits(at: now) == true)
        breaker.failed(at: now)
        #expect(breaker.state == .open(until: now.addingTimeInterval(10)))
        #expect(breaker.permits(at: now.addingTimeInterval(9)) == false)
        #expect(breaker.permits(at: now.addingTimeInterval(10)) == true)
        #expect(breaker.permits(at: now.addingTimeInterval(10)) == false)
        breaker.failed(at: now.addingTimeInterval(10))
        #expect(breaker.opensAt == now.addingTimeInterval(30))
        #expect(breaker.permits(at: now.addingTimeInterval(30)) == true)
        #expect(breaker.wouldPermit(at: now.addingTimeInterval(30)) == false)
        breaker.learnedNothing(at: now.addingTimeInterval(31))
        #expect(breaker.wouldPermit(at: now.addingTimeInterval(31)) == true)
        breaker.succeeded()
        #expect(breaker.state == .closed)
    }
}
#endif
