public import LiveActivityUI

/// A picture of an app's own, as UIKit has it: a widget reads one from its app group and shows it with `Image(uiImage:)`.
public final class UIImage: NSObject, Sendable {
    enum Source: Hashable, Sendable {
        case data(Data)
        case asset(String)
        case system(String)
    }

    let source: Source
    public let scale: CGFloat
    /// In points. A named picture's is known only where it is drawn; here it is zero.
    public let size: CGSize

    private init(_ source: Source, pixels: PixelSize?, scale: CGFloat) {
        self.source = source
        let scale = scale > 0 ? scale : 1
        self.scale = scale
        size = pixels.map { CGSize(width: CGFloat($0.width) / scale, height: CGFloat($0.height) / scale) } ?? .zero
    }

    /// A picture of nothing.
    public override convenience init() { self.init(.data(Data()), pixels: nil, scale: 1) }

    /// The picture in a PNG or JPEG; `nil` where the bytes are neither.
    public convenience init?(data: Data) { self.init(data: data, scale: 1) }

    public convenience init?(data: Data, scale: CGFloat) {
        guard let pixels = PixelSize(of: data) else { return nil }
        self.init(.data(data), pixels: pixels, scale: scale)
    }

    public convenience init?(contentsOfFile path: String) {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        self.init(data: data)
    }

    /// A picture of the app's asset catalogue. Whether it is there is known only where it is drawn, so this is never `nil`.
    public convenience init?(named name: String) { self.init(.asset(name), pixels: nil, scale: 1) }

    /// A symbol of the system; never `nil`, see ``init(named:)``.
    public convenience init?(systemName name: String) { self.init(.system(name), pixels: nil, scale: 1) }

    /// The bytes it was made of, where these are a PNG's. Nothing is encoded here.
    public func pngData() -> Data? {
        guard case .data(let data) = source, data.starts(with: PixelSize.pngSignature) else { return nil }
        return data
    }
}

/// How large the picture in a file is, as its header says.
struct PixelSize: Equatable {
    var width: Int
    var height: Int

    static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    init?(of data: Data) {
        let bytes = [UInt8](data)
        guard let size = bytes.starts(with: Self.pngSignature) ? Self.png(bytes) : Self.jpeg(bytes), size.0 > 0, size.1 > 0
        else {
            return nil
        }
        (width, height) = size
    }

    /// The first chunk of a PNG begins with both, in four bytes each.
    private static func png(_ bytes: [UInt8]) -> (Int, Int)? {
        guard bytes.count >= 24, bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
        return (number(bytes[16..<20]), number(bytes[20..<24]))
    }

    /// A JPEG is a row of segments, each with its length; a frame header (0xC0 to 0xCF but for three) has both, in two bytes each.
    private static func jpeg(_ bytes: [UInt8]) -> (Int, Int)? {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
        var index = 2
        while index + 9 <= bytes.count, bytes[index] == 0xFF {
            let marker = bytes[index + 1]
            if 0xC0...0xCF ~= marker, ![0xC4, 0xC8, 0xCC].contains(marker) {
                return (number(bytes[index + 7..<index + 9]), number(bytes[index + 5..<index + 7]))
            }
            // A byte may be repeated before a marker.
            index += marker == 0xFF ? 1 : 2 + number(bytes[index + 2..<index + 4])
        }
        return nil
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}

extension Image {
    /// UIKit's picture as a view.
    public init(uiImage: UIImage) {
        switch uiImage.source {
        case .data(let data): self.init(_png: [UInt8](data))
        case .asset(let name): self.init(name)
        case .system(let name): self.init(systemName: name)
        }
    }
}
