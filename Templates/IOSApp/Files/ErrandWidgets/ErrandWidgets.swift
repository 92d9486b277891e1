import ActivityKit
import AppIntents
import ErrandKit
import SwiftUI
import WidgetKit

@main
struct ErrandWidgets: WidgetBundle {
    var body: some Widget { ErrandActivityWidget() }
}

struct ErrandActivityWidget: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: ErrandAttributes.self) { context in
            ErrandCard(attributes: context.attributes, state: context.state, isStale: context.isStale)
                .activityBackgroundTint(nil)
                .widgetURL(ErrandLink(context.attributes).url)
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.leading) { Image(systemName: "bicycle").foregroundStyle(.blue) }
                DynamicIslandExpandedRegion(.trailing) { Steps(attributes: context.attributes, state: context.state) }
                DynamicIslandExpandedRegion(.center) { Text(context.attributes.title).lineLimit(1) }
                DynamicIslandExpandedRegion(.bottom) { Headline(attributes: context.attributes, state: context.state) }
            } compactLeading: {
                Image(systemName: "bicycle").foregroundStyle(.blue)
            } compactTrailing: {
                Steps(attributes: context.attributes, state: context.state)
            } minimal: {
                Image(systemName: "bicycle").foregroundStyle(.blue)
            }
            .widgetURL(ErrandLink(context.attributes).url)
        }
        .supplementalActivityFamilies([.small])
    }
}

/// The card on the Lock Screen, and the small one on Apple Watch and CarPlay.
struct ErrandCard: View {
    let attributes: ErrandAttributes
    let state: ErrandAttributes.ContentState
    let isStale: Bool
    @Environment(\.activityFamily) private var family

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            HStack {
                Image(systemName: "bicycle").foregroundStyle(.blue)
                Text(attributes.title).font(.headline).lineLimit(1).minimumScaleFactor(0.7)
                Spacer(minLength: 8)
                Steps(attributes: attributes, state: state)
            }
            Headline(attributes: attributes, state: state).opacity(isStale ? 0.6 : 1)
            if family == .medium {
                ProgressView(value: Double(state.done), total: Double(attributes.steps))
                if state.done < attributes.steps { Button("Cancel", intent: CancelErrandIntent(attributes)) }
            }
        }
        .padding(14)
    }
}

struct Steps: View {
    let attributes: ErrandAttributes
    let state: ErrandAttributes.ContentState

    var body: some View { Text("\(state.done)/\(attributes.steps)").monospacedDigit() }
}

struct Headline: View {
    let attributes: ErrandAttributes
    let state: ErrandAttributes.ContentState

    var body: some View {
        if state.done >= attributes.steps {
            Text("Finished")
        } else if state.isDelayed {
            Text("Delayed")
        } else if let end = state.expectedEnd {
            Text(end, style: .relative).lineLimit(1)
        } else {
            Text("On its way")
        }
    }
}

#Preview("Lock Screen", as: .content, using: ErrandAttributes(title: "Blue bicycle", steps: 3)) {
    ErrandActivityWidget()
} contentStates: {
    ErrandAttributes.ContentState()
    ErrandAttributes.ContentState(done: 1, isDelayed: true)
    ErrandAttributes.ContentState(done: 3)
}

#Preview("Compact", as: .dynamicIsland(.compact), using: ErrandAttributes(title: "Blue bicycle", steps: 3)) {
    ErrandActivityWidget()
} contentStates: {
    ErrandAttributes.ContentState(done: 1)
}
