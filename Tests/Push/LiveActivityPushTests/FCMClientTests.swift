#if Push
import Foundation
import LiveActivityCore
import LiveActivityPush
import LiveActivityPushTesting
import LiveActivityTesting
import NIOSSL
import Testing

/// The FCM client against a model of FCM, over HTTP/2 and TLS on loopback.
@Suite struct FCMClientTests {
    private let clock = ManualClock(now: Date(timeIntervalSince1970: 1_781_974_800))
    private let signer: ServiceAccountSigner
    private let server: FCMServer

    init() throws {
        signer = try ServiceAccountSigner(project: "food")
        var model = FCMModel(project: "food")
        model.register(signer)
        model.registrations = ["phone-token"]
        server = try FCMServer(model, clock: { [clock] in clock.now })
    }

    private func client(_ json: String? = nil) throws -> FCMClient {
        let endpoint = APNSEndpoint(
            host: "127.0.0.1", port: server.port,
            trustRoots: try NIOSSLCertificate.fromPEMBytes(Array(server.authorityPEM.utf8)))
        return try FCMClient(
            account: try ServiceAccount(json: Array((json ?? signer.json).utf8)), endpoint: endpoint, tokenEndpoint: endpoint,
            clock: clock)
    }

    private func request(_ registration: String = "phone-token") throws -> PushRequest {
        let update = LiveUpdate(activity: "a", event: .update, kind: "delivery", timestamp: clock.now, title: "On its way")
        return PushRequest(
            path: "/v1/projects/food/messages:send", headers: [.init("content-type", "application/json")],
            body: try FCMMessage.android(update, registration: registration))
    }

    @Test func manyMessagesShareOneAccessToken() async throws {
        defer { server.shutdown() }
        let client = try client()
        let request = try request()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<50 { group.addTask { try await client.send(request).status } }
            for try await status in group { #expect(status == 200) }
        }
        #expect(server.update { ($0.messages.count, $0.tokensGiven) } == (50, 1))
        #expect(server.update { $0.messages.first?["data"]?["title"]?.string } == "On its way")
        // Five minutes before the token expires it is replaced.
        clock.advance(by: 3_299)
        #expect(try await client.send(request).status == 200)
        #expect(server.update(\.tokensGiven) == 1)
        clock.advance(by: 1)
        #expect(try await client.send(request).status == 200)
        #expect(server.update(\.tokensGiven) == 2)
        await client.close()
    }

    @Test func everyErrorHasItsRemedy() async throws {
        defer { server.shutdown() }
        let client = try client()
        #expect(try await client.send(try request()).status == 200)
        let policy = AnswerPolicy()
        let table: [(FCMModel.Fault, PushRemedy?)] = [
            (.init(404, "NOT_FOUND", fcmCode: "UNREGISTERED"), .dropToken),
            (.init(403, "PERMISSION_DENIED", fcmCode: "SENDER_ID_MISMATCH"), .dropToken),
            (.init(429, "RESOURCE_EXHAUSTED", fcmCode: "QUOTA_EXCEEDED"), .retryLater(.short)),
            (.init(503, "UNAVAILABLE", fcmCode: "UNAVAILABLE", retryAfter: 30), .retryLater(.short)),
            (.init(500, "INTERNAL", fcmCode: "INTERNAL"), .retryLater(.short)),
            (.init(401, "UNAUTHENTICATED"), .renewProviderToken),
            (.init(400, "INVALID_ARGUMENT", fcmCode: "INVALID_ARGUMENT"), nil),
            (.init(401, "UNAUTHENTICATED", fcmCode: "THIRD_PARTY_AUTH_ERROR"), nil),
        ]
        for (fault, remedy) in table {
            server.update { $0.faults = [fault] }
            let answer = try await client.send(try request())
            #expect(answer.status == fault.status)
            #expect(answer.reason?.rawValue == fault.fcmCode ?? fault.code)
            let found = policy.remedy(for: answer)
            switch (fault.fcmCode, found) {
            case ("INVALID_ARGUMENT", .refuse), ("THIRD_PARTY_AUTH_ERROR", .stop): break
            default: #expect(found == remedy, "\(answer)")
            }
            if fault.fcmCode == "QUOTA_EXCEEDED" { #expect(answer.retryAfter == 60) }
            if fault.retryAfter != nil { #expect(answer.retryAfter == 30) }
        }
        // FCM uses the same code for an invalid token and an invalid message.
        #expect(try await client.send(try request("abc")).reason == .invalidRegistration)
        #expect(try await client.send(try request("gone-token")).reason == .unregisteredWithFCM)
        await client.close()
    }

    @Test func aRevokedAccessTokenIsRenewedOnce() async throws {
        defer { server.shutdown() }
        let client = try client()
        #expect(try await client.send(try request()).status == 200)
        server.update { $0.revokeTokens() }
        #expect(try await client.send(try request()).status == 401)
        #expect(client.renewProviderToken() == false)
        clock.advance(by: 301)
        #expect(client.renewProviderToken() == true)
        #expect(try await client.send(try request()).status == 200)
        await client.close()
    }

    @Test func anAccountThatGoogleDoesNotKnowIsAnErrorThatSaysWhatToDo() async throws {
        defer { server.shutdown() }
        let client = try client(try ServiceAccountSigner(project: "other").json)
        let request = try request()
        let error = await #expect(throws: PushError.self) { try await client.send(request) }
        #expect(error?.description.contains("check that the key exists, and the clock") == true, "\(String(describing: error))")
        #expect(server.update(\.messages) == [])
        await client.close()
    }

    @Test func aFileThatIsNoServiceAccountSaysWhatItIs() throws {
        defer { server.shutdown() }
        for (text, hint) in [
            ("{", "not JSON"), (#"{"project_info":{}}"#, "google-services.json"),
            (#"{"client_email":"a"}"#, "'project_id' is missing"),
        ] {
            let error = #expect(throws: PushError.self) { try ServiceAccount(json: Array(text.utf8)) }
            #expect(error?.description.contains(hint) == true, "\(String(describing: error))")
        }
        let account = try ServiceAccount(json: Array(signer.json.utf8))
        #expect(!"\(account) \(String(reflecting: account))".contains("PRIVATE"))
    }
}

/// Android devices in the scheduler.
@Suite struct MessageTests {
    private func story(_ service: PushService) throws -> PushStory { try PushStory(service: service) }

    private func data(_ order: PushOrder) throws -> [String] {
        let data = try JSONValue(parsing: order.request.body)["message"]?["data"]
        return ["event", "title", "content_state"].map { data?[$0]?.string ?? "-" }
    }

    @Test func anAndroidDeviceIsStartedUpdatedAndEndedByOneToken() throws {
        var story = try story(.fcmAndroid(project: "food"))
        try story.register(0x41, as: .messages)
        story.start()
        let start = try #require(story.due().first)
        #expect(start.request.path == "/v1/projects/food/messages:send")
        #expect(try data(start) == ["start", "Order", "\"first\""])
        // Sent again after a lost answer, it must not appear twice: the app shows one Live Update for an activity.
        story.fail(start, .unanswered(reason: "reset"))
        story.wait(13)
        let again = try #require(story.due().first)
        #expect(try data(again) == ["start", "Order", "\"first\""])
        story.answer(again, PushAnswer(status: 200))
        story.wait(600)
        #expect(story.due().isEmpty)
        #expect(story.scheduler.takeNotices() == [])
        story.update("second")
        let update = try #require(story.due().first)
        #expect(try data(update) == ["update", "delivery", "\"second\""])
        story.answer(update, PushAnswer(status: 200))
        story.change(.ended(by: .host, dismissal: story.now), content: "over")
        let end = try #require(story.due().first)
        #expect(try data(end) == ["end", "delivery", "\"over\""])
        story.answer(end, PushAnswer(status: 200))
        #expect(story.acknowledged() == 3)
    }

    @Test func anAppThatWasRemovedLosesItsToken() throws {
        var story = try story(.fcmAndroid(project: "food"))
        try story.register(0x41, as: .messages)
        story.start()
        story.answer(try #require(story.due().first), PushAnswer(status: 404, reason: .unregisteredWithFCM))
        #expect(story.scheduler.takeNotices() == [.tokenDropped("phone", .messages, reason: .unregisteredWithFCM)])
        #expect(story.due().isEmpty)
    }

    @Test func anIPhoneBehindFCMHasBothTokens() throws {
        var story = try story(.fcmApple(project: "food"))
        try story.register(0x11, as: .pushToStart("delivery"))
        story.start()
        #expect(story.due().isEmpty)
        try story.register(0x41, as: .messages)
        #expect(story.scheduler.takeWantedOwners().map(\.owner) == ["anna", "anna"])
        story.provide("first")
        let start = try #require(story.due().first)
        let message = try JSONValue(parsing: start.request.body)["message"]
        #expect(message?["token"]?.string == String(repeating: "A", count: 32))
        #expect(message?["apns"]?["live_activity_token"]?.string == String(repeating: "11", count: 32))
        #expect(message?["apns"]?["payload"]?["aps"]?["event"]?.string == "start")
    }

    /// Earlier versions removed the token of the activity, sent to the refused registration token again, and removed more.
    @Test(arguments: [
        (404, PushReason.unregisteredWithFCM), (403, .senderIDMismatch), (400, .invalidRegistration),
    ])
    func aRefusedRegistrationWithFCMLeavesTheTokensOfAPNs(status: Int, reason: PushReason) throws {
        var story = try story(.fcmApple(project: "food"))
        try story.register(0x11, as: .pushToStart("delivery"))
        try story.register(0x22, as: .activity(story.activity))
        try story.register(0x41, as: .messages)
        story.start()
        story.answer(try #require(story.due().first), PushAnswer(status: status, reason: reason))
        #expect(story.scheduler.takeNotices() == [.tokenDropped("phone", .messages, reason: reason)])
        func known() -> [String: Bool] {
            Dictionary(uniqueKeysWithValues: story.scheduler.ledger.tokens(of: "phone").map { ("\($0.target)", $0.isKnown) })
        }
        let targets = [TokenTarget.pushToStart("delivery"), .activity(story.activity), .messages].map { "\($0)" }
        #expect(known() == [targets[0]: true, targets[1]: true, targets[2]: false])
        #expect(story.due().isEmpty, "it waits for another registration")

        try story.register(0x42, as: .messages)
        story.provide("first")
        story.wait(15)
        let update = try #require(story.due().first)
        let message = try JSONValue(parsing: update.request.body)["message"]
        #expect(message?["token"]?.string == String(repeating: "B", count: 32))
        #expect(message?["apns"]?["live_activity_token"]?.string == String(repeating: "22", count: 32))
        // APNs refuses the token inside the message.
        story.answer(update, PushAnswer(status: 410, reason: .unregistered))
        #expect(
            story.scheduler.takeNotices() == [.tokenDropped("phone", .activity(story.activity), reason: .unregistered)])
        #expect(known() == [targets[0]: true, targets[1]: false, targets[2]: true])
    }

    @Test func whatAnAndroidAppShowsIsTheHostsChoice() throws {
        var story = try PushStory(service: .fcmAndroid(project: "food")) { kind in
            kind.liveUpdate = { source in
                var update = source.plain
                update.title = "From the host: \(source.event.rawValue)"
                update.contentState = nil
                return update
            }
        }
        try story.register(0x41, as: .messages)
        story.start()
        #expect(try data(try #require(story.due().first)) == ["start", "From the host: start", "-"])
    }
}
#endif
