public protocol IntentResult: Sendable {
    /// The type of the value; `Never` if there is none.
    associatedtype Value: Sendable = Never
    /// The value, if the intent returns one.
    var value: Value? { get }
}

public protocol ReturnsValue<Value>: IntentResult {}
/// A result with a sentence for Siri, which is not stored.
public protocol ProvidesDialog: IntentResult {}
/// A result that continues with another intent, which is not stored.
public protocol OpensIntent: IntentResult {}
/// A result with a view, which is not stored.
public protocol ShowsSnippetView: IntentResult {}

/// The result of every intent here. It stores the value and nothing else.
public struct IntentResultContainer<Value: Sendable>: ReturnsValue, ProvidesDialog, OpensIntent, ShowsSnippetView {
    /// The value, if the intent returns one.
    public let value: Value?
}

extension IntentResult where Self == IntentResultContainer<Never> {
    /// A result without a value.
    public static func result() -> Self { Self(value: nil) }
    /// A result without a value; the sentence is not stored.
    public static func result(dialog: IntentDialog) -> Self { Self(value: nil) }
    /// A result without a value; the intent is not run.
    public static func result<Intent: AppIntent>(opensIntent: Intent) -> Self { Self(value: nil) }
    /// A result without a value; sentence and view are not stored.
    public static func result<Content: View>(dialog: IntentDialog? = nil, view: Content) -> Self { Self(value: nil) }
}

extension IntentResult {
    /// A result with a value; the sentence is not stored.
    public static func result<Value: Sendable>(value: Value, dialog: IntentDialog? = nil) -> Self
    where Self == IntentResultContainer<Value> { Self(value: value) }
}
