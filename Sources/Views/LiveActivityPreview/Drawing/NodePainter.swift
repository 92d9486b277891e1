#if Preview
import CPangoCairo
import Foundation
import LiveActivitySurfaces

/// Draws a laid-out tree: ``Painter`` with Cairo, ``WebPainter`` as SVG. The walk and the rules that both follow are here.
protocol NodePainter {
    var fonts: FontMap { get }
    var now: Date { get }
    /// Inherited from the surrounding views: a change of colors, and whether content is drawn as blocks.
    var colors: ColorMatrix { get set }
    var isRedacted: Bool { get set }

    func draw(_ text: TextNode, _ node: LaidOutNode)
    func draw(_ image: ImageNode, _ node: LaidOutNode)
    func draw(_ shape: ShapeNode, _ node: LaidOutNode)
    func fillFrame(_ paint: Paint, _ node: LaidOutNode)
    /// Draws the views inside a node: of a stack, a grid or a control, for example.
    func drawInside(_ content: ViewNode.Content, _ node: LaidOutNode)
    /// Draws a view with an effect that does not only order views or change what is inherited.
    func draw(_ effect: ViewEffect, around inner: LaidOutNode, _ added: LaidOutNode?, _ node: LaidOutNode)

    /// - Parameter value: The value of a bar or ring that changes without an update.
    func drawBar(_ fraction: Double, tint: Paint, track: Paint, _ value: ProgressNode.Value?, _ node: LaidOutNode)
    func drawRing(
        _ ring: GaugeLengths.Ring, _ fraction: Double, tint: Paint, track: Paint, _ value: ProgressNode.Value?,
        _ node: LaidOutNode)
    /// The spokes of an unknown progress.
    func drawSpokes(_ tint: Paint, _ node: LaidOutNode)
    func fillBar(_ paint: Paint, _ node: LaidOutNode)
    func drawKnob(_ knob: (center: CGPoint, radius: Double), _ node: LaidOutNode)
}

extension NodePainter {
    func draw(_ node: LaidOutNode) {
        switch node.kind {
        case .effect(let effect): draw(effect, node)
        case .content(let content): draw(content, node)
        }
    }

    private func draw(_ content: ViewNode.Content, _ node: LaidOutNode) {
        switch content {
        case .text(let text): draw(text, node)
        case .image(let image): draw(image, node)
        case .shape(let shape): draw(shape, node)
        case .paint(let paint), .divider(let paint): fillFrame(paint, node)
        case .progress(let progress) where node.children.isEmpty: draw(progress, node)
        case .gauge(let gauge) where node.children.isEmpty: draw(gauge, node)
        default: drawInside(content, node)
        }
    }

    /// Draws the views inside, those with a higher index later.
    func drawChildren(of node: LaidOutNode) {
        let isOrdered = node.children.allSatisfy { $0.zIndex == 0 }
        for child in isOrdered ? node.children : node.children.stablySortedByZIndex { draw(child) }
    }

    private func draw(_ effect: ViewEffect, _ node: LaidOutNode) {
        guard let inner = node.children.first else { return }
        let added = node.children.count > 1 ? node.children[1] : nil
        switch effect {
        case .hidden: return
        case .background, .containerBackground:
            if let added { draw(added) }
            draw(inner)
        case .overlay:
            draw(inner)
            if let added { draw(added) }
        default: draw(effect, around: inner, added, node)
        }
    }

    /// The painter for the content of an effect that changes how everything inside it is drawn.
    func changed(by effect: ViewEffect) -> Self {
        var copy = self
        switch effect {
        case .redacted(let reason): copy.isRedacted = !reason.isEmpty
        case .unredacted: copy.isRedacted = false
        default: if let change = ColorMatrix(effect) { copy.colors = colors.after(change) }
        }
        return copy
    }

    private func draw(_ progress: ProgressNode, _ node: LaidOutNode) {
        let fraction = progress.value.fraction(at: now)
        switch progress.style {
        case .linear:
            drawBar(fraction ?? GaugeLengths.unknown, tint: progress.tint, track: progress.track, progress.value, node)
        case .circular:
            guard let fraction else { return drawSpokes(progress.tint, node) }
            drawRing(.progress, fraction, tint: progress.tint, track: progress.track, progress.value, node)
        }
    }

    private func draw(_ gauge: GaugeNode, _ node: LaidOutNode) {
        let fraction = gauge.fraction.isNaN ? 0 : min(max(gauge.fraction, 0), 1)
        switch gauge.style {
        case .linearCapacity, .accessoryLinearCapacity: drawBar(fraction, tint: gauge.tint, track: gauge.track, nil, node)
        case .accessoryLinear:
            fillBar(gauge.tint, node)
            drawKnob(GaugeLengths(node).knob(onBarAt: fraction), node)
        case .accessoryCircularCapacity: drawRing(.capacity, fraction, tint: gauge.tint, track: gauge.track, nil, node)
        case .accessoryCircular:
            drawRing(.open, 1, tint: gauge.tint, track: gauge.track, nil, node)
            drawKnob(GaugeLengths(node).knob(on: .open, at: fraction), node)
        }
    }

    /// The lines of a text as Pango breaks it, each with its baseline.
    func forEachLine(
        of text: TextNode, _ measured: MeasuredText, _ node: LaidOutNode,
        _ body: (UnsafeMutablePointer<PangoLayoutLine>, SetText, _ baseline: Double, _ height: Double) -> Void
    ) {
        let isOneLine = measured.lines == 1 && !measured.isTruncated
        let set = fonts.set(
            LayoutKey(
                text: text, now: now, scale: measured.scale, width: isOneLine ? nil : node.offered.width ?? node.frame.width,
                lines: measured.isTruncated ? measured.lines : nil))
        let fitting = TextFitting(text)
        let spacing = text.lineSpacing.isFinite ? max(0, text.lineSpacing) : 0
        let height = fitting.lineHeight * measured.scale
        for index in 0..<min(set.lineCount, max(1, measured.lines)) {
            guard let line = set.line(index) else { continue }
            body(line, set, node.frame.minY + fitting.ascent * measured.scale + Double(index) * (height + spacing), height)
        }
    }
}

extension [LaidOutNode] {
    fileprivate var stablySortedByZIndex: [LaidOutNode] {
        enumerated().sorted { ($0.element.zIndex, $0.offset) < ($1.element.zIndex, $1.offset) }.map(\.element)
    }
}
#endif
