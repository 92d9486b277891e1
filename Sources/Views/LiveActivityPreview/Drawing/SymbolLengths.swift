#if Preview
import Foundation
import LiveActivitySurfaces

/// The positions of the parts of a symbol, in points. Used by `Painter` and `WebPainter`.
struct SymbolLengths {
    /// The frame of the symbol.
    let square: CGRect
    /// The additional thickness of lines.
    let pen: Double

    /// - Parameter weight: The weight of the adjacent text.
    init(_ drawing: SystemImages.Drawing, weight: Int, in rect: CGRect) {
        square = rect
        pen = Self.pen(of: weight) * (drawing.isFilled ? 0.4 : 1) * rect.height
    }

    /// The additional thickness of lines as a fraction of the height: SF Symbols are as bold as the text beside them.
    private static func pen(of weight: Int) -> Double { max(0, 0.012 + Double(min(max(weight, 100), 900) - 400) / 300 * 0.026) }

    /// The glyph inside a circle or a square.
    var inner: CGRect { square.insetBy(dx: square.width * 0.24, dy: square.height * 0.24) }
    /// The middle of the line of a circle or a square that is not filled.
    var ring: CGRect { square.insetBy(dx: square.width * 0.035, dy: square.height * 0.035) }
    var ringWidth: Double { square.height * 0.065 + pen }
    static func corner(of rect: CGRect) -> Double { rect.width * 0.22 }
    /// The slash goes from the upper left to the lower right corner.
    var slash: CGRect { square.insetBy(dx: square.width * 0.1, dy: square.height * 0.1) }
    var slashWidth: Double { square.height * 0.075 + pen }
}

/// The lengths of the placeholder for an image that is not available.
struct PlaceholderLengths {
    let frame: CGRect
    let radius: Double
    let stroke: StrokeStyleNode
    let opacity = 0.6
    /// The symbol in the middle.
    let symbol: CGRect

    init(in rect: CGRect) {
        let line = max(0.75, rect.height * 0.05)
        let side = min(rect.width, rect.height)
        frame = rect.insetBy(dx: line, dy: line)
        radius = side * 0.2
        stroke = StrokeStyleNode(lineWidth: line, dash: [rect.height * 0.12, rect.height * 0.09])
        symbol = CGRect(x: rect.midX - side / 4, y: rect.midY - side / 4, width: side / 2, height: side / 2)
    }
}

/// The sizes of the block that replaces redacted content.
enum RedactionLengths {
    static let opacity = 0.2
    static func radius(of rect: CGRect) -> Double { min(4, rect.height * 0.2) }
}
#endif
