public import Foundation

/// Views in rows and columns. A column is as wide as its widest cell.
public struct Grid<Content: View>: View {
    let alignment: Alignment
    let horizontalSpacing: CGFloat?
    let verticalSpacing: CGFloat?
    let content: Content

    /// A grid. Spacings are in points; `nil` is 8 points.
    public init(
        alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {
        (self.alignment, self.horizontalSpacing, self.verticalSpacing) = (alignment, horizontalSpacing, verticalSpacing)
        self.content = content()
    }

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        guard resolution.count() else { return }
        let (outer, outerAxis) = (resolution.gridRows, resolution.environment.stackAxis)
        resolution.gridRows = []
        resolution.environment.stackAxis = .vertical
        let whole = resolution.nodes(of: view.content)
        // Each `GridRow` leaves a mark among the views of the grid: a spacer whose negative length is the number of the
        // row.
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

/// A row of a ``Grid``. Outside a grid it has no effect: its views belong to the surrounding container.
public struct GridRow<Content: View>: View {
    let alignment: VerticalAlignment?
    let content: Content

    /// A row; without an alignment it uses the grid's.
    public init(alignment: VerticalAlignment? = nil, @ViewBuilder content: () -> Content) {
        self.alignment = alignment
        self.content = content()
    }

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        guard let rows = resolution.gridRows else { return Content._resolve(view.content, in: resolution, into: &nodes) }
        // A grid or row inside a cell is independent.
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
    /// The number of columns that a cell spans, clamped to 1…100.
    public func gridCellColumns(_ count: Int) -> _WithEffect { effect(.gridColumns(count)) }
    /// No effect: a cell has the size of its content.
    public func gridCellUnsizedAxes(_ axes: Axis.Set) -> Self { self }
    /// No effect: cells have the alignment of the grid.
    public func gridCellAnchor(_ anchor: UnitPoint) -> Self { self }
    /// No effect: columns have the alignment of the grid.
    public func gridColumnAlignment(_ guide: HorizontalAlignment) -> Self { self }
}
