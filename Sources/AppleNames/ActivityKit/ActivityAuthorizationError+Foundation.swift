public import Foundation
public import LiveActivityKit

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

extension ActivityAuthorizationError: NSErrorBridged {
    public func _bridgeToObjectiveC() -> NSError {
        NSError(domain: Self.errorDomain, code: errorCode, userInfo: errorUserInfo)
    }

    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout Self?) -> Bool {
        result = source.domain == errorDomain ? allCases.first { $0.errorCode == source.code } : nil
        return result != nil
    }
}
