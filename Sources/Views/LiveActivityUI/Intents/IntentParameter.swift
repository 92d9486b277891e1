public import LiveActivityCore
import Synchronization

/// A parameter of an intent: `@Parameter(title: "Song") var song: String`.
@propertyWrapper
public final class IntentParameter<Value: Sendable>: Sendable {
    private let value: Mutex<Value?>
    /// The name of the parameter for users.
    public let title: LocalizedStringResource?

    /// A parameter; `standard` is its default value. Description and dialog are not stored.
    public init(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default standard: Value? = nil,
        requestValueDialog: IntentDialog? = nil
    ) {
        self.title = title
        value = Mutex(standard)
    }
    /// A parameter with bounds, a control or a kind of value, which are not stored.
    public convenience init(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default standard: Value? = nil,
        controlStyle: IntentControlStyle? = nil, inclusiveRange: (lowerBound: Value, upperBound: Value)? = nil,
        kind: IntentValueKind? = nil, requestValueDialog: IntentDialog? = nil
    ) { self.init(title: title, default: standard) }
    /// A parameter whose values a provider finds. The provider is not stored.
    public convenience init<Provider>(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default standard: Value? = nil,
        requestValueDialog: IntentDialog? = nil, optionsProvider: Provider
    ) { self.init(title: title, default: standard) }
    /// A parameter without a title.
    public convenience init(description: LocalizedStringResource? = nil, default standard: Value? = nil) {
        self.init(title: "", default: standard)
    }

    /// The value. Reading a parameter that has neither a value nor a default stops the program, as on iOS; an optional
    /// parameter reads as `nil`.
    public var wrappedValue: Value {
        get {
            if let value = value.withLock({ $0 }) { return value }
            guard let none = (Value.self as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ()) as? Value else {
                preconditionFailure("the parameter '\(title.map { "\($0)" } ?? "")' has no value")
            }
            return none
        }
        set { value.withLock { $0 = newValue } }
    }

    /// The parameter itself.
    public var projectedValue: IntentParameter { self }
}

/// The control of a parameter. Not used.
public enum IntentControlStyle: Sendable { case field, slider, stepper }

/// The kind of a date. Not used.
public enum IntentValueKind: Sendable { case date, time, dateTime }

/// A sentence that Siri speaks on iOS. Stored and not used here.
public struct IntentDialog: Sendable, ExpressibleByStringInterpolation {
    /// The whole sentence.
    public let full: LocalizedStringResource

    /// Creates a dialog of one sentence.
    public init(_ full: LocalizedStringResource) { self.full = full }
    /// Creates a dialog; the shorter sentence is not stored.
    public init(full: LocalizedStringResource, supporting: LocalizedStringResource) { self.full = full }
    public init(full: LocalizedStringResource, systemImageName: String) { self.full = full }
    public init(stringLiteral value: String) { full = .literal(value) }
}

/// A sentence that describes an intent and its parameters. Accepted and not stored.
public protocol ParameterSummary {}

public struct IntentParameterSummary<Intent: AppIntent>: ParameterSummary {
    /// A sentence that may name parameters: `"Play \(\.$song)"`.
    public struct Sentence: ExpressibleByStringInterpolation {
        public struct StringInterpolation: StringInterpolationProtocol {
            public init(literalCapacity: Int, interpolationCount: Int) {}
            public mutating func appendLiteral(_ literal: String) {}
            public mutating func appendInterpolation<Value: Sendable>(_ parameter: KeyPath<Intent, IntentParameter<Value>>) {}
        }

        public init(stringLiteral value: String) {}
        public init(stringInterpolation: StringInterpolation) {}
    }

    /// Accepts a sentence and does not store it.
    public init(_ sentence: Sentence, table: String? = nil) {}
}
