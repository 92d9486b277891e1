import Foundation
import LiveActivityUI
import LiveActivityViewTree

/// The image of a mesh gradient.
struct MeshPicture {
    /// The width and height in pixels. The image is stretched when it is drawn; this is enough, because a mesh has no sharp
    /// edges.
    static let side = 64

    /// Red, green, blue and opacity, row by row.
    private var pixels = [SIMD4<Float>](repeating: SIMD4(), count: side * side)

    init(_ mesh: MeshGradient, in environment: EnvironmentValues) {
        let colors = mesh.resolvedColors(in: environment).map(\.components)
        guard let grid = MeshGrid(mesh), colors.count >= grid.width * grid.height else { return }
        for row in 0..<(grid.height - 1) {
            for column in 0..<(grid.width - 1) {
                let first = row * grid.width + column
                let corners = [first, first + 1, first + grid.width, first + grid.width + 1].map { colors[$0] }
                draw(corners, smoothly: mesh.smoothsColors) { grid.point(column, row, $0) }
            }
        }
    }

    /// Draws one cell of the grid as small quadrilaterals of two triangles each.
    private mutating func draw(_ corners: [SIMD4<Float>], smoothly: Bool, at point: (SIMD2<Float>) -> SIMD2<Float>) {
        let steps = 24
        func color(_ u: Float, _ v: Float) -> SIMD4<Float> {
            func eased(_ t: Float) -> Float { smoothly ? t * t * (3 - 2 * t) : t }
            let (u, v) = (eased(u), eased(v))
            let (top, bottom) = (corners[0] + (corners[1] - corners[0]) * u, corners[2] + (corners[3] - corners[2]) * u)
            return top + (bottom - top) * v
        }
        for row in 0..<steps {
            for column in 0..<steps {
                let (u, v) = (Float(column) / Float(steps), Float(row) / Float(steps))
                let next = 1 / Float(steps)
                let places = [SIMD2(u, v), SIMD2(u + next, v), SIMD2(u, v + next), SIMD2(u + next, v + next)].map(point)
                let middle = color(u + next / 2, v + next / 2)
                fill([places[0], places[1], places[2]], middle)
                fill([places[1], places[3], places[2]], middle)
            }
        }
    }

    /// Fills the pixels whose centers are inside a triangle or on its edge.
    private mutating func fill(_ corners: [SIMD2<Float>], _ color: SIMD4<Float>) {
        let side = Float(Self.side)
        let points = corners.map { $0 * side - SIMD2(0.5, 0.5) }
        guard points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return }
        func range(_ values: [Float]) -> ClosedRange<Int>? {
            let low = max(0, (values.min() ?? 0).rounded(.up))
            let high = min(side - 1, (values.max() ?? 0).rounded(.down))
            return low <= high ? Int(low)...Int(high) : nil
        }
        guard let columns = range(points.map(\.x)), let rows = range(points.map(\.y)) else { return }
        func turn(_ a: SIMD2<Float>, _ b: SIMD2<Float>, _ p: SIMD2<Float>) -> Float {
            (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
        }
        for y in rows {
            for x in columns {
                let p = SIMD2(Float(x), Float(y))
                let turns = (0..<3).map { turn(points[$0], points[($0 + 1) % 3], p) }
                guard turns.allSatisfy({ $0 >= -0.001 }) || turns.allSatisfy({ $0 <= 0.001 }) else { continue }
                pixels[y * Self.side + x] = color
            }
        }
    }

    var png: [UInt8] {
        var rows: [UInt8] = []
        for y in 0..<Self.side {
            rows.append(0)
            for pixel in pixels[y * Self.side..<(y + 1) * Self.side] {
                for index in 0..<4 { rows.append(UInt8((min(max(pixel[index], 0), 1) * 255).rounded())) }
            }
        }
        let side = UInt32(Self.side)
        return PNGHeader.signature + Self.chunk("IHDR", Self.bytes(side) + Self.bytes(side) + [8, 6, 0, 0, 0])
            + Self.chunk("IDAT", Self.stored(rows)) + Self.chunk("IEND", [])
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let content = Array(name.utf8) + data
        return bytes(UInt32(data.count)) + content + bytes(checksum(content))
    }

    /// An uncompressed zlib stream: one stored block of at most 65,535 bytes, and the Adler-32 checksum.
    private static func stored(_ data: [UInt8]) -> [UInt8] {
        let length = UInt16(data.count)
        let lengths = [length, ~length].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let (low, high) = data.reduce((UInt32(1), UInt32(0))) { sums, byte in
            let low = (sums.0 + UInt32(byte)) % 65_521
            return (low, (sums.1 + low) % 65_521)
        }
        return [0x78, 0x01, 1] + lengths + data + bytes(high << 16 | low)
    }

    /// CRC-32 as in PNG.
    private static func checksum(_ data: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in data {
            sum ^= UInt32(byte)
            for _ in 0..<8 {
                let isOdd = sum & 1 == 1
                sum >>= 1
                if isOdd { sum ^= 0xEDB8_8320 }
            }
        }
        return ~sum
    }
}

/// The points of a mesh and the curves between them.
private struct MeshGrid {
    let width: Int
    let height: Int
    private let points: [MeshGradient.BezierPoint]

    /// Creates the grid; `nil` if it has fewer than two points in a direction.
    init?(_ mesh: MeshGradient) {
        (width, height) = (mesh.width, mesh.height)
        guard width >= 2, height >= 2, width <= 1_000, height <= 1_000 else { return nil }
        switch mesh.locations {
        case .bezierPoints(let points): self.points = points
        case .points(let points):
            guard points.count >= width * height else { return nil }
            let (width, height) = (width, height)
            self.points = (0..<width * height).map { index in
                let (column, row) = (index % width, index / width)
                func control(_ other: Int, _ exists: Bool) -> SIMD2<Float> {
                    exists ? points[index] + (points[other] - points[index]) / 3 : points[index]
                }
                return MeshGradient.BezierPoint(
                    position: points[index], leadingControlPoint: control(index - 1, column > 0),
                    topControlPoint: control(index - width, row > 0),
                    trailingControlPoint: control(index + 1, column < width - 1),
                    bottomControlPoint: control(index + width, row < height - 1))
            }
        }
        guard self.points.count >= width * height else { return nil }
    }

    /// A point of a cell, which is a Coons patch: interpolated between the curves at its four sides.
    func point(_ column: Int, _ row: Int, _ place: SIMD2<Float>) -> SIMD2<Float> {
        let first = row * width + column
        let (a, b, c, d) = (points[first], points[first + 1], points[first + width], points[first + width + 1])
        let (u, v) = (place.x, place.y)
        let top = Self.curve(a.position, a.trailingControlPoint, b.leadingControlPoint, b.position, u)
        let bottom = Self.curve(c.position, c.trailingControlPoint, d.leadingControlPoint, d.position, u)
        let left = Self.curve(a.position, a.bottomControlPoint, c.topControlPoint, c.position, v)
        let right = Self.curve(b.position, b.bottomControlPoint, d.topControlPoint, d.position, v)
        let ruled = top + (bottom - top) * v + left + (right - left) * u
        let (upper, lower) = (a.position + (b.position - a.position) * u, c.position + (d.position - c.position) * u)
        return ruled - (upper + (lower - upper) * v)
    }

    private static func curve(
        _ start: SIMD2<Float>, _ control1: SIMD2<Float>, _ control2: SIMD2<Float>, _ end: SIMD2<Float>, _ t: Float
    ) -> SIMD2<Float> {
        let s = 1 - t
        return start * (s * s * s) + control1 * (3 * s * s * t) + control2 * (3 * s * t * t) + end * (t * t * t)
    }
}
