#if Push
public import LiveActivityCore

/// The urgency of a push: the header `apns-priority`. Source: Documentation/Reference.md, APNS-05.
public enum PushPriority: Int, Hashable, Sendable, CaseIterable {
    /// The push is delivered only while the device is awake.
    case low = 1
    /// The push is delivered when the device's battery permits. It does not count against the device's budget.
    case opportunistic = 5
    /// The push is delivered at once. It counts against the device's hourly budget.
    case immediate = 10
}

/// How long APNs keeps a push for a device that it cannot reach: the header `apns-expiration`.
/// Source: Documentation/Reference.md, APNS-06.
public enum PushExpiration: Hashable, Sendable {
    /// APNs tries once and does not store the push.
    case once
    /// APNs stores the push and repeats the attempt until this date. Sent in whole seconds, rounded up.
    case at(Date)
    /// No header: APNs stores the push for up to 30 days.
    case unstated

    var headerValue: String? {
        switch self {
        case .once: "0"
        case .at(let date): String(Int64(max(1, min(1e15, date.timeIntervalSince1970.rounded(.up)))))
        case .unstated: nil
        }
    }
}

/// Which of Apple's two services a token belongs to.
public enum PushEnvironment: String, Hashable, Sendable, CaseIterable {
    /// Apps from the App Store and TestFlight.
    case production
    /// Apps that Xcode has installed.
    case sandbox
}
#endif
