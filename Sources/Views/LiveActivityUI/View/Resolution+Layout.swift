import Foundation

// Some content needs a size that is only known after the layout: a `GeometryReader`, and an app's own shape for its path. The
// tree is first resolved with a numbered placeholder for such content and laid out; then the content is resolved for its size.
// This does not change other frames.

/// The content that is resolved after the layout.
package final class Deferred {
    enum Maker {
        case content((CGSize) -> ViewNode)
        case path((CGSize) -> [ShapeNode.PathElement])
    }

    /// The content in the order of the marks.
    var makers: [Maker] = []
    var sizes: [Int: CGSize] = [:]
}

extension Resolution {
    /// A node whose content is resolved for its size after the layout.
    package func contentOnceLaidOut(_ make: @escaping (CGSize, Resolution) -> ViewNode) -> ViewNode {
        let environment = environment
        let mark = mark(
            .content { [unowned self] size in
                // A nested resolution, because content inside may need its size in this one.
                let inner = Resolution(environment, depth: self.depth + 1, elements: self.elements)
                let node = inner.run { inner.laidOut(make(size, inner), in: size) }
                self.takeOver(inner)
                return node
            })
        return ViewNode(.geometry(width: mark, height: 0, content: ViewNode(.empty)))
    }

    /// An outline that is created for its size after the layout.
    func outlineOnceLaidOut(_ make: @escaping (CGSize) -> [ShapeNode.PathElement]) -> ShapeNode.Outline {
        .path([], width: mark(.path(make)), height: 0)
    }

    /// A mark: -1 for the first content, then -2, and so on. No real size is negative.
    private func mark(_ maker: Deferred.Maker) -> Double {
        let deferred = self.deferred ?? Deferred()
        self.deferred = deferred
        dependsOnSize = true
        deferred.makers.append(maker)
        return -Double(deferred.makers.count)
    }

    /// The node with all marks replaced, or the same node if it has none.
    func laidOut(_ node: ViewNode, in size: CGSize) -> ViewNode {
        guard let deferred, failure == nil else { return node }
        let places = layout(
            node, in: size, measuring: environment.textMeasuring ?? ApproximateTextMeasuring(), at: environment.now)
        deferred.note(places)
        var node = node
        deferred.fill(&node)
        self.deferred = nil
        return node
    }
}

extension Deferred {
    package func note(_ place: LaidOutNode) {
        for child in place.children { note(child) }
        switch place.kind {
        case .content(.geometry(let mark, _, _)): note(mark, place.frame.size)
        case .content(.shape(let shape)): note(shape.outline, place.frame.size)
        case .effect(.clip(let outline)): note(outline, place.frame.size)
        default: break
        }
    }

    private func note(_ mark: Double, _ size: CGSize) { if mark < 0, sizes[Int(-mark)] == nil { sizes[Int(-mark)] = size } }

    private func note(_ outline: ShapeNode.Outline, _ size: CGSize) {
        switch outline {
        case .path(_, let mark, _): note(mark, size)
        case .inset(let inner, let distance):
            note(inner, CGSize(width: max(0, size.width - 2 * distance), height: max(0, size.height - 2 * distance)))
        case .trimmed(let inner, _, _), .rotated(let inner, _), .offset(let inner, _, _), .scaled(let inner, _, _):
            note(inner, size)
        default: break
        }
    }

    /// A view that the layout left out has no size, and its content stays empty.
    private func size(_ mark: Double) -> CGSize { sizes[Int(-mark)] ?? .zero }

    package func fill(_ node: inout ViewNode) {
        switch node.content {
        case .geometry(let mark, _, _) where mark < 0:
            let size = size(mark)
            guard case .content(let make) = makers[Int(-mark) - 1] else { break }
            node.content = .geometry(width: Double(size.width), height: Double(size.height), content: make(size))
        case .geometry(let width, let height, var content):
            fill(&content)
            node.content = .geometry(width: width, height: height, content: content)
        case .shape(var shape):
            fill(&shape.outline)
            node.content = .shape(shape)
        case .stack(var stack):
            for index in stack.children.indices { fill(&stack.children[index]) }
            node.content = .stack(stack)
        case .progress(var progress):
            fill(&progress.label)
            fill(&progress.currentValueLabel)
            node.content = .progress(progress)
        case .gauge(var gauge):
            fill(&gauge.label)
            fill(&gauge.currentValueLabel)
            fill(&gauge.minimumValueLabel)
            fill(&gauge.maximumValueLabel)
            node.content = .gauge(gauge)
        case .control(var control):
            fill(&control.label)
            node.content = .control(control)
        case .grid(var grid):
            for row in grid.rows.indices {
                for cell in grid.rows[row].cells.indices { fill(&grid.rows[row].cells[cell].content) }
            }
            node.content = .grid(grid)
        case .fitting(let axes, var candidates):
            for index in candidates.indices { fill(&candidates[index]) }
            node.content = .fitting(axes, candidates)
        case .empty, .text, .image, .paint, .spacer, .divider: break
        }
        for index in node.effects.indices { fill(&node.effects[index]) }
    }

    private func fill(_ node: inout ViewNode?) {
        guard var filled = node else { return }
        fill(&filled)
        node = filled
    }

    private func fill(_ effect: inout ViewEffect) {
        switch effect {
        case .background(var added, let alignment):
            fill(&added)
            effect = .background(added, alignment)
        case .overlay(var added, let alignment):
            fill(&added)
            effect = .overlay(added, alignment)
        case .mask(var added, let alignment):
            fill(&added)
            effect = .mask(added, alignment)
        case .containerBackground(var added):
            fill(&added)
            effect = .containerBackground(added)
        case .clip(var outline):
            fill(&outline)
            effect = .clip(outline)
        default: break
        }
    }

    private func fill(_ outline: inout ShapeNode.Outline) {
        switch outline {
        case .path(_, let mark, _) where mark < 0:
            let size = size(mark)
            guard case .path(let make) = makers[Int(-mark) - 1] else { break }
            outline = .path(make(size), width: Double(size.width), height: Double(size.height))
        case .inset(var inner, let distance):
            fill(&inner)
            outline = .inset(inner, by: distance)
        case .trimmed(var inner, let start, let end):
            fill(&inner)
            outline = .trimmed(inner, from: start, to: end)
        case .rotated(var inner, let degrees):
            fill(&inner)
            outline = .rotated(inner, degrees: degrees)
        case .offset(var inner, let x, let y):
            fill(&inner)
            outline = .offset(inner, x: x, y: y)
        case .scaled(var inner, let x, let y):
            fill(&inner)
            outline = .scaled(inner, x: x, y: y)
        default: break
        }
    }
}
