public import SwiftUI

/// Converts between values and positions in a chart. Positions are not available here.
public struct ChartProxy {
    /// Always `nil`, as all of these.
    public func position<Value: Plottable>(forX value: Value) -> CGFloat? { nil }
    public func position<Value: Plottable>(forY value: Value) -> CGFloat? { nil }
    public func position<X: Plottable, Y: Plottable>(for values: (x: X, y: Y)) -> CGPoint? { nil }
    public func positionRange<Value: Plottable>(forX value: Value) -> ClosedRange<CGFloat>? { nil }
    public func positionRange<Value: Plottable>(forY value: Value) -> ClosedRange<CGFloat>? { nil }
    public func value<Value: Plottable>(atX position: CGFloat, as type: Value.Type = Value.self) -> Value? { nil }
    public func value<Value: Plottable>(atY position: CGFloat, as type: Value.Type = Value.self) -> Value? { nil }
    public func value<X: Plottable, Y: Plottable>(at position: CGPoint, as type: (X, Y).Type = (X, Y).self) -> (X, Y)? { nil }
    public func angle(at position: CGPoint) -> Angle { .zero }
    public func value<Value: Plottable>(atAngle angle: Angle, as type: Value.Type = Value.self) -> Value? { nil }

    public var plotSize: CGSize { .zero }
    public var plotAreaSize: CGSize { .zero }
    public var plotFrame: Anchor<CGRect>? { nil }
    /// The deprecated form of ``plotFrame``.
    public var plotAreaFrame: Anchor<CGRect> { Anchor() }

    public func selectXValue(at position: CGFloat) {}
    public func selectYValue(at position: CGFloat) {}
    public func selectXRange(from: CGFloat, to: CGFloat) {}
    public func selectYRange(from: CGFloat, to: CGFloat) {}
    public func selectAngleValue(at angle: Angle) {}
}
