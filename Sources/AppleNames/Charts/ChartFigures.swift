import SwiftUI

/// A path of a chart with its style.
struct ChartFigure {
    var path = Path()
    let style: AnyShapeStyle
    var stroke: StrokeStyle?
    let opacity: Double
    var annotations: [(annotation: ChartAnnotation, frame: CGRect)] = []

    func view(in plot: CGSize) -> some View {
        ZStack(alignment: .topLeading) {
            if let stroke {
                path.stroke(style, style: stroke).opacity(opacity)
            } else {
                path.fill(style).opacity(opacity)
            }
            ForEach(annotations.indices, id: \.self) { index in
                Self.view(of: annotations[index].annotation, at: annotations[index].frame)
            }
        }
        .frame(width: plot.width, height: plot.height)
    }

    /// The view of an annotation, aligned to an edge of its mark: it overflows a frame of zero height at that edge.
    private static func view(of annotation: ChartAnnotation, at frame: CGRect) -> some View {
        let (x, y, alignment): (CGFloat, CGFloat, Alignment) =
            switch annotation.position {
            case .overlay: (frame.midX, frame.midY, .center)
            case .bottom, .bottomLeading, .bottomTrailing: (frame.midX, frame.maxY + annotation.spacing, .top)
            case .leading: (frame.minX - annotation.spacing, frame.midY, .trailing)
            case .trailing: (frame.maxX + annotation.spacing, frame.midY, .leading)
            case .automatic, .top, .topLeading, .topTrailing: (frame.midX, frame.minY - annotation.spacing, .bottom)
            }
        return annotation.content.fixedSize().frame(width: 0, height: 0, alignment: alignment).position(x: x, y: y)
    }
}

/// The paths of a chart's marks.
struct ChartFigures {
    private(set) var all: [ChartFigure] = []
    private let plan: ChartPlan
    private let plot: CGSize

    init(_ plan: ChartPlan, in plot: CGSize) {
        (self.plan, self.plot) = (plan, plot)
        var drawn: Set<String> = []
        for mark in plan.marks {
            switch mark.kind {
            case .line, .area:
                // The whole line is drawn when its first point is reached.
                guard drawn.insert(Self.series(of: mark)).inserted else { continue }
                addSeries(plan.marks.filter { Self.series(of: $0) == Self.series(of: mark) })
            case .bar, .rectangle: addRectangle(mark)
            case .point: addPoint(mark, at: point(mark), size: mark.symbolSize ?? 40)
            case .rule: addRule(mark)
            case .sector: break
            }
        }
    }

    private static func series(of mark: ChartMark) -> String { "\(mark.kind)/\(mark.series ?? mark.group ?? "")" }

    private func x(_ place: PlotPlace) -> CGFloat { CGFloat(plan.x.position(of: place) ?? 0) * plot.width }
    private func y(_ place: PlotPlace) -> CGFloat { (1 - CGFloat(plan.y.position(of: place) ?? 0)) * plot.height }

    private func point(_ mark: ChartMark) -> CGPoint {
        CGPoint(
            x: mark.x.map { x($0.middle) } ?? plot.width / 2 + mark.offset.width,
            y: (mark.y.map { y(mark.kind == .area ? $0.to : $0.middle) } ?? plot.height / 2) + mark.offset.height)
    }

    private mutating func addSeries(_ marks: [ChartMark]) {
        let points = marks.map(point)
        var figure = ChartFigure(style: plan.style(of: marks[0]), opacity: marks[0].opacity)
        figure.path = ChartCurve.path(points, marks[0].interpolation)
        if marks[0].kind == .line {
            figure.stroke = marks[0].stroke ?? StrokeStyle(lineWidth: 2, lineJoin: .round)
        } else {
            let lower = zip(points, marks).map { CGPoint(x: $0.x, y: y($1.y?.from ?? .number(0))) }
            ChartCurve.add(lower.reversed(), marks[0].interpolation, to: &figure.path)
            figure.path.closeSubpath()
        }
        figure.annotations = marks.flatMap { mark in
            mark.annotations.map { ($0, CGRect(origin: point(mark), size: .zero)) }
        }
        all.append(figure)
        for mark in marks where mark.hasSymbol { addPoint(mark, at: point(mark), size: mark.symbolSize ?? 40, isAlone: false) }
    }

    private mutating func addPoint(_ mark: ChartMark, at center: CGPoint, size: CGFloat, isAlone: Bool = true) {
        let radius = (size / .pi).squareRoot()
        let frame = CGRect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
        var figure = ChartFigure(path: Path(ellipseIn: frame), style: plan.style(of: mark), opacity: mark.opacity)
        if isAlone { figure.annotations = mark.annotations.map { ($0, frame) } }
        all.append(figure)
    }

    private mutating func addRule(_ mark: ChartMark) {
        let ends: (CGPoint, CGPoint)
        switch (mark.x, mark.y) {
        case (let x?, let y?) where x.from == x.to:
            ends = (CGPoint(x: self.x(x.from), y: self.y(y.from)), CGPoint(x: self.x(x.from), y: self.y(y.to)))
        case (let x?, let y?):
            ends = (CGPoint(x: self.x(x.from), y: self.y(y.middle)), CGPoint(x: self.x(x.to), y: self.y(y.middle)))
        case (let x?, nil): ends = (CGPoint(x: self.x(x.middle), y: 0), CGPoint(x: self.x(x.middle), y: plot.height))
        case (nil, let y?): ends = (CGPoint(x: 0, y: self.y(y.middle)), CGPoint(x: plot.width, y: self.y(y.middle)))
        case (nil, nil): return
        }
        var figure = ChartFigure(style: plan.style(of: mark), opacity: mark.opacity)
        figure.path.addLines([ends.0, ends.1])
        figure.stroke = mark.stroke ?? StrokeStyle(lineWidth: 1)
        let frame = CGRect(
            x: min(ends.0.x, ends.1.x), y: min(ends.0.y, ends.1.y), width: abs(ends.0.x - ends.1.x),
            height: abs(ends.0.y - ends.1.y))
        figure.annotations = mark.annotations.map { ($0, frame) }
        all.append(figure)
    }

    private mutating func addRectangle(_ mark: ChartMark) {
        func span(_ range: PlotRange?, _ scale: ChartScale, _ length: CGFloat, isBand: Bool, _ count: Int) -> (CGFloat, CGFloat)
        {
            guard let range else { return (0, length) }
            guard isBand else {
                return (
                    CGFloat(scale.position(of: range.from) ?? 0) * length, CGFloat(scale.position(of: range.to) ?? 0) * length
                )
            }
            let space = CGFloat(scale.band(range, count: count)) * length
            let middle = CGFloat(scale.position(of: range.middle) ?? 0) * length
            let width = mark.dimension.length(of: space, automatic: mark.kind == .bar ? 0.7 : 1)
            return (middle - width / 2, middle + width / 2)
        }
        let bars = plan.marks.filter { $0.kind == mark.kind }
        let (columns, rows) = (Set(bars.compactMap { $0.x?.from }).count, Set(bars.compactMap { $0.y?.from }).count)
        let isBar = mark.kind == .bar
        let horizontal = span(
            mark.x, plan.x, plot.width, isBand: isBar ? !mark.liesDown : mark.x.map { $0.from == $0.to } ?? false, columns)
        let vertical = span(
            mark.y, plan.y, plot.height, isBand: isBar ? mark.liesDown : mark.y.map { $0.from == $0.to } ?? false, rows)
        let frame = CGRect(
            x: min(horizontal.0, horizontal.1) + mark.offset.width,
            y: plot.height - max(vertical.0, vertical.1) + mark.offset.height,
            width: abs(horizontal.1 - horizontal.0), height: abs(vertical.1 - vertical.0))
        let radius = min(mark.cornerRadius, frame.width / 2, frame.height / 2)
        var figure = ChartFigure(
            path: radius > 0 ? Path(roundedRect: frame, cornerRadius: radius) : Path(frame), style: plan.style(of: mark),
            opacity: mark.opacity)
        figure.annotations = mark.annotations.map { ($0, frame) }
        all.append(figure)
    }
}

/// Lines and curves through points.
enum ChartCurve {
    static func path(_ points: [CGPoint], _ method: InterpolationMethod) -> Path {
        var path = Path()
        guard let first = points.first else { return path }
        path.move(to: first)
        add(points, method, to: &path)
        return path
    }

    /// Continues a path from its current point.
    static func add(_ points: [CGPoint], _ method: InterpolationMethod, to path: inout Path) {
        guard let first = points.first else { return }
        path.addLine(to: first)
        for (index, end) in points.enumerated().dropFirst() {
            let start = points[index - 1]
            switch method {
            case .linear: break
            case .stepStart: path.addLine(to: CGPoint(x: start.x, y: end.y))
            case .stepEnd: path.addLine(to: CGPoint(x: end.x, y: start.y))
            case .stepCenter:
                path.addLine(to: CGPoint(x: (start.x + end.x) / 2, y: start.y))
                path.addLine(to: CGPoint(x: (start.x + end.x) / 2, y: end.y))
            case .catmullRom, .cardinal, .monotone:
                let (before, after) = (points[max(index - 2, 0)], points[min(index + 1, points.count - 1)])
                path.addCurve(
                    to: end,
                    control1: CGPoint(x: start.x + (end.x - before.x) / 6, y: start.y + (end.y - before.y) / 6),
                    control2: CGPoint(x: end.x - (after.x - start.x) / 6, y: end.y - (after.y - start.y) / 6))
                continue
            }
            path.addLine(to: end)
        }
    }
}
