// Managers that a view observes are `ObservableObject`s with `@Published` properties, and many say so with no import but ActivityKit's
// and Foundation's. Linux has no Combine. These let such a manager compile and keep its values; nothing is published to anyone.

/// An object whose changes a view would follow.
public protocol ObservableObject: AnyObject {}

extension ObservableObject {
    /// What a manager tells by hand that it is about to change.
    public var objectWillChange: ObservableObjectPublisher { ObservableObjectPublisher() }
}

/// Takes what is sent, and does nothing with it.
public struct ObservableObjectPublisher: Sendable {
    public func send() {}
}

/// A property whose changes a view would follow.
@propertyWrapper
public struct Published<Value> {
    public var wrappedValue: Value

    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public init(initialValue: Value) { wrappedValue = initialValue }
}

extension Published: Sendable where Value: Sendable {}
