public import Foundation

// A snapshot has no animation: it shows a view as it stands once all have ended. All of this is accepted so that code compiles. In the tree
// stay `contentTransition` and how long a view's own animation takes, for a surface that can move; the rest changes nothing.

/// How a change would move, of which only the time it takes is kept.
public struct Animation: Hashable, Sendable {
    /// In seconds, repetitions included; infinite where it never ends.
    public let duration: TimeInterval

    init(_ duration: TimeInterval) { self.duration = duration }

    /// SwiftUI's own: a spring of half a second; curves take a little less.
    public static let `default` = Self(0.5)
    public static let linear = Self(0.35)
    public static let easeIn = Self(0.35)
    public static let easeOut = Self(0.35)
    public static let easeInOut = Self(0.35)
    public static let spring = Self(0.5)
    public static let interactiveSpring = Self(0.15)
    public static let interpolatingSpring = Self(0.5)
    public static let bouncy = Self(0.5)
    public static let smooth = Self(0.5)
    public static let snappy = Self(0.5)

    public static func linear(duration: TimeInterval) -> Self { Self(duration) }
    public static func easeIn(duration: TimeInterval) -> Self { Self(duration) }
    public static func easeOut(duration: TimeInterval) -> Self { Self(duration) }
    public static func easeInOut(duration: TimeInterval) -> Self { Self(duration) }
    public static func spring(response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: TimeInterval = 0) -> Self
    {
        Self(response)
    }
    public static func spring(duration: TimeInterval = 0.5, bounce: Double = 0, blendDuration: Double = 0) -> Self {
        Self(duration)
    }
    public static func interactiveSpring(
        response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: TimeInterval = 0.25
    ) -> Self { Self(response) }
    public static func interpolatingSpring(
        mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0
    ) -> Self { .interpolatingSpring }
    public static func interpolatingSpring(duration: TimeInterval = 0.5, bounce: Double = 0, initialVelocity: Double = 0)
        -> Self
    {
        Self(duration)
    }
    public static func bouncy(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Self { Self(duration) }
    public static func smooth(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Self { Self(duration) }
    public static func snappy(duration: TimeInterval = 0.5, extraBounce: Double = 0) -> Self { Self(duration) }
    public static func timingCurve(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, duration: TimeInterval = 0.35)
        -> Self
    { Self(duration) }

    public func delay(_ delay: TimeInterval) -> Self { Self(duration + delay) }
    public func speed(_ speed: Double) -> Self { Self(duration / speed) }
    public func repeatCount(_ repeatCount: Int, autoreverses: Bool = true) -> Self { Self(duration * Double(repeatCount)) }
    public func repeatForever(autoreverses: Bool = true) -> Self { Self(.infinity) }
}

/// Runs `body`; nothing moves.
public func withAnimation<Result>(_ animation: Animation? = .default, _ body: () throws -> Result) rethrows -> Result {
    try body()
}

/// What goes with a change. Kept nowhere.
public struct Transaction: Sendable {
    public var animation: Animation?
    public var disablesAnimations = false
    public var isContinuous = false

    public init() {}
    public init(animation: Animation?) { self.animation = animation }
}

/// Runs `body`; nothing moves.
public func withTransaction<Result>(_ transaction: Transaction, _ body: () throws -> Result) rethrows -> Result { try body() }

/// How a view would come and go. Kept nowhere.
public struct AnyTransition: Sendable {
    public static let identity = Self()
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

    public func combined(with other: AnyTransition) -> Self { self }
    public func animation(_ animation: Animation?) -> Self { self }
}

/// How a view's content would change in its place.
public struct ContentTransition: Hashable, Sendable {
    @usableFromInline let name: String

    public static let identity = Self(name: "identity")
    public static let opacity = Self(name: "opacity")
    public static let interpolate = Self(name: "interpolate")
    public static let symbolEffect = Self(name: "symbolEffect")
    public static func numericText(countsDown: Bool = false) -> Self { Self(name: "numericText") }
    public static func numericText(value: Double) -> Self { Self(name: "numericText") }
    public static func symbolEffect(_ effect: some SymbolEffect) -> Self { .symbolEffect }
}

/// A symbol that would move. Kept nowhere.
public protocol SymbolEffect: Sendable {}
public protocol IndefiniteSymbolEffect: SymbolEffect {}
public protocol DiscreteSymbolEffect: SymbolEffect {}

public struct _AnySymbolEffect: IndefiniteSymbolEffect, DiscreteSymbolEffect, Hashable {
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
}

extension SymbolEffect where Self == _AnySymbolEffect {
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

public struct SymbolEffectOptions: Hashable, Sendable {
    public static let `default` = Self()
    public static let repeating = Self()
    public static let nonRepeating = Self()
    public static func `repeat`(_ count: Int?) -> Self { Self() }
    public static func `repeat`(_ behavior: RepeatBehavior) -> Self { Self() }
    public static func speed(_ speed: Double) -> Self { Self() }

    public var repeating: Self { self }
    public var nonRepeating: Self { self }
    public func `repeat`(_ count: Int?) -> Self { self }
    public func speed(_ speed: Double) -> Self { self }

    public struct RepeatBehavior: Hashable, Sendable {
        public static let continuous = Self()
        public static let periodic = Self()
        public static func periodic(_ count: Int? = nil, delay: Double? = nil) -> Self { Self() }
    }
}
