public import protocol ActivityKit.ObservableObject
public import LiveActivityUI

/// An object that a view keeps. A snapshot follows no change of it: the view reads what it has when it is resolved.
@propertyWrapper
public struct StateObject<Object: ObservableObject> {
    private let make: () -> Object
    private let kept = Kept()

    private final class Kept {
        var object: Object?
    }

    public init(wrappedValue: @autoclosure @escaping () -> Object) { make = wrappedValue }

    public var wrappedValue: Object {
        if let object = kept.object { return object }
        let object = make()
        kept.object = object
        return object
    }

    public var projectedValue: ObservedObject<Object>.Wrapper { ObservedObject(wrappedValue: wrappedValue).projectedValue }
}

/// An object that a view is given, see ``StateObject``.
@propertyWrapper
public struct ObservedObject<Object: ObservableObject> {
    public var wrappedValue: Object

    public init(wrappedValue: Object) { self.wrappedValue = wrappedValue }
    public init(initialValue: Object) { wrappedValue = initialValue }

    public var projectedValue: Wrapper { Wrapper(object: wrappedValue) }

    /// Gives bindings to the object's properties.
    @dynamicMemberLookup
    public struct Wrapper {
        fileprivate let object: Object

        public subscript<Value>(dynamicMember keyPath: ReferenceWritableKeyPath<Object, Value>) -> Binding<Value> {
            let object = object
            return Binding(get: { object[keyPath: keyPath] }, set: { object[keyPath: keyPath] = $0 })
        }
    }
}

/// An object that `environmentObject(_:)` sets for the views inside.
@propertyWrapper
public struct EnvironmentObject<Object: ObservableObject> {
    @Environment(\.[object: ObjectKey<Object>()]) private var object

    public init() {}

    /// As SwiftUI's, ends the program where nothing sets one.
    public var wrappedValue: Object {
        guard let object else { preconditionFailure("no environmentObject(_:) sets a \(Object.self) for this view") }
        return object
    }

    public var projectedValue: ObservedObject<Object>.Wrapper { ObservedObject(wrappedValue: wrappedValue).projectedValue }
}

private struct ObjectKey<Object: ObservableObject>: Hashable, Sendable {}

private enum ObjectEnvironmentKey<Object: ObservableObject>: EnvironmentKey {
    static var defaultValue: Object? { nil }
}

extension EnvironmentValues {
    fileprivate subscript<Object: ObservableObject>(object key: ObjectKey<Object>) -> Object? {
        get { self[ObjectEnvironmentKey<Object>.self] }
        set { self[ObjectEnvironmentKey<Object>.self] = newValue }
    }
}

nonisolated extension View {
    /// Sets an object for ``EnvironmentObject`` in the views inside.
    public func environmentObject<Object: ObservableObject>(_ object: Object) -> some View {
        environment(\.[object: ObjectKey<Object>()], object)
    }
}
