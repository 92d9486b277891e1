import Charts
import Foundation
import LiveActivityUI
import SwiftUI
import Testing

private struct GlucoseLevel: Identifiable {
    let id: Int
    let value: Double
}

private enum Team: String, Plottable { case home, away }

/// A glucose chart, as an app draws it on the Lock Screen.
private struct Glucose: View {
    let readings: [GlucoseLevel]
    let isLow: Bool

    var body: some View {
        Chart {
            RuleMark(y: .value("High", 10)).foregroundStyle(.orange).lineStyle(.init(lineWidth: 1, dash: [5]))
            if isLow { RectangleMark(yStart: .value("Low", 0), yEnd: .value("Low", 4)).foregroundStyle(.red.opacity(0.2)) }
            points
        }
        .chartYScale(domain: 0...20)
        .chartXScale(domain: 0...4)
        .chartXAxis(.hidden)
        .chartYAxis {
            AxisMarks(position: .leading, values: [0, 10, 20]) { value in
                AxisGridLine(stroke: .init(lineWidth: 0.5, dash: [2, 3])).foregroundStyle(.secondary)
                if let number = value.as(Int.self), number > 0 { AxisValueLabel("\(number)") }
            }
        }
        .chartPlotStyle { $0.background(.quaternary) }
        .frame(width: 200, height: 100)
    }

    private var points: some ChartContent {
        ForEach(readings) { reading in
            LineMark(x: .value("Time", reading.id), y: .value("Value", reading.value)).interpolationMethod(.catmullRom)
            PointMark(x: .value("Time", reading.id), y: .value("Value", reading.value)).symbolSize(16)
        }
    }
}

@Suite struct ChartTests {
    /// Every shape of a view's tree with its bounds, in drawing order.
    private func shapes(_ view: some View) throws -> [String] {
        var environment = EnvironmentValues()
        environment.containerSize = CGSize(width: 200, height: 100)
        environment.locale = Locale(identifier: "en")
        var found: [String] = []
        func walk(_ node: ViewNode) {
            switch node.content {
            case .shape(let shape):
                guard case .path(let elements, _, _) = shape.outline else { return found.append("shape") }
                let points = elements.flatMap { $0.points }
                let (x, y) = (points.map(\.x), points.map(\.y))
                func range(_ values: [Double]) -> String {
                    "\(Int((values.min() ?? 0).rounded()))…\(Int((values.max() ?? 0).rounded()))"
                }
                found.append("\(shape.stroke == nil ? "fill" : "line") \(range(x)), \(range(y))")
            case .text: found.append(outline(node))
            case .stack(let stack): stack.children.forEach(walk)
            case .geometry(_, _, let content): walk(content)
            default: break
            }
        }
        walk(try ViewNode(resolving: view, in: environment))
        return found
    }

    @Test(arguments: [
        [1e308, -1e308], [.greatestFiniteMagnitude, 0], [.leastNonzeroMagnitude, 0], [1e17, 1e17], [1e16, 1e16 + 2], [.nan, 1],
        [.infinity, -.infinity],
    ])
    func aChartOfAnyNumbersIsDrawn(numbers: [Double]) throws {
        let chart = Chart(numbers.indices, id: \.self) { index in
            LineMark(x: .value("Time", index), y: .value("Value", numbers[index]))
            BarMark(x: .value("Time", index), y: .value("Value", numbers[index]))
        }
        let finite = numbers.filter(\.isFinite)
        let domain = (finite.min() ?? 0)...(finite.max() ?? 0)
        for view in [AnyView(chart), AnyView(chart.chartYScale(domain: domain))] {
            _ = try ViewNode(resolving: view, in: EnvironmentValues())
        }
    }

    @Test func aChartOfAnAppIsDrawnToItsScale() throws {
        let readings = [(0, 5.0), (2, 15.0), (4, 10.0)].map { GlucoseLevel(id: $0.0, value: $0.1) }
        let drawn = try shapes(Glucose(readings: readings, isLow: true))
        // Two labels of two digits take 19 points at the leading side.
        #expect(
            drawn == [
                "line 0…181, 100…100", "line 0…181, 50…50", "line 0…181, 0…0", "line 0…181, 50…50", "fill 0…181, 80…100",
                "line 0…181, 25…75", "fill -2…2, 73…77", "fill 88…93, 23…27", "fill 179…183, 48…52", "'10'", "'20'",
            ])
        #expect(try shapes(Glucose(readings: [], isLow: false)).filter { $0.hasPrefix("fill") } == [])
    }

    @Test func barsOfOnePlaceStandOnEachOther() throws {
        let bars = Chart {
            BarMark(x: .value("Day", "Mon"), y: .value("Count", 2), width: 10)
            BarMark(x: .value("Day", "Mon"), y: .value("Count", 6), width: 10).foregroundStyle(by: .value("Team", Team.away))
            BarMark(x: .value("Day", "Tue"), y: .value("Count", 4), width: .ratio(0.5)).cornerRadius(2)
        }
        .chartXAxis(.hidden).chartYAxis(.hidden).chartLegend(.hidden).frame(width: 100, height: 80)
        #expect(try shapes(bars) == ["fill 20…30, 60…80", "fill 20…30, 0…60", "fill 63…88, 40…80"])

        let lying = Chart([3, 6], id: \.self) { BarMark(x: .value("Goals", $0), y: .value("Team", "\($0)"), height: 8) }
            .chartXAxis(.hidden).chartYAxis(.hidden).frame(width: 60, height: 40)
        #expect(try shapes(lying) == ["fill 0…30, 6…14", "fill 0…60, 26…34"])
    }

    @Test func sectorsShareTheCircle() throws {
        let half = Chart {
            SectorMark(angle: .value("Done", 1), innerRadius: .ratio(0.5))
            SectorMark(angle: .value("Left", 1), innerRadius: .ratio(0.5))
        }
        .frame(width: 100, height: 40)
        #expect(try shapes(half) == ["fill 50…70, 0…40", "fill 30…50, 0…40"])
    }

    @Test func linesOfSeveralSeriesHaveTheirColorsAndNames() throws {
        let lines = Chart {
            ForEach(0..<4) { index in
                LineMark(x: .value("Minute", index), y: .value("Goals", index * 10))
                    .foregroundStyle(by: .value("Team", index < 2 ? Team.home : .away))
            }
        }
        .chartXAxis(.hidden).chartYAxis(.hidden).frame(width: 90, height: 60)
        let drawn = try shapes(lines)
        #expect(drawn.filter { $0.hasPrefix("line") }.count == 2)
        #expect(drawn.suffix(4).filter { $0.hasPrefix("'") } == ["'home'", "'away'"])
    }
}

extension ShapeNode.PathElement {
    fileprivate var points: [(x: Double, y: Double)] {
        switch self {
        case .move(let x, let y), .line(let x, let y), .quadCurve(let x, let y, _, _), .curve(let x, let y, _, _, _, _):
            [(x, y)]
        case .close: []
        }
    }
}
