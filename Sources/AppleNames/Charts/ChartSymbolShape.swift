public import SwiftUI

/// The shape of points. All are drawn as circles.
public protocol ChartSymbolShape {}

/// A shape of points. All are drawn as circles.
public struct BasicChartSymbolShape: ChartSymbolShape, Sendable {
    public static var circle: Self { Self() }
    public static var square: Self { Self() }
    public static var triangle: Self { Self() }
    public static var diamond: Self { Self() }
    public static var pentagon: Self { Self() }
    public static var plus: Self { Self() }
    public static var cross: Self { Self() }
    public static var asterisk: Self { Self() }
}

extension ChartSymbolShape where Self == BasicChartSymbolShape {
    public static var circle: Self { .circle }
    public static var square: Self { .square }
    public static var triangle: Self { .triangle }
    public static var diamond: Self { .diamond }
    public static var pentagon: Self { .pentagon }
    public static var plus: Self { .plus }
    public static var cross: Self { .cross }
    public static var asterisk: Self { .asterisk }
}

/// Any shape of points.
public struct AnyChartSymbolShape: ChartSymbolShape, Sendable { public init(_ shape: some ChartSymbolShape) {} }

extension ChartSymbolShape {
    public func strokeBorder(lineWidth: CGFloat = 1) -> some ChartSymbolShape { AnyChartSymbolShape(self) }
}

extension Circle: ChartSymbolShape {}
extension Rectangle: ChartSymbolShape {}
extension Capsule: ChartSymbolShape {}
extension Ellipse: ChartSymbolShape {}
extension RoundedRectangle: ChartSymbolShape {}
