/// Why an activity may not start: ActivityKit's twelve cases, in ActivityKit's order.
///
/// `EngineError` and `RuntimeError` say more. This is what code that is written for ActivityKit expects to catch.
public enum ActivityAuthorizationError: String, Error, Codable, Hashable, Sendable, CaseIterable {
    /// The attributes, alone or with the content, are larger than the payload may be.
    case attributesTooLarge
    /// Live Activities cannot run here at all.
    case unsupported
    /// The user has switched Live Activities off.
    case denied
    /// There are as many ongoing activities as there may be in all.
    case globalMaximumExceeded
    /// There are as many ongoing activities of this owner as there may be.
    case targetMaximumExceeded
    /// This kind of activity is not known here.
    case unsupportedTarget
    /// The app was not in the foreground. Only ``ActivityKitConfiguration/refusal`` refuses for this reason.
    case visibility
    /// It could not be persisted.
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
