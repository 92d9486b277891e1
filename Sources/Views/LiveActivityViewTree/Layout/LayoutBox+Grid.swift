import Foundation

// `Grid` and `ViewThatFits`.

extension LayoutBox {
    /// The candidate to show: the first one whose ideal size fits, or the last one.
    func fitting(_ axes: FittingAxes, _ proposal: ProposedSize, _ pass: LayoutPass) -> LayoutBox? {
        let asked = ProposedSize(
            width: axes.horizontal ? nil : proposal.width, height: axes.vertical ? nil : proposal.height)
        return children.first { candidate in
            let ideal = candidate.metrics(asked, pass)
            let fitsAcross = ideal.width <= (proposal.width ?? .infinity) + LayoutLimits.tolerance
            let fitsDown = ideal.height <= (proposal.height ?? .infinity) + LayoutLimits.tolerance
            return (fitsAcross || !axes.horizontal) && (fitsDown || !axes.vertical)
        } ?? children.last
    }

    func gridMetrics(_ grid: GridNode, _ proposal: ProposedSize, _ pass: LayoutPass) -> Metrics {
        let plan = plan(grid, proposal, pass)
        return Metrics(
            plan.length(of: plan.columns[...], plan.horizontalGap), plan.length(of: plan.rows[...], plan.verticalGap))
    }

    func placeGrid(_ grid: GridNode, in frame: CGRect, _ proposal: ProposedSize, _ pass: LayoutPass) -> [LaidOutNode] {
        let plan = plan(grid, proposal, pass)
        var placed: [LaidOutNode] = []
        var top = 0.0
        for (row, height) in zip(plan.cells, plan.rows) {
            for cell in row {
                let leading =
                    plan.length(of: plan.columns[..<cell.columns.lowerBound], plan.horizontalGap)
                    + (cell.columns.lowerBound > 0 ? plan.horizontalGap : 0)
                let width = plan.length(of: plan.columns[cell.columns], plan.horizontalGap)
                let offer = ProposedSize(width: width, height: height)
                let answer = cell.box.metrics(offer, pass)
                let around = Metrics(width, height, first: cell.baseline, last: cell.baseline)
                let x = around.guide(grid.alignment.horizontal) - answer.guide(grid.alignment.horizontal)
                let y = around.guide(cell.alignment) - answer.guide(cell.alignment)
                placed.append(
                    cell.box.place(at: point(leading + x, top + y, width: answer.width, in: frame), offer, pass))
            }
            top += height + plan.verticalGap
        }
        return placed
    }

    private struct GridPlan {
        struct Cell {
            var box: LayoutBox
            var columns: Range<Int>
            var alignment: NodeAlignment.Vertical
            /// The baseline of its row, in points from the top of the row.
            var baseline: Double?
        }

        var cells: [[Cell]]
        var columns: [Double] = []
        var rows: [Double] = []
        var horizontalGap: Double
        var verticalGap: Double

        func length(of parts: ArraySlice<Double>, _ gap: Double) -> Double {
            parts.reduce(0, +) + gap * Double(max(parts.count - 1, 0))
        }
    }

    private func plan(_ grid: GridNode, _ proposal: ProposedSize, _ pass: LayoutPass) -> GridPlan {
        // Cells may claim any number of columns, so the number is limited to the number of nodes of a layout.
        func columns(of cell: GridNode.Cell) -> Int { min(max(cell.columns, 1), LayoutLimits.nodes) }
        let count = min(
            grid.rows.map { $0.isWhole ? 1 : $0.cells.reduce(0) { $0 + columns(of: $1) } }.max() ?? 0, LayoutLimits.nodes)
        var boxes = children.makeIterator()
        var plan = GridPlan(
            cells: grid.rows.map { row in
                var next = 0
                return row.cells.compactMap { cell in
                    guard let box = boxes.next(), next < count else { return nil }
                    let end = row.isWhole ? count : min(next + columns(of: cell), count)
                    defer { next = end }
                    return .init(box: box, columns: next..<end, alignment: row.alignment ?? grid.alignment.vertical)
                }
            },
            horizontalGap: boundedOffset(grid.horizontalSpacing ?? Self.defaultSpacing),
            verticalGap: boundedOffset(grid.verticalSpacing ?? Self.defaultSpacing))
        let all = plan.cells.joined()

        var single = Array(repeating: [LayoutBox](), count: count)
        for cell in all where cell.columns.count == 1 { single[cell.columns.lowerBound].append(cell.box) }
        plan.columns = share(proposal.width, among: count, gap: plan.horizontalGap) { column, offered in
            single[column].map { $0.metrics(ProposedSize(width: offered, height: nil), pass).width }.max() ?? 0
        }
        // If a cell that spans several columns does not fit, its last column becomes wider.
        for cell in all where cell.columns.count > 1 {
            let width = plan.length(of: plan.columns[cell.columns], plan.horizontalGap)
            let offer = ProposedSize(width: proposal.width == nil ? nil : width, height: nil)
            let missing = cell.box.metrics(offer, pass).width - width
            if missing > 0, missing.isFinite { plan.columns[cell.columns.upperBound - 1] += missing }
        }
        let columns = plan.columns
        let gap = plan.horizontalGap
        plan.rows = share(proposal.height, among: plan.cells.count, gap: plan.verticalGap) { row, offered in
            plan.cells[row].map { cell in
                let width = columns[cell.columns].reduce(gap * Double(cell.columns.count - 1), +)
                return cell.box.metrics(ProposedSize(width: width, height: offered), pass).height
            }.max() ?? 0
        }
        for row in plan.cells.indices {
            let baselines = plan.cells[row].compactMap { cell in
                cell.box.metrics(ProposedSize(width: plan.length(of: columns[cell.columns], gap), height: plan.rows[row]), pass)
                    .firstBaseline
            }
            for cell in plan.cells[row].indices { plan.cells[row][cell].baseline = baselines.max() }
        }
        return plan
    }

    /// The length of each column or row. As in a stack, the least flexible one is asked first, and each is offered an
    /// equal share of the remaining length.
    private func share(
        _ whole: Double?, among count: Int, gap: Double, _ length: (Int, Double?) -> Double
    ) -> [Double] {
        guard let whole, whole.isFinite else { return (0..<count).map { bounded(length($0, whole)) } }
        var lengths = Array(repeating: 0.0, count: count)
        var left = whole - gap * Double(max(count - 1, 0))
        let order = (0..<count).map { (index: $0, flexibility: length($0, .infinity) - length($0, 0)) }
            .sorted { ($0.flexibility, $0.index) < ($1.flexibility, $1.index) }
        for (place, part) in order.enumerated() {
            lengths[part.index] = bounded(length(part.index, max(0, left / Double(count - place))))
            left -= lengths[part.index]
        }
        return lengths
    }
}
