import AgentActivity
public import LiveActivityUI
import PluginCards

/// Violet. Text has a contrast of at least 4.5:1 on either background.
let palette = CardPalette(
    tint: AdaptiveColor(light: Color(red: 0.4, green: 0.22, blue: 0.72), dark: Color(red: 0.78, green: 0.65, blue: 1)),
    background: AdaptiveColor(light: .white, dark: .black))

/// The views of a piece of work on every surface.
public struct AgentWidget: Widget {
    public init() {}

    public var body: some WidgetConfiguration {
        ActivityConfiguration(for: AgentAttributes.self) { context in
            AgentCard(work: context.attributes, state: context.state, isStale: context.isStale)
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.leading) { PhaseSymbol(state: context.state).font(.title3) }
                DynamicIslandExpandedRegion(.trailing) { Remaining(state: context.state) }
                DynamicIslandExpandedRegion(.bottom) {
                    VStack(alignment: .leading, spacing: 6) {
                        Text(verbatim: context.attributes.title).font(.headline).lineLimit(1).minimumScaleFactor(0.7)
                        AgentDetails(state: context.state, isStale: context.isStale)
                    }
                }
            } compactLeading: {
                PhaseSymbol(state: context.state)
            } compactTrailing: {
                Remaining(state: context.state)
            } minimal: {
                if let progress = context.state.progress, !context.state.phase.isSpecial {
                    ProgressView(value: Double(progress.done), total: Double(progress.total))
                        .progressViewStyle(.circular)
                        .tint(palette.tint)
                } else {
                    PhaseSymbol(state: context.state)
                }
            }
            .cardStyle(palette, url: URL(string: "live-activities-agent://work"))
        }
        .supplementalActivityFamilies([.small])
    }

    /// The texts of all views, in every language.
    public static let strings = StringCatalog(embedded: PackageResources.Localizable_xcstrings)
}

/// The card of the Lock Screen, and the small one of Apple Watch and CarPlay.
private struct AgentCard: View {
    let work: AgentAttributes
    let state: AgentState
    let isStale: Bool

    @Environment(\.activityFamily) private var family

    var body: some View {
        VStack(alignment: .leading, spacing: family == .small ? 3 : 8) {
            HStack(spacing: 6) {
                PhaseSymbol(state: state)
                Text(verbatim: work.title).lineLimit(2).minimumScaleFactor(0.7)
                Spacer(minLength: 8)
                if family == .small {
                    Remaining(state: state)
                } else {
                    Text(verbatim: work.host)
                        .foregroundStyle(palette.secondaryText)
                        .lineLimit(1)
                }
            }
            .font(.footnote.weight(.semibold))
            if family != .small {
                HStack {
                    Text(state.headline).font(.title3.weight(.bold)).lineLimit(1).minimumScaleFactor(0.7)
                    Spacer(minLength: 8)
                    Remaining(state: state).font(.title3.weight(.semibold))
                }
            }
            AgentDetails(state: state, isStale: isStale)
        }
        .padding(family == .small ? 8 : 14)
        .cardStyle(palette, summary: Text(verbatim: "\(work.title): ") + Text(state.headline))
    }
}

/// The question, the step or the result, and how far the work is.
private struct AgentDetails: View {
    let state: AgentState
    let isStale: Bool

    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            detail
                .font(.footnote.weight(.medium))
                .foregroundStyle(palette.secondaryText)
                .lineLimit(2)
                .minimumScaleFactor(0.7)
                .truncationMode(.middle)
            if let progress = state.progress, state.result == nil {
                ProgressView(value: Double(progress.done), total: Double(progress.total)).tint(palette.tint)
            }
        }
    }

    @ViewBuilder private var detail: some View {
        if let result = state.result {
            Elapsed(seconds: result.seconds)
        } else if let question = state.question {
            Text(verbatim: question)
        } else if isStale {
            Text("No news for a while")
        } else if state.isLate {
            Text("Longer than usual")
        } else if let step = state.step {
            Text(verbatim: step)
        }
    }
}

/// The estimated time left. Without an estimate, the percentage that is done.
private struct Remaining: View {
    let state: AgentState

    var body: some View {
        if let end = state.estimatedEnd {
            Countdown(to: end).fontWeight(.semibold)
        } else if let progress = state.progress, state.result == nil {
            Text(verbatim: "\(progress.done * 100 / max(progress.total, 1))%")
                .fontWeight(.semibold)
                .monospacedDigit()
                .lineLimit(1)
                .minimumScaleFactor(0.7)
                .environment(\.layoutDirection, .leftToRight)
        }
    }
}

/// *4:05*, from left to right in every language.
private struct Elapsed: View {
    let seconds: Int

    var body: some View {
        Text(verbatim: "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)")
            .monospacedDigit()
            .environment(\.layoutDirection, .leftToRight)
    }
}

/// The phase as a symbol.
private struct PhaseSymbol: View {
    let state: AgentState

    var body: some View { CardSymbol(systemImage: state.phase.symbol, label: state.headline, palette) }
}
