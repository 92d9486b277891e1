import ErrandActivity
public import LiveActivityUI
import PluginCards

/// Text has a contrast of at least 4.5:1 on either background.
private let palette = CardPalette(
    tint: AdaptiveColor(light: Color(red: 0, green: 0.373, blue: 0.784), dark: Color(red: 0.392, green: 0.682, blue: 1)),
    background: AdaptiveColor(light: .white, dark: .black))

/// The views for every surface, with SwiftUI's API.
public struct ErrandWidget: Widget {
    public init() {}

    public var body: some WidgetConfiguration {
        ActivityConfiguration(for: ErrandAttributes.self) { context in
            // The Lock Screen, and the small card of Apple Watch and CarPlay.
            VStack(alignment: .leading, spacing: 8) {
                HStack {
                    StepSymbol(state: context.state)
                    Text(verbatim: context.attributes.title).lineLimit(1).minimumScaleFactor(0.7)
                }
                .font(.headline)
                HStack {
                    Text(context.state.headline(of: context.attributes))
                    Spacer(minLength: 8)
                    if let end = context.state.expectedEnd {
                        Countdown(to: end)
                    } else {
                        Steps(context.attributes, context.state)
                    }
                }
                .font(.subheadline.weight(.medium))
                .foregroundStyle(palette.secondaryText)
                .lineLimit(1)
                .minimumScaleFactor(0.7)
                ProgressView(value: Double(context.state.done), total: Double(context.attributes.steps))
            }
            .padding(14)
            .cardStyle(palette, summary: Text(context.state.headline(of: context.attributes)))
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.leading) { StepSymbol(state: context.state) }
                DynamicIslandExpandedRegion(.trailing) { Steps(context.attributes, context.state) }
                DynamicIslandExpandedRegion(.bottom) {
                    HStack {
                        Text(verbatim: context.attributes.title).font(.headline).lineLimit(1).minimumScaleFactor(0.7)
                        Spacer(minLength: 8)
                        Text(context.state.headline(of: context.attributes))
                            .font(.subheadline.weight(.medium))
                            .lineLimit(1)
                            .minimumScaleFactor(0.7)
                    }
                }
            } compactLeading: {
                StepSymbol(state: context.state)
            } compactTrailing: {
                Steps(context.attributes, context.state)
            } minimal: {
                ProgressView(value: Double(context.state.done), total: Double(context.attributes.steps))
                    .progressViewStyle(.circular)
                    .tint(palette.tint)
            }
            .cardStyle(palette, url: URL(string: "errand://activity"))
        }
        .supplementalActivityFamilies([.small])
    }

    /// The strings of all views in every language. Xcode can edit the file.
    public static let strings = StringCatalog(embedded: PackageResources.Localizable_xcstrings)
}

/// The symbol of the current state.
private struct StepSymbol: View {
    let state: ErrandAttributes.ContentState

    var body: some View {
        if state.isDelayed {
            CardSymbol(systemImage: "exclamationmark.triangle.fill", label: "Delayed", palette)
        } else {
            CardSymbol(systemImage: "checklist", label: "In progress", palette)
        }
    }
}

/// The progress as *2/3*. A fraction is not mirrored in right-to-left languages.
private struct Steps: View {
    let attributes: ErrandAttributes
    let state: ErrandAttributes.ContentState

    init(_ attributes: ErrandAttributes, _ state: ErrandAttributes.ContentState) {
        self.attributes = attributes
        self.state = state
    }

    var body: some View {
        Text(verbatim: "\(state.done)/\(attributes.steps)")
            .fontWeight(.semibold)
            .monospacedDigit()
            .lineLimit(1)
            .environment(\.layoutDirection, .leftToRight)
    }
}

extension ErrandAttributes.ContentState {
    /// The current state in two or three words.
    fileprivate func headline(of attributes: ErrandAttributes) -> LocalizedStringKey {
        if done >= attributes.steps { return "Finished" }
        return isDelayed ? "Delayed" : "In progress"
    }
}
