#if Preview
import Foundation
import LiveActivitySurfaces

/// The effect of saturation, contrast, inversion and similar on a color: three rows of four factors.
///
/// It is applied to each paint before drawing, so that an SVG consists of shapes.
struct ColorMatrix: Hashable {
    /// The rows for red, green and blue. Each has factors for red, green, blue and the constant 1.
    var rows: [[Double]]

    static let identity = ColorMatrix(rows: [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]])

    /// The matrix that applies `other` first, then this one.
    func after(_ other: ColorMatrix) -> ColorMatrix {
        ColorMatrix(
            rows: rows.map { row in
                (0..<4).map { column in
                    (0..<3).reduce(column == 3 ? row[3] : 0) { $0 + row[$1] * other.rows[$1][column] }
                }
            })
    }

    func callAsFunction(_ color: ResolvedColor) -> ResolvedColor {
        if self == .identity { return color }
        let parts = [color.red, color.green, color.blue, 1]
        let mixed = rows.map { row in min(max(zip(row, parts).reduce(0) { $0 + $1.0 * $1.1 }, 0), 1) }
        return ResolvedColor(red: mixed[0], green: mixed[1], blue: mixed[2], opacity: color.opacity)
    }

    // MARK: Effects

    private static let luminance = [0.2126, 0.7152, 0.0722]

    static func saturation(_ amount: Double) -> ColorMatrix {
        ColorMatrix(rows: (0..<3).map { row in (0..<3).map { luminance[$0] * (1 - amount) + ($0 == row ? amount : 0) } + [0] })
    }

    static func contrast(_ amount: Double) -> ColorMatrix { scaled(amount, plus: 0.5 * (1 - amount)) }
    static func brightness(_ amount: Double) -> ColorMatrix { scaled(1, plus: amount) }
    static let inverted = scaled(-1, plus: 1)

    static func multiplied(_ color: ResolvedColor) -> ColorMatrix {
        ColorMatrix(rows: [[color.red, 0, 0, 0], [0, color.green, 0, 0], [0, 0, color.blue, 0]])
    }

    static func hueRotation(degrees: Double) -> ColorMatrix {
        // Computed like the SVG filter of the same name, with its luminance factors.
        let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        return ColorMatrix(rows: [
            [0.213 + c * 0.787 - s * 0.213, 0.715 - c * 0.715 - s * 0.715, 0.072 - c * 0.072 + s * 0.928, 0],
            [0.213 - c * 0.213 + s * 0.143, 0.715 + c * 0.285 + s * 0.140, 0.072 - c * 0.072 - s * 0.283, 0],
            [0.213 - c * 0.213 - s * 0.787, 0.715 - c * 0.715 + s * 0.715, 0.072 + c * 0.928 + s * 0.072, 0],
        ])
    }

    private static func scaled(_ factor: Double, plus: Double) -> ColorMatrix {
        ColorMatrix(rows: [[factor, 0, 0, plus], [0, factor, 0, plus], [0, 0, factor, plus]])
    }

    /// The matrix of an effect; `nil` if the effect does not change colors.
    init?(_ effect: ViewEffect) {
        func safe(_ amount: Double) -> Double { amount.isNaN ? 0 : min(max(amount, -100), 100) }
        switch effect {
        case .saturation(let amount): self = .saturation(safe(amount))
        case .grayscale(let amount): self = .saturation(1 - min(max(safe(amount), 0), 1))
        case .brightness(let amount): self = .brightness(safe(amount))
        case .contrast(let amount): self = .contrast(safe(amount))
        case .hueRotation(let degrees): self = .hueRotation(degrees: degrees.isFinite ? degrees : 0)
        case .colorInvert: self = .inverted
        case .colorMultiply(let color): self = .multiplied(color)
        default: return nil
        }
    }

    init(rows: [[Double]]) { self.rows = rows }

    /// Applies the matrix to Cairo's pixels, for images such as photographs.
    func apply(to pixels: UnsafeMutablePointer<UInt8>, count: Int) {
        for pixel in 0..<count {
            let bytes = pixels + pixel * 4
            let alpha = Double(bytes[3]) / 255
            if alpha == 0 { continue }
            let color = self(
                ResolvedColor(
                    red: Double(bytes[2]) / 255 / alpha, green: Double(bytes[1]) / 255 / alpha,
                    blue: Double(bytes[0]) / 255 / alpha))
            bytes[2] = UInt8(color.red * alpha * 255 + 0.5)
            bytes[1] = UInt8(color.green * alpha * 255 + 0.5)
            bytes[0] = UInt8(color.blue * alpha * 255 + 0.5)
        }
    }
}
#endif
