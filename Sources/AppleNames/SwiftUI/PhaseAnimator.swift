public import Foundation
public import LiveActivityUI

// Animations in steps. A still picture shows the first phase, and the initial value of keyframes.

public struct PhaseAnimator<Phase: Equatable, Content: View>: View {
    private let content: Content?
    public var body: some View { content }

    public init<Trigger: Equatable>(
        _ phases: some Sequence<Phase>, trigger: Trigger = 0, @ViewBuilder content: @escaping (Phase) -> Content,
        animation: @escaping (Phase) -> Animation? = { _ in .default }
    ) { self.content = phases.first { _ in true }.map(content) }
}

public struct KeyframeAnimator<Value, Content: View>: View {
    private let content: Content
    public var body: some View { content }

    public init<Trigger: Equatable>(
        initialValue: Value, repeating: Bool = true, trigger: Trigger = 0, @ViewBuilder content: @escaping (Value) -> Content,
        @KeyframesBuilder<Value> keyframes: @escaping (Value) -> _Keyframes<Value>
    ) { self.content = content(initialValue) }
}

extension View {
    public func phaseAnimator<Phase: Equatable, Trigger: Equatable>(
        _ phases: some Sequence<Phase>, trigger: Trigger = 0,
        @ViewBuilder content: @escaping (PlaceholderContentView<Self>, Phase) -> some View,
        animation: @escaping (Phase) -> Animation? = { _ in .default }
    ) -> some View {
        PhaseAnimator(phases, content: { content(PlaceholderContentView(content: self), $0) }, animation: animation)
    }
    public func keyframeAnimator<Value, Trigger: Equatable>(
        initialValue: Value, repeating: Bool = true, trigger: Trigger = 0,
        @ViewBuilder content: @escaping (PlaceholderContentView<Self>, Value) -> some View,
        @KeyframesBuilder<Value> keyframes: @escaping (Value) -> _Keyframes<Value>
    ) -> some View { content(PlaceholderContentView(content: self), initialValue) }
}

public struct PlaceholderContentView<Content: View>: View {
    let content: Content
    public var body: some View { content }
}

/// Keyframes of a value, which are not used.
public struct _Keyframes<Root> { init() {} }

/// A step of an animation. Never shown here.
public protocol KeyframeTrackContent<Value> { associatedtype Value }

public struct LinearKeyframe<Value>: KeyframeTrackContent {
    public init(_ to: Value, duration: TimeInterval, timingCurve: UnitCurve = .linear) {}
}
public struct CubicKeyframe<Value>: KeyframeTrackContent {
    public init(_ to: Value, duration: TimeInterval, startVelocity: Value? = nil, endVelocity: Value? = nil) {}
}
public struct SpringKeyframe<Value>: KeyframeTrackContent {
    public init(_ to: Value, duration: TimeInterval? = nil, spring: Spring = Spring(), startVelocity: Value? = nil) {}
}
public struct MoveKeyframe<Value>: KeyframeTrackContent { public init(_ to: Value) {} }

/// The steps of one property.
public struct KeyframeTrack<Root, Value> {
    public init(
        _ keyPath: WritableKeyPath<Root, Value>, @KeyframeTrackContentBuilder<Value> content: () -> _KeyframeTrackContent<Value>
    ) {}
}

extension KeyframeTrack where Root == Value {
    public init(@KeyframeTrackContentBuilder<Value> content: () -> _KeyframeTrackContent<Value>) {}
}

public struct _KeyframeTrackContent<Value> { init() {} }

@resultBuilder
public enum KeyframeTrackContentBuilder<Value> {
    public static func buildExpression(_ step: some KeyframeTrackContent<Value>) -> _KeyframeTrackContent<Value> {
        _KeyframeTrackContent()
    }
    public static func buildBlock(_ steps: _KeyframeTrackContent<Value>...) -> _KeyframeTrackContent<Value> {
        _KeyframeTrackContent()
    }
    public static func buildEither(first steps: _KeyframeTrackContent<Value>) -> _KeyframeTrackContent<Value> { steps }
    public static func buildEither(second steps: _KeyframeTrackContent<Value>) -> _KeyframeTrackContent<Value> { steps }
    public static func buildArray(_ steps: [_KeyframeTrackContent<Value>]) -> _KeyframeTrackContent<Value> {
        _KeyframeTrackContent()
    }
}

@resultBuilder
public enum KeyframesBuilder<Root> {
    public static func buildExpression(_ step: some KeyframeTrackContent<Root>) -> _Keyframes<Root> { _Keyframes() }
    public static func buildExpression<Value>(_ track: KeyframeTrack<Root, Value>) -> _Keyframes<Root> { _Keyframes() }
    public static func buildBlock(_ tracks: _Keyframes<Root>...) -> _Keyframes<Root> { _Keyframes() }
}
