// A view's model is often an `ObservableObject` with `@Published` properties, in a file that imports only ActivityKit and
// Foundation. Linux has no Combine. With these types such a model compiles and stores its values, but publishes nothing.

/// An object that a view observes. As in Combine, but nothing is published.
public protocol ObservableObject: AnyObject {}

extension ObservableObject {
    /// The publisher that signals changes of a model. It does nothing.
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

    /// The publisher of the property's values. It publishes nothing.
    public var projectedValue: AnyPublisher<Value, Never> { AnyPublisher() }
}

extension Published: Sendable where Value: Sendable {}
