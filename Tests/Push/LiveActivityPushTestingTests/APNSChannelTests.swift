#if Push
import Foundation
import LiveActivityPushTesting
import Testing

/// Channels are created, listed, read, used and deleted, over one connection as a client would use it.
@Suite struct APNSChannelTests {
    private let signer = ProviderSigner()
    private let now = Date(timeIntervalSince1970: 1_781_974_800)

    @Test func theLifeOfAChannel() throws {
        var model = APNSModel()
        model.configuration.seed = 7
        model.register(signer.key)
        var connection = model.connect()
        let authorization = "bearer \(signer.token(at: now))"
        func ask(_ method: String, _ path: String, _ headers: [APNSRequest.Header] = [], _ body: String = "") -> APNSAnswer? {
            let request = APNSRequest(
                method: method, path: path, headers: [("authorization", authorization)] + headers, body: Array(body.utf8))
            guard case .answer(let answer, _) = model.decide(request, on: &connection, at: now).outcome else { return nil }
            return answer
        }
        let channels = "/1/apps/com.example.cup/channels"
        let created = ask("POST", channels, [], #"{"message-storage-policy":0,"push-type":"LiveActivity"}"#)
        #expect(created?.status == 201)
        let id = try #require(created?.channel)
        #expect(model.channels(of: "com.example.cup") == [id])
        #expect(
            (ask("GET", "/1/apps/com.example.cup/all-channels")?.json).map { String(decoding: $0, as: UTF8.self) }
                == #"{"channels":["\#(id)"]}"#)
        #expect(
            (ask("GET", channels, [("apns-channel-id", id)])?.json).map { String(decoding: $0, as: UTF8.self) }
                == #"{"message-storage-policy":0,"push-type":"LiveActivity"}"#)

        let broadcasts = "/4/broadcasts/apps/com.example.cup"
        func headers(_ expiration: String, _ channel: String = id) -> [APNSRequest.Header] {
            [
                ("apns-channel-id", channel), ("apns-push-type", "liveactivity"), ("apns-priority", "10"),
                ("apns-expiration", expiration),
            ]
        }
        let body = #"{"aps":{"timestamp":1781974800,"event":"update","content-state":{}}}"#
        #expect(ask("POST", broadcasts, headers("0"), body)?.status == 200)
        // A channel that stores nothing accepts no other expiration.
        #expect(ask("POST", broadcasts, headers("1781978400"), body)?.reason == .badExpirationDate)
        #expect(ask("POST", broadcasts, headers("0", "AAAA"), body)?.reason == .channelNotRegistered)
        #expect(ask("POST", broadcasts, headers("0", "a b"), body)?.reason == .badChannelID)
        #expect(ask("POST", broadcasts, headers("0"), body.replacing("update", with: "start"))?.reason == .badRequestPayload)
        #expect(ask("POST", broadcasts + ".push-type.liveactivity", headers("0"), body)?.reason == .topicDisallowed)

        #expect(ask("DELETE", channels, [("apns-channel-id", id)])?.status == 204)
        #expect(ask("DELETE", channels, [("apns-channel-id", id)])?.reason == .channelNotRegistered)
        #expect(ask("POST", broadcasts, headers("0"), body)?.reason == .channelNotRegistered)
        #expect(ask("PUT", channels)?.reason == .methodNotAllowed)
        #expect(ask("GET", "/1/apps/com.example.cup/rooms")?.reason == .badPath)
        #expect(model.statistics.delivered == 1)
    }

    @Test func aBroadcastOf5120BytesIsAcceptedAndOneMoreIsNot() throws {
        var model = APNSModel()
        model.register(signer.key)
        model.configuration.channels = 1
        var connection = model.connect()
        let authorization = ("authorization", "bearer \(signer.token(at: now))")
        func status(_ path: String, _ headers: [APNSRequest.Header], _ body: String) -> (Int, String?)? {
            let request = APNSRequest(path: path, headers: [authorization] + headers, body: Array(body.utf8))
            guard case .answer(let answer, _) = model.decide(request, on: &connection, at: now).outcome else { return nil }
            return (answer.status, answer.channel)
        }
        let policy = #"{"message-storage-policy":1,"push-type":"LiveActivity"}"#
        let id = try #require(status("/1/apps/com.example.cup/channels", [], policy)?.1)
        let headers: [APNSRequest.Header] = [
            ("apns-channel-id", id), ("apns-push-type", "liveactivity"), ("apns-priority", "5"),
            ("apns-expiration", "1781978400"),
        ]
        let frame = #"{"aps":{"timestamp":1,"event":"end","x":""}}"#
        for (count, expected) in [(5_120, 200), (5_121, 413)] {
            let text = String(repeating: "a", count: count - frame.utf8.count)
            let body = frame.replacing(#""x":"""#, with: #""x":"\#(text)""#)
            #expect(status("/4/broadcasts/apps/com.example.cup", headers, body)?.0 == expected)
        }
        // The app has as many channels as it may have.
        #expect(status("/1/apps/com.example.cup/channels", [], policy)?.0 == 400)
    }
}
#endif
