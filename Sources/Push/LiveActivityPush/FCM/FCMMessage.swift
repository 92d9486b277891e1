#if Push
public import LiveActivityCore

/// Makes messages for Firebase Cloud Messaging's interface HTTP v1: the bodies of `POST /v1/projects/PROJECT/messages:send`.
///
/// ``FCMClient`` sends them; a host may also use its own Google library.
public enum FCMMessage {
    /// The maximum size of a payload, in bytes. Source: Documentation/Reference.md, FCM-01.
    public static let limit = 4_096

    /// A push to an iPhone that FCM sends to APNs.
    ///
    /// - Parameters:
    ///   - payload: The payload for APNs.
    ///   - registration: The app's FCM registration token.
    ///   - token: The activity's token; for a start the push-to-start token.
    ///   - app: The app.
    ///   - priority: The urgency.
    /// - Throws: The errors of ``ActivityPayload/encoded(limit:)``.
    ///
    /// Source: Documentation/Reference.md, FCM-02.
    public static func apple(
        _ payload: ActivityPayload, registration: String, token: DeviceToken, app: BundleID, priority: PushPriority
    ) throws(PushError) -> [UInt8] {
        let aps = JSONText(trusted: try payload.encoded()).value
        let headers: JSONValue = [
            "apns-priority": JSONValue(String(priority.rawValue)), "apns-push-type": "liveactivity",
            "apns-topic": JSONValue(app.liveActivityTopic),
        ]
        let apns = JSONValue(
            members: [("live_activity_token", JSONValue(token.hex)), ("headers", headers), ("payload", aps)])
        return JSONText(["message": ["token": JSONValue(registration), "apns": apns]]).bytes
    }

    /// A data message from which an Android app makes a Live Update.
    ///
    /// - Parameters:
    ///   - update: The contents of the Live Update.
    ///   - registration: The app's FCM registration token.
    ///   - isUrgent: If `true`, the message wakes the device.
    ///   - lifetime: How long FCM stores it for a device that is offline, in seconds; at most four weeks.
    /// - Throws: ``PushError/payloadTooLarge(_:)`` if the message exceeds FCM's limit.
    public static func android(
        _ update: LiveUpdate, registration: String, isUrgent: Bool = false, lifetime: TimeInterval = 3_600
    ) throws(PushError) -> [UInt8] {
        let data = update.data
        let bytes = data.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        guard bytes <= limit else {
            let parts = data.map { PayloadSize.Part(name: $0.key, bytes: $0.value.utf8.count) }.sorted { $0.bytes > $1.bytes }
            throw .payloadTooLarge(PayloadSize(bytes: bytes, limit: limit, parts: parts))
        }
        let seconds = Int(max(0, min(lifetime.isFinite ? lifetime : 0, 2_419_200)).rounded(.up))
        let android: JSONValue = [
            // A device needs only the newest message of an activity. FCM stores messages of at most four such keys for each
            // device.
            "collapse_key": JSONValue(update.activity), "priority": isUrgent ? "HIGH" : "NORMAL",
            "ttl": JSONValue("\(seconds)s"),
        ]
        let members = JSONValue(members: data.map { ($0.key, JSONValue($0.value)) })
        return JSONText(["message": ["token": JSONValue(registration), "data": members, "android": android]]).bytes
    }
}

/// The contents of a Live Update, Android's counterpart of a Live Activity.
///
/// `data` has the field names that other push services use for Live Updates, and neutral names for what is shown. All values
/// are strings, because FCM accepts nothing else. Source: Documentation/Reference.md, AND-15.
public struct LiveUpdate: Hashable, Sendable {
    /// A value with a label, such as `7 min` and `Arrival`.
    public struct Metric: Hashable, Sendable {
        public var label: String
        /// The shown value.
        public var value: String

        public init(label: String, value: String) {
            self.label = label
            self.value = value
        }
    }

    /// The progress of the activity.
    public struct Progress: Hashable, Sendable {
        /// From 0 to ``max``.
        public var value: Int
        /// The value that means complete.
        public var max: Int
        /// The lengths of the segments, whose sum is ``max``. Android draws at most ten.
        public var segments: [Int]
        /// Positions of points between 0 and ``max``. Android draws at most four.
        public var points: [Int]

        public init(value: Int, max: Int, segments: [Int] = [], points: [Int] = []) {
            (self.value, self.max, self.segments, self.points) = (value, max, segments, points)
        }
    }

    /// The activity's id.
    public var activity: String
    /// `start`, `update` or `end`.
    public var event: ActivityPayload.Event
    /// The activity's kind.
    public var kind: ActivityKind
    /// When the content was made.
    public var timestamp: Date
    /// The first line.
    public var title: String
    /// The date of the content.
    public var body: String?
    /// A text of fewer than seven characters for the status bar.
    public var criticalText: String?
    /// A time that the status bar counts to.
    public var when: Date?
    /// The progress of the activity.
    public var progress: Progress?
    /// At most three values with labels.
    public var metrics: [Metric] = []
    /// When an ended Live Update is removed.
    public var dismissAfter: Date?
    /// The content state, for an app that draws its own views.
    public var contentState: JSONText?

    /// Creates a Live Update with its required fields.
    public init(activity: String, event: ActivityPayload.Event, kind: ActivityKind, timestamp: Date, title: String) {
        (self.activity, self.event, self.kind, self.timestamp, self.title) = (activity, event, kind, timestamp, title)
    }

    /// The names and values of `data`, in a fixed order.
    public var data: [(key: String, value: String)] {
        var list: [(key: String, value: String)] = [
            ("activity_id", activity), ("event", event.rawValue), ("activity_type", kind.rawValue),
            ("timestamp", Self.milliseconds(timestamp)), ("title", title),
        ]
        if let body { list.append(("body", body)) }
        if let criticalText { list.append(("critical_text", criticalText)) }
        if let when { list.append(("when", Self.milliseconds(when))) }
        if let progress {
            list.append(("progress", "\(progress.value)"))
            list.append(("progress_max", "\(progress.max)"))
            if !progress.segments.isEmpty {
                list.append(("segments", JSONValue(progress.segments.map { JSONValue($0) }).text()))
            }
            if !progress.points.isEmpty { list.append(("points", JSONValue(progress.points.map { JSONValue($0) }).text())) }
        }
        if !metrics.isEmpty {
            let values = metrics.prefix(3).map { metric in
                JSONValue(members: [("label", JSONValue(metric.label)), ("value", JSONValue(metric.value))])
            }
            list.append(("metrics", JSONValue(values).text()))
        }
        if let dismissAfter { list.append(("dismiss_after", Self.milliseconds(dismissAfter))) }
        if let contentState { list.append(("content_state", "\(contentState)")) }
        return list
    }

    /// A date as Android represents it: milliseconds since 1970.
    private static func milliseconds(_ date: Date) -> String {
        String(Int64(max(-9e15, min(9e15, (date.timeIntervalSince1970 * 1_000).rounded()))))
    }
}
#endif
