#if Preview
import LiveActivityPreview

/// Converts between PNG and pixels that are not premultiplied (red, green, blue, opacity; four bytes each), for
/// comparing pictures.
enum PixelReader {
    /// The pixels of a PNG; `nil` if it is not a PNG.
    static func read(_ png: [UInt8]) -> (bytes: [UInt8], width: Int, height: Int)? {
        guard let (pixels, width, height) = PNG.decode(png, premultiplied: false) else { return nil }
        return (swapped(pixels), width, height)
    }

    static func write(_ bytes: [UInt8], width: Int, height: Int) -> [UInt8] {
        PNG.encode(straight: swapped(bytes), width: width, height: height)
    }

    /// Swaps red and blue.
    private static func swapped(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for pixel in stride(from: 0, to: bytes.count - 3, by: 4) { bytes.swapAt(pixel, pixel + 2) }
        return bytes
    }
}
#endif
