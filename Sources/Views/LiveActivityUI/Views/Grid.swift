public import Foundation

/// Rows of views that stand in columns.
public struct Grid<Content: View>: View {
    let alignment: Alignment
    let horizontalSpacing: CGFloat?
    let verticalSpacing: CGFloat?
    let content: Content

    public init(
        alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {
        self.alignment = alignment
        self.horizontalSpacing = horizontalSpacing
        self.verticalSpacing = verticalSpacing
        self.content = content()
    }

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        guard resolution.count() else { return }
        let (outer, outerAxis) = (resolution.gridRows, resolution.environment.stackAxis)
        resolution.gridRows = []
        resolution.environment.stackAxis = .vertical
        let whole = resolution.nodes(of: view.content)
        // Rows are told apart by an empty mark that each leaves among the views of the grid.
        var rows: [GridNode.Row] = []
        for node in whole {
            if case .spacer(let mark?) = node.content, mark < 0 {
                rows.append(resolution.gridRows?[Int(-mark) - 1] ?? GridNode.Row(cells: []))
            } else {
                rows.append(GridNode.Row(cells: [GridNode.Cell(node)], isWhole: true))
            }
        }
        (resolution.gridRows, resolution.environment.stackAxis) = (outer, outerAxis)
        let grid = GridNode(
            alignment: view.alignment.node, horizontalSpacing: view.horizontalSpacing.map { Double($0) },
            verticalSpacing: view.verticalSpacing.map { Double($0) }, rows: rows)
        nodes.append(ViewNode(.grid(grid)))
    }
}

/// A row of a ``Grid``; anywhere else its views alone.
public struct GridRow<Content: View>: View {
    let alignment: VerticalAlignment?
    let content: Content

    public init(alignment: VerticalAlignment? = nil, @ViewBuilder content: () -> Content) {
        self.alignment = alignment
        self.content = content()
    }

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        guard let rows = resolution.gridRows else {
            return Content._resolve(view.content, in: resolution, into: &nodes)
        }
        // A row in a row, or a grid in a cell, begins anew.
        resolution.gridRows = nil
        let cells = resolution.nodes(of: view.content).map { GridNode.Cell($0, columns: $0.gridColumns) }
        resolution.gridRows = rows + [GridNode.Row(cells: cells, alignment: view.alignment?.node)]
        nodes.append(ViewNode(.spacer(minLength: -Double(rows.count + 1))))
    }
}

extension ViewNode {
    fileprivate var gridColumns: Int {
        for case .gridColumns(let columns) in effects.reversed() { return min(max(columns, 1), 100) }
        return 1
    }
}

extension View {
    public func gridCellColumns(_ count: Int) -> ModifiedContent<Self, _EffectModifier> { effect(.gridColumns(count)) }
    /// Not kept: a cell is as large as its content in both directions.
    public func gridCellUnsizedAxes(_ axes: Axis.Set) -> Self { self }
    /// Not kept: a cell stands as the grid's alignment says.
    public func gridCellAnchor(_ anchor: UnitPoint) -> Self { self }
    /// Not kept: a column stands as the grid's alignment says.
    public func gridColumnAlignment(_ guide: HorizontalAlignment) -> Self { self }
}
