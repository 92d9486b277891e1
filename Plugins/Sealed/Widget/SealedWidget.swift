public import LiveActivityUI
import PluginCards
import SealedActivity

/// Grey blue. Text has a contrast of at least 4.5:1 on either background.
let palette = CardPalette(
    tint: AdaptiveColor(light: Color(red: 0.17, green: 0.31, blue: 0.45), dark: Color(red: 0.6, green: 0.78, blue: 0.93)),
    background: AdaptiveColor(
        light: Color(red: 0.945, green: 0.96, blue: 0.98), dark: Color(red: 0.06, green: 0.08, blue: 0.11)))

/// The views of screens that cannot open the content, such as the service's dashboard: the title, and that it is sealed. An app
/// draws its own widget with the opened content.
public struct SealedWidget: Widget {
    /// Creates the widget.
    public init() {}

    public var body: some WidgetConfiguration {
        ActivityConfiguration(for: SealedAttributes.self) { context in
            SealedCard(title: context.attributes.title, state: context.state)
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.leading) {
                    SealedSymbol(state: context.state).font(.title.weight(.semibold)).padding(.leading, 4)
                }
                DynamicIslandExpandedRegion(.bottom) {
                    SealedWords(title: context.attributes.title, state: context.state).padding(.horizontal, 4)
                }
            } compactLeading: {
                SealedSymbol(state: context.state).font(.subheadline.weight(.semibold))
            } compactTrailing: {
                Text("Sealed")
                    .font(.footnote.weight(.semibold))
                    .foregroundStyle(palette.tint)
                    .lineLimit(1)
                    .minimumScaleFactor(0.6)
            } minimal: {
                SealedSymbol(state: context.state).font(.footnote.weight(.semibold))
            }
            .cardStyle(palette, url: nil)
        }
        .supplementalActivityFamilies([.small])
    }

    /// The texts of all views, in ten languages.
    public static let strings = StringCatalog(embedded: PackageResources.Localizable_xcstrings)
}

/// The card of the Lock Screen, and the small one of Apple Watch and CarPlay.
private struct SealedCard: View {
    let title: String
    let state: SealedState

    @Environment(\.activityFamily) private var family

    var body: some View {
        HStack(spacing: family == .small ? 8 : 14) {
            SealedSymbol(state: state).font(.title2.weight(.semibold))
            SealedWords(title: title, state: state)
            Spacer(minLength: 0)
        }
        .padding(family == .small ? 10 : 14)
        .cardStyle(palette, summary: Text(verbatim: "\(title): ") + Text(state.words))
    }
}

/// The title, and whether there is content.
private struct SealedWords: View {
    let title: String
    let state: SealedState

    var body: some View {
        VStack(alignment: .leading, spacing: 2) {
            Text(verbatim: title).font(.headline.weight(.semibold)).lineLimit(1)
            Text(state.words).font(.footnote.weight(.medium)).foregroundStyle(palette.secondaryText).lineLimit(2)
        }
        .minimumScaleFactor(0.7)
    }
}

private struct SealedSymbol: View {
    let state: SealedState

    var body: some View { CardSymbol(systemImage: "lock.fill", label: state.words, palette) }
}

extension SealedState {
    var words: LocalizedStringKey { box.isEmpty ? "No content yet" : "Only your devices can read it" }
}
