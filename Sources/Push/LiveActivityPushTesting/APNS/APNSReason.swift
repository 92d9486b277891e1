#if Push
/// A reason for which APNs refuses a request, from the body of its answer.
///
/// The raw values are APNs' texts. Source: Documentation/Reference.md, RESP-03 to RESP-34 and CHAN-19 to CHAN-23.
public enum APNSReason: String, CaseIterable, Hashable, Sendable {
    // Status 400.
    /// The channel id is not Base64.
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
    /// The app already has the maximum number of channels.
    case cannotCreateChannel = "CannotCreateChannelConfig"
    /// There is no such channel.
    case channelNotRegistered = "ChannelNotRegistered"
    /// The token belongs to another app or push type.
    case deviceTokenNotForTopic = "DeviceTokenNotForTopic"
    /// A header occurs twice.
    case duplicateHeaders = "DuplicateHeaders"
    /// The app may not use broadcasts.
    case featureNotEnabled = "FeatureNotEnabled"
    /// The connection was idle for too long.
    case idleTimeout = "IdleTimeout"
    /// `apns-push-type` does not match the topic.
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
    /// The key may not be used for this topic.
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
    /// The provider token is malformed, its key is unknown, or its signature is wrong.
    case invalidProviderToken = "InvalidProviderToken"
    /// The provider token is missing.
    case missingProviderToken = "MissingProviderToken"
    /// The key is for other apps than the broadcast's.
    case topicMismatch = "TopicMismatch"
    /// The connection was opened with another key.
    case unrelatedKeyID = "UnrelatedKeyIdInToken"
    // Status 404, 405, 410, 413.
    /// The path does not exist.
    case badPath = "BadPath"
    /// The method is not allowed for the path.
    case methodNotAllowed = "MethodNotAllowed"
    case expiredToken = "ExpiredToken"
    /// The token is no longer valid: the app was removed, or the activity is over.
    case unregistered = "Unregistered"
    /// The payload is too large.
    case payloadTooLarge = "PayloadTooLarge"
    // Status 429.
    /// The provider token changes too often.
    case tooManyProviderTokenUpdates = "TooManyProviderTokenUpdates"
    /// A token received too many requests.
    case tooManyRequests = "TooManyRequests"
    // Status 500, 503.
    /// An internal error of the service.
    case internalServerError = "InternalServerError"
    /// The service is not available.
    case serviceUnavailable = "ServiceUnavailable"
    /// The same reason from the hosts for broadcasts and channels, which write it with a space.
    case broadcastServiceUnavailable = "Service Unavailable"
    /// The service is being shut down.
    case shutdown = "Shutdown"

    /// The HTTP status of an answer with this reason.
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
