/// What an intent gives back.
public protocol IntentResult: Sendable {
    associatedtype Value: Sendable = Never
    var value: Value? { get }
}

public protocol ReturnsValue<Value>: IntentResult {}
public protocol ProvidesDialog: IntentResult {}
public protocol OpensIntent: IntentResult {}
public protocol ShowsSnippetView: IntentResult {}

/// The result of an intent that has one, or has none.
public struct IntentResultContainer<Value: Sendable>: ReturnsValue, ProvidesDialog, OpensIntent, ShowsSnippetView {
    public let value: Value?
}

extension IntentResult where Self == IntentResultContainer<Never> {
    public static func result() -> Self { Self(value: nil) }
    public static func result(dialog: IntentDialog) -> Self { Self(value: nil) }
    public static func result<Intent: AppIntent>(opensIntent: Intent) -> Self { Self(value: nil) }
    public static func result<Content: View>(dialog: IntentDialog, view: Content) -> Self { Self(value: nil) }
    public static func result<Content: View>(view: Content) -> Self { Self(value: nil) }
}

extension IntentResult {
    public static func result<Value: Sendable>(value: Value) -> Self where Self == IntentResultContainer<Value> {
        Self(value: value)
    }
    public static func result<Value: Sendable>(value: Value, dialog: IntentDialog) -> Self
    where Self == IntentResultContainer<Value> { Self(value: value) }
}
