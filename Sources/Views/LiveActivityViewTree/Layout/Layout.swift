public import Foundation

/// Lays out a view as SwiftUI does: proposes the size of the surface to it and centers the result.
///
/// The function never fails. NaN counts as an absent value, lengths are clamped, and views beyond ``LayoutLimits`` are
/// left out (``LaidOutNode/isCut``). It has no side effects and can be called on any thread. A text that updates itself takes
/// the width that it is offered or, where none is, that of its widest value: a clock of up to eight hours never moves the views
/// around it.
///
/// - Parameters:
///   - node: The view.
///   - size: The size of the surface in points.
///   - measuring: Measures the texts.
///   - now: The time that self-updating texts show.
/// - Returns: The outermost effect of the view, or its content if it has no effects, with frames on the surface.
public func layout(_ node: ViewNode, in size: CGSize, measuring: any TextMeasuring, at now: Date) -> LaidOutNode {
    let size = CGSize(width: bounded(Double(size.width)), height: bounded(Double(size.height)))
    let pass = LayoutPass(measuring: measuring, now: now, surface: size)
    let box = pass.box(for: node, around: nil, isRightToLeft: false, depth: 0)
    let proposal = ProposedSize(width: Double(size.width), height: Double(size.height))
    let metrics = box.metrics(proposal, pass)
    let origin = CGPoint(x: (size.width - metrics.width) / 2, y: (size.height - metrics.height) / 2)
    return box.place(at: origin, proposal, pass)
}

/// The size in points that a view takes for a proposed size; for example the height of a card for a given width.
public func sizeThatFits(_ proposal: ProposedSize, _ node: ViewNode, measuring: any TextMeasuring, at now: Date) -> CGSize {
    let surface = CGSize(width: bounded(proposal.width ?? 0), height: bounded(proposal.height ?? 0))
    let pass = LayoutPass(measuring: measuring, now: now, surface: surface)
    let metrics = pass.box(for: node, around: nil, isRightToLeft: false, depth: 0).metrics(proposal, pass)
    return CGSize(width: bounded(metrics.width), height: bounded(metrics.height))
}

/// Clamps a length to 0…``LayoutLimits/side``; NaN becomes 0.
func bounded(_ length: Double) -> Double { length.isNaN ? 0 : min(max(length, 0), LayoutLimits.side) }

/// Clamps a distance to ±``LayoutLimits/side``; NaN becomes 0.
package func boundedOffset(_ distance: Double) -> Double {
    distance.isNaN ? 0 : min(max(distance, -LayoutLimits.side), LayoutLimits.side)
}

/// The state of the layout of one tree: the measurer, the time and the number of nodes that may still be built.
final class LayoutPass {
    let measuring: any TextMeasuring
    let now: Date
    let surface: CGSize
    private var nodesLeft = LayoutLimits.nodes
    private var measurementsLeft = LayoutLimits.measurements
    /// Whether views were left out because the layout had measured too often.
    var isExhausted: Bool { measurementsLeft < 0 }

    init(measuring: any TextMeasuring, now: Date, surface: CGSize) {
        (self.measuring, self.now, self.surface) = (measuring, now, surface)
    }

    /// Counts a measurement. Views inside each other that propose different sizes, such as nested `scaledToFit`, multiply the
    /// number of proposals at every level.
    ///
    /// - Returns: Whether the measurement is within the limit.
    func spend(_ measurements: Int) -> Bool {
        measurementsLeft -= measurements
        return !isExhausted
    }

    /// Builds the boxes of a view: one for each effect, one for its content, and those of the views inside it.
    ///
    /// - Parameter axis: The axis of the surrounding stack. A spacer grows along it; a divider runs across it.
    func box(for node: ViewNode, around axis: StackNode.Axis?, isRightToLeft: Bool, depth: Int) -> LayoutBox {
        // A layout direction also applies to the effects inside it, so it must be known before their boxes are built.
        var direction = isRightToLeft
        var directions: [Bool] = []
        for effect in node.effects.reversed() {
            directions.append(direction)
            if case .layoutDirection(let rightToLeft) = effect { direction = rightToLeft }
        }
        guard nodesLeft > node.effects.count, depth + node.effects.count < LayoutLimits.depth else {
            return LayoutBox(.content(.empty), isRightToLeft: direction, isCut: true)
        }
        nodesLeft -= node.effects.count + 1
        let innermost = depth + node.effects.count
        var box = LayoutBox(
            .content(node.content), axis: axis,
            children: parts(of: node.content, isRightToLeft: direction, depth: innermost + 1),
            isRightToLeft: direction)
        for (index, effect) in node.effects.enumerated() {
            direction = directions.removeLast()
            var children = [box]
            switch effect {
            case .background(let added, _), .overlay(let added, _), .mask(let added, _), .containerBackground(let added):
                children.append(self.box(for: added, around: nil, isRightToLeft: direction, depth: innermost - index))
            default: break
            }
            box = LayoutBox(.effect(effect), axis: axis, children: children, isRightToLeft: direction)
        }
        return box
    }

    private func parts(of content: ViewNode.Content, isRightToLeft: Bool, depth: Int) -> [LayoutBox] {
        func box(_ node: ViewNode, _ axis: StackNode.Axis? = nil) -> LayoutBox {
            self.box(for: node, around: axis, isRightToLeft: isRightToLeft, depth: depth)
        }
        switch content {
        case .stack(let stack): return stack.children.map { box($0, stack.axis == .depth ? nil : stack.axis) }
        case .grid(let grid): return grid.rows.flatMap { $0.cells.map { box($0.content) } }
        case .fitting(_, let candidates): return candidates.map { box($0) }
        case .geometry(_, _, let inner): return [box(inner)]
        case .control(let control): return [box(control.composed)]
        case .progress(let progress): return progress.composed.map { [box($0)] } ?? []
        case .gauge(let gauge): return gauge.composed.map { [box($0)] } ?? []
        default: return []
        }
    }
}
