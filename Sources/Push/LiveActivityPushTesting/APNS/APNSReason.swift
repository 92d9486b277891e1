#if Push
/// Why APNs refuses a request, as the answer's body says it.
///
/// The raw values are the words of the service. Source: Documentation/Reference.md, RESP-03 to RESP-34 and CHAN-19 to CHAN-23.
public enum APNSReason: String, CaseIterable, Hashable, Sendable {
    // Status 400.
    /// The channel id is not base64.
    case badChannelID = "BadChannelId"
    /// `apns-collapse-id` has more than 64 bytes.
    case badCollapseID = "BadCollapseId"
    /// The token is malformed, unknown, or of the other environment.
    case badDeviceToken = "BadDeviceToken"
    /// `apns-expiration` is not a date, or not 0 for a channel that stores nothing.
    case badExpirationDate = "BadExpirationDate"
    /// `apns-id` is not a UUID.
    case badMessageID = "BadMessageId"
    /// `apns-priority` is not 10, 5 or 1.
    case badPriority = "BadPriority"
    /// A parameter of a channel request is wrong.
    case badRequestParameters = "BadRequestParams"
    /// The body of a channel request is wrong.
    case badRequestPayload = "BadRequestPayload"
    /// `apns-topic` is wrong.
    case badTopic = "BadTopic"
    /// The app has as many channels as it may have.
    case cannotCreateChannel = "CannotCreateChannelConfig"
    /// There is no such channel.
    case channelNotRegistered = "ChannelNotRegistered"
    /// The token belongs to another app or push type.
    case deviceTokenNotForTopic = "DeviceTokenNotForTopic"
    /// A header came twice.
    case duplicateHeaders = "DuplicateHeaders"
    /// The app may not use broadcasts.
    case featureNotEnabled = "FeatureNotEnabled"
    /// The connection was idle for too long.
    case idleTimeout = "IdleTimeout"
    /// `apns-push-type` is not one that fits.
    case invalidPushType = "InvalidPushType"
    /// `apns-channel-id` is missing.
    case missingChannelID = "MissingChannelId"
    /// The path has no token.
    case missingDeviceToken = "MissingDeviceToken"
    /// `apns-push-type` is missing.
    case missingPushType = "MissingPushType"
    /// `apns-topic` is missing.
    case missingTopic = "MissingTopic"
    /// There is no payload.
    case payloadEmpty = "PayloadEmpty"
    /// The key may not push to this topic.
    case topicDisallowed = "TopicDisallowed"
    // Status 403.
    /// The client certificate is not valid.
    case badCertificate = "BadCertificate"
    /// The client certificate is for the other environment.
    case badCertificateEnvironment = "BadCertificateEnvironment"
    /// The key is for the other environment.
    case badEnvironmentKeyID = "BadEnvironmentKeyIdInToken"
    /// The provider token is older than an hour.
    case expiredProviderToken = "ExpiredProviderToken"
    /// The request is not allowed.
    case forbidden = "Forbidden"
    /// The provider token is malformed, of an unknown key, or its signature is wrong.
    case invalidProviderToken = "InvalidProviderToken"
    /// There is no provider token.
    case missingProviderToken = "MissingProviderToken"
    /// The key is for other apps than the broadcast.
    case topicMismatch = "TopicMismatch"
    /// The connection was opened with another key.
    case unrelatedKeyID = "UnrelatedKeyIdInToken"
    // Status 404, 405, 410, 413.
    /// There is nothing at this path.
    case badPath = "BadPath"
    /// The path takes another method.
    case methodNotAllowed = "MethodNotAllowed"
    case expiredToken = "ExpiredToken"
    /// The token is not valid any more: the app was removed, or the activity is over.
    case unregistered = "Unregistered"
    /// The payload has more bytes than allowed.
    case payloadTooLarge = "PayloadTooLarge"
    // Status 429.
    /// The provider token changes too often.
    case tooManyProviderTokenUpdates = "TooManyProviderTokenUpdates"
    /// One token got too many requests.
    case tooManyRequests = "TooManyRequests"
    // Status 500, 503.
    /// The service has failed.
    case internalServerError = "InternalServerError"
    /// The service is not available.
    case serviceUnavailable = "ServiceUnavailable"
    /// The reason on the hosts of broadcasts and channels, which write it with a space.
    case broadcastServiceUnavailable = "Service Unavailable"
    /// The service shuts down.
    case shutdown = "Shutdown"

    /// The HTTP status that this reason comes with.
    public var status: Int {
        switch self {
        case .badCertificate, .badCertificateEnvironment, .badEnvironmentKeyID, .expiredProviderToken, .forbidden,
            .invalidProviderToken, .missingProviderToken, .topicMismatch, .unrelatedKeyID:
            403
        case .badPath: 404
        case .methodNotAllowed: 405
        case .expiredToken, .unregistered: 410
        case .payloadTooLarge: 413
        case .tooManyProviderTokenUpdates, .tooManyRequests: 429
        case .internalServerError: 500
        case .serviceUnavailable, .broadcastServiceUnavailable, .shutdown: 503
        case .badChannelID, .badCollapseID, .badDeviceToken, .badExpirationDate, .badMessageID, .badPriority,
            .badRequestParameters, .badRequestPayload, .badTopic, .cannotCreateChannel, .channelNotRegistered,
            .deviceTokenNotForTopic, .duplicateHeaders, .featureNotEnabled, .idleTimeout, .invalidPushType,
            .missingChannelID, .missingDeviceToken, .missingPushType, .missingTopic, .payloadEmpty, .topicDisallowed:
            400
        }
    }
}
#endif
