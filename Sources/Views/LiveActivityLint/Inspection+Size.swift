import Foundation

// Checks whether everything fits on the surface.
extension Inspection {
    mutating func checkSize() {
        let limit = surface.size.height.upperBound
        if surface.size.height.lowerBound < limit, ideal.height > limit + LayoutLimits.tolerance {
            report(
                .tooTall, presentation.parts.first?.region.rawValue ?? "",
                "the content is \(ideal.height.shown) points high; the surface shows \(limit.shown)")
        }
        var found: [(LintRule, String, String)] = []
        let allowed = bounds.insetBy(dx: -LayoutLimits.tolerance, dy: -LayoutLimits.tolerance)
        forEachPlaced { node, path in
            guard case .content(let content) = node.kind else { return }
            switch content {
            case .text(let text):
                if let measured = node.text, measured.isTruncated {
                    let frame = "\(node.frame.width.shown) x \(node.frame.height.shown)"
                    let car = surface.surface == .carPlay ? "; a driver cannot scroll it" : ""
                    found.append(
                        (
                            .truncatedText, path,
                            "'\(text.reading(at: options.now).excerpt)' is truncated at \(frame) points\(car)"
                        ))
                } else if !node.frame.isEmpty, !allowed.contains(node.frame) {
                    found.append((.outsideSurface, path, outside(node.frame)))
                }
            case .shape, .paint, .progress, .gauge, .divider:
                // A shape may extend beyond the surface on purpose; it is reported only if no part of it is visible.
                if !node.frame.isEmpty, !allowed.intersects(node.frame) {
                    found.append((.outsideSurface, path, outside(node.frame)))
                }
            default: break
            }
        }
        for (rule, path, message) in found { report(rule, path, message) }
    }

    private func outside(_ frame: CGRect) -> String {
        "the view reaches from \(frame.minX.shown), \(frame.minY.shown) to \(frame.maxX.shown), \(frame.maxY.shown) on "
            + "a surface of \(bounds.width.shown) x \(bounds.height.shown)"
    }
}

extension TextNode {
    /// The text that is shown at a given time.
    func reading(at now: Date) -> String { words(at: now, timeZone: .current) }
}
