// Style: a `PreviewProvider`, a timer that pauses, a bar by GeometryReader, colours that follow the appearance.
import ActivityKit
import SwiftUI
import WidgetKit

struct TeaAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable {
        var range: ClosedRange<Date>
        var pausedAt: Date?
        var progress: Double = 0
    }

    var tea: String
}

struct TeaLiveActivity: Widget {
    @Environment(\.colorScheme) var colorScheme

    var body: some WidgetConfiguration {
        ActivityConfiguration(for: TeaAttributes.self) { context in
            TeaView(state: context.state, title: context.attributes.tea)
                .activityBackgroundTint(colorScheme == .dark ? .black : .white)
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.bottom) { TeaView(state: context.state, title: context.attributes.tea) }
            } compactLeading: {
                Image(systemName: "timer")
            } compactTrailing: {
                Text(timerInterval: context.state.range, pauseTime: context.state.pausedAt, countsDown: true, showsHours: false)
                    .frame(maxWidth: .minimum(44, 60))
            } minimal: {
                ProgressView(timerInterval: context.state.range, countsDown: true, label: {}, currentValueLabel: {})
                    .progressViewStyle(CircularProgressViewStyle(tint: .green))
            }
        }
    }
}

private extension CGFloat {
    static func minimum(_ left: CGFloat, _ right: CGFloat) -> CGFloat { Swift.min(left, right) }
}

private struct TeaView: View {
    let state: TeaAttributes.ContentState
    let title: String
    @Environment(\.colorScheme) private var colorScheme

    var body: some View {
        VStack(alignment: .leading) {
            Text(LocalizedStringKey(title)).font(.title3)
            GeometryReader { geo in
                ZStack(alignment: .leading) {
                    Capsule().fill(colorScheme == .dark ? Color.white.opacity(0.2) : .black.opacity(0.1))
                    Capsule().fill(.green).frame(width: geo.size.width * CGFloat(state.progress))
                }
            }
            .frame(height: 6)
        }
        .padding(EdgeInsets(top: 8, leading: 12, bottom: 8, trailing: 12))
    }
}

struct TeaLiveActivity_Previews: PreviewProvider {
    static let attributes = TeaAttributes(tea: "Sencha")
    static let contentState = TeaAttributes.ContentState(range: Date.now...Date.now.addingTimeInterval(90))

    static var previews: some View {
        attributes
            .previewContext(contentState, viewKind: .dynamicIsland(.compact))
            .previewDisplayName("Island Compact")
        attributes
            .previewContext(contentState, viewKind: .dynamicIsland(.expanded))
            .previewDisplayName("Island Expanded")
        attributes
            .previewContext(contentState, viewKind: .dynamicIsland(.minimal))
            .previewDisplayName("Minimal")
        attributes
            .previewContext(contentState, viewKind: .content)
            .previewDisplayName("Notification")
    }
}
