// Style: texts in texts, keys as properties, type-erased styles, regions created by a function, a Home Screen widget in the
// same file.
import ActivityKit
import SwiftUI
import WidgetKit

struct StockAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable {
        var price: Double
        var change: Double
    }

    var symbol: String
}

@DynamicIslandExpandedContentBuilder
private func expanded(_ context: ActivityViewContext<StockAttributes>) -> DynamicIslandExpandedContent<some View> {
    let isUp = context.state.change >= 0

    DynamicIslandExpandedRegion(.leading) {
        Text("\(Text(context.attributes.symbol).bold().foregroundStyle(.orange)) today")
    }
    DynamicIslandExpandedRegion(.trailing) {
        Label {
            Text(String(format: "%+.1f%%", context.state.change)).font(.system(.body, design: .rounded))
        } icon: {
            Image(systemName: isUp ? "arrow.up.right" : "arrow.down.right")
        }
        .foregroundStyle(isUp ? AnyShapeStyle(.green) : AnyShapeStyle(.secondary))
    }
}

struct StockLiveActivity: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration<StockAttributes>(for: StockAttributes.self) { context in
            StockRow(symbol: context.attributes.symbol, state: context.state)
        } dynamicIsland: { context in
            DynamicIsland {
                expanded(context)
            } compactLeading: {
                Text(context.attributes.symbol.prefix(2))
            } compactTrailing: {
                Text("\(context.state.price, specifier: "%.2f")").foregroundStyle(.tint)
            } minimal: {
                Text(verbatim: context.attributes.symbol).minimumScaleFactor(0.5)
            }
        }
    }
}

private struct StockRow: View {
    let symbol: String
    let state: StockAttributes.ContentState

    private var headline: LocalizedStringKey { state.change > 0 ? "Rising" : "Falling" }

    var body: some View {
        HStack(alignment: .lastTextBaseline) {
            badge()
            Text(headline).fontWeight(.semibold).modifier(Card())
            Spacer(minLength: 4)
            Text(state.price, format: .number.precision(.fractionLength(2)))
                .hidden()
                .overlay(alignment: .trailing) { Text("\(state.price, specifier: "%.1f")").layoutPriority(1) }
        }
    }

    func badge() -> AnyView {
        guard !symbol.isEmpty else { return AnyView(EmptyView()) }
        return AnyView(Image(systemName: "chart.line.uptrend.xyaxis").symbolRenderingMode(.hierarchical))
    }
}

private struct Card: ViewModifier {
    func body(content: Content) -> some View {
        content.padding(4).background(.quaternary, in: RoundedRectangle(cornerRadius: 4))
    }
}

struct StockEntry: TimelineEntry {
    let date: Date
    let price: Double
}

struct StockProvider: TimelineProvider {
    func placeholder(in context: Context) -> StockEntry { StockEntry(date: .now, price: 1) }

    func getSnapshot(in context: Context, completion: @escaping (StockEntry) -> Void) {
        completion(StockEntry(date: Date(), price: 1))
    }

    func getTimeline(in context: Context, completion: @escaping (Timeline<StockEntry>) -> Void) {
        let next = Calendar.current.date(byAdding: .minute, value: 15, to: Date())!
        completion(Timeline(entries: [StockEntry(date: Date(), price: 1)], policy: .after(next)))
    }
}

struct StockHomeWidget: Widget {
    let kind = "StockHomeWidget"

    var body: some WidgetConfiguration {
        StaticConfiguration(kind: kind, provider: StockProvider()) { entry in
            StockHomeView(entry: entry)
                .containerBackground(.fill.tertiary, for: .widget)
        }
        .configurationDisplayName("Stock")
        .description("One price.")
        .supportedFamilies([.systemSmall, .accessoryCircular])
    }
}

struct StockHomeView: View {
    var entry: StockProvider.Entry
    @Environment(\.widgetFamily) var family

    var body: some View {
        switch family {
        case .accessoryCircular:
            ZStack {
                AccessoryWidgetBackground()
                Text("\(Int(entry.price))")
            }
        default:
            Text(entry.price, format: .currency(code: "EUR"))
        }
    }
}

#Preview(as: .systemSmall) {
    StockHomeWidget()
} timeline: {
    StockEntry(date: .now, price: 1)
    StockEntry(date: .now, price: 2)
}
