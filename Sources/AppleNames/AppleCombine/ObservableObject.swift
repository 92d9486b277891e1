// Models that a view observes are often `ObservableObject`s with `@Published` properties, declared with no import but
// ActivityKit and Foundation. Linux has no Combine. These types let such a model compile and store its values; nothing
// is published.

/// An object that a view observes. As in Combine, but nothing is published.
public protocol ObservableObject: AnyObject {}

extension ObservableObject {
    /// The publisher to which a model announces changes. It does nothing.
    public var objectWillChange: ObservableObjectPublisher { ObservableObjectPublisher() }
}

/// A publisher that discards everything.
public struct ObservableObjectPublisher: Publisher, Sendable {
    public typealias Output = Void
    public typealias Failure = Never

    public func send() {}
}

/// A property that a view observes. It stores its value and publishes nothing.
@propertyWrapper
public struct Published<Value> {
    public var wrappedValue: Value

    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public init(initialValue: Value) { wrappedValue = initialValue }

    /// A publisher of its values, which publishes none.
    public var projectedValue: AnyPublisher<Value, Never> { AnyPublisher() }
}

extension Published: Sendable where Value: Sendable {}
