#if Push
import LiveActivityCore
import LiveActivityPush
import Testing

@Suite struct FCMTests {
    private let now = Date(timeIntervalSince1970: 1_781_974_800)

    @Test func aRelayedPushHasTheKeysOfAPNs() throws {
        let payload = ActivityPayload(.update, contentState: JSONText(trusted: Array(#"{"step":2}"#.utf8)), timestamp: now)
        let body = try FCMMessage.apple(
            payload, registration: "reg", token: DeviceToken(hex: "00ff"), app: BundleID("com.example.food"),
            priority: .opportunistic)
        #expect(
            try JSONValue(parsing: body)
                == JSONValue(
                    parsing: #"""
                        {"message":{"token":"reg","apns":{"live_activity_token":"00ff","headers":{"apns-priority":"5",
                        "apns-push-type":"liveactivity","apns-topic":"com.example.food.push-type.liveactivity"},
                        "payload":{"aps":{"timestamp":1781974800,"event":"update","content-state":{"step":2}}}}}}
                        """#))
    }

    @Test func aDataMessageHasTextsOnly() throws {
        var update = LiveUpdate(
            activity: "00004cf8c0000000", event: .update, kind: "delivery", timestamp: now, title: "On its way")
        update.criticalText = "7 min"
        update.when = now.addingTimeInterval(420)
        update.progress = .init(value: 60, max: 100, segments: [50, 50], points: [50])
        update.metrics = [.init(label: "Arrival", value: "17:07")]
        let value = try JSONValue(parsing: FCMMessage.android(update, registration: "reg", isUrgent: true, lifetime: 59.5))
        #expect(
            try value
                == JSONValue(
                    parsing: #"""
                        {"message":{"token":"reg","data":{"activity_id":"00004cf8c0000000","event":"update","activity_type":"delivery",
                        "timestamp":"1781974800000","title":"On its way","critical_text":"7 min","when":"1781975220000","progress":"60",
                        "progress_max":"100","segments":"[50,50]","points":"[50]",
                        "metrics":"[{\"label\":\"Arrival\",\"value\":\"17:07\"}]"},
                        "android":{"collapse_key":"00004cf8c0000000","priority":"HIGH","ttl":"60s"}}}
                        """#))
    }

    @Test func aMessageOfMoreThan4096BytesIsRefused() throws {
        var update = LiveUpdate(activity: "a", event: .update, kind: "k", timestamp: now, title: "")
        let frame = update.data.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        update.title = String(repeating: "x", count: FCMMessage.limit - frame)
        #expect(throws: Never.self) { try FCMMessage.android(update, registration: "reg") }
        update.title += "x"
        #expect(throws: PushError.self) { try FCMMessage.android(update, registration: "reg") }
    }
}
#endif
