// A resolved view has no animation, no appearance events and no tasks, so most of these functions have no effect.
// `contentTransition` and the duration of an animation are stored in the tree.
extension View {
    /// Sets the transition of content. Stored in the tree for surfaces that can animate.
    @inlinable public func contentTransition(_ transition: ContentTransition) -> _WithEffect {
        effect(.contentTransition(transition.name))
    }

    /// Animates changes of the view. The duration is stored in the tree for surfaces that can animate; iOS stops an
    /// animation after two seconds. The value is not used.
    public func animation<Value: Equatable>(_ animation: Animation?, value: Value)
        -> ModifiedContent<Self, _ResolvedModifier<Animation?>>
    { self.animation(animation) }
    /// Animates changes of the view. The duration is stored in the tree for surfaces that can animate; iOS stops an
    /// animation after two seconds.
    public func animation(_ animation: Animation?) -> ModifiedContent<Self, _ResolvedModifier<Animation?>> {
        resolved(animation) { animation, _ in animation.map { .animation(seconds: $0.duration) } }
    }
    /// The view as `body` returns it: a snapshot has no animation.
    public func animation<Body: View>(_ animation: Animation?, @ViewBuilder body: (Self) -> Body) -> Body { body(self) }
    /// No effect: a snapshot has no animation.
    @inlinable public func transition(_ transition: AnyTransition) -> Self { self }
    @_disfavoredOverload @inlinable public func transition(_ transition: some Transition) -> Self { self }
    @inlinable public func transaction(_ transform: @escaping (inout Transaction) -> Void) -> Self { self }
    @inlinable public func matchedGeometryEffect<ID: Hashable>(
        id: ID, in namespace: Namespace.ID, properties: MatchedGeometryProperties = .frame, anchor: UnitPoint = .center,
        isSource: Bool = true
    ) -> Self { self }
    @inlinable public func symbolEffect<Effect: IndefiniteSymbolEffect>(
        _ effect: Effect, options: SymbolEffectOptions = .default, isActive: Bool = true
    ) -> Self { self }
    @inlinable public func symbolEffect<Effect: DiscreteSymbolEffect, Value: Equatable>(
        _ effect: Effect, options: SymbolEffectOptions = .default, value: Value
    ) -> Self { self }
    @inlinable public func symbolEffectsRemoved(_ isEnabled: Bool = true) -> Self { self }

    /// No effect: a view is resolved without appearing. Put values into the content state.
    @inlinable public func onAppear(perform action: (() -> Void)? = nil) -> Self { self }
    /// No effect: a resolved view never disappears.
    @inlinable public func onDisappear(perform action: (() -> Void)? = nil) -> Self { self }
    /// No effect: no value changes while a view is resolved.
    @inlinable public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping (Value, Value) -> Void
    )
        -> Self
    { self }
    @inlinable public func onChange<Value: Equatable>(of value: Value, initial: Bool = false, _ action: @escaping () -> Void)
        -> Self
    { self }
    @_disfavoredOverload
    @inlinable public func onChange<Value: Equatable>(of value: Value, perform action: @escaping (Value) -> Void) -> Self {
        self
    }
    /// No effect: resolving a view does not wait for tasks. Load the data before the update.
    @inlinable public func task(
        priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: sending @escaping () async -> Void
    ) -> Self { self }
    @inlinable public func task<ID: Equatable>(
        id value: ID, priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: sending @escaping () async -> Void
    ) -> Self { self }

    /// Sets the identity of the view, which is stored in the tree as text.
    @inlinable public func id<ID: Hashable>(_ id: ID) -> _WithEffect { effect(.identity("\(id)")) }
    /// No effect: the system handles touches.
    @inlinable public func allowsHitTesting(_ enabled: Bool) -> Self { self }
    /// No effect: a surface has no pointer.
    @inlinable public func help(_ text: LocalizedStringKey) -> Self { self }
}

/// The properties that matched views share. Accepted and not used.
public struct MatchedGeometryProperties: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    /// Properties in a bit mask.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let position = Self(rawValue: 1)
    public static let size = Self(rawValue: 2)
    public static let frame: Self = [.position, .size]
}
