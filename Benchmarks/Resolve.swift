import Foundation
import LiveActivityUI

extension Benchmark {
    static let resolve = Benchmark(
        name: "ui-resolve", summary: "a Lock Screen card of 25 nodes, from its widget to the tree of one surface"
    ) {
        var environment = EnvironmentValues()
        environment.locale = Locale(identifier: "en_US")
        environment.now = Date(timeIntervalSinceReferenceDate: 0)
        guard let look = ActivityLook(RideWidget(), for: RideAttributes.self) else {
            throw BenchmarkError(reason: "the widget has no look for its own activity")
        }
        let context = ActivityViewContext(
            attributes: RideAttributes(name: "Airport"),
            state: .init(progress: 0.4, end: Date(timeIntervalSinceReferenceDate: 600), driver: "Mia", minutes: 9))
        let nodes = try look.content(context, in: environment).count
        guard nodes == 25 else { throw BenchmarkError(reason: "the card has \(nodes) nodes, not 25") }

        let count = 20_000
        var (cards, encoded): ([Double], [Double]) = ([], [])
        let card = try look.content(context, in: environment)
        let encoder = WireEncoder()
        for _ in 0..<7 {
            cards.append(try seconds { for _ in 0..<count { _ = try look.content(context, in: environment) } } / Double(count))
            encoded.append(try seconds { for _ in 0..<count / 100 { _ = try encoder.encode(card) } } / Double(count / 100))
        }
        return [
            Figure(
                "ui-resolve", cards.median * 1e6, "us/card", .lowerIsBetter,
                baseline: ("its JSON by WireEncoder", encoded.median * 1e6))
        ]
    }
}

extension ViewNode {
    /// The number of views in the tree, with those inside controls and bars.
    fileprivate var count: Int {
        let inner: [ViewNode] =
            switch content {
            case .stack(let stack): stack.children
            case .control(let control): [control.label]
            case .progress(let progress): [progress.label, progress.currentValueLabel].compactMap(\.self)
            default: []
            }
        let around = effects.compactMap { effect -> ViewNode? in
            if case .background(let node, _) = effect { node } else { nil }
        }
        return (inner + around).reduce(1) { $0 + $1.count }
    }
}

private struct RideAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable {
        var progress: Double
        var end: Date
        var driver: String
        var minutes: Int
    }

    var name: String
}

private struct RideWidget: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: RideAttributes.self) { context in
            RideCard(context: context).activityBackgroundTint(Color.black.opacity(0.8))
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.leading) { Image(systemName: "car.fill") }
            } compactLeading: {
                Image(systemName: "car.fill")
            } compactTrailing: {
                Text("\(context.state.minutes) min")
            } minimal: {
                Image(systemName: "car.fill")
            }
        }
    }
}

private struct RideCard: View {
    let context: ActivityViewContext<RideAttributes>
    @Environment(\.colorScheme) private var colorScheme

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            Header(name: context.attributes.name, end: context.state.end)
            HStack(spacing: 12) {
                Image(systemName: "person.crop.circle.fill").font(.title2)
                VStack(alignment: .leading, spacing: 2) {
                    Text(context.state.driver).font(.subheadline.weight(.semibold)).lineLimit(1)
                    Text("Arrives in \(context.state.minutes) min").font(.caption).foregroundStyle(.secondary)
                }
                Spacer()
                Text("\(Int(context.state.progress * 100))%")
                    .font(.system(size: 22, weight: .bold, design: .rounded)).monospacedDigit()
                    .foregroundStyle(colorScheme == .dark ? .white : .primary)
            }
            ProgressView(value: context.state.progress).tint(.green)
            Divider()
            HStack {
                Step(symbol: "mappin", isDone: true)
                Step(symbol: "flag.checkered", isDone: context.state.progress >= 1)
                Spacer(minLength: 0)
                Button(intent: ActivityAction("call")) { Label("Call", systemImage: "phone.fill") }.buttonStyle(.plain)
            }
        }
        .padding(.horizontal, 14)
        .padding(.vertical, 12)
        .frame(maxWidth: .infinity, alignment: .leading)
    }
}

private struct Header: View {
    let name: String
    let end: Date

    var body: some View {
        HStack {
            Image(systemName: "car.fill").foregroundStyle(.tint)
            Text(name).font(.headline).fontWeight(.semibold).lineLimit(1).minimumScaleFactor(0.8)
            Spacer(minLength: 4)
            Text(end, style: .timer).font(.caption2.monospacedDigit()).multilineTextAlignment(.trailing)
        }
    }
}

private struct Step: View {
    let symbol: String
    let isDone: Bool

    var body: some View {
        Image(systemName: symbol).font(.caption2)
            .padding(6)
            .background(isDone ? Color.green : .gray.opacity(0.3), in: Circle())
    }
}
