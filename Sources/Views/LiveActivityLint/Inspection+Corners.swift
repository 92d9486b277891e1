import Foundation

// Checks that the rounded corners of the Dynamic Island cut nothing that is read.
extension Inspection {
    mutating func checkCorners() {
        guard surface.isIsland, let most = surface.cornerRadius else { return }
        let radius = min(most, Double(bounds.height) / 2, Double(bounds.width) / 2)
        let allowed = bounds.insetBy(dx: -LayoutLimits.tolerance, dy: -LayoutLimits.tolerance)
        var found: [(String, String)] = []
        laidOut.walk("", within: nil) { node, path, clip in
            // Frames beyond the edges are checked by another rule.
            guard let box = node.box(within: clip, at: options.now), allowed.contains(box.frame) else { return }
            // An image that fills the surface is cropped intentionally.
            if case .content(.image) = node.kind, bounds.width - box.frame.width < 1 { return }
            let missing = box.distance(beyond: bounds, radius: radius)
            guard missing > LayoutLimits.tolerance else { return }
            found.append(
                (
                    path,
                    "\(box.name) reaches \(missing.shown) points beyond the rounded corner, whose radius is \(radius.shown)"
                ))
        }
        for (path, message) in found { report(.cutAtCorner, path, message) }
    }
}

/// A rectangle with round corners around everything that a view shows.
private struct CornerBox {
    /// The name in a message.
    let name: String
    let frame: CGRect
    /// The radii of its corners in points.
    let radii: CGSize

    init(_ name: String, _ frame: CGRect, rounded radius: Double = 0) {
        self.name = name
        self.frame = frame
        let radius = min(max(radius, 0), Double(frame.width) / 2, Double(frame.height) / 2)
        radii = CGSize(width: radius, height: radius)
    }

    init(_ name: String, ellipseIn frame: CGRect) {
        self.name = name
        self.frame = frame
        radii = CGSize(width: frame.width / 2, height: frame.height / 2)
    }

    /// How far the box reaches beyond a corner of the surface, in points; negative while it is inside.
    func distance(beyond bounds: CGRect, radius: Double) -> Double {
        // The corner that is nearest, as if it were the top left one.
        let left = Double(min(frame.minX - bounds.minX, bounds.maxX - frame.maxX))
        let top = Double(min(frame.minY - bounds.minY, bounds.maxY - frame.maxY))
        var most = -Double.infinity
        // Nine points of its arc: the error is half a percent of its radius at most.
        for step in 0...8 {
            let angle = Double(step) * .pi / 16
            let x = radius - left - Double(radii.width) * (1 - cos(angle))
            let y = radius - top - Double(radii.height) * (1 - sin(angle))
            guard x > 0, y > 0 else { continue }
            most = max(most, (x * x + y * y).squareRoot() - radius)
        }
        return most
    }
}

extension LaidOutNode {
    /// The bounds of content that must be readable; `nil` for containers, and for shapes, which may be cropped intentionally.
    ///
    /// - Parameter clip: The outline to which the view is clipped, and its frame.
    fileprivate func box(within clip: Clip?, at now: Date) -> CornerBox? {
        guard case .content(let content) = kind, !frame.isEmpty, clip?.isAnything != true else { return nil }
        let name = ViewNode(content).name
        switch content {
        case .text(let node):
            guard let text, let size = node.runs.map(\.font.size).max() else { return nil }
            // From the top of capital letters to the last baseline. Of several lines, only those of one side surely reach it.
            let top = frame.minY + text.firstBaseline - size * text.scale * 0.71
            var box = CGRect(x: frame.minX, y: top, width: frame.width, height: frame.minY + text.lastBaseline - top)
            if node.isRunning {
                // The frame of the text is wider than its letters.
                box.size.width = min(box.width, text.width)
                if node.alignment == .center {
                    box.origin.x = frame.midX - box.width / 2
                } else if (node.alignment == .trailing) != isRightToLeft {
                    box.origin.x = frame.maxX - box.width
                }
            }
            if text.lines > 1 {
                guard node.alignment != .center else { return nil }
                box.size.width = min(box.width, 1)
                if (node.alignment == .trailing) != isRightToLeft { box.origin.x = frame.maxX - box.width }
            }
            return CornerBox("'\(node.reading(at: now).excerpt)'", box)
        case .image(let image):
            if let clip { return clip.box(name) }
            // The corners of a symbol are nearly always empty.
            if case .system = image.source { return CornerBox(name, ellipseIn: frame) }
            return CornerBox(name, frame)
        case .progress(let progress) where children.isEmpty:
            return progress.style == .circular ? CornerBox(name, ellipseIn: frame) : CornerBox(name, frame, rounded: .infinity)
        case .gauge(let gauge) where children.isEmpty:
            let isRound = gauge.style == .accessoryCircular || gauge.style == .accessoryCircularCapacity
            return isRound ? CornerBox(name, ellipseIn: frame) : CornerBox(name, frame, rounded: .infinity)
        case .control(let control):
            guard case .button = control.kind, [.automatic, .bordered, .borderedProminent].contains(control.style) else {
                return nil
            }
            return CornerBox(name, frame, rounded: control.borderShape == .roundedRectangle ? 10 : .infinity)
        default: return nil
        }
    }
}

extension LaidOutNode.Clip {
    fileprivate func box(_ name: String) -> CornerBox? {
        switch outline {
        case .rectangle: return CornerBox(name, frame)
        case .circle:
            let side = min(frame.width, frame.height)
            let circle = CGRect(x: frame.midX - side / 2, y: frame.midY - side / 2, width: side, height: side)
            return CornerBox(name, ellipseIn: circle)
        case .ellipse: return CornerBox(name, ellipseIn: frame)
        case .capsule: return CornerBox(name, frame, rounded: .infinity)
        case .roundedRectangle(let width, let height, _): return CornerBox(name, frame, rounded: (width + height) / 2)
        case .unevenRoundedRectangle(let first, let second, let third, let fourth):
            return CornerBox(name, frame, rounded: max(first, second, third, fourth))
        default: return nil
        }
    }
}
