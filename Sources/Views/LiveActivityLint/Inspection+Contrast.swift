import Foundation

// Checks the contrast between each text and everything that is drawn behind it (WCAG).
extension Inspection {
    mutating func checkContrast() {
        var painter = Painter(background: presentation.background.color)
        painter.paint(laidOut, opacity: 1)
        // The painter visits texts in tree order, so their paths can be looked up by frame and content.
        var paths: [(CGRect, TextNode, String)] = []
        forEachPlaced { node, path in
            if case .content(.text(let text)) = node.kind { paths.append((node.frame, text, path)) }
        }
        for text in painter.texts {
            guard text.ratio < LintLimits.contrast else { continue }
            let path = paths.first { $0.0 == text.frame && $0.1 == text.node }?.2 ?? ""
            report(
                .lowContrast, path,
                "'\(text.node.reading(at: options.now).excerpt)' in \(text.color.shown) on \(text.behind.shown) has "
                    + "\((text.ratio * 100).rounded(.down) / 100):1")
        }
    }
}

/// Composites a laid-out tree in drawing order and records what is behind each text.
private struct Painter {
    struct Text {
        var node: TextNode
        var frame: CGRect
        var color: ResolvedColor
        var behind: ResolvedColor
        var ratio: Double
    }

    private struct Layer {
        var frame: CGRect
        /// The paint of the background; `nil` for an image, whose colors are unknown.
        var paint: Paint?
        var opacity: Double
    }

    private let background: ResolvedColor
    private var layers: [Layer] = []
    private(set) var texts: [Text] = []

    init(background: ResolvedColor) { self.background = background.drawn(over: .black) }

    mutating func paint(_ node: LaidOutNode, opacity: Double) {
        switch node.kind {
        case .effect(let effect): paint(node, effect, opacity: opacity)
        case .content(let content): paint(node, content, opacity: opacity)
        }
    }

    private mutating func paint(_ node: LaidOutNode, _ effect: ViewEffect, opacity: Double) {
        guard let inner = node.children.first else { return }
        switch effect {
        case .background, .containerBackground:
            if node.children.count > 1 { paint(node.children[1], opacity: opacity) }
            paint(inner, opacity: opacity)
        case .overlay:
            paint(inner, opacity: opacity)
            if node.children.count > 1 { paint(node.children[1], opacity: opacity) }
        case .opacity(let share): paint(inner, opacity: opacity * share.clamped)
        // Hidden and redacted texts are not read, so their contrast does not matter.
        case .hidden, .redacted: break
        // These effects change the colors inside in ways that are not computed here.
        case .colorInvert, .colorMultiply, .hueRotation, .saturation, .brightness, .contrast, .grayscale, .blendMode: break
        default: paint(inner, opacity: opacity)
        }
    }

    private mutating func paint(_ node: LaidOutNode, _ content: ViewNode.Content, opacity: Double) {
        switch content {
        case .shape(let shape) where shape.stroke == nil:
            layers.append(Layer(frame: node.frame, paint: shape.paint, opacity: opacity))
        case .paint(let paint): layers.append(Layer(frame: node.frame, paint: paint, opacity: opacity))
        case .image(let image):
            if case .system = image.source { break }
            layers.append(Layer(frame: node.frame, paint: nil, opacity: opacity))
        case .text(let text): read(text, in: node.frame, opacity: opacity)
        default: break
        }
        let isDepth = if case .stack(let stack) = content { stack.axis == .depth } else { false }
        let children =
            isDepth
            ? node.children.enumerated().sorted { ($0.element.zIndex, $0.offset) < ($1.element.zIndex, $1.offset) }.map(
                \.element) : node.children
        for child in children { paint(child, opacity: opacity) }
    }

    /// Records the lowest contrast over the center, the points near the corners and all colors of a text.
    private mutating func read(_ text: TextNode, in frame: CGRect, opacity: Double) {
        guard !frame.isEmpty, opacity > 0 else { return }
        var worst: Text?
        for point in frame.samples {
            guard let behind = color(at: point) else { return }
            for run in text.runs where run.isWritten {
                for color in run.paint.colors {
                    let seen = color.drawn(over: behind, opacity: opacity)
                    let ratio = seen.contrast(to: behind)
                    if ratio < worst?.ratio ?? .infinity {
                        worst = Text(node: text, frame: frame, color: seen, behind: behind, ratio: ratio)
                    }
                }
            }
        }
        if let worst { texts.append(worst) }
    }

    /// The color at a point; `nil` if a picture covers it.
    private func color(at point: CGPoint) -> ResolvedColor? {
        var color = background
        var isPicture = false
        for layer in layers where layer.frame.contains(point) {
            guard let paint = layer.paint else {
                isPicture = true
                continue
            }
            let top = paint.color(at: point, in: layer.frame)
            color = top.drawn(over: color, opacity: layer.opacity)
            if top.opacity * layer.opacity >= 1 { isPicture = false }
        }
        return isPicture ? nil : color
    }
}

extension CGRect {
    /// The center and a point near each corner. The corners themselves are rarely covered by letters.
    fileprivate var samples: [CGPoint] {
        let inner = insetBy(dx: min(2, width / 4), dy: height / 4)
        return [
            CGPoint(x: midX, y: midY), CGPoint(x: inner.minX, y: inner.minY), CGPoint(x: inner.maxX, y: inner.minY),
            CGPoint(x: inner.minX, y: inner.maxY), CGPoint(x: inner.maxX, y: inner.maxY),
        ]
    }
}

extension Paint {
    /// The color at a point of the area that it fills.
    fileprivate func color(at point: CGPoint, in frame: CGRect) -> ResolvedColor {
        let x = frame.width > 0 ? Double((point.x - frame.minX) / frame.width) : 0
        let y = frame.height > 0 ? Double((point.y - frame.minY) / frame.height) : 0
        switch self {
        case .color(let color), .material(let color): return color
        case .linear(let stops, let start, let end):
            let (dx, dy) = ((end.x - start.x) * Double(frame.width), (end.y - start.y) * Double(frame.height))
            let length = dx * dx + dy * dy
            guard length > 0 else { return stops.last?.color ?? .clear }
            let along = (x - start.x) * Double(frame.width) * dx + (y - start.y) * Double(frame.height) * dy
            return stops.color(at: along / length)
        case .radial(let stops, let center, let startRadius, let endRadius):
            let (dx, dy) = ((x - center.x) * Double(frame.width), (y - center.y) * Double(frame.height))
            return stops.color(at: ((dx * dx + dy * dy).squareRoot() - startRadius) / (endRadius - startRadius))
        case .elliptical(let stops, let center, let startFraction, let endFraction):
            let (dx, dy) = (x - center.x, y - center.y)
            return stops.color(at: ((dx * dx + dy * dy).squareRoot() - startFraction) / (endFraction - startFraction))
        case .angular(let stops, let center, let startDegrees, let endDegrees):
            let degrees = atan2((y - center.y) * Double(frame.height), (x - center.x) * Double(frame.width)) * 180 / .pi
            let turned = (degrees - startDegrees).truncatingRemainder(dividingBy: 360)
            return stops.color(at: (turned < 0 ? turned + 360 : turned) / (endDegrees - startDegrees))
        }
    }
}

extension [GradientStop] {
    fileprivate func color(at location: Double) -> ResolvedColor {
        guard let first else { return .clear }
        guard location.isFinite, location > first.location else { return first.color }
        for (from, to) in zip(self, dropFirst()) where location <= to.location {
            let span = to.location - from.location
            return from.color.mixed(with: to.color, by: span > 0 ? (location - from.location) / span : 1, perceptual: false)
        }
        return self[count - 1].color
    }
}

extension ResolvedColor {
    fileprivate static let black = ResolvedColor(red: 0, green: 0, blue: 0)
    fileprivate static let clear = ResolvedColor(red: 0, green: 0, blue: 0, opacity: 0)
}
