// A view is resolved once, with the initial values of its properties. No value survives from one resolution to the
// next, and none changes while a view is resolved. State that a Live Activity shows belongs in its content state.

/// A value that belongs to a view. It always has its initial value, and setting it has no effect.
@propertyWrapper
public struct State<Value> {
    private let initial: Value

    public init(wrappedValue value: Value) { initial = value }
    public init(initialValue value: Value) { initial = value }

    /// The initial value. Setting it has no effect.
    public var wrappedValue: Value {
        get { initial }
        nonmutating set {}
    }

    /// A binding to the initial value. Setting it has no effect.
    public var projectedValue: Binding<Value> { Binding(get: { initial }, set: { _ in }) }
}

extension State where Value: ExpressibleByNilLiteral {
    /// A state without a value.
    public init() { self.init(wrappedValue: nil) }
}

/// Access to a value that is stored elsewhere.
@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
    private let get: () -> Value
    private let set: (Value) -> Void

    /// A binding that reads with `get` and writes with `set`.
    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
        self.get = get
        self.set = set
    }
    @_disfavoredOverload public init(get: @escaping () -> Value, set: @escaping (Value, Transaction) -> Void) {
        self.init(get: get) { set($0, Transaction()) }
    }
    public init(projectedValue: Binding<Value>) { self = projectedValue }
    /// A binding to an optional. Setting `nil` has no effect.
    public init<Wrapped>(_ base: Binding<Wrapped>) where Value == Wrapped? {
        self.init(get: { base.wrappedValue }) { if let value = $0 { base.wrappedValue = value } }
    }
    /// A binding to the value of an optional, or `nil` if the optional is `nil` now.
    public init?(_ base: Binding<Value?>) {
        guard let value = base.wrappedValue else { return nil }
        self.init(get: { base.wrappedValue ?? value }) { base.wrappedValue = $0 }
    }

    /// A binding that always has this value.
    public static func constant(_ value: Value) -> Binding { Binding(get: { value }, set: { _ in }) }

    public var wrappedValue: Value {
        get { get() }
        nonmutating set { set(newValue) }
    }
    /// The binding itself.
    public var projectedValue: Binding { self }

    /// A binding to a property of the value.
    public subscript<Member>(dynamicMember keyPath: WritableKeyPath<Value, Member>) -> Binding<Member> {
        Binding<Member>(get: { wrappedValue[keyPath: keyPath] }, set: { wrappedValue[keyPath: keyPath] = $0 })
    }

    /// Returns this binding, because nothing is animated.
    public func animation(_ animation: Animation? = .default) -> Binding { self }
    /// This binding: transactions have no effect.
    public func transaction(_ transaction: Transaction) -> Binding { self }
}

/// An object that a view observes. It is read once, when the view is resolved.
@propertyWrapper
public struct ObservedObject<ObjectType: AnyObject> {
    public var wrappedValue: ObjectType

    public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }
    public init(initialValue: ObjectType) { wrappedValue = initialValue }

    /// Bindings to the properties of the object.
    public var projectedValue: ObjectBindings<ObjectType> { ObjectBindings(object: wrappedValue) }
}

/// An object that a view creates, once for each resolution.
@propertyWrapper
public struct StateObject<ObjectType: AnyObject> {
    private final class Box {
        let make: () -> ObjectType
        private(set) lazy var object = make()

        init(_ make: @escaping () -> ObjectType) { self.make = make }
    }

    private let box: Box

    /// Creates the object when it is first read.
    public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) { box = Box(thunk) }

    public var wrappedValue: ObjectType { box.object }
    /// Bindings to the properties of the object.
    public var projectedValue: ObjectBindings<ObjectType> { ObjectBindings(object: box.object) }
}

/// Creates bindings to the properties of an observable object.
@propertyWrapper
@dynamicMemberLookup
public struct Bindable<Value: AnyObject> {
    /// The model object.
    public var wrappedValue: Value

    /// Bindings to this object.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public init(_ wrappedValue: Value) { self.wrappedValue = wrappedValue }

    /// The wrapper itself, so that `$model.name` is a binding.
    public var projectedValue: Bindable { self }

    /// A binding to a property of the object.
    public subscript<Member>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Member>) -> Binding<Member> {
        Binding(
            get: { [wrappedValue] in wrappedValue[keyPath: keyPath] },
            set: { [wrappedValue] in wrappedValue[keyPath: keyPath] = $0 })
    }
}

/// Bindings to an object's properties.
@dynamicMemberLookup
public struct ObjectBindings<ObjectType: AnyObject> {
    let object: ObjectType

    /// A binding to a property of the object.
    public subscript<Member>(dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Member>) -> Binding<Member> {
        Binding(get: { [object] in object[keyPath: keyPath] }, set: { [object] in object[keyPath: keyPath] = $0 })
    }
}

/// An identifier for matched geometry. Accepted and ignored, because nothing moves.
@propertyWrapper
public struct Namespace {
    /// The identifier. All are equal.
    public struct ID: Hashable, Sendable {}

    public init() {}
    public var wrappedValue: ID { ID() }
}

/// A property that SwiftUI updates with its view. Nothing here calls ``update()``; the protocol exists so that an app's
/// own property wrappers compile.
public protocol DynamicProperty {
    /// Never called here.
    mutating func update()
}

extension DynamicProperty { public mutating func update() {} }

extension State: DynamicProperty {}
extension Binding: DynamicProperty {}
extension ObservedObject: DynamicProperty {}
extension StateObject: DynamicProperty {}
extension Namespace: DynamicProperty {}
extension Environment: DynamicProperty {}

extension State: Sendable where Value: Sendable {}
