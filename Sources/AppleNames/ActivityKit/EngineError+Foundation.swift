public import Foundation
public import LiveActivityKit

// A request throws this where ActivityKit has no word for what is wrong, so it must pass for an `NSError` as well
// (see `ActivityAuthorizationError+Foundation.swift`).
extension EngineError: LocalizedError, CustomNSError {
    public static var errorDomain: String { "LiveActivities.EngineError" }

    /// 0 for every case: ``EngineError/code`` names it, and has a place in ``errorUserInfo``.
    public var errorCode: Int { 0 }

    public var errorDescription: String? { description }

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
    public func _bridgeToObjectiveC() -> NSError {
        NSError(domain: Self.errorDomain, code: errorCode, userInfo: errorUserInfo)
    }

    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout Self?) -> Bool {
        result = (source.userInfo[originalKey] as? Original)?.error
        return result != nil
    }
}
