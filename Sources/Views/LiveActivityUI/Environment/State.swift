// A snapshot is made once, from the values that its views start with: nothing keeps a value from one snapshot to the next, and nothing
// changes one while it is made. What a Live Activity shows belongs into its content state.

/// A value of the view's own: what it starts with.
@propertyWrapper
public struct State<Value> {
    private let initial: Value

    public init(wrappedValue value: Value) { initial = value }
    public init(initialValue value: Value) { initial = value }

    public var wrappedValue: Value {
        get { initial }
        nonmutating set {}
    }

    public var projectedValue: Binding<Value> {
        Binding(get: { initial }, set: { _ in })
    }
}

extension State where Value: ExpressibleByNilLiteral {
    public init() { self.init(wrappedValue: nil) }
}

/// A value that belongs to someone else.
@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
    private let get: () -> Value
    private let set: (Value) -> Void

    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
        self.get = get
        self.set = set
    }
    @_disfavoredOverload
    public init(get: @escaping () -> Value, set: @escaping (Value, Transaction) -> Void) {
        self.init(get: get) { set($0, Transaction()) }
    }
    public init(projectedValue: Binding<Value>) { self = projectedValue }
    public init<Wrapped>(_ base: Binding<Wrapped>) where Value == Wrapped? {
        self.init(get: { base.wrappedValue }) { if let value = $0 { base.wrappedValue = value } }
    }
    public init?(_ base: Binding<Value?>) {
        guard let value = base.wrappedValue else { return nil }
        self.init(get: { base.wrappedValue ?? value }) { base.wrappedValue = $0 }
    }

    public static func constant(_ value: Value) -> Binding { Binding(get: { value }, set: { _ in }) }

    public var wrappedValue: Value {
        get { get() }
        nonmutating set { set(newValue) }
    }
    public var projectedValue: Binding { self }

    public subscript<Member>(dynamicMember keyPath: WritableKeyPath<Value, Member>) -> Binding<Member> {
        Binding<Member>(get: { wrappedValue[keyPath: keyPath] }, set: { wrappedValue[keyPath: keyPath] = $0 })
    }

    public func animation(_ animation: Animation? = .default) -> Binding { self }
    public func transaction(_ transaction: Transaction) -> Binding { self }
}

/// An object that the view is made of: its values as they are now.
@propertyWrapper
public struct ObservedObject<ObjectType: AnyObject> {
    public var wrappedValue: ObjectType

    public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }
    public init(initialValue: ObjectType) { wrappedValue = initialValue }

    public var projectedValue: ObjectBindings<ObjectType> { ObjectBindings(object: wrappedValue) }
}

/// An object that the view makes for itself: made anew for each snapshot.
@propertyWrapper
public struct StateObject<ObjectType: AnyObject> {
    private final class Box {
        let make: () -> ObjectType
        private(set) lazy var object = make()

        init(_ make: @escaping () -> ObjectType) { self.make = make }
    }

    private let box: Box

    public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) { box = Box(thunk) }

    public var wrappedValue: ObjectType { box.object }
    public var projectedValue: ObjectBindings<ObjectType> { ObjectBindings(object: box.object) }
}

/// Bindings to an object's properties.
@propertyWrapper
@dynamicMemberLookup
public struct Bindable<Value: AnyObject> {
    public var wrappedValue: Value

    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public init(_ wrappedValue: Value) { self.wrappedValue = wrappedValue }

    public var projectedValue: Bindable { self }

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

    public subscript<Member>(dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Member>) -> Binding<Member> {
        Binding(get: { [object] in object[keyPath: keyPath] }, set: { [object] in object[keyPath: keyPath] = $0 })
    }
}

/// A name under which views could be matched.
@propertyWrapper
public struct Namespace {
    public struct ID: Hashable, Sendable {}

    public init() {}
    public var wrappedValue: ID { ID() }
}

/// What takes part in a view's update. Nothing here needs it; types of an app's own may say it.
public protocol DynamicProperty {
    mutating func update()
}

extension DynamicProperty {
    public mutating func update() {}
}

extension State: DynamicProperty {}
extension Binding: DynamicProperty {}
extension ObservedObject: DynamicProperty {}
extension StateObject: DynamicProperty {}
extension Namespace: DynamicProperty {}
extension Environment: DynamicProperty {}

extension State: Sendable where Value: Sendable {}
