public import Foundation
public import LiveActivityUI

// Gestures of an app's screens. A Live Activity receives none, so their closures are never called.

/// A movement of fingers.
public protocol Gesture<Value> {
    associatedtype Value
}

extension Gesture {
    public func onChanged(_ action: @escaping (Value) -> Void) -> some Gesture<Value> { AnyGesture(self) }
    public func onEnded(_ action: @escaping (Value) -> Void) -> some Gesture<Value> { AnyGesture(self) }
    public func updating<State>(
        _ state: GestureState<State>, body: @escaping (Value, inout State, inout Transaction) -> Void
    ) -> some Gesture<Value> { AnyGesture(self) }
    public func map<Other>(_ body: @escaping (Value) -> Other) -> some Gesture<Other> { AnyGesture<Other>() }
    public func simultaneously<Other: Gesture>(with other: Other) -> SimultaneousGesture<Self, Other> {
        SimultaneousGesture(self, other)
    }
    public func sequenced<Other: Gesture>(before other: Other) -> SequenceGesture<Self, Other> { SequenceGesture(self, other) }
    public func exclusively<Other: Gesture>(before other: Other) -> ExclusiveGesture<Self, Other> {
        ExclusiveGesture(self, other)
    }
}

public struct AnyGesture<Value>: Gesture {
    init() {}
    public init(_ gesture: some Gesture<Value>) {}
}

public struct TapGesture: Gesture {
    public typealias Value = Void
    public init(count: Int = 1) {}
}

public struct SpatialTapGesture: Gesture {
    public struct Value: Equatable, Sendable { public var location: CGPoint }
    public init(count: Int = 1, coordinateSpace: some CoordinateSpaceProtocol = .local) {}
}

public struct LongPressGesture: Gesture {
    public typealias Value = Bool
    public init(minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10) {}
}

public struct DragGesture: Gesture {
    public struct Value: Equatable, Sendable {
        public var time: Date
        public var location: CGPoint
        public var startLocation: CGPoint
        public var translation: CGSize
        public var velocity: CGSize
        public var predictedEndLocation: CGPoint
        public var predictedEndTranslation: CGSize
    }

    @_disfavoredOverload public init(minimumDistance: CGFloat = 10, coordinateSpace: CoordinateSpace = .local) {}
    public init(minimumDistance: CGFloat = 10, coordinateSpace: some CoordinateSpaceProtocol = .local) {}
}

public struct MagnifyGesture: Gesture {
    public struct Value: Equatable, Sendable {
        public var time: Date
        public var magnification: CGFloat
        public var velocity: CGFloat
        public var startAnchor: UnitPoint
        public var startLocation: CGPoint
    }
    public init(minimumScaleDelta: CGFloat = 0.01) {}
}

/// The deprecated form of ``MagnifyGesture``.
public struct MagnificationGesture: Gesture {
    public typealias Value = CGFloat
    public init(minimumScaleDelta: CGFloat = 0.01) {}
}

public struct RotateGesture: Gesture {
    public struct Value: Equatable, Sendable {
        public var time: Date
        public var rotation: Angle
        public var velocity: Angle
        public var startAnchor: UnitPoint
        public var startLocation: CGPoint
    }
    public init(minimumAngleDelta: Angle = .degrees(1)) {}
}

/// The deprecated form of ``RotateGesture``.
public struct RotationGesture: Gesture {
    public typealias Value = Angle
    public init(minimumAngleDelta: Angle = .degrees(1)) {}
}

public struct SimultaneousGesture<First: Gesture, Second: Gesture>: Gesture {
    public struct Value {
        public var first: First.Value?
        public var second: Second.Value?
    }
    public init(_ first: First, _ second: Second) {}
}

public struct SequenceGesture<First: Gesture, Second: Gesture>: Gesture {
    public enum Value {
        case first(First.Value)
        case second(First.Value, Second.Value?)
    }
    public init(_ first: First, _ second: Second) {}
}

public struct ExclusiveGesture<First: Gesture, Second: Gesture>: Gesture {
    public enum Value {
        case first(First.Value)
        case second(Second.Value)
    }
    public init(_ first: First, _ second: Second) {}
}

/// Which gestures of a view are received.
public struct GestureMask: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let none: Self = [], gesture = Self(rawValue: 1), subviews = Self(rawValue: 2)
    public static let all: Self = [.gesture, .subviews]
}

/// The state of a gesture, which keeps its initial value.
@propertyWrapper
public struct GestureState<Value> {
    public let wrappedValue: Value
    public var projectedValue: Self { self }

    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public init(wrappedValue: Value, resetTransaction: Transaction) { self.wrappedValue = wrappedValue }
    public init(initialValue: Value) { wrappedValue = initialValue }
}

extension GestureState where Value: ExpressibleByNilLiteral { public init() { wrappedValue = nil } }

extension View {
    public func gesture(_ gesture: (some Gesture)?, including mask: GestureMask = .all) -> Self { self }
    public func gesture(_ gesture: some Gesture, isEnabled: Bool) -> Self { self }
    public func simultaneousGesture(_ gesture: some Gesture, including mask: GestureMask = .all) -> Self { self }
    public func highPriorityGesture(_ gesture: some Gesture, including mask: GestureMask = .all) -> Self { self }
    @_disfavoredOverload
    public func onTapGesture(
        count: Int = 1, coordinateSpace: some CoordinateSpaceProtocol = .local, perform action: @escaping (CGPoint) -> Void
    ) -> Self { self }
    public func onLongPressGesture(
        minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10, pressing: ((Bool) -> Void)?,
        perform action: @escaping () -> Void
    ) -> Self { self }
    public func onHover(perform action: @escaping (Bool) -> Void) -> Self { self }
    public func onKeyPress(_ key: KeyEquivalent, action: @escaping () -> KeyPress.Result) -> Self { self }
    public func draggable<Payload>(_ payload: @autoclosure @escaping () -> Payload) -> Self { self }
    public func draggable<Payload, Preview: View>(
        _ payload: @autoclosure @escaping () -> Payload, @ViewBuilder preview: () -> Preview
    ) -> Self { self }
    public func dropDestination<Payload>(
        for type: Payload.Type = Payload.self, action: @escaping ([Payload], CGPoint) -> Bool,
        isTargeted: @escaping (Bool) -> Void = { _ in }
    ) -> Self { self }
    public func keyboardShortcut(_ key: KeyEquivalent, modifiers: EventModifiers = .command) -> Self { self }
    public func keyboardShortcut(_ shortcut: KeyboardShortcut?) -> Self { self }
}

public struct KeyEquivalent: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
    public let character: Character
    public init(_ character: Character) { self.character = character }
    public init(extendedGraphemeClusterLiteral character: Character) { self.character = character }

    public static let upArrow = Self("\u{F700}"), downArrow = Self("\u{F701}")
    public static let leftArrow = Self("\u{F702}"), rightArrow = Self("\u{F703}")
    public static let escape = Self("\u{1B}"), delete = Self("\u{8}"), space = Self(" "), tab = Self("\t")
    public static let `return` = Self("\r"), clear = Self("\u{F739}"), deleteForward = Self("\u{F728}")
    public static let home = Self("\u{F729}"), end = Self("\u{F72B}")
    public static let pageUp = Self("\u{F72C}"), pageDown = Self("\u{F72D}")
}

public struct KeyPress: Sendable { public enum Result: Sendable { case handled, ignored } }

/// The keys that are held down with another one.
public struct EventModifiers: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let capsLock = Self(rawValue: 1), shift = Self(rawValue: 2), control = Self(rawValue: 4)
    public static let option = Self(rawValue: 8), command = Self(rawValue: 16), all = Self(rawValue: 31)
}

/// The keys of a command.
public struct KeyboardShortcut: Hashable, Sendable {
    public let key: KeyEquivalent
    public init(_ key: KeyEquivalent, modifiers: EventModifiers = .command) { self.key = key }

    public static let defaultAction = Self(.return), cancelAction = Self(.escape)
}
