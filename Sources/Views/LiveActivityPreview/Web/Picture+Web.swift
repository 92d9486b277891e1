#if Preview
import Foundation
import LiveActivitySurfaces

extension Picture {
    /// Draws the picture as SVG for a page, in which clocks run.
    ///
    /// It looks like ``svg()``, within the difference between two renderers of fonts, and has what a page can use:
    /// - Letters are text in the fonts of the page, at the width that was measured here.
    /// - A timer, a relative date and a progress over an interval have their rule as `data-` attributes: a script updates them
    ///   without a server.
    /// - A control that works has its action as `data-action`, a role and a name.
    /// - It needs no style sheet, so a page may forbid inline styles. A blend mode is a `data-blend`, which the script sets.
    ///
    /// - Parameters:
    ///   - prefix: The prefix of the names of gradients and masks. Pictures in one page need different ones.
    ///   - language: The language of the page, as a BCP 47 identifier. Texts in another one say so.
    public func webSVG(prefix: String = "la-", language: String = "en") -> String {
        FontMap.use { fonts in
            let markup = SVGMarkup(prefix: prefix)
            let (width, height) = (SVGMarkup.number(size.width), SVGMarkup.number(size.height))
            let scratch = Canvas(size: CGSize(width: 1, height: 1), scale: 1)
            markup.element(
                "svg",
                [
                    ("xmlns", "http://www.w3.org/2000/svg"), ("viewBox", "0 0 \(width) \(height)"), ("width", width),
                    ("height", height), ("data-now", now.webTime),
                ]
            ) { for layer in layers { draw(layer, markup, fonts, scratch, language) } }
            return markup.text
        }
    }

    private func draw(_ layer: Layer, _ markup: SVGMarkup, _ fonts: FontMap, _ scratch: Canvas, _ language: String) {
        let container = ContainerOutline(frame: layer.bounds, radius: layer.cornerRadius)
        let painter = WebPainter(
            markup: markup, fonts: fonts, now: now, container: container, scratch: scratch, language: language)
        let (x, y) = (SVGMarkup.number(layer.origin.x), SVGMarkup.number(layer.origin.y))
        let transform = [
            x == "0" && y == "0" ? nil : "translate(\(x) \(y))",
            layer.scale == 1 ? nil : "scale(\(SVGMarkup.number(layer.scale)))",
        ].compactMap { $0 }.joined(separator: " ")
        markup.group([("transform", transform.isEmpty ? nil : transform)]) {
            let clip = layer.clip.map { outline in
                markup.define("clipPath") {
                    let data = scratch.pathData {
                        $0.trace(outline, in: layer.bounds, container: container, isRightToLeft: false)
                    }
                    markup.element("path", [("d", data)])
                }
            }
            markup.group([("clip-path", clip)]) { painter.draw(layer.node) }
        }
    }
}
#endif
