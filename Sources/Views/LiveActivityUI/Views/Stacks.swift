public import Foundation

/// Views in a row.
public struct HStack<Content: View>: View {
    @usableFromInline let alignment: VerticalAlignment
    @usableFromInline let spacing: CGFloat?
    @usableFromInline let content: Content

    /// A row. `spacing` is the distance between views in points; `nil` is 8 points.
    @inlinable public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content)
    {
        self.alignment = alignment
        self.spacing = spacing
        self.content = content()
    }

    @inlinable public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        resolution.stack(.horizontal, .init(vertical: view.alignment.node), view.spacing, view.content, into: &nodes)
    }
}

/// Views in a column.
public struct VStack<Content: View>: View {
    @usableFromInline let alignment: HorizontalAlignment
    @usableFromInline let spacing: CGFloat?
    @usableFromInline let content: Content

    /// A column. `spacing` is the distance between views in points; `nil` is 8 points.
    @inlinable public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) {
        self.alignment = alignment
        self.spacing = spacing
        self.content = content()
    }

    @inlinable public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        resolution.stack(.vertical, .init(horizontal: view.alignment.node), view.spacing, view.content, into: &nodes)
    }
}

/// Views on top of each other; the first is the lowest.
public struct ZStack<Content: View>: View {
    @usableFromInline let alignment: Alignment
    @usableFromInline let content: Content

    /// Views on top of each other.
    @inlinable public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
        self.alignment = alignment
        self.content = content()
    }

    @inlinable public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        resolution.stack(.depth, view.alignment.node, nil, view.content, into: &nodes)
    }
}

extension HStack: Sendable where Content: Sendable {}
extension VStack: Sendable where Content: Sendable {}
extension ZStack: Sendable where Content: Sendable {}

extension Resolution {
    @inlinable func stack<Content: View>(
        _ axis: StackNode.Axis, _ alignment: NodeAlignment, _ spacing: CGFloat?, _ content: Content,
        into nodes: inout [ViewNode]
    ) {
        guard count() else { return }
        let outer = environment.stackAxis
        environment.stackAxis = axis
        let children = self.nodes(of: content)
        environment.stackAxis = outer
        let stack = StackNode(axis: axis, alignment: alignment, spacing: spacing.map { Double($0) }, children: children)
        nodes.append(ViewNode(.stack(stack)))
    }
}
