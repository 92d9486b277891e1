#if Preview
import CPangoCairo
import Foundation
import LiveActivitySurfaces

/// Draws a laid-out tree on a canvas. Created for each picture and used while the lock of ``FontMap`` is held.
struct Painter: NodePainter {
    let canvas: Canvas
    let fonts: FontMap
    let now: Date
    var container: ContainerOutline
    /// Inherited from the surrounding views: the opacity, a change of colors, and whether content is drawn as blocks.
    var opacity = 1.0
    var colors = ColorMatrix.identity
    var isRedacted = false

    func fillFrame(_ paint: Paint, _ node: LaidOutNode) {
        fill(paint, node) {
            cairo_rectangle(canvas.cairo, node.frame.minX, node.frame.minY, node.frame.width, node.frame.height)
        }
    }

    func drawInside(_ content: ViewNode.Content, _ node: LaidOutNode) {
        guard case .geometry = content else { return drawChildren(of: node) }
        canvas.saved { node.children.forEach(draw) }
    }

    func draw(_ effect: ViewEffect, around inner: LaidOutNode, _ added: LaidOutNode?, _ node: LaidOutNode) {
        switch effect {
        case .clip(let outline):
            canvas.saved {
                canvas.trace(outline, in: node.frame, container: container, isRightToLeft: node.isRightToLeft)
                cairo_clip(canvas.cairo)
                draw(inner)
            }
        case .mask: drawMasked(inner, by: added)
        case .opacity(let amount): drawFaded(inner, amount.isNaN ? 1 : min(max(amount, 0), 1))
        case .blendMode(let name): drawBlended(inner, Self.blendModes[name])
        case .shadow(let color, let radius, let x, let y):
            drawShadow(of: inner, color, radius: radius, x: x, y: y)
            draw(inner)
        case .blur(let radius): drawBlurred(inner, radius: radius)
        case .rotation(let degrees, let anchor):
            let angle = (degrees.isFinite ? degrees : 0) * .pi / 180
            transformed(node, anchor, { cairo_rotate(canvas.cairo, angle) }, draw: { draw(inner) })
        case .scale(let x, let y, let anchor):
            guard x != 0, y != 0 else { return }
            func bounded(_ factor: Double) -> Double { factor.isFinite ? min(max(factor, -100), 100) : 1 }
            transformed(node, anchor, { canvas.scaleWithinLimits(x: bounded(x), y: bounded(y)) }, draw: { draw(inner) })
        default: changed(by: effect).draw(inner)
        }
    }

    private func drawMasked(_ inner: LaidOutNode, by added: LaidOutNode?) {
        let cairo = canvas.cairo
        guard let added else { return draw(inner) }
        cairo_push_group(cairo)
        draw(inner)
        let content = cairo_pop_group(cairo)
        cairo_push_group(cairo)
        Painter(canvas: canvas, fonts: fonts, now: now, container: container).draw(added)
        let mask = cairo_pop_group(cairo)
        cairo_set_source(cairo, content)
        cairo_mask(cairo, mask)
        cairo_pattern_destroy(content)
        cairo_pattern_destroy(mask)
    }

    private func drawFaded(_ inner: LaidOutNode, _ amount: Double) {
        let cairo = canvas.cairo
        if amount == 0 { return }
        if amount == 1 { return draw(inner) }
        if inner.isOneLayer {
            var copy = self
            copy.opacity *= amount
            return copy.draw(inner)
        }
        cairo_push_group(cairo)
        draw(inner)
        cairo_pop_group_to_source(cairo)
        cairo_paint_with_alpha(cairo, amount)
    }

    /// - Parameter mode: `nil` draws as usual.
    private func drawBlended(_ inner: LaidOutNode, _ mode: cairo_operator_t?) {
        let cairo = canvas.cairo
        guard let mode else { return draw(inner) }
        cairo_push_group(cairo)
        draw(inner)
        cairo_pop_group_to_source(cairo)
        canvas.saved {
            cairo_set_operator(cairo, mode)
            cairo_paint(cairo)
        }
    }

    private func transformed(_ node: LaidOutNode, _ anchor: UnitPointNode, _ transform: () -> Void, draw: () -> Void) {
        let x = anchor.x.isFinite ? (node.isRightToLeft ? 1 - anchor.x : anchor.x) : 0.5
        let center = CGPoint(
            x: node.frame.minX + node.frame.width * x,
            y: node.frame.minY + node.frame.height * (anchor.y.isFinite ? anchor.y : 0.5))
        canvas.saved {
            cairo_translate(canvas.cairo, center.x, center.y)
            transform()
            cairo_translate(canvas.cairo, -center.x, -center.y)
            draw()
        }
    }

    /// Fills a path with a paint that covers the frame of the node.
    func fill(_ paint: Paint, _ node: LaidOutNode, evenOdd: Bool = false, _ path: () -> Void) {
        guard !node.frame.isEmpty else { return }
        cairo_new_path(canvas.cairo)
        path()
        canvas.setSource(paint, in: node.frame, isRightToLeft: node.isRightToLeft, opacity: opacity, colors: colors)
        cairo_set_fill_rule(canvas.cairo, evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
        cairo_fill(canvas.cairo)
    }

    private static let blendModes: [String: cairo_operator_t] = [
        "multiply": CAIRO_OPERATOR_MULTIPLY, "screen": CAIRO_OPERATOR_SCREEN, "overlay": CAIRO_OPERATOR_OVERLAY,
        "darken": CAIRO_OPERATOR_DARKEN, "lighten": CAIRO_OPERATOR_LIGHTEN, "colorDodge": CAIRO_OPERATOR_COLOR_DODGE,
        "colorBurn": CAIRO_OPERATOR_COLOR_BURN, "softLight": CAIRO_OPERATOR_SOFT_LIGHT, "hardLight": CAIRO_OPERATOR_HARD_LIGHT,
        "difference": CAIRO_OPERATOR_DIFFERENCE, "exclusion": CAIRO_OPERATOR_EXCLUSION, "hue": CAIRO_OPERATOR_HSL_HUE,
        "saturation": CAIRO_OPERATOR_HSL_SATURATION, "color": CAIRO_OPERATOR_HSL_COLOR,
        "luminosity": CAIRO_OPERATOR_HSL_LUMINOSITY, "plusLighter": CAIRO_OPERATOR_ADD, "sourceAtop": CAIRO_OPERATOR_ATOP,
        "destinationOver": CAIRO_OPERATOR_DEST_OVER, "destinationOut": CAIRO_OPERATOR_DEST_OUT,
    ]
}

extension LaidOutNode {
    /// Whether nothing in the node overlaps, so that its opacity can be applied to its paint.
    fileprivate var isOneLayer: Bool {
        switch kind {
        case .content(.text(let text)): text.runs.allSatisfy { $0.font.design != .rounded }
        case .content(.shape), .content(.paint), .content(.divider): true
        case .content(.image(let image)): if case .system = image.source { image.secondaryPaints.isEmpty } else { false }
        case .content(.empty), .content(.spacer): true
        case .content: false
        case .effect(.background), .effect(.overlay), .effect(.mask), .effect(.containerBackground): false
        case .effect(.shadow), .effect(.blur), .effect(.blendMode): false
        case .effect: children.first?.isOneLayer ?? true
        }
    }
}
#endif
