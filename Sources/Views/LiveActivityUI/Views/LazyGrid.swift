public import Foundation

/// The width of a column, or the height of a row, of a lazy grid.
public struct GridItem: Sendable {
    /// The length of a column or row in points.
    public enum Size: Hashable, Sendable {
        /// A fixed length.
        case fixed(CGFloat)
        /// A length between two bounds.
        case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
        /// As many columns or rows as fit, each between two bounds. At most 100.
        case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
    }

    /// The length of the column or row.
    public var size: Size
    /// The spacing to the next item in points; `nil` is 8. Only the first item's is used.
    public var spacing: CGFloat?
    /// The alignment of views in the column or row; `nil` is centered.
    public var alignment: Alignment?

    /// A column or row.
    public init(_ size: Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil) {
        (self.size, self.spacing, self.alignment) = (size, spacing, alignment)
    }

    /// The number of columns or rows that fit a length.
    fileprivate func count(in length: CGFloat) -> Int {
        guard case .adaptive(let minimum, _) = size, minimum > 0 else { return 1 }
        let gap = spacing ?? 8
        let count = (length + gap) / (minimum + gap)
        return count.isNaN ? 1 : Int(max(1, min(100, count)))
    }

    /// The frame of a view in the column or row.
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

/// Views in columns, row by row. All views are shown, because a surface does not scroll.
public struct LazyVGrid<Content: View>: View {
    let columns: [GridItem]
    let alignment: HorizontalAlignment
    let spacing: CGFloat?
    let content: Content

    /// A grid. `spacing` is the distance between rows in points; pinned views have no effect.
    public init(
        columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
    ) {
        (self.columns, self.alignment, self.spacing) = (columns, alignment, spacing)
        self.content = content()
    }

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        resolution.lines(
            .vertical, view.columns, resolution.environment.containerSize.width, .init(horizontal: view.alignment.node),
            view.spacing, view.content, into: &nodes)
    }
}

/// Views in rows, column by column. All views are shown, because a surface does not scroll.
public struct LazyHGrid<Content: View>: View {
    let rows: [GridItem]
    let alignment: VerticalAlignment
    let spacing: CGFloat?
    let content: Content

    /// A grid. `spacing` is the distance between columns in points; pinned views have no effect.
    public init(
        rows: [GridItem], alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
    ) {
        (self.rows, self.alignment, self.spacing) = (rows, alignment, spacing)
        self.content = content()
    }

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        resolution.lines(
            .horizontal, view.rows, resolution.environment.containerSize.height, .init(vertical: view.alignment.node),
            view.spacing, view.content, into: &nodes)
    }
}

extension Resolution {
    /// Builds a stack along `axis` of stacks across it. Each of those has one view per item.
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
            // The last line is filled with invisible views, so that its views are aligned with the lines above.
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
    /// An invisible view that counts as a view in a stack.
    fileprivate static var nothing: ViewNode {
        let clear = ResolvedColor(red: 0, green: 0, blue: 0, opacity: 0)
        return ViewNode(.paint(.color(clear)), effects: [.frame(FrameNode(maxWidth: 0, maxHeight: 0))])
    }
}
