// Accepted, and without effect on a snapshot, which has no animation, no appearing and no tasks. `contentTransition` and how long an
// animation takes stay in the tree.
extension View {
    /// Stays in the tree for a surface that can move; the snapshot itself does not.
    @inlinable public func contentTransition(_ transition: ContentTransition) -> ModifiedContent<Self, _EffectModifier> {
        effect(.contentTransition(transition.name))
    }

    /// Its duration stays in the tree for a surface that can move, which ends it after two seconds (LIM-08).
    public func animation<Value: Equatable>(_ animation: Animation?, value: Value)
        -> ModifiedContent<Self, _ResolvedModifier<Animation?>>
    { self.animation(animation) }
    /// Its duration stays in the tree for a surface that can move, which ends it after two seconds (LIM-08).
    public func animation(_ animation: Animation?) -> ModifiedContent<Self, _ResolvedModifier<Animation?>> {
        resolved(animation) { animation, _ in animation.map { .animation(seconds: $0.duration) } }
    }
    /// No effect: a snapshot has no animation.
    @inlinable public func transition(_ transition: AnyTransition) -> Self { self }
    /// No effect: a snapshot has no animation.
    @inlinable public func transaction(_ transform: @escaping (inout Transaction) -> Void) -> Self { self }
    /// No effect: a snapshot has no animation.
    @inlinable public func matchedGeometryEffect<ID: Hashable>(
        id: ID, in namespace: Namespace.ID, properties: MatchedGeometryProperties = .frame, anchor: UnitPoint = .center,
        isSource: Bool = true
    ) -> Self { self }
    /// No effect: a snapshot has no animation.
    @inlinable public func symbolEffect<Effect: IndefiniteSymbolEffect>(
        _ effect: Effect, options: SymbolEffectOptions = .default, isActive: Bool = true
    ) -> Self { self }
    /// No effect: a snapshot has no animation.
    @inlinable public func symbolEffect<Effect: DiscreteSymbolEffect, Value: Equatable>(
        _ effect: Effect, options: SymbolEffectOptions = .default, value: Value
    ) -> Self { self }
    /// No effect: a snapshot has no animation.
    @inlinable public func symbolEffectsRemoved(_ isEnabled: Bool = true) -> Self { self }

    /// No effect: nothing appears, as a snapshot is there at once. Put the values into the content state.
    @inlinable public func onAppear(perform action: (() -> Void)? = nil) -> Self { self }
    /// No effect: nothing goes away from a snapshot.
    @inlinable public func onDisappear(perform action: (() -> Void)? = nil) -> Self { self }
    /// No effect: no value changes while a snapshot is made.
    @inlinable public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping (Value, Value) -> Void
    )
        -> Self
    { self }
    /// No effect: no value changes while a snapshot is made.
    @inlinable public func onChange<Value: Equatable>(of value: Value, initial: Bool = false, _ action: @escaping () -> Void)
        -> Self
    {
        self
    }
    /// No effect: no value changes while a snapshot is made.
    @_disfavoredOverload
    @inlinable public func onChange<Value: Equatable>(of value: Value, perform action: @escaping (Value) -> Void) -> Self {
        self
    }
    /// No effect: a snapshot waits for nothing. Load what is shown before the update.
    @inlinable public func task(priority: TaskPriority = .userInitiated, _ action: sending @escaping () async -> Void) -> Self {
        self
    }
    /// No effect: a snapshot waits for nothing. Load what is shown before the update.
    @inlinable public func task<ID: Equatable>(
        id value: ID, priority: TaskPriority = .userInitiated, _ action: sending @escaping () async -> Void
    ) -> Self { self }

    /// Marks which value the view stands for.
    @inlinable public func id<ID: Hashable>(_ id: ID) -> ModifiedContent<Self, _EffectModifier> { effect(.identity("\(id)")) }
    /// No effect: nothing is chosen in a snapshot.
    @inlinable public func tag<Value: Hashable>(_ tag: Value) -> Self { self }
    /// No effect: touches are the system's affair.
    @inlinable public func allowsHitTesting(_ enabled: Bool) -> Self { self }
    /// No effect: a surface has no pointer and no touches of a view's own.
    @inlinable public func help(_ text: LocalizedStringKey) -> Self { self }
}

public struct MatchedGeometryProperties: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let position = Self(rawValue: 1)
    public static let size = Self(rawValue: 2)
    public static let frame: Self = [.position, .size]
}
