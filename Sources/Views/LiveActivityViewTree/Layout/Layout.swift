public import Foundation

/// Lays a view out as SwiftUI's stacks do: it is offered the surface's size, takes what it wants of it, and stands in the middle.
///
/// Never fails: a NaN is no value at all, lengths are bounded, and what lies deeper or comes later than ``LayoutLimits`` allow is left
/// out. Pure; call it on any thread. A text is measured for the widest that its self-updating parts can become (WK-20), so that a
/// running clock moves nothing around it.
///
/// - Parameters:
///   - size: The surface's, in points.
///   - now: For what counts down or up by itself.
/// - Returns: The outermost effect, or the content where it has none, in its place on the surface.
public func layout(_ node: ViewNode, in size: CGSize, measuring: any TextMeasuring, at now: Date) -> LaidOutNode {
    let size = CGSize(width: bounded(Double(size.width)), height: bounded(Double(size.height)))
    let pass = LayoutPass(measuring: measuring, now: now, surface: size)
    let box = pass.box(for: node, around: nil, isRightToLeft: false, depth: 0)
    let proposal = ProposedSize(width: Double(size.width), height: Double(size.height))
    let metrics = box.metrics(proposal, pass)
    let origin = CGPoint(x: (size.width - metrics.width) / 2, y: (size.height - metrics.height) / 2)
    return box.place(at: origin, proposal, pass)
}

/// The size that a view takes of what it is offered: e.g. how high a card is at a given width (HIG-21).
public func sizeThatFits(_ proposal: ProposedSize, _ node: ViewNode, measuring: any TextMeasuring, at now: Date) -> CGSize {
    let surface = CGSize(width: bounded(proposal.width ?? 0), height: bounded(proposal.height ?? 0))
    let pass = LayoutPass(measuring: measuring, now: now, surface: surface)
    let metrics = pass.box(for: node, around: nil, isRightToLeft: false, depth: 0).metrics(proposal, pass)
    return CGSize(width: bounded(metrics.width), height: bounded(metrics.height))
}

/// A length that can be drawn: not negative, not endless, a number.
func bounded(_ length: Double) -> Double { length.isNaN ? 0 : min(max(length, 0), LayoutLimits.side) }

/// A distance that can be drawn, in either direction.
func boundedOffset(_ distance: Double) -> Double {
    distance.isNaN ? 0 : min(max(distance, -LayoutLimits.side), LayoutLimits.side)
}

/// One layout of one tree: what it is measured with, and how much of it is left to build.
final class LayoutPass {
    let measuring: any TextMeasuring
    let now: Date
    let surface: CGSize
    private var nodesLeft = LayoutLimits.nodes

    init(measuring: any TextMeasuring, now: Date, surface: CGSize) {
        self.measuring = measuring
        self.now = now
        self.surface = surface
    }

    /// The boxes of a view: one for each effect, one for its content, one for each view in it.
    ///
    /// - Parameter axis: Of the stack around it: a spacer stretches along it, a divider across.
    func box(for node: ViewNode, around axis: StackNode.Axis?, isRightToLeft: Bool, depth: Int) -> LayoutBox {
        // A direction counts for the effects inside it too, so it has to be known before they are built.
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
