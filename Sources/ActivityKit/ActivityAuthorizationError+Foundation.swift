public import Foundation
public import LiveActivities

// Full Foundation's side of the error: as an `NSError` it has a domain and a code that never change, and texts of its own (API-12).
extension ActivityAuthorizationError: LocalizedError, CustomNSError {
    // Linux's Foundation does not put a `LocalizedError`'s texts here for an error with a domain of its own, as Apple's does.
    public var errorUserInfo: [String: Any] {
        var info: [String: Any] = [:]
        info[NSLocalizedDescriptionKey] = errorDescription
        info[NSLocalizedFailureReasonErrorKey] = failureReason
        info[NSLocalizedRecoverySuggestionErrorKey] = recoverySuggestion
        return info
    }
}

// `catch let error as NSError` is common in code for iOS, where every error is one. On Linux the compiler takes that for exhaustive
// too, but the cast looks for this conformance, and without it the program crashes. With it the cast works both ways.
extension ActivityAuthorizationError: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSError {
        NSError(domain: Self.errorDomain, code: errorCode, userInfo: errorUserInfo)
    }

    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout Self?) -> Bool {
        result = source.domain == errorDomain ? allCases.first { $0.errorCode == source.code } : nil
        return result != nil
    }

    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout Self?) {
        _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> Self {
        var result: Self?
        if let source { _forceBridgeFromObjectiveC(source, result: &result) }
        // Whoever says `as!` of an error that is none of these has broken the promise that it is one.
        guard let result else { preconditionFailure("\(source.map { "\($0)" } ?? "nil") is no ActivityAuthorizationError") }
        return result
    }
}
