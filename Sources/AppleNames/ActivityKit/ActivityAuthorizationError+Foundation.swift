public import Foundation
public import LiveActivityKit

// The error's representation as an `NSError`: a permanent domain and code, and localized descriptions.
extension ActivityAuthorizationError: LocalizedError, CustomNSError {
    // Foundation on Linux does not copy the descriptions of a `LocalizedError` that has its own domain; Apple's does.
    public var errorUserInfo: [String: Any] {
        var info: [String: Any] = [:]
        info[NSLocalizedDescriptionKey] = errorDescription
        info[NSLocalizedFailureReasonErrorKey] = failureReason
        info[NSLocalizedRecoverySuggestionErrorKey] = recoverySuggestion
        return info
    }
}

extension ActivityAuthorizationError: NSErrorBridged {
    public func _bridgeToObjectiveC() -> NSError { NSError(domain: Self.errorDomain, code: errorCode, userInfo: errorUserInfo) }

    /// Converts an `NSError` of this domain back. Returns `false` for an error of another domain.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout Self?) -> Bool {
        result = source.domain == errorDomain ? allCases.first { $0.errorCode == source.code } : nil
        return result != nil
    }
}
