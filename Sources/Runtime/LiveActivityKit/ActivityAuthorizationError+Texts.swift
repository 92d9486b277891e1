// The texts and codes of the error. `LocalizedError` and `CustomNSError` belong to full Foundation, so the module
// `ActivityKit`, which imports it, declares the conformances that these properties satisfy.
extension ActivityAuthorizationError {
    /// The domain in an `NSError`; Apple does not document its own. It never changes.
    public static var errorDomain: String { "ActivityKit.ActivityAuthorizationError" }

    /// The code in an `NSError`: the case's position in the order of declaration, from 0. It never changes.
    public var errorCode: Int {
        switch self {
        case .attributesTooLarge: 0
        case .unsupported: 1
        case .denied: 2
        case .globalMaximumExceeded: 3
        case .targetMaximumExceeded: 4
        case .unsupportedTarget: 5
        case .visibility: 6
        case .persistenceFailure: 7
        case .missingProcessIdentifier: 8
        case .unentitled: 9
        case .malformedActivityIdentifier: 10
        case .reconnectNotPermitted: 11
        }
    }

    /// The error, as a sentence for the user.
    public var errorDescription: String? { "The Live Activity could not be started. \(failureReason ?? "")" }

    /// The reason, as a sentence for the user.
    public var failureReason: String? {
        switch self {
        case .attributesTooLarge: "Its data is larger than 4 KB."
        case .unsupported: "Live Activities are not supported here."
        case .denied: "Live Activities are switched off."
        case .globalMaximumExceeded: "The maximum number of Live Activities has been reached."
        case .targetMaximumExceeded: "The app's maximum number of Live Activities has been reached."
        case .unsupportedTarget: "This app has no Live Activities of this kind."
        case .visibility: "The app is not in the foreground."
        case .persistenceFailure: "It could not be stored."
        case .missingProcessIdentifier: "The requesting process is unknown."
        case .unentitled: "A required entitlement is missing."
        case .malformedActivityIdentifier: "Its identifier is malformed."
        case .reconnectNotPermitted: "Another process created it."
        }
    }

    /// A remedy, as a sentence for the user.
    public var recoverySuggestion: String? {
        switch self {
        case .attributesTooLarge: "Reduce the size of its attributes and its content state."
        case .unsupported: "Show the information in another way."
        case .denied: "Switch Live Activities on in Settings."
        case .globalMaximumExceeded, .targetMaximumExceeded: "End a Live Activity that no longer matters, then try again."
        case .unsupportedTarget: "Register a provider for its attributes."
        case .visibility: "Try again when the app is in the foreground."
        case .persistenceFailure: "Try again later."
        case .missingProcessIdentifier: "Request it from a running app."
        case .unentitled: "Add the entitlement to the app."
        case .malformedActivityIdentifier: "Use an identifier that the system has provided."
        case .reconnectNotPermitted: "Request it from the app that created it."
        }
    }
}
