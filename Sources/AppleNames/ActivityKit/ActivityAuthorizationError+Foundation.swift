public import Foundation
public import LiveActivityKit

// Connects the error with Foundation: as an `NSError` it has a permanent domain and code, and its own texts.
extension ActivityAuthorizationError: LocalizedError, CustomNSError {
    // Linux's Foundation does not copy the texts of a `LocalizedError` with its own domain; Apple's does.
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

    /// Converts an `NSError` of this domain back. Returns whether it is one.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout Self?) -> Bool {
        result = source.domain == errorDomain ? allCases.first { $0.errorCode == source.code } : nil
        return result != nil
    }
}
