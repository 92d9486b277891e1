// Style: everything inline, `let` before `return DynamicIsland`, a progress bar with a total, colours by ternary and by a
// function.
import ActivityKit
import SwiftUI
import WidgetKit

struct CoffeeAttributes: ActivityAttributes {
    struct ContentState: Codable & Hashable {
        let step: Int
        let barista: String?
    }

    let order: String
}

@available(iOS 16.2, *)
struct CoffeeLiveActivity: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: CoffeeAttributes.self) { context in
            let done = context.state.step >= 3
            VStack(alignment: .leading, spacing: 8) {
                HStack {
                    Image(systemName: done ? "checkmark.circle.fill" : "cup.and.saucer.fill")
                        .font(.title2)
                        .foregroundColor(done ? .green : .brown)
                    Text(context.attributes.order).font(.headline).lineLimit(1)
                    Spacer()
                    Text("\(context.state.step)/3").font(.caption.monospacedDigit()).foregroundStyle(.secondary)
                }
                ProgressView(value: Double(context.state.step), total: 3)
                    .progressViewStyle(.linear)
                    .tint(tint(context.state.step))
                if let barista = context.state.barista, !barista.isEmpty {
                    Label("\(barista) is on it", systemImage: "person.fill")
                        .font(.caption)
                        .foregroundStyle(.secondary)
                }
            }
            .padding()
            .activityBackgroundTint(Color.black.opacity(0.8))
            .activitySystemActionForegroundColor(.white)
        } dynamicIsland: { context in
            let color = tint(context.state.step)
            return DynamicIsland {
                DynamicIslandExpandedRegion(.leading) {
                    Image(systemName: "cup.and.saucer.fill").foregroundColor(color).padding(.leading, 4)
                }
                DynamicIslandExpandedRegion(.trailing) {}
                DynamicIslandExpandedRegion(.bottom) {
                    ProgressView(value: min(max(Double(context.state.step) / 3, 0), 1)).tint(color)
                }
            } compactLeading: {
                Image(systemName: "cup.and.saucer.fill").foregroundColor(color)
            } compactTrailing: {
                Text("\(Int(Double(context.state.step) / 3 * 100))%").monospacedDigit()
            } minimal: {
                Image(systemName: "cup.and.saucer.fill").foregroundColor(color)
            }
            .keylineTint(color)
            .widgetURL(URL(string: "coffee://order"))
        }
    }

    private func tint(_ step: Int) -> Color {
        switch step {
        case ..<1: return .gray
        case 1...2: return .orange
        default: return .green
        }
    }
}
