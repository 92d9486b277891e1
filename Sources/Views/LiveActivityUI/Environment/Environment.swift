/// Reads a value from the environment of the view, as in SwiftUI.
///
/// The value comes from the resolution that is in progress on this thread. Outside a resolution it is the default.
@propertyWrapper
public struct Environment<Value> {
    private enum Source {
        case keyPath(KeyPath<EnvironmentValues, Value>)
        case object((EnvironmentValues) -> Value)
    }

    private let source: Source

    /// Reads the value at a key path: `@Environment(\.colorScheme) var colorScheme`.
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { source = .keyPath(keyPath) }

    /// Reads an object of this type that `environment(_:)` has set.
    ///
    /// If there is none, the program stops, as on iOS. Use an optional property where the object may be missing.
    public init(_ objectType: Value.Type) where Value: AnyObject {
        source = .object { environment in
            guard let object = environment[objectType] else {
                preconditionFailure("no \(objectType) in the environment: a view outside needs .environment(_:) with one")
            }
            return object
        }
    }
    /// Reads an object of this type that `environment(_:)` has set, or `nil`.
    public init<Object: AnyObject>(_ objectType: Object.Type) where Value == Object? { source = .object { $0[objectType] } }

    /// The value in the environment of the view that is being resolved.
    public var wrappedValue: Value {
        switch source {
        case .keyPath(let keyPath):
            if let resolution = Resolution.current { return resolution.environment[keyPath: keyPath] }
            return EnvironmentValues()[keyPath: keyPath]
        case .object(let read): return read(Resolution.current?.environment ?? EnvironmentValues())
        }
    }
}

/// Reads an object that `environmentObject(_:)` has set. If there is none, the program stops, as on iOS.
@propertyWrapper
public struct EnvironmentObject<ObjectType: AnyObject>: DynamicProperty {
    /// Reads an object of the property's type.
    public init() {}

    /// The object. Stops the program if there is none.
    public var wrappedValue: ObjectType {
        guard let object = Resolution.current?.environment[ObjectType.self] else {
            preconditionFailure("no \(ObjectType.self) in the environment: a view outside needs .environmentObject(_:)")
        }
        return object
    }
    /// Bindings to the properties of the object.
    public var projectedValue: ObjectBindings<ObjectType> { ObjectBindings(object: wrappedValue) }
}

extension View {
    /// Sets an object that views inside read with `@Environment(Object.self)`; `nil` removes it.
    public func environment<Object: AnyObject>(_ object: Object?)
        -> ModifiedContent<Self, _EnvironmentTransformModifier<EnvironmentValues>>
    { transformEnvironment(\.self) { $0[Object.self] = object } }
    /// Sets an object that views inside read with `@EnvironmentObject`.
    public func environmentObject<Object: AnyObject>(_ object: Object)
        -> ModifiedContent<Self, _EnvironmentTransformModifier<EnvironmentValues>>
    { environment(object) }
}
