#if Push
public import LiveActivityCore

/// The urgency of a push: the header `apns-priority`. Source: Documentation/Reference.md, APNS-05.
public enum PushPriority: Int, Hashable, Sendable, CaseIterable {
    /// Only when the device is awake anyway.
    case low = 1
    /// When it suits the device. It does not count against the device's budget.
    case opportunistic = 5
    /// At once. It counts against the device's hourly budget.
    case immediate = 10
}

/// How long APNs keeps a push for a device that it cannot reach: the header `apns-expiration`.
/// Source: Documentation/Reference.md, APNS-06.
public enum PushExpiration: Hashable, Sendable {
    /// It is tried once and not stored.
    case once
    /// It is stored and tried until this date. Sent in whole seconds, rounded up.
    case at(Date)
    /// The header is left out: APNs stores it for up to 30 days.
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
