/// The reason why an activity may not start: ActivityKit's twelve cases, in ActivityKit's order.
///
/// `EngineError` and `RuntimeError` are more detailed. This is the error that code written for ActivityKit catches.
public enum ActivityAuthorizationError: String, Error, Codable, Hashable, Sendable, CaseIterable {
    /// The attributes, alone or with the content, exceed the payload limit.
    case attributesTooLarge
    /// Live Activities are not supported here.
    case unsupported
    /// The user has switched Live Activities off.
    case denied
    /// The maximum number of ongoing activities is reached.
    case globalMaximumExceeded
    /// The maximum number of ongoing activities of this owner is reached.
    case targetMaximumExceeded
    /// This kind of activity is unknown here.
    case unsupportedTarget
    /// The app was not in the foreground. Only ``ActivityKitConfiguration/refusal`` refuses for this reason.
    case visibility
    /// The activity could not be persisted.
    case persistenceFailure
    /// The calling process is unknown. Never thrown here.
    case missingProcessIdentifier
    /// The app lacks an entitlement. Only ``ActivityKitConfiguration/refusal`` refuses for this reason.
    case unentitled
    /// The string is not a valid activity id, or not a valid channel id.
    case malformedActivityIdentifier
    /// The app that reconnects did not start the activity. Never thrown here.
    case reconnectNotPermitted
}
