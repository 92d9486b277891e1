#if Preview
import Foundation
import LiveActivitySurfaces

/// The positions of the parts of progress views and gauges, in points. Used by `Painter` and `WebPainter`.
struct GaugeLengths {
    /// A whole ring or a part of one.
    struct Ring {
        /// The start, in turns from the top.
        var from = 0.0
        /// The length of the whole ring, in turns.
        var turn = 1.0
        /// The width of the line as a fraction of the diameter.
        var width: Double

        static let progress = Ring(width: 0.12)
        static let capacity = Ring(width: 0.1)
        /// Open at the bottom: three quarters of a turn from the lower left.
        static let open = Ring(from: -0.375, turn: 0.75, width: 0.1)
    }

    /// The visible part of a bar with unknown progress.
    static let unknown = 0.3
    /// The smallest visible fraction of a ring, drawn for any value above 0.
    static let leastShare = 0.004
    /// The black gap around a knob.
    static let knobGap = 1.5

    let frame: CGRect
    let isRightToLeft: Bool

    init(_ node: LaidOutNode) {
        frame = node.frame
        isRightToLeft = node.isRightToLeft
    }

    private var side: Double { min(frame.width, frame.height) }

    // MARK: Bars

    var barRadius: Double { frame.height / 2 }

    /// The filled part of a bar; it is clipped by the bar's round ends.
    func filled(_ fraction: Double) -> CGRect {
        let length = fraction > 0 ? max(frame.width * fraction, barRadius) : 0
        return CGRect(x: isRightToLeft ? frame.maxX - length : frame.minX, y: frame.minY, width: length, height: frame.height)
    }

    func knob(onBarAt fraction: Double) -> (center: CGPoint, radius: Double) {
        let x = frame.minX + (isRightToLeft ? 1 - fraction : fraction) * (frame.width - frame.height)
        return (CGPoint(x: x + frame.height / 2, y: frame.midY), frame.height / 2)
    }

    // MARK: Rings

    /// The line width of a ring and the radius of the line's middle; `nil` if there is not enough space.
    func line(of ring: Ring) -> (width: Double, radius: Double)? {
        guard side > 0 else { return nil }
        let width = min(max(side * ring.width, 1.5), 10, side / 2)
        return (width, (side - width) / 2)
    }

    func knob(on ring: Ring, at fraction: Double) -> (center: CGPoint, radius: Double) {
        let angle = (ring.from + ring.turn * fraction) * 2 * .pi - .pi / 2
        return (point(at: angle, 0.45), side * 0.07)
    }

    /// The spokes of an indeterminate progress view, each fainter than the previous one.
    var spokes: [(from: CGPoint, to: CGPoint, opacity: Double)] {
        (0..<8).map { spoke in
            let angle = Double(spoke) * .pi / 4 - .pi / 2
            return (point(at: angle, 0.24), point(at: angle, 0.44), 1 - Double(spoke) * 0.1)
        }
    }
    var spokeWidth: Double { side * 0.1 }

    private func point(at angle: Double, _ distance: Double) -> CGPoint {
        CGPoint(x: frame.midX + cos(angle) * side * distance, y: frame.midY + sin(angle) * side * distance)
    }
}
#endif
