import SwiftUI

/// The plot of a chart with its axes.
struct ChartDrawing: View {
    let plan: ChartPlan
    let settings: ChartSettings
    let size: CGSize
    @Environment(\.calendar) private var calendar
    @Environment(\.locale) private var locale

    /// The height of axis labels, as in the text style `caption2`.
    private static let labelHeight: CGFloat = 14

    var body: some View {
        if plan.hasSectors {
            ChartSectors(plan: plan, size: size)
        } else {
            let plot = plotFrame
            ZStack(alignment: .topLeading) {
                settings.plotStyle(AnyView(ChartPlotContent(size: plot.size, content: AnyView(marks(in: plot.size)))))
                    .position(x: plot.midX, y: plot.midY)
                labels(in: plot)
            }
            .frame(width: size.width, height: size.height)
        }
    }

    private var xLabels: [ChartTick] { ticks(plan.x, settings.xAxis) }
    private var yLabels: [ChartTick] { ticks(plan.y, settings.yAxis) }

    private func ticks(_ scale: ChartScale, _ axis: ChartAxis) -> [ChartTick] {
        guard axis.visibility != .hidden else { return [] }
        return axis.ticks(of: scale, calendar: calendar, locale: locale)
    }

    private var plotFrame: CGRect {
        let isLeading = settings.yAxis.position == .leading
        let longest = yLabels.compactMap { $0.label?.count }.max() ?? 0
        let side = longest == 0 ? 0 : CGFloat(longest) * 6.5 + 6
        let below = xLabels.contains { $0.label != nil } ? Self.labelHeight + 2 : 0
        return CGRect(
            x: isLeading ? side : 0, y: 0, width: max(1, size.width - side), height: max(1, size.height - below))
    }

    // MARK: - Axes

    private func labels(in plot: CGRect) -> some View {
        let isLeading = settings.yAxis.position == .leading
        return ZStack(alignment: .topLeading) {
            ForEach(xLabels.indices, id: \.self) { index in
                if xLabels[index].label != nil {
                    Self.label(xLabels[index])
                        .position(x: plot.minX + xLabels[index].position * plot.width, y: size.height - Self.labelHeight / 2)
                }
            }
            ForEach(yLabels.indices, id: \.self) { index in
                if yLabels[index].label != nil {
                    Self.label(yLabels[index])
                        .position(
                            x: isLeading ? plot.minX / 2 : (plot.maxX + size.width) / 2,
                            y: min(
                                max((1 - yLabels[index].position) * plot.height, Self.labelHeight / 2),
                                size.height - Self.labelHeight / 2))
                }
            }
        }
    }

    private static func label(_ tick: ChartTick) -> some View {
        Group {
            if let view = tick.view { view } else { Text(verbatim: tick.label ?? "") }
        }
        .font(.caption2).foregroundStyle(tick.style).lineLimit(1).fixedSize()
    }

    private func grid(in plot: CGSize) -> some View {
        ZStack(alignment: .topLeading) {
            ForEach(xLabels.indices, id: \.self) { index in
                if let line = xLabels[index].line {
                    let x = xLabels[index].position * plot.width
                    Self.line(from: CGPoint(x: x, y: 0), to: CGPoint(x: x, y: plot.height)).stroke(
                        xLabels[index].lineStyle, style: line)
                }
            }
            ForEach(yLabels.indices, id: \.self) { index in
                if let line = yLabels[index].line {
                    let y = (1 - yLabels[index].position) * plot.height
                    Self.line(from: CGPoint(x: 0, y: y), to: CGPoint(x: plot.width, y: y)).stroke(
                        yLabels[index].lineStyle, style: line)
                }
            }
        }
    }

    private static func line(from start: CGPoint, to end: CGPoint) -> Path { Path { $0.addLines([start, end]) } }

    // MARK: - Marks

    private func marks(in plot: CGSize) -> some View {
        let figures = ChartFigures(plan, in: plot).all
        return ZStack(alignment: .topLeading) {
            grid(in: plot)
            ForEach(figures.indices, id: \.self) { index in figures[index].view(in: plot) }
        }
        .frame(width: plot.width, height: plot.height)
    }
}

private struct ChartSectors: View {
    let plan: ChartPlan
    let size: CGSize

    var body: some View {
        let sectors = plan.marks.filter { $0.kind == .sector }
        let values = sectors.map { max(0, $0.y?.from.number ?? 0) }
        let ends = values.reduce(into: [0.0]) { $0.append($0[$0.count - 1] + $1) }
        let whole = max(ends[ends.count - 1], .leastNonzeroMagnitude)
        let radius = min(size.width, size.height) / 2
        return ZStack {
            ForEach(sectors.indices, id: \.self) { index in
                let mark = sectors[index]
                let outer = mark.radii.outer.length(of: radius, automatic: 1)
                let inner = mark.radii.inner.length(of: radius, automatic: 0)
                let (from, to) = (ends[index] / whole * 360 - 90, ends[index + 1] / whole * 360 - 90)
                Path { path in
                    let center = CGPoint(x: size.width / 2, y: size.height / 2)
                    path.addArc(
                        center: center, radius: outer, startAngle: .degrees(from), endAngle: .degrees(to), clockwise: false)
                    if inner > 0 {
                        path.addArc(
                            center: center, radius: inner, startAngle: .degrees(to), endAngle: .degrees(from), clockwise: true)
                    } else {
                        path.addLine(to: center)
                    }
                    path.closeSubpath()
                }
                .fill(plan.style(of: mark)).opacity(mark.opacity)
            }
        }
        .frame(width: size.width, height: size.height)
    }
}
