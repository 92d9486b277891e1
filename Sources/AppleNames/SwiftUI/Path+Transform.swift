public import AppleUIKit
public import LiveActivityUI

extension Path {
    public func applying(_ transform: CGAffineTransform) -> Path { movingPoints { $0.applying(transform) } }

    public mutating func addPath(_ path: Path, transform: CGAffineTransform) { addPath(path.applying(transform)) }
}

public struct TransformedShape<Content: Shape>: Shape {
    public var shape: Content
    public var transform: CGAffineTransform

    public init(shape: Content, transform: CGAffineTransform) { (self.shape, self.transform) = (shape, transform) }

    public func path(in rect: CGRect) -> Path { shape.path(in: rect).applying(transform) }
}

extension Shape {
    public func transform(_ transform: CGAffineTransform) -> TransformedShape<Self> {
        TransformedShape(shape: self, transform: transform)
    }
}

extension View {
    /// Draws the view translated, rotated and scaled, without changing its frame. Shear is ignored.
    public func transformEffect(_ transform: CGAffineTransform) -> some View {
        let parts = transform.parts
        return scaleEffect(x: parts.scale.width, y: parts.scale.height, anchor: .topLeading)
            .rotationEffect(parts.rotation, anchor: .topLeading)
            .offset(x: transform.tx, y: transform.ty)
    }
}

extension CGAffineTransform {
    /// The scale and the rotation that is applied after it; shear is ignored.
    var parts: (scale: CGSize, rotation: Angle) {
        let width = CGFloat(hypot(Double(a), Double(b)))
        let height = width == 0 ? d : (a * d - b * c) / width
        return (CGSize(width: width, height: height), .radians(atan2(Double(b), Double(a))))
    }
}
