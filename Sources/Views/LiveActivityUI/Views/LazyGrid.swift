public import Foundation

/// How wide a column, or how high a row, of a lazy grid is.
public struct GridItem: Sendable {
    public enum Size: Hashable, Sendable {
        case fixed(CGFloat)
        case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
        case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
    }

    public var size: Size
    public var spacing: CGFloat?
    public var alignment: Alignment?

    public init(_ size: Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil) {
        self.size = size
        self.spacing = spacing
        self.alignment = alignment
    }

    /// How many lines it stands for, in a place of this length.
    fileprivate func count(in length: CGFloat) -> Int {
        guard case .adaptive(let minimum, _) = size, minimum > 0 else { return 1 }
        let gap = spacing ?? 8
        return max(1, min(100, Int((length + gap) / (minimum + gap))))
    }

    /// The frame of what stands in the line.
    fileprivate func frame(_ axis: Axis) -> FrameNode {
        let (least, most): (CGFloat, CGFloat) =
            switch size {
            case .fixed(let length): (length, length)
            case .flexible(let minimum, let maximum), .adaptive(let minimum, let maximum): (minimum, maximum)
            }
        let alignment = (alignment ?? .center).node
        return axis == .horizontal
            ? FrameNode(minWidth: Double(least), maxWidth: Double(most), alignment: alignment)
            : FrameNode(minHeight: Double(least), maxHeight: Double(most), alignment: alignment)
    }
}

/// Views in columns, row after row. All of them are shown: a surface does not scroll.
public struct LazyVGrid<Content: View>: View {
    let columns: [GridItem]
    let alignment: HorizontalAlignment
    let spacing: CGFloat?
    let content: Content

    public init(
        columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
    ) {
        self.columns = columns
        self.alignment = alignment
        self.spacing = spacing
        self.content = content()
    }

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        resolution.lines(
            .vertical, view.columns, resolution.environment.containerSize.width, .init(horizontal: view.alignment.node),
            view.spacing, view.content, into: &nodes)
    }
}

/// Views in rows, column after column. All of them are shown: a surface does not scroll.
public struct LazyHGrid<Content: View>: View {
    let rows: [GridItem]
    let alignment: VerticalAlignment
    let spacing: CGFloat?
    let content: Content

    public init(
        rows: [GridItem], alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
    ) {
        self.rows = rows
        self.alignment = alignment
        self.spacing = spacing
        self.content = content()
    }

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        resolution.lines(
            .horizontal, view.rows, resolution.environment.containerSize.height, .init(vertical: view.alignment.node),
            view.spacing, view.content, into: &nodes)
    }
}

extension Resolution {
    /// A stack along `axis` of stacks across it, each with one view for each of the items.
    fileprivate func lines<Content: View>(
        _ axis: StackNode.Axis, _ items: [GridItem], _ length: CGFloat, _ alignment: NodeAlignment, _ spacing: CGFloat?,
        _ content: Content, into nodes: inout [ViewNode]
    ) {
        guard count() else { return }
        let slots = items.flatMap { [GridItem](repeating: $0, count: $0.count(in: length)) }
        let cross: Axis = axis == .vertical ? .horizontal : .vertical
        let outer = environment.stackAxis
        environment.stackAxis = axis
        let children = self.nodes(of: content)
        environment.stackAxis = outer
        let lines = stride(from: 0, to: children.count, by: max(slots.count, 1)).map { start in
            var line = Array(children[start..<min(start + max(slots.count, 1), children.count)])
            // The last line's views stand under those above, so that it has as many places.
            while line.count < slots.count { line.append(.nothing) }
            for (index, slot) in slots.enumerated() { line[index].effects.append(.frame(slot.frame(cross))) }
            let spacing = slots.first?.spacing.map { Double($0) }
            return ViewNode(
                .stack(StackNode(axis: axis == .vertical ? .horizontal : .vertical, spacing: spacing, children: line)))
        }
        let spacing = spacing.map { Double($0) }
        nodes.append(ViewNode(.stack(StackNode(axis: axis, alignment: alignment, spacing: spacing, children: lines))))
    }
}

extension ViewNode {
    /// Takes a place in a stack, of no size.
    fileprivate static var nothing: ViewNode {
        let clear = ResolvedColor(red: 0, green: 0, blue: 0, opacity: 0)
        return ViewNode(.paint(.color(clear)), effects: [.frame(FrameNode(maxWidth: 0, maxHeight: 0))])
    }
}
