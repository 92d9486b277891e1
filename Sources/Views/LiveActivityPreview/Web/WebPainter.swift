#if Preview
import CPangoCairo
import Foundation
import LiveActivitySurfaces

/// Draws a laid-out tree as SVG for a page. It does what ``Painter`` does, and keeps what a page can use: texts as text,
/// controls with their actions, and the rule of everything that updates itself.
struct WebPainter: NodePainter {
    let markup: SVGMarkup
    let fonts: FontMap
    let now: Date
    let container: ContainerOutline
    /// The canvas on which Cairo traces outlines, which are then written as paths.
    let scratch: Canvas
    /// The language of the page.
    let language: String
    /// Inherited from the surrounding views.
    var colors = ColorMatrix.identity
    var isRedacted = false
    /// The label of the control inside for VoiceOver.
    var spoken: String?

    func fillFrame(_ paint: Paint, _ node: LaidOutNode) { fill(.rectangle, paint, node) }

    func drawInside(_ content: ViewNode.Content, _ node: LaidOutNode) {
        guard case .control(let control) = content else { return drawChildren(of: node) }
        draw(control, node)
    }

    func draw(_ effect: ViewEffect, around inner: LaidOutNode, _ added: LaidOutNode?, _ node: LaidOutNode) {
        switch effect {
        case .clip(let outline):
            let clip = markup.define("clipPath") { markup.element("path", [("d", data(of: outline, node))]) }
            markup.element("g", [("clip-path", clip)]) { draw(inner) }
        case .mask:
            guard let added else { return draw(inner) }
            let mask = markup.define("mask", Self.everywhere + [("mask-type", "alpha")]) { plain.draw(added) }
            markup.element("g", [("mask", mask)]) { draw(inner) }
        case .opacity(let amount):
            let amount = amount.isNaN ? 1 : min(max(amount, 0), 1)
            if amount > 0 { markup.group([("opacity", SVGMarkup.number(amount, unless: 1))]) { draw(inner) } }
        case .blendMode(let name): markup.group([("data-blend", Self.blendModes[name])]) { draw(inner) }
        case .shadow(let color, let radius, let x, let y):
            markup.element("g", [("filter", shadow(of: node, color, radius, x, y))]) { draw(inner) }
        case .blur(let radius): markup.group([("filter", blur(of: node, radius))]) { draw(inner) }
        case .rotation(let degrees, let anchor):
            transformed(node, anchor, "rotate(\(SVGMarkup.number(degrees)))") { draw(inner) }
        case .scale(let x, let y, let anchor):
            guard x != 0, y != 0 else { return }
            transformed(node, anchor, "scale(\(SVGMarkup.number(x)) \(SVGMarkup.number(y)))") { draw(inner) }
        case .accessibility(let accessibility): draw(inner, accessibility)
        default: changed(by: effect).draw(inner)
        }
    }

    /// The painter without inherited attributes, for masks.
    private var plain: WebPainter {
        WebPainter(markup: markup, fonts: fonts, now: now, container: container, scratch: scratch, language: language)
    }

    // MARK: Names and controls

    /// A view with an accessibility label is announced as one image; the label of a control belongs to the control.
    private func draw(_ inner: LaidOutNode, _ accessibility: AccessibilityNode) {
        if accessibility.isHidden { return markup.element("g", [("aria-hidden", "true")]) { draw(inner) } }
        guard let label = accessibility.label else { return draw(inner) }
        let name = [label, accessibility.value].compactMap { $0 }.joined(separator: ", ")
        if inner.hasControl {
            var copy = self
            copy.spoken = name
            return copy.draw(inner)
        }
        markup.element("g", [("role", "img"), ("aria-label", name)]) { draw(inner) }
    }

    private func draw(_ control: ControlNode, _ node: LaidOutNode) {
        var attributes: [SVGMarkup.Attribute] = []
        if control.isEnabled {
            switch control.kind {
            case .button(let action?): attributes = [("role", "button"), ("tabindex", "0"), ("data-action", action.rawValue)]
            case .toggle(let isOn, let action?):
                attributes = [
                    ("role", "switch"), ("aria-checked", isOn ? "true" : "false"), ("tabindex", "0"),
                    ("data-action", action.rawValue),
                ]
            case .link(let url): attributes = [("role", "link"), ("aria-disabled", "true"), ("data-url", url.absoluteString)]
            default: break
            }
        }
        if !attributes.isEmpty { attributes.append(("aria-label", spoken ?? node.readTexts(at: now))) }
        var copy = self
        copy.spoken = nil
        markup.group(attributes) {
            if attributes.contains(where: { $0.name == "data-action" }) { hitArea(of: node) }
            node.children.forEach(copy.draw)
        }
    }

    /// Adds a transparent area, so that a tap next to the letters reaches the control.
    private func hitArea(of node: LaidOutNode) {
        markup.element("rect", SVGMarkup.frame(node.frame) + [("fill", "none"), ("pointer-events", "all")])
    }

    // MARK: Effects

    private func transformed(_ node: LaidOutNode, _ anchor: UnitPointNode, _ transform: String, _ draw: () -> Void) {
        let x = anchor.x.isFinite ? (node.isRightToLeft ? 1 - anchor.x : anchor.x) : 0.5
        let center = (
            SVGMarkup.number(node.frame.minX + node.frame.width * x),
            SVGMarkup.number(node.frame.minY + node.frame.height * (anchor.y.isFinite ? anchor.y : 0.5))
        )
        let back = center.0 == "0" && center.1 == "0" ? "" : "translate(\(center.0) \(center.1)) "
        markup.element(
            "g", [("transform", "\(back)\(transform) translate(\(negated(center.0)) \(negated(center.1)))")], draw)
    }

    private func negated(_ number: String) -> String {
        number == "0" ? number : number.hasPrefix("-") ? String(number.dropFirst()) : "-" + number
    }

    private func shadow(of node: LaidOutNode, _ color: ResolvedColor, _ radius: Double, _ x: Double, _ y: Double) -> String {
        let ink = Self.text(colors(color).bounded)
        return filter(node) {
            markup.element("feGaussianBlur", [("in", "SourceAlpha"), ("stdDeviation", Self.deviation(radius))])
            markup.element("feOffset", [("dx", SVGMarkup.number(x)), ("dy", SVGMarkup.number(y)), ("result", "s")])
            markup.element("feFlood", [("flood-color", ink.value), ("flood-opacity", SVGMarkup.number(ink.opacity))])
            markup.element("feComposite", [("in2", "s"), ("operator", "in")])
            markup.element("feMerge") {
                markup.element("feMergeNode")
                markup.element("feMergeNode", [("in", "SourceGraphic")])
            }
        }
    }

    private func blur(of node: LaidOutNode, _ radius: Double) -> String? {
        guard radius > 0 else { return nil }
        return filter(node) { markup.element("feGaussianBlur", [("stdDeviation", Self.deviation(radius))]) }
    }

    /// `Painter` approximates a Gaussian blur with half the radius.
    private static func deviation(_ radius: Double) -> String {
        SVGMarkup.number(radius.isNaN ? 0 : min(max(radius, 0), 100) / 2)
    }

    func filter(_ node: LaidOutNode, _ content: () -> Void) -> String {
        let bounds = node.drawnBounds.insetBy(dx: -200, dy: -200)
        return markup.define(
            "filter",
            [("filterUnits", "userSpaceOnUse"), ("color-interpolation-filters", "sRGB")] + SVGMarkup.frame(bounds), content)
    }

    /// SwiftUI's names and the names in CSS. The script of the page sets them, because SVG has no such attribute.
    private static let blendModes = [
        "multiply": "multiply", "screen": "screen", "overlay": "overlay", "darken": "darken", "lighten": "lighten",
        "colorDodge": "color-dodge", "colorBurn": "color-burn", "softLight": "soft-light", "hardLight": "hard-light",
        "difference": "difference", "exclusion": "exclusion", "hue": "hue", "saturation": "saturation", "color": "color",
        "luminosity": "luminosity", "plusLighter": "plus-lighter",
    ]
}

extension LaidOutNode {
    /// Whether the node contains an enabled control.
    fileprivate var hasControl: Bool {
        if case .content(.control(let control)) = kind, control.isEnabled { return true }
        return children.contains(where: \.hasControl)
    }

    /// The texts in it, in reading order.
    fileprivate func readTexts(at now: Date) -> String {
        var texts: [String] = []
        forEach { if case .content(.text(let text)) = $0.kind { texts.append(text.words(at: now, timeZone: .current)) } }
        return texts.joined(separator: " ")
    }
}
#endif
