#if Preview
import CPangoCairo
import Foundation
import LiveActivitySurfaces
import SystemLibraries

/// A Cairo surface with its drawing context. Coordinates are points from the top left.
final class Canvas {
    let surface: OpaquePointer
    let cairo: OpaquePointer
    let size: CGSize
    let scale: Double

    /// - Parameter scale: Pixels per point.
    init(size: CGSize, scale: Double) {
        SystemLibrary.pango.loadOrExit()
        self.size = size
        self.scale = scale
        let width = Int32(max(1, (size.width * scale).rounded(.up)))
        let height = Int32(max(1, (size.height * scale).rounded(.up)))
        surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height)
        cairo = cairo_create(surface)
        cairo_scale(cairo, scale, scale)
    }

    /// Draws into an SVG text, which receives each piece that Cairo writes.
    init(svg size: CGSize, into text: SVGText) {
        SystemLibrary.pango.loadOrExit()
        self.size = size
        self.scale = 1
        surface = cairo_svg_surface_create_for_stream(
            { closure, data, length in
                guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
                Unmanaged<SVGText>.fromOpaque(closure).takeUnretainedValue().bytes.append(
                    contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
                return CAIRO_STATUS_SUCCESS
            }, Unmanaged.passUnretained(text).toOpaque(), size.width, size.height)
        cairo = cairo_create(surface)
    }

    deinit {
        cairo_destroy(cairo)
        cairo_surface_destroy(surface)
    }

    func finish() { cairo_surface_finish(surface) }

    /// Restores Cairo's state after `draw`, so that transformations and clips do not leak.
    func saved(_ draw: () -> Void) {
        cairo_save(cairo)
        draw()
        cairo_restore(cairo)
    }

    /// Scales what is drawn next. The combined scale stays within `scales`: Cairo stops drawing at a matrix without an inverse,
    /// and the time for an arc grows without limit with its size. NaN counts as 1, and 0 as the smallest scale.
    func scaleWithinLimits(x: Double, y: Double) {
        var matrix = cairo_matrix_t()
        cairo_get_matrix(cairo, &matrix)
        func limited(_ factor: Double, from scale: Double) -> Double {
            let (factor, scale) = (factor.isNaN ? 1 : factor, max(scale, Self.scales.lowerBound))
            let limited = min(max(abs(factor) * scale, Self.scales.lowerBound), Self.scales.upperBound) / scale
            return factor < 0 ? -limited : limited
        }
        let (x, y) = (limited(x, from: hypot(matrix.xx, matrix.yx)), limited(y, from: hypot(matrix.xy, matrix.yy)))
        // Rotations between the scales can bring the two directions together.
        guard abs((matrix.xx * matrix.yy - matrix.xy * matrix.yx) * x * y) > 1e-30 else { return }
        cairo_scale(cairo, x, y)
    }

    /// The combined scale in pixels per point: from invisible to a unit circle that fills the longest side of a view.
    private static let scales = 1e-6...1e5

    /// The pixels of a bitmap: premultiplied, four bytes each, blue first. `nil` for SVG.
    func withPixels<Result>(_ body: (UnsafeMutablePointer<UInt8>, _ width: Int, _ height: Int, _ stride: Int) -> Result)
        -> Result?
    {
        cairo_surface_flush(surface)
        guard let data = cairo_image_surface_get_data(surface) else { return nil }
        defer { cairo_surface_mark_dirty(surface) }
        return body(
            data, Int(cairo_image_surface_get_width(surface)), Int(cairo_image_surface_get_height(surface)),
            Int(cairo_image_surface_get_stride(surface)))
    }
}

/// An SVG text while Cairo writes it.
final class SVGText {
    var bytes: [UInt8] = []

    /// The whole text, which is equal for equal pictures: Cairo numbers groups and images by what the process has drawn
    /// before, so they are renumbered here.
    var string: String {
        var numbers: [Substring: Int] = [:]
        let pieces = String(decoding: bytes, as: UTF8.self).split(separator: "#", omittingEmptySubsequences: false)
        func renumbered(_ piece: Substring) -> String {
            for name in ["surface", "image", "source"] where piece.hasPrefix(name) {
                let digits = piece.dropFirst(name.count).prefix { $0.isNumber }
                guard !digits.isEmpty else { continue }
                let number = numbers[digits] ?? numbers.count
                numbers[digits] = number
                return name + "\(number)" + piece.dropFirst(name.count + digits.count)
            }
            return String(piece)
        }
        // References to names follow "#", definitions follow id=".
        return pieces.enumerated().map { index, piece in
            let marked = index == 0 ? String(piece) : renumbered(piece)
            let parts = marked.split(separator: "id=\"", omittingEmptySubsequences: false)
            return parts.enumerated().map { $0 == 0 ? String($1) : renumbered($1) }.joined(separator: "id=\"")
        }
        .joined(separator: "#")
    }
}
#endif
