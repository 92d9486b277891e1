public import Foundation

/// An error that converts to `NSError` and back.
///
/// `catch let error as NSError` is common in code for iOS, where every error is an `NSError`. On Linux the compiler
/// also treats it as exhaustive, but the cast requires this conformance; without it the program crashes.
public protocol NSErrorBridged: Error, _ObjectiveCBridgeable where _ObjectiveCType == NSError {}

extension NSErrorBridged {
    /// Converts an `NSError` that represents this error.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout Self?) {
        _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
    }

    /// Converts an `NSError`. Traps if it is another error.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> Self {
        var result: Self?
        if let source { _forceBridgeFromObjectiveC(source, result: &result) }
        // A forced cast promises that the error is of this type.
        guard let result else { preconditionFailure("\(source.map { "\($0)" } ?? "nil") is not a \(Self.self)") }
        return result
    }
}
