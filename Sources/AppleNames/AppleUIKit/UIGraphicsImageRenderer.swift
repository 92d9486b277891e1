public import AppleFoundation
public import Foundation
public import LiveActivityUI
import Synchronization

/// Resizes an image, for which widgets use this class: the result is the first image drawn in it. Everything else that is drawn
/// is ignored.
public final class UIGraphicsImageRenderer {
    private let size: CGSize

    /// Creates a renderer for an image of a size in points. The format is not used.
    public init(size: CGSize, format: UIGraphicsImageRendererFormat = .init()) { self.size = size }
    /// Creates a renderer for an image with the size of a rectangle in points. The format is not used.
    public convenience init(bounds: CGRect, format: UIGraphicsImageRendererFormat = .init()) {
        self.init(size: bounds.size, format: format)
    }

    /// The first image that `actions` draws, at the renderer's size; an empty image if it draws none.
    public func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
        let drawing = Drawing()
        Drawing.$current.withValue(drawing) { actions(UIGraphicsImageRendererContext()) }
        return drawing.first?.sized(size) ?? UIImage()
    }
    /// The bytes of ``image(actions:)``; empty if that image is not a PNG.
    public func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data {
        image(actions: actions).pngData() ?? Data()
    }
}

/// Options of a renderer. Not used here.
public final class UIGraphicsImageRendererFormat: Sendable {
    private let values = Mutex((scale: CGFloat(1), isOpaque: false))

    public init() {}
    public static func `default`() -> UIGraphicsImageRendererFormat { .init() }
    public static func preferred() -> UIGraphicsImageRendererFormat { .init() }

    public var scale: CGFloat {
        get { values.withLock { $0.scale } }
        set { values.withLock { $0.scale = newValue } }
    }
    public var opaque: Bool {
        get { values.withLock { $0.isOpaque } }
        set { values.withLock { $0.isOpaque = newValue } }
    }
}

/// The context of a renderer's actions. Only ``UIImage/draw(in:)`` has an effect.
public struct UIGraphicsImageRendererContext {
    /// The Core Graphics context. Its functions do nothing.
    public let cgContext = CGContext()

    public func fill(_ rect: CGRect) {}
    public func stroke(_ rect: CGRect) {}
    public func clip(to rect: CGRect) {}
}

/// A Core Graphics context whose functions do nothing.
public struct CGContext: Sendable {
    public func translateBy(x: CGFloat, y: CGFloat) {}
    public func scaleBy(x: CGFloat, y: CGFloat) {}
    public func rotate(by angle: CGFloat) {}
    public func fill(_ rect: CGRect) {}
    public func fillEllipse(in rect: CGRect) {}
    public func setAlpha(_ alpha: CGFloat) {}
    public func setFillColor(_ color: CGColor) {}
    public func setStrokeColor(_ color: CGColor) {}
    public func setLineWidth(_ width: CGFloat) {}
    public func setBlendMode(_ mode: CGBlendMode) {}
    public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor? = nil) {}
    public func stroke(_ rect: CGRect) {}
    public func strokeEllipse(in rect: CGRect) {}
    public func clear(_ rect: CGRect) {}
    public func addPath(_ path: CGPath) {}
    public func addEllipse(in rect: CGRect) {}
    public func addRect(_ rect: CGRect) {}
    public func beginPath() {}
    public func closePath() {}
    public func fillPath() {}
    public func strokePath() {}
    public func clip() {}
    public func clip(to rect: CGRect) {}
    public func draw(_ image: CGImage, in rect: CGRect) {}
    public func concatenate(_ transform: CGAffineTransform) {}
    public func move(to point: CGPoint) {}
    public func addLine(to point: CGPoint) {}
    public func addLines(between points: [CGPoint]) {}
    public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {}
    public func addQuadCurve(to end: CGPoint, control: CGPoint) {}
    public func addArc(center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool) {}
    public func setLineCap(_ cap: CGLineCap) {}
    public func setLineJoin(_ join: CGLineJoin) {}
    public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {}
    public func setMiterLimit(_ limit: CGFloat) {}
    public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {}
    public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {}
    public func setShouldAntialias(_ antialiases: Bool) {}
    public func beginTransparencyLayer(auxiliaryInfo: CFDictionary?) {}
    public func endTransparencyLayer() {}
    public var ctm: CGAffineTransform { .identity }
    public func makeImage() -> CGImage? { nil }
    public func saveGState() {}
    public func restoreGState() {}
}

extension UIImage {
    /// Draws the image in the current renderer. The position is not used.
    public func draw(in rect: CGRect) { Drawing.current?.add(self) }
    public func draw(at point: CGPoint) { Drawing.current?.add(self) }
    /// Draws the image in the current renderer. The position, blend mode and opacity are not used.
    public func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) { Drawing.current?.add(self) }
}

/// Blend modes of a drawing. Not used here.
public enum CGBlendMode: Int32, Sendable {
    case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference
    case exclusion, hue, saturation, color, luminosity, clear, copy, sourceIn, sourceOut, sourceAtop, destinationOver
    case destinationIn, destinationOut, destinationAtop, xor, plusDarker, plusLighter
}

/// The images that a renderer's actions have drawn.
private final class Drawing: Sendable {
    @TaskLocal static var current: Drawing?

    private let image = Mutex<UIImage?>(nil)

    var first: UIImage? { image.withLock { $0 } }
    func add(_ drawn: UIImage) { image.withLock { $0 = $0 ?? drawn } }
}

// The functions from which code made images before there were renderers. They draw nothing, and there is no image.
public func UIGraphicsBeginImageContext(_ size: CGSize) {}
public func UIGraphicsBeginImageContextWithOptions(_ size: CGSize, _ opaque: Bool, _ scale: CGFloat) {}
public func UIGraphicsGetCurrentContext() -> CGContext? { nil }
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? { nil }
public func UIGraphicsEndImageContext() {}
public func UIRectFill(_ rect: CGRect) {}
