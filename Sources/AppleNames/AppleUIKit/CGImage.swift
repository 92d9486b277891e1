package import Foundation

/// A bitmap image, from a PNG or JPEG that is decoded when it is drawn.
public final class CGImage: Sendable {
    package let data: Data
    public let width: Int
    public let height: Int

    init(data: Data, width: Int, height: Int) { (self.data, self.width, self.height) = (data, width, height) }

    /// The position of the alpha component. It is unknown before the image is drawn, so the value is always the same.
    public var alphaInfo: CGImageAlphaInfo { .premultipliedLast }
    /// Always 8.
    public var bitsPerComponent: Int { 8 }
    /// Always 32.
    public var bitsPerPixel: Int { 32 }
}

/// The position of the alpha component in a pixel.
public enum CGImageAlphaInfo: UInt32, Sendable {
    case none, premultipliedLast, premultipliedFirst, last, first, noneSkipLast, noneSkipFirst, alphaOnly
}
