public import Foundation
public import LiveActivityKit

// The error's representation as an `NSError`. A request throws this error if no error of ActivityKit fits, so it must be
// convertible too; see `ActivityAuthorizationError+Foundation.swift`.
extension EngineError: LocalizedError, CustomNSError {
    /// The domain of bridged errors: `LiveActivities.EngineError`.
    public static var errorDomain: String { "LiveActivities.EngineError" }

    /// 0 for every case; ``errorUserInfo`` contains the name of the case.
    public var errorCode: Int { 0 }

    public var errorDescription: String? { description }

    /// The description, and the name of the case under `code`.
    public var errorUserInfo: [String: Any] {
        [NSLocalizedDescriptionKey: description, "code": code, Self.originalKey: Original(error: self)]
    }

    private static let originalKey = "LiveActivities.EngineError.original"

    private final class Original: Sendable {
        let error: EngineError
        init(error: EngineError) { self.error = error }
    }
}

extension EngineError: NSErrorBridged {
    public func _bridgeToObjectiveC() -> NSError { NSError(domain: Self.errorDomain, code: errorCode, userInfo: errorUserInfo) }

    /// Converts an `NSError` back that was created from this error. Returns `false` for any other error.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout Self?) -> Bool {
        result = (source.userInfo[originalKey] as? Original)?.error
        return result != nil
    }
}
