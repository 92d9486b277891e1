public import LiveActivityUI

// Values that users choose from, and objects that an app provides. They compile, and are never requested.

/// Finds the values of a parameter.
public protocol DynamicOptionsProvider: Sendable {
    associatedtype Result
    associatedtype DefaultValue
    func results() async throws -> Result
    func defaultResult() async -> DefaultValue?
}
extension DynamicOptionsProvider { public func defaultResult() async -> Never? { nil } }

public struct IntentItemCollection<Result: Sendable>: Sendable {
    public init(promptLabel: LocalizedStringResource? = nil, usesIndexedCollation: Bool = false, items: [Result]) {}
    public init(
        promptLabel: LocalizedStringResource? = nil, usesIndexedCollation: Bool = false, sections: [IntentItemSection<Result>]
    ) {}
}
public struct IntentItemSection<Result: Sendable>: Sendable {
    public init(_ title: LocalizedStringResource? = nil, subtitle: LocalizedStringResource? = nil, items: [Result]) {}
}

/// A configuration that a widget offers in its gallery.
public struct AppIntentRecommendation<Intent: AppIntent>: Sendable {
    public init(intent: Intent, description: LocalizedStringResource) {}
    @_disfavoredOverload public init(intent: Intent, description: some StringProtocol & Sendable) {}
}

/// A property of an entity. It stores its value.
@propertyWrapper
public struct EntityProperty<Value: Sendable>: Sendable {
    private var value: Value?

    /// Reading a property that was never set stops the program, as on iOS.
    public var wrappedValue: Value {
        get {
            if let value { return value }
            guard let none = (Value.self as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ()) as? Value else {
                preconditionFailure("the property has no value")
            }
            return none
        }
        set { value = newValue }
    }
    public var projectedValue: Self { self }

    public init() {}
    public init(title: LocalizedStringResource) {}
    public init(wrappedValue: Value) { value = wrappedValue }
    public init(wrappedValue: Value, title: LocalizedStringResource) { value = wrappedValue }
}

extension AppEntity { public typealias Property = EntityProperty }

/// An object that the app has registered. None is registered here, so reading it stops the program.
@propertyWrapper
public struct AppDependency<Value>: Sendable {
    public init() {}
    public init(key: some Hashable & Sendable) {}
    public var wrappedValue: Value { preconditionFailure("no app runs here, so it has registered no \(Value.self)") }
}
extension AppIntent { public typealias Dependency = AppDependency }
extension EntityQuery { public typealias Dependency = AppDependency }

/// The objects that an app registers. They are not stored.
public final class AppDependencyManager: Sendable {
    public static let shared = AppDependencyManager()
    public func add<Value>(key: (any Hashable & Sendable)? = nil, dependency: @autoclosure @escaping () -> Value) {}
    public func add<Value>(key: (any Hashable & Sendable)? = nil, dependencyProvider: @escaping () -> Value) {}
}
