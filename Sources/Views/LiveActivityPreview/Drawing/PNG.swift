#if Preview
import CPNG
import Foundation

/// Encodes and decodes PNG.
package enum PNG {
    /// Encodes Cairo's pixels.
    ///
    /// - Parameter pixels: Premultiplied, four bytes each, blue first. They are changed by this call.
    /// - Returns: 24 bits per pixel if every pixel is opaque, otherwise 32.
    static func encode(_ pixels: UnsafeMutablePointer<UInt8>, width: Int, height: Int, stride: Int) -> [UInt8] {
        var isOpaque = true
        for row in 0..<height {
            let line = pixels + row * stride
            for pixel in Swift.stride(from: 0, to: width * 4, by: 4) {
                let alpha = UInt32(line[pixel + 3])
                if alpha == 255 { continue }
                isOpaque = false
                if alpha == 0 { continue }
                for channel in pixel..<pixel + 3 {
                    line[channel] = UInt8(min(255, (UInt32(line[channel]) * 255 + alpha / 2) / alpha))
                }
            }
        }
        return isOpaque
            ? packed(pixels, width: width, height: height, stride: stride)
            : write(pixels, width: width, height: height, stride: stride, format: cpng_format_bgra)
    }

    private static func packed(_ pixels: UnsafeMutablePointer<UInt8>, width: Int, height: Int, stride: Int) -> [UInt8] {
        var packed = [UInt8](repeating: 0, count: width * height * 3)
        packed.withUnsafeMutableBufferPointer { packed in
            var next = 0
            for row in 0..<height {
                let line = pixels + row * stride
                for pixel in Swift.stride(from: 0, to: width * 4, by: 4) {
                    packed[next] = line[pixel + 2]
                    packed[next + 1] = line[pixel + 1]
                    packed[next + 2] = line[pixel]
                    next += 3
                }
            }
        }
        return packed.withUnsafeMutableBufferPointer {
            write($0.baseAddress, width: width, height: height, stride: width * 3, format: cpng_format_rgb)
        }
    }

    private static func write(
        _ pixels: UnsafeMutablePointer<UInt8>?, width: Int, height: Int, stride: Int, format: png_uint_32
    ) -> [UInt8] {
        var image = png_image()
        image.version = cpng_image_version
        image.width = png_uint_32(width)
        image.height = png_uint_32(height)
        image.format = format
        // User interfaces have large uniform areas: the fast mode is many times faster, and the file only a third
        // larger.
        image.flags = cpng_flag_fast
        // Enough for any image: libpng's bound for incompressible data.
        var size = png_alloc_size_t(height * (width * 4 + 1) * 11 / 10 + 100_000)
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            let isWritten = png_image_write_to_memory(&image, buffer.baseAddress, &size, 0, pixels, png_int_32(stride), nil)
            count = isWritten != 0 ? Int(size) : 0
        }
        return bytes
    }

    /// Encodes pixels that are not premultiplied.
    package static func encode(straight pixels: [UInt8], width: Int, height: Int) -> [UInt8] {
        var pixels = pixels
        return pixels.withUnsafeMutableBufferPointer {
            write($0.baseAddress, width: width, height: height, stride: width * 4, format: cpng_format_bgra)
        }
    }

    /// The pixels of a PNG: four bytes each, blue first, by default premultiplied. `nil` if it is not a PNG or has more
    /// than 16 million pixels.
    package static func decode(_ bytes: [UInt8], premultiplied: Bool = true) -> (pixels: [UInt8], width: Int, height: Int)? {
        var image = png_image()
        image.version = cpng_image_version
        defer { png_image_free(&image) }
        let isRead = bytes.withUnsafeBytes { png_image_begin_read_from_memory(&image, $0.baseAddress, $0.count) }
        guard isRead != 0, image.width > 0, image.height > 0, Int(image.width) * Int(image.height) <= 16_000_000 else {
            return nil
        }
        image.format = cpng_format_bgra
        let (width, height) = (Int(image.width), Int(image.height))
        var pixels = [UInt8](repeating: 0, count: width * height * 4)
        guard png_image_finish_read(&image, nil, &pixels, png_int_32(width * 4), nil) != 0 else { return nil }
        guard premultiplied else { return (pixels, width, height) }
        for pixel in stride(from: 0, to: pixels.count, by: 4) where pixels[pixel + 3] < 255 {
            for channel in pixel..<pixel + 3 { pixels[channel] = UInt8(Int(pixels[channel]) * Int(pixels[pixel + 3]) / 255) }
        }
        return (pixels, width, height)
    }
}
#endif
