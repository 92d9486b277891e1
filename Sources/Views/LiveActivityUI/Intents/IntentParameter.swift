public import LiveActivityCore
import Synchronization

/// A value that an intent is told: `@Parameter(title: "Song") var song: String`.
@propertyWrapper
public final class IntentParameter<Value: Sendable>: Sendable {
    private let value: Mutex<Value?>
    public let title: LocalizedStringResource?

    public init(
        title: LocalizedStringResource, description: LocalizedStringResource? = nil, default standard: Value? = nil,
        requestValueDialog: IntentDialog? = nil
    ) {
        self.title = title
        value = Mutex(standard)
    }
    public convenience init(description: LocalizedStringResource? = nil, default standard: Value? = nil) {
        self.init(title: "", default: standard)
    }

    /// A program that reads a parameter which nothing has set stops, as on iOS; one that may be missing is an optional.
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

    public var projectedValue: IntentParameter { self }
}

/// What an assistant says.
public struct IntentDialog: Sendable, ExpressibleByStringInterpolation {
    public let full: LocalizedStringResource

    public init(_ full: LocalizedStringResource) { self.full = full }
    public init(stringLiteral value: String) { full = .literal(value) }
}

/// A sentence that tells what an intent does with its parameters. Kept nowhere.
public protocol ParameterSummary {}

public struct IntentParameterSummary<Intent: AppIntent>: ParameterSummary {
    public struct Sentence: ExpressibleByStringInterpolation {
        public struct StringInterpolation: StringInterpolationProtocol {
            public init(literalCapacity: Int, interpolationCount: Int) {}
            public mutating func appendLiteral(_ literal: String) {}
            public mutating func appendInterpolation<Value: Sendable>(_ parameter: KeyPath<Intent, IntentParameter<Value>>) {}
        }

        public init(stringLiteral value: String) {}
        public init(stringInterpolation: StringInterpolation) {}
    }

    public init(_ sentence: Sentence, table: String? = nil) {}
}
