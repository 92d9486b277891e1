public import LiveActivityUI

/// An image with UIKit's API. A widget reads one from its app group and shows it with `Image(uiImage:)`.
public final class UIImage: NSObject, Sendable {
    package enum Source: Hashable, Sendable {
        case data(Data)
        case asset(String)
        case system(String)
    }

    package let source: Source
    public let scale: CGFloat
    /// The size in points. Zero for named images, whose size is only known when they are drawn.
    public let size: CGSize
    /// Whether the image is drawn as a template in one color.
    public let renderingMode: RenderingMode

    /// The rendering mode: in the original colors, or as a template in one color.
    public enum RenderingMode: Int, Hashable, Sendable {
        case automatic, alwaysOriginal, alwaysTemplate
    }

    /// The orientation in an image file. Not used here.
    public enum Orientation: Int, Hashable, Sendable {
        case up, down, left, right, upMirrored, downMirrored, leftMirrored, rightMirrored
    }

    private init(_ source: Source, pixels: PixelSize?, scale: CGFloat, renderingMode: RenderingMode = .automatic) {
        self.source = source
        self.renderingMode = renderingMode
        let scale = scale > 0 ? scale : 1
        self.scale = scale
        size = pixels.map { CGSize(width: CGFloat($0.width) / scale, height: CGFloat($0.height) / scale) } ?? .zero
    }

    /// An empty image.
    public override convenience init() { self.init(.data(Data()), pixels: nil, scale: 1) }

    /// Creates an image from a PNG or JPEG; `nil` for other data. A JPEG is drawn as a placeholder.
    public convenience init?(data: Data) { self.init(data: data, scale: 1) }

    /// Creates an image from a PNG or JPEG with a number of pixels per point; `nil` for other data.
    public convenience init?(data: Data, scale: CGFloat) {
        guard let pixels = PixelSize(of: data) else { return nil }
        if data.count > Self.square.count, data.starts(with: Self.square) {
            self.init(asset: String(decoding: data.dropFirst(Self.square.count), as: UTF8.self))
        } else {
            self.init(.data(data), pixels: pixels, scale: scale)
        }
    }

    /// An image from a PNG or JPEG file; `nil` if it cannot be read.
    public convenience init?(contentsOfFile path: String) {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        self.init(data: data)
    }

    /// An image of the app's asset catalog. Never `nil`, because the name is looked up when it is drawn.
    public convenience init?(named name: String) { self.init(asset: name) }

    /// Bundles, traits and configurations are not used.
    public convenience init?(named name: String, in bundle: Bundle?, with configuration: Configuration? = nil) {
        self.init(asset: name)
    }
    public convenience init?(named name: String, in bundle: Bundle?, compatibleWith traits: UITraitCollection?) {
        self.init(asset: name)
    }

    convenience init(asset name: String) { self.init(.asset(name), pixels: nil, scale: 1) }

    /// A system image. Never `nil`, see ``init(named:)``.
    public convenience init?(systemName name: String, withConfiguration configuration: Configuration? = nil) {
        self.init(.system(name), pixels: nil, scale: 1)
    }

    /// Details of an image. Not used here.
    open class Configuration: NSObject, @unchecked Sendable {
        // `@unchecked Sendable`, because the class is open: neither it nor the one below has a property.
    }

    /// Details of a system image. Not used here.
    public final class SymbolConfiguration: Configuration, @unchecked Sendable {
        public convenience init(pointSize: CGFloat) { self.init() }
        public convenience init(pointSize: CGFloat, weight: UIImage.SymbolWeight) { self.init() }
        public convenience init(pointSize: CGFloat, weight: UIImage.SymbolWeight, scale: UIImage.SymbolScale) { self.init() }
        public convenience init(textStyle: UIFont.TextStyle) { self.init() }
        public convenience init(textStyle: UIFont.TextStyle, scale: UIImage.SymbolScale) { self.init() }
        public convenience init(font: UIFont) { self.init() }
        public convenience init(scale: UIImage.SymbolScale) { self.init() }
        public convenience init(weight: UIImage.SymbolWeight) { self.init() }
        public convenience init(paletteColors: [UIColor]) { self.init() }
        public convenience init(hierarchicalColor: UIColor) { self.init() }
    }
    public enum SymbolWeight: Int, Sendable {
        case unspecified, ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
    }
    public enum SymbolScale: Int, Sendable { case `default` = -1, unspecified, small, medium, large }

    /// The system's own images.
    public static var checkmark: UIImage { symbol("checkmark") }
    public static var strokedCheckmark: UIImage { symbol("checkmark.circle") }
    public static var add: UIImage { symbol("plus.circle.fill") }
    public static var remove: UIImage { symbol("minus.circle.fill") }
    public static var actions: UIImage { symbol("ellipsis.circle") }

    private static func symbol(_ name: String) -> UIImage { UIImage(.system(name), pixels: nil, scale: 1) }

    /// Creates an image from a `CGImage`. The orientation is not used.
    public convenience init(cgImage: CGImage, scale: CGFloat = 1, orientation: Orientation = .up) {
        let pixels = PixelSize(width: cgImage.width, height: cgImage.height)
        self.init(.data(cgImage.data), pixels: pixels, scale: scale)
    }

    /// The bitmap; `nil` for a named image.
    public var cgImage: CGImage? {
        guard case .data(let data) = source, let pixels = PixelSize(of: data) else { return nil }
        return CGImage(data: data, width: pixels.width, height: pixels.height)
    }
    /// Always `up`, because the orientation of the file is not read.
    public var imageOrientation: Orientation { .up }

    /// The same image with another rendering mode.
    public func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage {
        copy(scale: scale, renderingMode: renderingMode)
    }
    /// The image as a template. Its color is the foreground style of its position, not `color`.
    public func withTintColor(_ color: UIColor, renderingMode: RenderingMode = .alwaysTemplate) -> UIImage {
        withRenderingMode(renderingMode)
    }

    /// The same image at another size. The size of a named image cannot be changed.
    func sized(_ size: CGSize) -> UIImage {
        guard self.size.width > 0, size.width > 0 else { return self }
        return copy(scale: scale * self.size.width / size.width, renderingMode: renderingMode)
    }

    private func copy(scale: CGFloat, renderingMode: RenderingMode) -> UIImage {
        let pixels = size == .zero ? nil : PixelSize(width: Int(size.width * self.scale), height: Int(size.height * self.scale))
        return UIImage(source, pixels: pixels, scale: scale, renderingMode: renderingMode)
    }

    /// A gray PNG of one pixel, which is followed by a name in the data of an asset.
    private static let square = Data(
        base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==")!

    /// The bytes of an image that was created from a PNG; `nil` for others. Nothing is encoded.
    ///
    /// An asset has data too, from which ``init(data:)`` makes that asset. As a PNG it is a gray pixel.
    public func pngData() -> Data? {
        if case .asset(let name) = source { return Self.square + Data(name.utf8) }
        guard case .data(let data) = source, PNGHeader.isPNG(data) else { return nil }
        return data
    }

    /// The bytes of an image that was created from a JPEG or PNG; `nil` for others. Nothing is encoded, so a PNG stays one.
    ///
    /// An asset has the data of ``pngData()``.
    public func jpegData(compressionQuality: CGFloat) -> Data? {
        if case .asset = source { return pngData() }
        guard case .data(let data) = source, !data.isEmpty else { return nil }
        return data
    }

    /// Returns the image itself: configurations have no effect.
    public func withConfiguration(_ configuration: SymbolConfiguration) -> UIImage { self }
    public func applyingSymbolConfiguration(_ configuration: SymbolConfiguration) -> UIImage? { self }
    /// Returns the image itself: parts of it are not stretched.
    public func resizableImage(withCapInsets insets: UIEdgeInsets) -> UIImage { self }
    public func withAlignmentRectInsets(_ insets: UIEdgeInsets) -> UIImage { self }
    /// Returns the image itself: no thumbnail is created.
    public func preparingThumbnail(of size: CGSize) -> UIImage? { self }
    /// Returns the image itself; asynchronous for source compatibility.
    public func byPreparingThumbnail(ofSize size: CGSize) async -> UIImage? { self }
    /// Returns the image itself, which is decoded when it is drawn.
    public func preparingForDisplay() -> UIImage? { self }
}

/// The size of an image in pixels, from the header of its file.
struct PixelSize: Equatable {
    var width: Int
    var height: Int

    init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

    init?(of data: Data) {
        let bytes = [UInt8](data)
        let png = PNGHeader(bytes).map { ($0.width, $0.height) }
        let jpeg = JPEGHeader(bytes).map { ($0.width, $0.height) }
        guard let size = png ?? jpeg, size.0 > 0, size.1 > 0 else { return nil }
        (width, height) = size
    }
}
