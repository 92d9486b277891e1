public import Foundation

// A resolved view shows the state after all animations have ended. Animations are accepted so that code compiles. The
// resolved tree contains only `contentTransition` and the duration of a view's own animation, for surfaces that can
// animate.

/// An animation, of which only the duration is used.
public struct Animation: Hashable, Sendable {
    /// The duration in seconds including repetitions; infinite if it never ends.
    public let duration: TimeInterval

    init(_ duration: TimeInterval) { self.duration = duration }

    /// SwiftUI's default animation, a spring of 0.5 s.
    public static let `default` = Self(0.5)
    /// Constant speed, 0.35 s.
    public static let linear = Self(0.35)
    /// Slow at the start, 0.35 s.
    public static let easeIn = Self(0.35)
    /// Slow at the end, 0.35 s.
    public static let easeOut = Self(0.35)
    /// Slow at both ends, 0.35 s.
    public static let easeInOut = Self(0.35)
    /// A spring of 0.5 s.
    public static let spring = Self(0.5)
    /// A spring of 0.15 s.
    public static let interactiveSpring = Self(0.15)
    /// A spring of 0.5 s.
    public static let interpolatingSpring = Self(0.5)
    public static let bouncy = Self(0.5)
    public static let smooth = Self(0.5)
    public static let snappy = Self(0.5)

    /// A curve of `duration` seconds.
    public static func linear(duration: TimeInterval) -> Self { Self(duration) }
    public static func easeIn(duration: TimeInterval) -> Self { Self(duration) }
    public static func easeOut(duration: TimeInterval) -> Self { Self(duration) }
    public static func easeInOut(duration: TimeInterval) -> Self { Self(duration) }
    /// A spring that lasts `response` seconds; the other parameters have no effect.
    @_disfavoredOverload  // `.spring()` would be ambiguous.
    public static func spring(response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: TimeInterval = 0) -> Self
    { Self(response) }
    /// A spring of `duration` seconds; the other parameters have no effect.
    public static func spring(duration: TimeInterval = 0.5, bounce: Double = 0, blendDuration: Double = 0) -> Self {
        Self(duration)
    }
    /// A spring that lasts `response` seconds; the other parameters have no effect.
    public static func interactiveSpring(
        response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: TimeInterval = 0.25
    ) -> Self { Self(response) }
    /// A spring of 0.5 s; the parameters have no effect.
    public static func interpolatingSpring(
        mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0
    ) -> Self { .interpolatingSpring }
    /// A spring of `duration` seconds; the other parameters have no effect.
    public static func interpolatingSpring(duration: TimeInterval = 0.5, bounce: Double = 0, initialVelocity: Double = 0)
        -> Self
    { Self(duration) }
    /// A spring of `duration` seconds; `extraBounce` has no effect.
    public static func bouncy(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Self { Self(duration) }
    public static func smooth(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Self { Self(duration) }
    public static func snappy(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Self { Self(duration) }
    /// A spring that lasts as long as another one.
    public static func spring(_ spring: Spring, blendDuration: TimeInterval = 0) -> Self { Self(spring.duration) }
    public static func interpolatingSpring(_ spring: Spring, initialVelocity: Double = 0) -> Self { Self(spring.duration) }
    /// A curve of `duration` seconds; the control points have no effect.
    public static func timingCurve(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, duration: TimeInterval = 0.35)
        -> Self
    { Self(duration) }

    public static func timingCurve(_ curve: UnitCurve, duration: TimeInterval) -> Self { Self(duration) }

    /// The animation itself: nothing depends on when it counts as complete.
    public func logicallyComplete(after duration: TimeInterval) -> Self { self }
    /// The animation with `delay` seconds added to its duration.
    public func delay(_ delay: TimeInterval) -> Self { Self(duration + delay) }
    /// The animation with its duration divided by `speed`.
    public func speed(_ speed: Double) -> Self { Self(duration / speed) }
    /// The animation with its duration multiplied by the number of repetitions.
    public func repeatCount(_ repeatCount: Int, autoreverses: Bool = true) -> Self { Self(duration * Double(repeatCount)) }
    /// The animation with an infinite duration.
    public func repeatForever(autoreverses: Bool = true) -> Self { Self(.infinity) }
}

/// Runs `body`. Nothing is animated.
public func withAnimation<Result>(_ animation: Animation? = .default, _ body: () throws -> Result) rethrows -> Result {
    try body()
}

/// Runs `body` and then `completion`. Nothing is animated.
public func withAnimation<Result>(
    _ animation: Animation? = .default, completionCriteria: AnimationCompletionCriteria = .logicallyComplete,
    _ body: () throws -> Result, completion: @escaping () -> Void
) rethrows -> Result {
    let result = try body()
    completion()
    return result
}

/// When an animation counts as complete. Accepted and not used.
public enum AnimationCompletionCriteria: Hashable, Sendable { case logicallyComplete, removed }

/// A spring, of which only the duration is used.
public struct Spring: Hashable, Sendable {
    /// The duration in seconds.
    public let duration: TimeInterval

    public init(duration: TimeInterval = 0.5, bounce: Double = 0) { self.duration = duration }
    public init(response: Double, dampingRatio: Double) { duration = response }
    /// A spring of 0.5 s; the parameters have no effect.
    public init(mass: Double = 1, stiffness: Double, damping: Double, allowOverDamping: Bool = false) { duration = 0.5 }

    public static var bouncy: Spring { Spring() }
    public static var smooth: Spring { Spring() }
    public static var snappy: Spring { Spring() }
    public static func bouncy(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Spring { Spring(duration: duration) }
    public static func smooth(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Spring { Spring(duration: duration) }
    public static func snappy(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Spring { Spring(duration: duration) }
}

/// The curve of an animation. Accepted and not used.
public struct UnitCurve: Hashable, Sendable {
    public static let linear = Self(), easeIn = Self(), easeOut = Self(), easeInOut = Self()
    public static let circularEaseIn = Self(), circularEaseOut = Self(), circularEaseInOut = Self()
    public static func bezier(startControlPoint: UnitPoint, endControlPoint: UnitPoint) -> Self { Self() }
}

/// The context of a change. Accepted and not used.
public struct Transaction: Sendable {
    /// The animation of the change. Not used.
    public var animation: Animation?
    /// Stored and not used.
    public var disablesAnimations = false
    public var isContinuous = false

    /// An empty transaction.
    public init() {}
    public init(animation: Animation?) { self.animation = animation }
}

/// Runs `body`. The transaction has no effect.
public func withTransaction<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows -> Result { try body() }

public func withTransaction<Value, Result>(
    _ keyPath: WritableKeyPath<Transaction, Value>, _ value: Value, _ body: () throws -> Result
) rethrows -> Result { try body() }

/// Transitions of a view that appears or disappears. Accepted and not used.
public struct AnyTransition: Sendable {
    public static let identity = Self()
    /// Has no effect here.
    public static let opacity = Self()
    public static let scale = Self()
    public static let slide = Self()
    public static func scale(scale: CGFloat, anchor: UnitPoint = .center) -> Self { Self() }
    public static func move(edge: Edge) -> Self { Self() }
    public static func push(from edge: Edge) -> Self { Self() }
    public static func offset(_ offset: CGSize) -> Self { Self() }
    public static func offset(x: CGFloat = 0, y: CGFloat = 0) -> Self { Self() }
    public static func asymmetric(insertion: AnyTransition, removal: AnyTransition) -> Self { Self() }
    public static func modifier<Modifier: ViewModifier>(active: Modifier, identity: Modifier) -> Self { Self() }

    public static let blurReplace = Self(), symbolEffect = Self()
    public static func blurReplace(_ configuration: BlurReplaceTransition.Configuration) -> Self { Self() }
    public static func symbolEffect(_ effect: some SymbolEffect, options: SymbolEffectOptions = .default) -> Self { Self() }

    public init() {}
    /// Creates a transition that is not used.
    public init(_ transition: some Transition) {}

    public func combined(with other: AnyTransition) -> Self { self }
    public func animation(_ animation: Animation?) -> Self { self }
}

/// An app's own transition. Never applied here.
public protocol Transition {
    associatedtype Body: View = EmptyView
    typealias Content = AnyView

    @MainActor @ViewBuilder func body(content: Content, phase: TransitionPhase) -> Body
}

extension Transition where Body == EmptyView {
    public func body(content: Content, phase: TransitionPhase) -> EmptyView { EmptyView() }
}

/// A step of a transition.
public enum TransitionPhase: Hashable, Sendable {
    case willAppear, identity, didDisappear
    public var isIdentity: Bool { self == .identity }
    public var value: Double { 0 }
}

/// Blurs the view. Never applied here.
public struct BlurReplaceTransition: Transition {
    public enum Configuration: Hashable, Sendable { case downUp, upUp }
    public init(configuration: Configuration = .downUp) {}
}

/// The transition of a view's content on a surface that can animate. Stored in the resolved tree by name.
public struct ContentTransition: Hashable, Sendable {
    @usableFromInline let name: String

    /// A change without a transition.
    public static let identity = Self(name: "identity")
    /// Cross-fades.
    public static let opacity = Self(name: "opacity")
    /// Interpolates between the old and the new content.
    public static let interpolate = Self(name: "interpolate")
    /// Animates symbols.
    public static let symbolEffect = Self(name: "symbolEffect")
    /// Rolls digits; the direction is not stored.
    public static func numericText(countsDown: Bool = false) -> Self { Self(name: "numericText") }
    public static func numericText(value: Double) -> Self { Self(name: "numericText") }
    /// Animates symbols; the effect is not stored.
    public static func symbolEffect(_ effect: some SymbolEffect, options: SymbolEffectOptions = .default) -> Self {
        .symbolEffect
    }
}

/// An animation of a symbol. Accepted and not used.
public protocol SymbolEffect: Sendable {}
/// A symbol effect that runs until it is removed.
public protocol IndefiniteSymbolEffect: SymbolEffect {}
/// A symbol effect that runs once for each change.
public protocol DiscreteSymbolEffect: SymbolEffect {}

/// The type of every symbol effect here. The variants have no effect.
public struct _AnySymbolEffect: IndefiniteSymbolEffect, DiscreteSymbolEffect, Hashable {
    /// This effect: variants are not distinguished.
    public var up: Self { self }
    public var down: Self { self }
    public var byLayer: Self { self }
    public var wholeSymbol: Self { self }
    public var iterative: Self { self }
    public var cumulative: Self { self }
    public var reversing: Self { self }
    public var nonReversing: Self { self }
    public var hideInactiveLayers: Self { self }
    public var dimInactiveLayers: Self { self }
    public var clockwise: Self { self }
    public var counterClockwise: Self { self }
    public var left: Self { self }
    public var right: Self { self }
    public var forward: Self { self }
    public var backward: Self { self }
    public var plain: Self { self }
    public var upUp: Self { self }
    public var downUp: Self { self }
    public var offUp: Self { self }
    public static var downUp: Self { Self() }
    public static var upUp: Self { Self() }
    public static var offUp: Self { Self() }
    public var individually: Self { self }
    public func magic(fallback: Self) -> Self { self }
    public func custom(angle: Angle) -> Self { self }
}

extension SymbolEffect where Self == _AnySymbolEffect {
    /// Has no effect here.
    public static var pulse: Self { Self() }
    public static var bounce: Self { Self() }
    public static var variableColor: Self { Self() }
    public static var scale: Self { Self() }
    public static var appear: Self { Self() }
    public static var disappear: Self { Self() }
    public static var replace: Self { Self() }
    public static var automatic: Self { Self() }
    public static var breathe: Self { Self() }
    public static var rotate: Self { Self() }
    public static var wiggle: Self { Self() }
    public static var drawOn: Self { Self() }
    public static var drawOff: Self { Self() }
}

/// Options of a symbol effect. Accepted and not used.
public struct SymbolEffectOptions: Hashable, Sendable {
    /// Has no effect here.
    public static let `default` = Self()
    public static let repeating = Self()
    public static let nonRepeating = Self()
    public static func `repeat`(_ count: Int?) -> Self { Self() }
    public static func `repeat`(_ behavior: RepeatBehavior) -> Self { Self() }
    public static func speed(_ speed: Double) -> Self { Self() }

    /// This effect: variants are not distinguished.
    public var repeating: Self { self }
    public var nonRepeating: Self { self }
    public func `repeat`(_ count: Int?) -> Self { self }
    public func speed(_ speed: Double) -> Self { self }

    /// Repetitions of a symbol effect. Accepted and not used.
    public struct RepeatBehavior: Hashable, Sendable {
        /// Has no effect here.
        public static let continuous = Self()
        public static let periodic = Self()
        public static func periodic(_ count: Int? = nil, delay: Double? = nil) -> Self { Self() }
    }
}
