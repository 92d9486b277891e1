import Foundation

// The island is always opaque black: checks for backgrounds, which would not be drawn or would cover it.
extension Inspection {
    mutating func checkIsland() {
        guard surface.isIsland else { return }
        for part in presentation.parts {
            for effect in part.node.effects {
                let path = "\(part.region.rawValue).\(part.node.name)"
                switch effect {
                case .activityBackgroundTint(let color?):
                    report(.islandBackground, path, "activityBackgroundTint(\(color.shown)) is not drawn in the island")
                case .containerBackground: report(.islandBackground, path, "a container background is not drawn in the island")
                case .background(let node, _):
                    guard let color = node.fill, color.opacity > 0, color.luminance > 0 else { continue }
                    // A badge around a view is fine. A background that fills the whole width covers the island.
                    if part.node.fillsItsPlace {
                        report(.islandBackground, path, "the background \(color.shown) covers the black of the island")
                    }
                default: break
                }
            }
        }
    }
}

extension ViewNode {
    /// The color of a rectangle, or of a color used as a view.
    fileprivate var fill: ResolvedColor? {
        switch content {
        case .paint(let paint): paint.colors.first
        case .shape(let shape) where shape.outline == .rectangle: shape.paint.colors.first
        default: nil
        }
    }

    /// Whether the view takes all the proposed width.
    fileprivate var fillsItsPlace: Bool {
        effects.contains { effect in
            if case .frame(let frame) = effect { frame.maxWidth == .infinity } else { false }
        }
    }
}

extension Paint {
    var colors: [ResolvedColor] {
        switch self {
        case .color(let color), .material(let color): [color]
        case .linear(let stops, _, _), .radial(let stops, _, _, _), .angular(let stops, _, _, _),
            .elliptical(let stops, _, _, _):
            stops.map(\.color)
        }
    }
}

extension ResolvedColor {
    /// The color in CSS notation, for example `#FF8000`.
    var shown: String {
        func byte(_ value: Double) -> String {
            let text = String(Int((value.clamped * 255).rounded()), radix: 16, uppercase: true)
            return text.count < 2 ? "0" + text : text
        }
        return "#" + byte(red) + byte(green) + byte(blue) + (opacity < 1 ? byte(opacity) : "")
    }
}
