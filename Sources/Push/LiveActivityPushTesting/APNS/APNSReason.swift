#if Push
/// Why APNs refuses a request, as the answer's body says it.
///
/// The raw values are the words of the service. Source: Documentation/Reference.md, RESP-03 to RESP-34 and CHAN-19 to CHAN-23.
public enum APNSReason: String, CaseIterable, Hashable, Sendable {
    // Status 400.
    case badChannelID = "BadChannelId"
    case badCollapseID = "BadCollapseId"
    case badDeviceToken = "BadDeviceToken"
    case badExpirationDate = "BadExpirationDate"
    case badMessageID = "BadMessageId"
    case badPriority = "BadPriority"
    case badRequestParameters = "BadRequestParams"
    case badRequestPayload = "BadRequestPayload"
    case badTopic = "BadTopic"
    case cannotCreateChannel = "CannotCreateChannelConfig"
    case channelNotRegistered = "ChannelNotRegistered"
    case deviceTokenNotForTopic = "DeviceTokenNotForTopic"
    case duplicateHeaders = "DuplicateHeaders"
    case featureNotEnabled = "FeatureNotEnabled"
    case idleTimeout = "IdleTimeout"
    case invalidPushType = "InvalidPushType"
    case missingChannelID = "MissingChannelId"
    case missingDeviceToken = "MissingDeviceToken"
    case missingPushType = "MissingPushType"
    case missingTopic = "MissingTopic"
    case payloadEmpty = "PayloadEmpty"
    case topicDisallowed = "TopicDisallowed"
    // Status 403.
    case badCertificate = "BadCertificate"
    case badCertificateEnvironment = "BadCertificateEnvironment"
    case badEnvironmentKeyID = "BadEnvironmentKeyIdInToken"
    case expiredProviderToken = "ExpiredProviderToken"
    case forbidden = "Forbidden"
    case invalidProviderToken = "InvalidProviderToken"
    case missingProviderToken = "MissingProviderToken"
    case topicMismatch = "TopicMismatch"
    case unrelatedKeyID = "UnrelatedKeyIdInToken"
    // Status 404, 405, 410, 413.
    case badPath = "BadPath"
    case methodNotAllowed = "MethodNotAllowed"
    case expiredToken = "ExpiredToken"
    case unregistered = "Unregistered"
    case payloadTooLarge = "PayloadTooLarge"
    // Status 429.
    case tooManyProviderTokenUpdates = "TooManyProviderTokenUpdates"
    case tooManyRequests = "TooManyRequests"
    // Status 500, 503.
    case internalServerError = "InternalServerError"
    case serviceUnavailable = "ServiceUnavailable"
    /// The same on the hosts of broadcasts and channels, which print it with a space.
    case broadcastServiceUnavailable = "Service Unavailable"
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
