#if Push
/// The reason for which APNs refused a request, from its answer. An unknown reason is kept as text.
public struct PushReason: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    /// A constant of ``PushReason``.
    init(_ text: String) { rawValue = text }

    // Reasons for pushes to devices. Source: Documentation/Reference.md, RESP-03 to RESP-34.
    /// The token is not valid, or belongs to the other environment.
    public static let badDeviceToken = Self("BadDeviceToken")
    /// The token belongs to another app.
    public static let deviceTokenNotForTopic = Self("DeviceTokenNotForTopic")
    /// APNs closed a connection that was idle.
    public static let idleTimeout = Self("IdleTimeout")
    /// The provider token is older than an hour.
    public static let expiredProviderToken = Self("ExpiredProviderToken")
    /// The provider token's key, team or signature is wrong.
    public static let invalidProviderToken = Self("InvalidProviderToken")
    /// The action is not allowed.
    public static let forbidden = Self("Forbidden")
    public static let expiredToken = Self("ExpiredToken")
    /// The token is no longer in use.
    public static let unregistered = Self("Unregistered")
    public static let payloadTooLarge = Self("PayloadTooLarge")
    /// The provider token was renewed too often.
    public static let tooManyProviderTokenUpdates = Self("TooManyProviderTokenUpdates")
    /// Too many pushes went to one device.
    public static let tooManyRequests = Self("TooManyRequests")
    /// An internal error of APNs.
    public static let internalServerError = Self("InternalServerError")
    /// APNs is not available.
    public static let serviceUnavailable = Self("ServiceUnavailable")
    /// This server of APNs is being shut down.
    public static let shutdown = Self("Shutdown")
    // Reasons for pushes to channels. Source: Documentation/Reference.md, CHAN-19 to CHAN-23.
    /// The channel does not exist.
    public static let channelNotRegistered = Self("ChannelNotRegistered")
    /// The id is not a channel id.
    public static let badChannelID = Self("BadChannelId")
    // Reasons of FCM. Source: Documentation/Reference.md, FCM-03.
    /// The app was removed, or its registration token replaced.
    public static let unregisteredWithFCM = Self("UNREGISTERED")
    /// The token is not a registration token: FCM's `INVALID_ARGUMENT` with a message about the registration token.
    public static let invalidRegistration = Self("INVALID_REGISTRATION")
    /// The registration token belongs to another project.
    public static let senderIDMismatch = Self("SENDER_ID_MISMATCH")

    /// `true` if FCM refused a registration token.
    var isAboutRegistration: Bool {
        [.unregisteredWithFCM, .invalidRegistration, .senderIDMismatch].contains(self)
    }
}
#endif
