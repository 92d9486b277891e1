#if Preview
public import Foundation
import LiveActivitySurfaces

/// Several pictures in rows on one sheet, each below its name.
public struct ContactSheet: Sendable {
    /// The title at the top; empty for none.
    public var title: String
    /// The pictures with their names, in order.
    public var pictures: [(name: String, picture: Picture)]
    public var isDark: Bool

    /// A sheet, by default a light one.
    public init(title: String, _ pictures: [(name: String, picture: Picture)], isDark: Bool = false) {
        (self.title, self.pictures, self.isDark) = (title, pictures, isDark)
    }

    /// Lengths in points.
    private static let width = 1_200.0
    private static let margin = 28.0
    private static let gap = (x: 24.0, y: 22.0)
    private static let caption = 20.0
    /// The maximum width of a picture; wider ones are scaled down.
    private static let widest = 452.0

    /// The sheet as one picture, 1,200 points wide.
    ///
    /// - Parameter now: The time that the labels are drawn for. Pictures keep their layout.
    public func picture(at now: Date) -> Picture {
        var layers: [Picture.Layer] = []
        var top = Self.margin
        if !title.isEmpty {
            layers.append(label(title, size: 22, weight: 700, opacity: 1, at: CGPoint(x: Self.margin, y: top), now))
            top += 42
        }
        for row in rows(at: now) {
            var left = Self.margin
            for cell in row {
                var caption = cell.caption
                caption.origin = CGPoint(x: left + 2, y: top)
                layers.append(caption)
                let origin = CGPoint(x: left, y: top + Self.caption)
                layers += cell.picture.layers.map { layer in
                    var layer = layer
                    layer.origin = CGPoint(x: origin.x + layer.origin.x * cell.scale, y: origin.y + layer.origin.y * cell.scale)
                    layer.scale *= cell.scale
                    return layer
                }
                left += cell.width + Self.gap.x
            }
            top += Self.caption + (row.map(\.size.height).max() ?? 0) + Self.gap.y
        }
        let size = CGSize(width: Self.width, height: top - Self.gap.y + Self.margin)
        let ground =
            isDark ? ResolvedColor(red: 0.07, green: 0.07, blue: 0.08) : ResolvedColor(red: 0.955, green: 0.955, blue: 0.965)
        layers.insert(Picture.layer(ViewNode(.paint(.color(ground))), CGRect(origin: .zero, size: size), at: now), at: 0)
        return Picture(size: size, layers: layers, at: now)
    }

    private struct Cell {
        /// The picture's label.
        var caption: Picture.Layer
        var picture: Picture
        var scale: Double
        /// The width of the cell, which is wide enough that captions do not overlap.
        var width: Double { max(size.width, caption.bounds.width + 2) }
        var size: CGSize { CGSize(width: picture.size.width * scale, height: picture.size.height * scale) }
    }

    /// The pictures in order, as many per row as fit.
    private func rows(at now: Date) -> [[Cell]] {
        var rows: [[Cell]] = []
        var used = Double.infinity
        for (name, picture) in pictures {
            let caption = label(name, size: 11, weight: 500, opacity: 0.55, at: .zero, now)
            let cell = Cell(caption: caption, picture: picture, scale: min(1, Self.widest / picture.size.width))
            if used + cell.width > Self.width - 2 * Self.margin {
                rows.append([])
                used = 0
            }
            rows[rows.count - 1].append(cell)
            used += cell.width + Self.gap.x
        }
        return rows
    }

    private func label(
        _ string: String, size: Double, weight: Int, opacity: Double, at origin: CGPoint, _ now: Date
    ) -> Picture.Layer {
        let shade = isDark ? 1.0 : 0
        let color = ResolvedColor(red: shade, green: shade, blue: shade, opacity: opacity)
        let run = TextRun(.string(string), font: ResolvedFont(size: size, weight: weight), paint: .color(color))
        let text = ViewNode(.text(TextNode(runs: [run], lineLimit: 1)))
        let natural = sizeThatFits(.unspecified, text, measuring: PangoTextMeasuring(), at: now)
        return Picture.layer(text, CGRect(origin: origin, size: natural), at: now)
    }
}
#endif
