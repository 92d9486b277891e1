// Style: a layout for each family, the environment, a bundle with availability, several own views with stored states.
import ActivityKit
import SwiftUI
import WidgetKit

struct MatchWidgetAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable {
        enum Phase: String, Codable { case first, half, second, over }

        var home: Int
        var away: Int
        var phase: Phase
    }

    struct Side: Codable, Hashable {
        var name: String
        var short: String
    }

    var home: Side
    var away: Side
}

extension MatchWidgetAttributes.ContentState {
    var isLive: Bool { phase == .first || phase == .second }

    var label: String {
        switch phase {
        case .first: "1st half"
        case .half: "Half-time"
        case .second: "2nd half"
        case .over: "Full-time"
        }
    }

    var color: Color {
        switch phase {
        case .first, .second: .green
        case .half: .yellow
        case .over: .gray
        }
    }
}

struct MatchBundle: WidgetBundle {
    var body: some Widget {
        TideLiveActivity()
        if #available(iOS 18.0, *) {
            MatchLiveActivity()
        }
    }
}

@available(iOS 18.0, *)
struct MatchLiveActivity: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: MatchWidgetAttributes.self) { context in
            MatchView(context: context)
                .activitySystemActionForegroundColor(.primary)
                .widgetURL(URL(string: "match://\(context.attributes.home.short)"))
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.leading) { SideView(side: context.attributes.home, goals: context.state.home) }
                DynamicIslandExpandedRegion(.trailing) { SideView(side: context.attributes.away, goals: context.state.away) }
                DynamicIslandExpandedRegion(.bottom) { PhaseView(state: context.state) }
            } compactLeading: {
                Text("\(context.attributes.home.short) \(context.state.home)").bold()
            } compactTrailing: {
                Text("\(context.state.away) \(context.attributes.away.short)").bold()
            } minimal: {
                Text("\(context.state.home):\(context.state.away)").font(.caption2.monospacedDigit().weight(.bold))
            }
            .keylineTint(context.state.isLive ? context.state.color : nil)
        }
        .supplementalActivityFamilies([.small, .medium])
    }
}

@available(iOS 18.0, *)
private struct MatchView: View {
    let context: ActivityViewContext<MatchWidgetAttributes>
    @Environment(\.activityFamily) private var family
    @Environment(\.isLuminanceReduced) var isLuminanceReduced
    @Environment(\.isActivityFullscreen) private var isFullscreen

    var body: some View {
        switch family {
        case .small:
            Text("\(context.state.home) : \(context.state.away)")
                .font(.title3.bold())
                .activityBackgroundTint(nil)
        case .medium:
            HStack(alignment: .center, spacing: isFullscreen ? 24 : 12) {
                SideView(side: context.attributes.home, goals: context.state.home)
                PhaseView(state: context.state)
                SideView(side: context.attributes.away, goals: context.state.away)
            }
            .frame(maxWidth: .infinity)
            .opacity(isLuminanceReduced ? 0.5 : 1)
            .padding()
            .background {
                if context.isStale {
                    Color.red.opacity(0.1)
                }
            }
            .activityBackgroundTint(.clear)
        @unknown default:
            EmptyView()
        }
    }
}

private struct SideView: View {
    let side: MatchWidgetAttributes.Side, goals: Int

    var body: some View {
        VStack(spacing: 2) {
            Text(side.name).font(.caption).lineLimit(1).minimumScaleFactor(0.7).truncationMode(.tail)
            Text("\(goals)")
                .font(.system(size: 28, weight: .bold, design: .rounded))
                .contentTransition(.numericText(value: Double(goals)))
        }
        .accessibilityElement(children: .combine)
    }
}

private struct PhaseView: View {
    var state: MatchWidgetAttributes.ContentState

    var body: some View {
        Text(state.label)
            .font(.caption2.weight(.semibold))
            .padding(.horizontal, 8).padding(.vertical, 2)
            .background(Capsule().fill(state.color.opacity(0.2)))
            .foregroundStyle(state.isLive ? state.color : .secondary)
    }
}

#if DEBUG
extension MatchWidgetAttributes {
    fileprivate static let preview = MatchWidgetAttributes(
        home: .init(name: "Rovers", short: "ROV"), away: .init(name: "United", short: "UTD"))
}

@available(iOS 18.0, *)
#Preview("Compact", as: .dynamicIsland(.compact), using: MatchWidgetAttributes.preview) {
    MatchLiveActivity()
} contentStates: {
    MatchWidgetAttributes.ContentState(home: 1, away: 0, phase: .first)
    MatchWidgetAttributes.ContentState(home: 2, away: 2, phase: .over)
}
#endif
