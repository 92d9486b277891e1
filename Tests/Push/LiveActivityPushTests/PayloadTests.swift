#if Push
import LiveActivityCore
import LiveActivityPush
import Testing

/// The bytes of requests, compared with the fixtures of Documentation/Reference.md.
@Suite struct PayloadTests {
    private let app: BundleID
    private let token: DeviceToken
    private let state = JSONText(
        trusted: Array(
            #"{"driverName":"Alex","estimatedDeliveryTime":[803667600,803669400],"currentStep":"delivering"}"#.utf8))
    private let now = Date(timeIntervalSince1970: 1_781_974_800)

    init() throws {
        app = try BundleID("com.example.food")
        token = try DeviceToken(hex: "00ff10")
    }

    private func text(_ request: PushRequest) -> String { String(decoding: request.body, as: UTF8.self) }

    /// FIX-05: the envelope's dates count from 1970, those of the content from 2001.
    @Test func anUpdateIsTheFixture() throws {
        var payload = ActivityPayload(.update, contentState: state, timestamp: now)
        payload.staleDate = now.addingTimeInterval(300)
        payload.relevanceScore = 90
        let request = try PushRequest.device(payload, to: token, app: app, priority: .opportunistic, expiration: .once)
        #expect(request.method == "POST")
        #expect(request.path == "/3/device/00ff10")
        #expect(
            request.headers == [
                .init("apns-push-type", "liveactivity"), .init("apns-topic", "com.example.food.push-type.liveactivity"),
                .init("apns-priority", "5"), .init("apns-expiration", "0"),
            ])
        #expect(
            text(request)
                == #"{"aps":{"timestamp":1781974800,"event":"update","stale-date":1781975100,"relevance-score":90,"content-state":\#(state)}}"#
        )
    }

    /// FIX-06
    @Test func anEndIsTheFixture() throws {
        var payload = ActivityPayload(.end, contentState: state, timestamp: now)
        payload.dismissalDate = Date(timeIntervalSince1970: 1_781_976_600)
        payload.relevanceScore = 90
        let request = try PushRequest.device(payload, to: token, app: app, priority: .immediate, expiration: .unstated)
        #expect(
            text(request)
                == #"{"aps":{"timestamp":1781974800,"event":"end","dismissal-date":1781976600,"relevance-score":90,"content-state":\#(state)}}"#
        )
        #expect(request[header: "apns-expiration"] == nil)
    }

    /// FIX-07
    @Test func aStartIsTheFixture() throws {
        var payload = ActivityPayload(.start, contentState: state, timestamp: now)
        payload.attributesType = "DeliveryAttributes"
        payload.attributes = JSONText(trusted: Array(#"{"orderNumber":42,"restaurantName":"Pizza"}"#.utf8))
        payload.alert = AlertConfiguration(title: "Order placed", body: "Track it here")
        payload.inputPushToken = true
        payload.custom = ["campaign": 7]
        let request = try PushRequest.device(
            payload, to: token, app: app, priority: .immediate, expiration: .at(now.addingTimeInterval(0.5)),
            id: UUID(uuidString: "6F2C1A5D-930E-4B77-8A41-52C0E93D17B4"), collapseID: "order-42")
        #expect(
            text(request)
                == #"{"aps":{"timestamp":1781974800,"event":"start","content-state":\#(state),"attributes-type":"DeliveryAttributes","#
                + #""attributes":{"orderNumber":42,"restaurantName":"Pizza"},"alert":{"title":"Order placed","body":"Track it here","#
                + #""sound":"default"},"input-push-token":1},"campaign":7}"#)
        #expect(request[header: "apns-expiration"] == "1781974801")
        #expect(request[header: "apns-id"] == "6f2c1a5d-930e-4b77-8a41-52c0e93d17b4")
        #expect(request[header: "apns-collapse-id"] == "order-42")
    }

    @Test func aKeyThatTheDeviceLooksUpIsSentAsOne() throws {
        var payload = ActivityPayload(.update, contentState: state, timestamp: now)
        payload.alert = AlertConfiguration(
            title: .localized(key: "goal %@", arguments: ["2:1"]), body: .localized(key: "more"), sound: .named("goal.caf"))
        let value = try JSONValue(parsing: payload.encoded())
        #expect(
            value["aps"]?["alert"]?.text()
                == #"{"title":{"loc-key":"goal %@","loc-args":["2:1"]},"body":{"loc-key":"more"},"sound":"goal.caf"}"#)
    }

    @Test func aBroadcastHasItsOwnPathAndHeaders() throws {
        let channel = try ChannelID("dHN0LXNyY2gtY2hubA==")
        let payload = ActivityPayload(.update, contentState: state, timestamp: now)
        let request = try PushRequest.broadcast(payload, to: channel, app: app, priority: .immediate)
        #expect(request.path == "/4/broadcasts/apps/com.example.food")
        #expect(
            request.headers == [
                .init("apns-push-type", "liveactivity"), .init("apns-channel-id", "dHN0LXNyY2gtY2hubA=="),
                .init("apns-priority", "10"),
                .init("apns-expiration", "0"),
            ])
        #expect(throws: PushError.badPayload(reason: "a channel accepts updates and ends, and no start")) {
            try PushRequest.broadcast(
                ActivityPayload(.start, contentState: state, timestamp: now), to: channel, app: app, priority: .low)
        }
        #expect(throws: PushError.self) { try ChannelID("not Base64!") }
    }

    @Test func widgetsAreToldThatTheirContentChanged() {
        let request = PushRequest.widgets(token: token, app: app)
        #expect(request.path == "/3/device/00ff10")
        #expect(
            request.headers == [.init("apns-push-type", "widgets"), .init("apns-topic", "com.example.food.push-type.widgets")])
        #expect(text(request) == #"{"aps":{"content-changed":true}}"#)
    }

    /// FIX-12
    @Test(arguments: [PayloadSize.deviceLimit, PayloadSize.broadcastLimit])
    func theLimitItselfFitsAndOneByteMoreDoesNot(limit: Int) throws {
        func payload(_ bytes: Int) -> ActivityPayload {
            ActivityPayload(
                .update, contentState: JSONText(trusted: [0x22] + Array(repeating: 0x61, count: bytes) + [0x22]), timestamp: now
            )
        }
        let frame = try payload(0).encoded().count
        #expect(try payload(limit - frame).encoded(limit: limit).count == limit)
        #expect(
            throws: PushError.payloadTooLarge(
                PayloadSize(bytes: limit + 1, limit: limit, parts: [.init(name: "content-state", bytes: limit + 1 - frame + 2)])
            )
        ) { try payload(limit + 1 - frame).encoded(limit: limit) }
    }

    @Test func aStateOf5000BytesIsRefusedAndTheErrorSaysWhatToShrink() throws {
        let state = JSONText(trusted: [0x22] + Array(repeating: 0x61, count: 4_998) + [0x22])
        let payload = ActivityPayload(.update, contentState: state, timestamp: now)
        let error = #expect(throws: PushError.self) { try payload.encoded() }
        #expect(
            error?.description
                == "the payload has 5066 bytes, 970 more than the 4096 that APNs accepts (content-state has 5000). "
                + "Make content-state at least 970 bytes smaller.")
    }

    @Test func whatDoesNotBelongToAnEventIsRefused() {
        var start = ActivityPayload(.start, contentState: state, timestamp: now)
        start.attributesType = "DeliveryAttributes"
        start.attributes = JSONText(trusted: Array("{}".utf8))
        #expect(
            throws: PushError.badPayload(
                reason: "a start needs an alert: without one the device drops it, although APNs answers 200")
        ) { try start.encoded() }
        var update = ActivityPayload(.update, contentState: nil, timestamp: now)
        #expect(throws: PushError.badPayload(reason: "a push with the event 'update' needs content")) { try update.encoded() }
        update.contentState = state
        update.dismissalDate = now
        #expect(throws: PushError.badPayload(reason: "a dismissal date belongs to an end only")) { try update.encoded() }
        update.dismissalDate = nil
        update.custom = ["aps": 1]
        #expect(throws: PushError.badPayload(reason: "a custom key must not be 'aps'")) { try update.encoded() }
    }
}

@Suite struct NameTests {
    @Test func aTokenOfOddLengthSaysSo() {
        let error = #expect(throws: PushError.self) { try DeviceToken(hex: "abc") }
        #expect(
            error?.description == "not a device token: it has 3 digits; each byte has two, so one is missing or too many")
        #expect(throws: PushError.badToken(reason: "character 1 or 2 is not a hexadecimal digit")) {
            try DeviceToken(hex: "zz")
        }
        #expect(throws: PushError.badToken(reason: "it is empty")) { try DeviceToken(hex: "") }
    }

    @Test func aTokenIsNeverShown() throws {
        let token = try DeviceToken(hex: String(repeating: "ab", count: 32))
        var dumped = ""
        dump(token, to: &dumped)
        let request = PushRequest.widgets(token: token, app: try BundleID("com.example.food"))
        var dumpedRequest = ""
        dump(request, to: &dumpedRequest)
        for text in ["\(token)", String(reflecting: token), dumped, "\(request)", dumpedRequest] {
            #expect(!text.contains("abab"), "\(text)")
            #expect(text.contains(token.fingerprint))
        }
        #expect(try DeviceToken(hex: token.hex.uppercased()) == token)
    }

    @Test func aBundleIDWithATopicsSuffixSaysWhatToLeaveOut() {
        let error = #expect(throws: PushError.self) { try BundleID("com.example.food.push-type.liveactivity") }
        #expect(
            error?.description
                == "'com.example.food.push-type.liveactivity' is not a bundle id: it is a topic. Leave '.push-type.liveactivity' out: "
                + "it is added to each request that needs it")
        #expect(throws: PushError.self) { try BundleID("com example") }
        #expect(throws: PushError.self) { try BundleID("") }
    }
}
#endif
