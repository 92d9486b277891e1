public import LiveActivityUI

/// An image with UIKit's names: a widget reads one from its app group and shows it with `Image(uiImage:)`.
public final class UIImage: NSObject, Sendable {
    package enum Source: Hashable, Sendable {
        case data(Data)
        case asset(String)
        case system(String)
    }

    package let source: Source
    /// Pixels per point.
    public let scale: CGFloat
    /// The size in points. Zero for named images, whose size is only known when they are drawn.
    public let size: CGSize

    private init(_ source: Source, pixels: PixelSize?, scale: CGFloat) {
        self.source = source
        let scale = scale > 0 ? scale : 1
        self.scale = scale
        size = pixels.map { CGSize(width: CGFloat($0.width) / scale, height: CGFloat($0.height) / scale) } ?? .zero
    }

    /// An empty image.
    public override convenience init() { self.init(.data(Data()), pixels: nil, scale: 1) }

    /// An image from a PNG or JPEG; `nil` for other data. A JPEG is drawn as a placeholder.
    public convenience init?(data: Data) { self.init(data: data, scale: 1) }

    /// An image from a PNG or JPEG with a number of pixels per point; `nil` for other data.
    public convenience init?(data: Data, scale: CGFloat) {
        guard let pixels = PixelSize(of: data) else { return nil }
        self.init(.data(data), pixels: pixels, scale: scale)
    }

    /// An image from a PNG or JPEG file; `nil` if it cannot be read.
    public convenience init?(contentsOfFile path: String) {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        self.init(data: data)
    }

    /// An image of the app's asset catalog. Never `nil`, because the name is looked up when it is drawn.
    public convenience init?(named name: String) { self.init(asset: name) }

    convenience init(asset name: String) { self.init(.asset(name), pixels: nil, scale: 1) }

    /// A system image. Never `nil`, see ``init(named:)``.
    public convenience init?(systemName name: String) { self.init(.system(name), pixels: nil, scale: 1) }

    /// The bytes of an image that was created from a PNG; `nil` for others. Nothing is encoded.
    public func pngData() -> Data? {
        guard case .data(let data) = source, PNGHeader.isPNG(data) else { return nil }
        return data
    }

    /// The bytes of an image that was created from a JPEG or PNG; `nil` for others. Nothing is encoded, so a PNG stays one.
    public func jpegData(compressionQuality: CGFloat) -> Data? {
        guard case .data(let data) = source, !data.isEmpty else { return nil }
        return data
    }

    /// The image itself: nothing is drawn anew.
    public func preparingThumbnail(of size: CGSize) -> UIImage? { self }
    /// The image itself, as code that waits for it expects.
    public func byPreparingThumbnail(ofSize size: CGSize) async -> UIImage? { self }
    /// The image itself, which is decoded when it is drawn.
    public func preparingForDisplay() -> UIImage? { self }
}

/// The size of an image in pixels, from the header of its file.
struct PixelSize: Equatable {
    var width: Int
    var height: Int

    init?(of data: Data) {
        let bytes = [UInt8](data)
        let png = PNGHeader(bytes).map { ($0.width, $0.height) }
        guard let size = png ?? Self.jpeg(bytes), size.0 > 0, size.1 > 0 else { return nil }
        (width, height) = size
    }

    /// A JPEG is a sequence of segments with a length each. A frame header (0xC0 to 0xCF with three exceptions) has
    /// height and width, two bytes each.
    private static func jpeg(_ bytes: [UInt8]) -> (Int, Int)? {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
        var index = 2
        while index + 9 <= bytes.count, bytes[index] == 0xFF {
            let marker = bytes[index + 1]
            if 0xC0...0xCF ~= marker, ![0xC4, 0xC8, 0xCC].contains(marker) {
                return (number(bytes[index + 7..<index + 9]), number(bytes[index + 5..<index + 7]))
            }
            // Fill bytes may precede a marker.
            index += marker == 0xFF ? 1 : 2 + number(bytes[index + 2..<index + 4])
        }
        return nil
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
