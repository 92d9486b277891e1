public import Foundation

// Small types and functions of Core Graphics and Core Animation.

public struct CGVector: Hashable, Codable, Sendable {
    public var dx: CGFloat
    public var dy: CGFloat

    public static let zero = CGVector()
    public init() { (dx, dy) = (0, 0) }
    public init(dx: CGFloat, dy: CGFloat) { (self.dx, self.dy) = (dx, dy) }
}

extension CGSize {
    public func applying(_ t: CGAffineTransform) -> CGSize {
        CGSize(width: t.a * width + t.c * height, height: t.b * width + t.d * height)
    }
}

extension CGRect {
    /// The smallest rectangle around the transformed one.
    public func applying(_ t: CGAffineTransform) -> CGRect {
        let corners = [(minX, minY), (maxX, minY), (minX, maxY), (maxX, maxY)].map { CGPoint(x: $0, y: $1).applying(t) }
        let (xs, ys) = (corners.map(\.x), corners.map(\.y))
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return self }
        return CGRect(x: left, y: top, width: right - left, height: bottom - top)
    }
}

/// A space of colors, of which only the name is stored: colors are in sRGB.
public final class CGColorSpace: Hashable, Sendable {
    public let name: String?

    public static let sRGB = "kCGColorSpaceSRGB", displayP3 = "kCGColorSpaceDisplayP3"
    public static let extendedSRGB = "kCGColorSpaceExtendedSRGB", linearSRGB = "kCGColorSpaceLinearSRGB"
    public static let genericGrayGamma2_2 = "kCGColorSpaceGenericGrayGamma2_2"

    public init?(name: String) { self.name = name }

    public static func == (left: CGColorSpace, right: CGColorSpace) -> Bool { left.name == right.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The treatment of colors outside a color space. Conversions do not use it.
public enum CGColorRenderingIntent: Int32, Sendable {
    case defaultIntent, absoluteColorimetric, relativeColorimetric, perceptual, saturation
}

public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { space(CGColorSpace.sRGB) }
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { space(CGColorSpace.genericGrayGamma2_2) }

private func space(_ name: String) -> CGColorSpace {
    guard let space = CGColorSpace(name: name) else { preconditionFailure("a color space has any name") }
    return space
}

/// The seconds since 2001.
public func CFAbsoluteTimeGetCurrent() -> TimeInterval { Date.timeIntervalSinceReferenceDate }

/// The seconds since the system started.
public func CACurrentMediaTime() -> TimeInterval { ProcessInfo.processInfo.systemUptime }
