#if Push
import Foundation
import LiveActivityPushTesting
import Testing

/// The service's answers, each rule just before its edge and on it.
@Suite struct APNSModelTests {
    private let signer: ProviderSigner
    /// The provider token for all requests: each signature differs, and a connection accepts a new token only once in 20
    /// minutes.
    private let authorization: String
    private let now = Date(timeIntervalSince1970: 1_781_974_800)
    private let token = String(repeating: "ab", count: 32)
    private let body = #"{"aps":{"timestamp":1781974800,"event":"update","content-state":{"n":1}}}"#

    init() {
        signer = ProviderSigner()
        authorization = signer.token(at: now)
    }

    private func model(_ change: (inout APNSModel) -> Void = { _ in }) -> APNSModel {
        var model = APNSModel()
        model.register(signer.key)
        model.register(token, RegisteredToken(bundle: "com.example.food"))
        change(&model)
        return model
    }

    private func push(_ change: (inout APNSRequest) -> Void = { _ in }) -> APNSRequest {
        var request = APNSRequest.push(
            to: token, bundle: "com.example.food", authorization: authorization,
            id: "eabeae54-14a8-11e5-b60b-1697f925ec7b",
            body: body)
        change(&request)
        return request
    }

    private func set(_ name: String, _ value: String?) -> APNSRequest {
        push { request in
            request.headers.removeAll { $0.name == name }
            if let value { request.headers.append((name, value)) }
        }
    }

    private func answer(_ request: APNSRequest, _ model: APNSModel? = nil, at date: Date? = nil) -> APNSAnswer? {
        var model = model ?? self.model()
        var connection = model.connect()
        guard case .answer(let answer, _) = model.decide(request, on: &connection, at: date ?? now).outcome else { return nil }
        return answer
    }

    @Test func anAcceptedPushReachesItsDeviceAsItWasSent() throws {
        var model = model()
        var connection = model.connect()
        let decision = model.decide(push(), on: &connection, at: now)
        let delivery = try #require(decision.delivery)
        #expect(delivery.target == .token(token))
        #expect(delivery.bundle == "com.example.food")
        #expect(delivery.priority == 5)
        #expect(delivery.storage == .none)
        #expect(delivery.body == Array(body.utf8))
        #expect(decision.outcome == .answer(try #require(answer(push())), after: .zero))
        #expect(answer(push())?.id == "eabeae54-14a8-11e5-b60b-1697f925ec7b")
        #expect(answer(push())?.body == [])
    }

    @Test func oneStreamIsAllowedUntilTheFirstSuccess() {
        var model = model()
        var connection = model.connect()
        #expect(connection.streams == 1)
        _ = model.decide(set("apns-topic", nil), on: &connection, at: now)
        #expect(connection.streams == 1)
        _ = model.decide(push(), on: &connection, at: now)
        #expect(connection.streams == 1_000)
    }

    @Test(arguments: [
        ("authorization", nil, APNSReason.missingProviderToken), ("authorization", "basic x", .missingProviderToken),
        ("authorization", "bearer a.b.c", .invalidProviderToken), ("apns-topic", nil, .missingTopic),
        ("apns-topic", "com.example.food", .deviceTokenNotForTopic),
        ("apns-topic", "com.example.other.push-type.liveactivity", .deviceTokenNotForTopic),
        ("apns-push-type", nil, .missingPushType), ("apns-push-type", "alert", .invalidPushType),
        ("apns-priority", "7", .badPriority), ("apns-expiration", "soon", .badExpirationDate), ("apns-id", "42", .badMessageID),
        ("apns-collapse-id", String(repeating: "x", count: 65), .badCollapseID),
    ])
    func aWrongHeaderIsRefusedWithItsReason(name: String, value: String?, reason: APNSReason) {
        let answer = answer(set(name, value))
        #expect(answer?.reason == reason)
        #expect(answer?.status == reason.status)
    }

    /// Found with aioapns, which matches a refusal to its request by the id; refusals had none.
    @Test func aRefusalHasTheIdOfItsRequest() {
        #expect(answer(set("apns-topic", nil))?.id == "eabeae54-14a8-11e5-b60b-1697f925ec7b")
        #expect(answer(set("apns-id", "42"))?.id?.count == 36)
    }

    @Test func headersAtTheirLimitsAreAccepted() {
        #expect(answer(set("apns-collapse-id", String(repeating: "x", count: 64)))?.status == 200)
        #expect(answer(set("apns-priority", nil))?.status == 200)
        #expect(answer(set("apns-expiration", nil))?.status == 200)
        #expect(answer(push { $0.headers.append(("apns-priority", "5")) })?.reason == .duplicateHeaders)
    }

    @Test func pathsMethodsAndTokensAreChecked() {
        #expect(answer(push { $0.path = "/3/devices/ab" })?.reason == .badPath)
        #expect(answer(push { $0.method = "GET" })?.reason == .methodNotAllowed)
        #expect(answer(push { $0.path = "/3/device/" })?.reason == .missingDeviceToken)
        #expect(answer(push { $0.path = "/3/device/abc" })?.reason == .badDeviceToken)
        #expect(answer(push { $0.path = "/3/device/abcd" })?.reason == .badDeviceToken)
        #expect(answer(push { $0.path = $0.path.uppercased().replacing("/3/DEVICE", with: "/3/device") })?.status == 200)
    }

    @Test func aPayloadOf4096BytesIsAcceptedAndOneMoreIsNot() {
        func body(_ count: Int) -> [UInt8] {
            let (start, end) = (Array(#"{"aps":{"x":""#.utf8), Array(#""}}"#.utf8))
            return start + Array(repeating: UInt8(ascii: "a"), count: count - start.count - end.count) + end
        }
        #expect(answer(push { $0.body = body(4_096) })?.status == 200)
        #expect(answer(push { $0.body = body(4_097) })?.reason == .payloadTooLarge)
        #expect(answer(push { $0.body = [] })?.reason == .payloadEmpty)
        #expect(answer(push { $0.body = Array("{}".utf8) })?.reason == .payloadEmpty)
    }

    @Test func aProviderTokenIsValidForOneHour() {
        #expect(answer(push(), at: now + 3_600)?.status == 200)
        #expect(answer(push(), at: now + 3_601)?.reason == .expiredProviderToken)
        #expect(answer(push(), at: now - 300)?.status == 200)
        #expect(answer(push(), at: now - 301)?.reason == .invalidProviderToken)
        #expect(answer(push(), model { $0.revoke(key: signer.key.id) })?.reason == .invalidProviderToken)
        #expect(answer(set("authorization", "bearer \(ProviderSigner().token(at: now))"))?.reason == .invalidProviderToken)
    }

    @Test func twoNewProviderTokensWithin20MinutesAreTooMany() {
        var model = model()
        var connection = model.connect()
        func reason(_ token: String, _ date: Date) -> APNSReason? {
            let request = set("authorization", "bearer \(token)")
            guard case .answer(let answer, _) = model.decide(request, on: &connection, at: date).outcome else { return nil }
            return answer.reason
        }
        let (first, second) = (signer.token(at: now), signer.token(at: now + 1_199))
        #expect(reason(first, now) == nil)
        #expect(reason(second, now + 1_199) == .tooManyProviderTokenUpdates)
        #expect(reason(first, now + 1_199) == nil)
        #expect(reason(second, now + 1_200) == nil)
        // A request still in transit with the previous token does not count as an update.
        #expect(reason(first, now + 1_201) == nil)
        // A connection is bound to the key of its first token.
        let other = ProviderSigner(id: "OTHERKEY00")
        model.register(other.key)
        #expect(reason(other.token(at: now + 1_202), now + 1_202) == .unrelatedKeyID)
    }

    @Test func anInvalidTokenIsAnsweredWithItsDate() {
        let gone = model { $0.invalidate(token, since: now - 60) }
        #expect(answer(push(), gone)?.reason == .unregistered)
        #expect(
            answer(push(), gone).map { String(decoding: $0.body, as: UTF8.self) }
                == #"{"reason":"Unregistered","timestamp":1781974740000}"#)
        let sandbox = model { $0.register(token, RegisteredToken(bundle: "com.example.food", environment: .sandbox)) }
        #expect(answer(push(), sandbox)?.reason == .badDeviceToken)
    }

    @Test(arguments: APNSReason.allCases) func everyReasonComesOnDemand(reason: APNSReason) {
        var model = model { $0.add(APNSFault(.answer(reason), .next(1))) }
        var connection = model.connect()
        var answers: [APNSReason?] = []
        for _ in 0..<2 {
            guard case .answer(let answer, _) = model.decide(push(), on: &connection, at: now).outcome else { return }
            answers.append(answer.reason)
        }
        // A token that has become invalid stays invalid.
        #expect(answers == [reason, reason.status == 410 ? reason : nil])
    }

    @Test func faultsDependOnTheTokenAndNotOnTheOrder() {
        let tokens = (0..<200).map { "\(10_000 + $0 * 2)aa\($0 % 2 == 0 ? "bb" : "cc")".lowercased() + "0" }
        func failures(_ order: [String]) -> Set<String> {
            var model = APNSModel()
            model.configuration.acceptsUnknownTokens = true
            model.register(signer.key)
            model.add(APNSFault(.answer(.internalServerError), .share(0.2)))
            var connection = model.connect()
            return Set(
                order.filter { token in
                    let request = push { $0.path = "/3/device/\(token)" }
                    guard case .answer(let answer, _) = model.decide(request, on: &connection, at: now).outcome else {
                        return true
                    }
                    return answer.reason != nil
                })
        }
        let failed = failures(tokens)
        #expect(failed == failures(tokens.reversed()))
        #expect((20...60).contains(failed.count))
    }

    @Test func aLostStreamMayHaveReachedTheDevice() {
        for isDelivered in [false, true] {
            var model = model { $0.add(APNSFault(.reset, .next(1), isDelivered: isDelivered)) }
            var connection = model.connect()
            let decision = model.decide(push(), on: &connection, at: now)
            #expect(decision.outcome == .reset)
            #expect((decision.delivery != nil) == isDelivered)
        }
    }

    @Test func aTokenThatDiesSilentlyIsStillAnsweredWith200() {
        var model = model { $0.add(APNSFault(.loseSilently, .next(1))) }
        var connection = model.connect()
        for _ in 0..<2 {
            let decision = model.decide(push(), on: &connection, at: now)
            #expect(decision.delivery == nil)
            guard case .answer(let answer, _) = decision.outcome else { return }
            #expect(answer.status == 200)
        }
    }

    @Test func tooManyRequestsToOneTokenInAMinuteAreRefused() {
        var model = model { $0.configuration.requestsPerMinute = 2 }
        var connection = model.connect()
        let reasons = [0, 1, 2, 60].map { second -> APNSReason? in
            guard case .answer(let answer, _) = model.decide(push(), on: &connection, at: now + second).outcome else {
                return nil
            }
            return answer.reason
        }
        #expect(reasons == [nil, nil, .tooManyRequests, nil])
    }
}
#endif
