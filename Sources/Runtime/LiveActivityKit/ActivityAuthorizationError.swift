/// Why an activity may not start, in ActivityKit's twelve words and their order (section 1.4).
///
/// The engine's own ``/LiveActivityCore/EngineError`` says more; this is what code written for ActivityKit expects to catch.
public enum ActivityAuthorizationError: String, Error, Codable, Hashable, Sendable, CaseIterable {
    /// The attributes, alone or with the content, are larger than the payload may be (LIM-04).
    case attributesTooLarge
    /// Live Activities cannot run here at all.
    case unsupported
    /// The person switched Live Activities off (AUTH-01).
    case denied
    /// There are as many ongoing activities as there may be in all.
    case globalMaximumExceeded
    /// There are as many ongoing activities of this owner as there may be.
    case targetMaximumExceeded
    /// This kind of activity is not known here.
    case unsupportedTarget
    /// It was asked for while nobody could see it start (LIFE-01).
    case visibility
    /// It could not be stored.
    case persistenceFailure
    /// Nobody can be named as having asked for it.
    case missingProcessIdentifier
    /// A right that it needs is missing.
    case unentitled
    /// What was given as an activity's id is none.
    case malformedActivityIdentifier
    /// Who asks to take the activity over is not who started it.
    case reconnectNotPermitted
}
