/// Reads a value of the environment where the view stands.
///
/// What it reads is the environment of the resolution in progress on this thread; outside of one, the default.
@propertyWrapper
public struct Environment<Value> {
    private enum Source {
        case keyPath(KeyPath<EnvironmentValues, Value>)
        case object((EnvironmentValues) -> Value)
    }

    private let source: Source

    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { source = .keyPath(keyPath) }

    /// An object that `environment(_:)` put there. Without one a program stops, as on iOS: ask for an optional where there may be none.
    public init(_ objectType: Value.Type) where Value: AnyObject {
        source = .object { environment in
            guard let object = environment[objectType] else {
                preconditionFailure("no \(objectType) in the environment: a view outside needs .environment(_:) with one")
            }
            return object
        }
    }
    public init<Object: AnyObject>(_ objectType: Object.Type) where Value == Object? { source = .object { $0[objectType] } }

    public var wrappedValue: Value {
        switch source {
        case .keyPath(let keyPath):
            if let resolution = Resolution.current { return resolution.environment[keyPath: keyPath] }
            return EnvironmentValues()[keyPath: keyPath]
        case .object(let read): return read(Resolution.current?.environment ?? EnvironmentValues())
        }
    }
}

/// Reads an object that `environmentObject(_:)` put into the environment; without one a program stops, as on iOS.
@propertyWrapper
public struct EnvironmentObject<ObjectType: AnyObject>: DynamicProperty {
    public init() {}

    public var wrappedValue: ObjectType {
        guard let object = Resolution.current?.environment[ObjectType.self] else {
            preconditionFailure("no \(ObjectType.self) in the environment: a view outside needs .environmentObject(_:)")
        }
        return object
    }
    public var projectedValue: ObjectBindings<ObjectType> { ObjectBindings(object: wrappedValue) }
}

extension View {
    public func environment<Object: AnyObject>(_ object: Object?)
        -> ModifiedContent<Self, _EnvironmentTransformModifier<EnvironmentValues>>
    { transformEnvironment(\.self) { $0[Object.self] = object } }
    public func environmentObject<Object: AnyObject>(_ object: Object)
        -> ModifiedContent<Self, _EnvironmentTransformModifier<EnvironmentValues>>
    { environment(object) }
}
