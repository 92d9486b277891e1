public import Foundation
public import LiveActivityUI

/// Lines and curves with UIKit's names, for shapes that return `Path(path.cgPath)`.
public final class UIBezierPath: NSObject {
    private var path: Path
    // Stored, not used: `cgPath` has the lines only.
    public var lineWidth: CGFloat = 1
    public var lineCapStyle = CGLineCap.butt
    public var lineJoinStyle = CGLineJoin.miter
    public var miterLimit: CGFloat = 10
    public var flatness: CGFloat = 0.6
    public var usesEvenOddFillRule = false
    public func setLineDash(_ pattern: UnsafePointer<CGFloat>?, count: Int, phase: CGFloat) {}
    public func fill(with mode: CGBlendMode, alpha: CGFloat) {}
    public func stroke(with mode: CGBlendMode, alpha: CGFloat) {}

    public override init() { path = Path() }
    public init(rect: CGRect) { path = Path(rect) }
    public init(ovalIn rect: CGRect) { path = Path(ellipseIn: rect) }
    public init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
        path = Path(roundedRect: rect, cornerRadius: cornerRadius)
    }
    /// A rectangle, some of whose corners are rounded.
    public init(roundedRect rect: CGRect, byRoundingCorners corners: UIRectCorner, cornerRadii: CGSize) {
        func radius(_ corner: UIRectCorner) -> CGFloat { corners.contains(corner) ? cornerRadii.width : 0 }
        path =
            UnevenRoundedRectangle(
                topLeadingRadius: radius(.topLeft), bottomLeadingRadius: radius(.bottomLeft),
                bottomTrailingRadius: radius(.bottomRight), topTrailingRadius: radius(.topRight)
            ).path(in: rect)
    }
    public init(arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool) {
        path = Path()
        super.init()
        addArc(withCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise)
    }
    public init(cgPath: CGPath) { path = cgPath.path }

    public var cgPath: CGPath {
        get { CGPath(path) }
        set { path = newValue.path }
    }
    public var isEmpty: Bool { path.isEmpty }
    public var bounds: CGRect { path.boundingRect }
    // No graphics context is drawn here.
    public func fill() {}
    public func stroke() {}
    public func addClip() {}
    public var currentPoint: CGPoint { path.currentPoint ?? .zero }

    public func move(to point: CGPoint) { path.move(to: point) }
    public func addLine(to point: CGPoint) { path.addLine(to: point) }
    public func addQuadCurve(to end: CGPoint, controlPoint: CGPoint) { path.addQuadCurve(to: end, control: controlPoint) }
    public func addCurve(to end: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
        path.addCurve(to: end, control1: controlPoint1, control2: controlPoint2)
    }
    /// Adds an arc. UIKit's `clockwise` is what it is on the screen; SwiftUI's is the opposite.
    public func addArc(withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool) {
        path.addArc(
            center: center, radius: radius, startAngle: .radians(Double(startAngle)), endAngle: .radians(Double(endAngle)),
            clockwise: !clockwise)
    }
    public func append(_ other: UIBezierPath) { path.addPath(other.path) }
    public func reversing() -> UIBezierPath { self }
    public func close() { path.closeSubpath() }
    public func removeAllPoints() { path = Path() }
}

public struct UIRectCorner: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let topLeft = Self(rawValue: 1), topRight = Self(rawValue: 2)
    public static let bottomLeft = Self(rawValue: 4), bottomRight = Self(rawValue: 8)
    public static let allCorners = Self(rawValue: .max)
}

/// Core Graphics' name of a path.
public struct CGPath: Hashable, Sendable {
    let path: Path
    init(_ path: Path) { self.path = path }

    public init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) { path = Path(rect) }
    public init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) { path = Path(ellipseIn: rect) }
    public init(
        roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: UnsafePointer<CGAffineTransform>?
    ) { path = Path(roundedRect: rect, cornerSize: CGSize(width: cornerWidth, height: cornerHeight)) }
    public var boundingBox: CGRect { path.boundingRect }
    public var boundingBoxOfPath: CGRect { path.boundingRect }
    public var isEmpty: Bool { path.isEmpty }
}

extension Path {
    public init(_ path: CGPath) { self = path.path }
    public var cgPath: CGPath { CGPath(self) }
}

extension NSAttributedString.Key {
    public static let font = Self("NSFont")
    public static let foregroundColor = Self("NSColor")
    public static let backgroundColor = Self("NSBackgroundColor")
    public static let kern = Self("NSKern")
    public static let underlineStyle = Self("NSUnderline")
    public static let strikethroughStyle = Self("NSStrikethrough")
    public static let paragraphStyle = Self("NSParagraphStyle")
}
