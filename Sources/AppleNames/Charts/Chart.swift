public import SwiftUI

/// A chart, drawn as a static image.
public struct Chart<Content: ChartContent>: View {
    private let content: Content
    @Environment(\.chartSettings) private var settings

    public init(@ChartContentBuilder content: () -> Content) { self.content = content() }

    public init<Data: RandomAccessCollection, Mark: ChartContent>(
        _ data: Data, @ChartContentBuilder content: @escaping (Data.Element) -> Mark
    ) where Data.Element: Identifiable, Content == ForEach<Data, Data.Element.ID, Mark> {
        self.content = ForEach(data, content: content)
    }

    public init<Data: RandomAccessCollection, ID: Hashable, Mark: ChartContent>(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ChartContentBuilder content: @escaping (Data.Element) -> Mark
    ) where Content == ForEach<Data, ID, Mark> { self.content = ForEach(data, id: id, content: content) }

    public var body: some View {
        var marks = _ChartMarks()
        Content._append(content, to: &marks)
        let plan = ChartPlan(marks.all, settings)
        return VStack(alignment: .leading, spacing: 6) {
            GeometryReader { geometry in ChartDrawing(plan: plan, settings: settings, size: geometry.size) }
            if settings.legend != .hidden, !plan.groups.isEmpty { ChartLegend(plan: plan) }
        }
    }
}

/// The plan of a chart's marks and scales.
struct ChartPlan {
    let marks: [ChartMark]
    let x: ChartScale
    let y: ChartScale
    /// The entries of the legend: each series with its color.
    let groups: [(name: String, style: AnyShapeStyle)]
    let hasSectors: Bool

    private static let palette: [Color] = [.blue, .green, .orange, .purple, .red, .cyan, .yellow]

    init(_ marks: [ChartMark], _ settings: ChartSettings) {
        hasSectors = marks.contains { $0.kind == .sector }
        let names = marks.reduce(into: [String]()) { names, mark in
            if let group = mark.group, !names.contains(group) { names.append(group) }
        }
        groups = names.enumerated().map { index, name in
            let own = settings.colors.first { $0.name == name }?.style
            let listed = settings.palette.isEmpty ? nil : settings.palette[index % settings.palette.count]
            return (name, own ?? listed ?? AnyShapeStyle(Self.palette[index % Self.palette.count]))
        }
        let placed = hasSectors ? marks : Self.stacked(marks)
        self.marks = placed
        func places(_ axis: (ChartMark) -> PlotRange?) -> [PlotPlace] { placed.compactMap(axis).flatMap { [$0.from, $0.to] } }
        let fromZero = marks.filter { !$0.hasOwnEnds && ($0.kind == .bar || $0.kind == .area) }
        let areLines =
            marks.contains { $0.kind == .line || $0.kind == .area || $0.kind == .point } && !marks.contains { $0.kind == .bar }
        x = ChartScale(places(\.x), domain: settings.xDomain, hasZero: fromZero.contains { $0.liesDown }, isTight: areLines)
        y = ChartScale(
            places(\.y), domain: settings.yDomain, hasZero: fromZero.contains { !$0.liesDown }, isTight: false, isFromTop: true)
    }

    /// Stacks the bars and areas at each position: each one begins where the previous one ends.
    private static func stacked(_ marks: [ChartMark]) -> [ChartMark] {
        struct Base: Hashable {
            let kind: ChartMark.Kind
            let place: PlotPlace
            let isNegative: Bool
        }
        var heights: [Base: Double] = [:]
        return marks.map { mark in
            guard !mark.hasOwnEnds, mark.kind == .bar || mark.kind == .area, let x = mark.x, let y = mark.y else { return mark }
            let (place, value) = mark.liesDown ? (y.from, x.from) : (x.from, y.from)
            guard let number = value.number else { return mark }
            let base = Base(kind: mark.kind, place: place, isNegative: number < 0)
            let from = mark.stacking == .unstacked ? 0 : heights[base, default: 0]
            heights[base] = from + number
            var mark = mark
            let range = PlotRange(from: .number(from), to: .number(from + number))
            if mark.liesDown { mark.x = range } else { mark.y = range }
            return mark
        }
    }

    func style(of mark: ChartMark) -> AnyShapeStyle {
        mark.style ?? groups.first { $0.name == mark.group }?.style ?? AnyShapeStyle(Color.accentColor)
    }
}

/// The legend of a chart: the names of its colors.
private struct ChartLegend: View {
    let plan: ChartPlan

    var body: some View {
        HStack(spacing: 10) {
            ForEach(plan.groups.indices, id: \.self) { index in
                HStack(spacing: 4) {
                    Circle().fill(plan.groups[index].style).frame(width: 7, height: 7)
                    Text(verbatim: plan.groups[index].name).font(.caption2).foregroundStyle(.secondary).lineLimit(1)
                }
            }
        }
    }
}
