// The general modifiers: effects with and without the environment, and changes of the environment.

extension Resolution {
    /// Resolves a view and puts an effect around each of its nodes.
    @inlinable func surround<Modified: View>(_ view: Modified, into nodes: inout [ViewNode], _ effect: () -> ViewEffect?) {
        let start = nodes.count
        Modified._resolve(view, in: self, into: &nodes)
        guard start < nodes.count, let effect = effect() else { return }
        for index in start..<nodes.count { nodes[index].effects.append(effect) }
    }
}

/// A modifier that puts one effect around each node of its view, or none.
public protocol _SurroundingModifier: ViewModifier where Body == Never {
    func _effect(in resolution: Resolution) -> ViewEffect?
}

extension _SurroundingModifier {
    @inlinable public static func _resolve<Modified: View>(
        _ modifier: Self, around view: Modified, in resolution: Resolution, into nodes: inout [ViewNode]
    ) { resolution.surround(view, into: &nodes) { modifier._effect(in: resolution) } }
}

/// Puts an effect around each view.
public struct _EffectModifier: _SurroundingModifier, Sendable {
    @usableFromInline let effect: ViewEffect

    @inlinable init(effect: ViewEffect) { self.effect = effect }

    @inlinable public func _effect(in resolution: Resolution) -> ViewEffect? { effect }
}

/// Puts an effect around each view that depends on the environment, or none.
public struct _ResolvedModifier<Value>: _SurroundingModifier {
    @usableFromInline let value: Value
    @usableFromInline let effect: (Value, Resolution) -> ViewEffect?

    @inlinable init(value: Value, effect: @escaping (Value, Resolution) -> ViewEffect?) {
        self.value = value
        self.effect = effect
    }

    @inlinable public func _effect(in resolution: Resolution) -> ViewEffect? { effect(value, resolution) }
}

/// Sets a value of the environment for the views inside.
public struct _EnvironmentModifier<Value>: ViewModifier {
    @usableFromInline let keyPath: WritableKeyPath<EnvironmentValues, Value>
    @usableFromInline let value: Value

    @inlinable init(keyPath: WritableKeyPath<EnvironmentValues, Value>, value: Value) {
        self.keyPath = keyPath
        self.value = value
    }

    @inlinable public static func _resolve<Modified: View>(
        _ modifier: Self, around view: Modified, in resolution: Resolution, into nodes: inout [ViewNode]
    ) { resolution.changing(modifier.keyPath, { $0 = modifier.value }, around: view, into: &nodes) }
}

/// Changes a value of the environment for the views inside.
public struct _EnvironmentTransformModifier<Value>: ViewModifier {
    @usableFromInline let keyPath: WritableKeyPath<EnvironmentValues, Value>
    @usableFromInline let transform: (inout Value) -> Void

    @inlinable init(keyPath: WritableKeyPath<EnvironmentValues, Value>, transform: @escaping (inout Value) -> Void) {
        self.keyPath = keyPath
        self.transform = transform
    }

    @inlinable public static func _resolve<Modified: View>(
        _ modifier: Self, around view: Modified, in resolution: Resolution, into nodes: inout [ViewNode]
    ) { resolution.changing(modifier.keyPath, modifier.transform, around: view, into: &nodes) }
}

extension Resolution {
    /// Resolves a view with one value of the environment changed. If the layout direction changes, the nodes are marked
    /// for the layout.
    @inlinable func changing<Value, Modified: View>(
        _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ change: (inout Value) -> Void, around view: Modified,
        into nodes: inout [ViewNode]
    ) {
        let outer = environment[keyPath: keyPath]
        let direction = environment.layoutDirection
        let start = nodes.count
        change(&environment[keyPath: keyPath])
        let isTurned = environment.layoutDirection != direction
        Modified._resolve(view, in: self, into: &nodes)
        if isTurned {
            let effect = ViewEffect.layoutDirection(rightToLeft: environment.layoutDirection == .rightToLeft)
            for index in start..<nodes.count { nodes[index].effects.append(effect) }
        }
        environment[keyPath: keyPath] = outer
    }
}

extension View {
    /// The view with an effect.
    public typealias _WithEffect = ModifiedContent<Self, _EffectModifier>
    /// The view with a value of its environment.
    public typealias _WithValue<Value> = ModifiedContent<Self, _EnvironmentModifier<Value>>
    /// The view with values for assistive technology.
    public typealias _WithAccessibility = ModifiedContent<Self, _AccessibilityModifier>

    @inlinable func effect(_ effect: ViewEffect) -> _WithEffect { modifier(_EffectModifier(effect: effect)) }

    @inlinable func resolved<Value>(_ value: Value, _ effect: @escaping (Value, Resolution) -> ViewEffect?)
        -> ModifiedContent<Self, _ResolvedModifier<Value>>
    { modifier(_ResolvedModifier(value: value, effect: effect)) }

    /// Sets a value of the environment for the views inside.
    @inlinable public func environment<Value>(_ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value)
        -> _WithValue<Value>
    { modifier(_EnvironmentModifier(keyPath: keyPath, value: value)) }

    /// Changes a value of the environment for the views inside.
    @inlinable public func transformEnvironment<Value>(
        _ keyPath: WritableKeyPath<EnvironmentValues, Value>, transform: @escaping (inout Value) -> Void
    ) -> ModifiedContent<Self, _EnvironmentTransformModifier<Value>> {
        modifier(_EnvironmentTransformModifier(keyPath: keyPath, transform: transform))
    }
}
