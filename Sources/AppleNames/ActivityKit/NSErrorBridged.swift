public import Foundation

/// An error that is an `NSError` too.
///
/// `catch let error as NSError` is common in code for iOS, where every error is one. On Linux the compiler takes that for exhaustive
/// too, but the cast looks for this conformance, and without it the program crashes. With it the cast works both ways.
public protocol NSErrorBridged: Error, _ObjectiveCBridgeable where _ObjectiveCType == NSError {}

extension NSErrorBridged {
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout Self?) {
        _ = _conditionallyBridgeFromObjectiveC(source, result: &result)
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> Self {
        var result: Self?
        if let source { _forceBridgeFromObjectiveC(source, result: &result) }
        // Whoever says `as!` of an error that is none of these has broken the promise that it is one.
        guard let result else { preconditionFailure("\(source.map { "\($0)" } ?? "nil") is no \(Self.self)") }
        return result
    }
}
