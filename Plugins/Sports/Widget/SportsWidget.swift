public import LiveActivityUI
import PluginCards
import SportsActivity

/// How matches look, wherever they are shown: the one that leads in full, the others in a word.
public struct SportsWidget: Widget {
    public init() {}

    public var body: some WidgetConfiguration {
        ActivityConfiguration(for: SportsAttributes.self) { context in
            if let evening = Evening(context.attributes, context.state) {
                SportsCard(evening: evening, isStale: context.isStale)
                    .widgetURL(evening.page)
            }
        } dynamicIsland: { context in
            let evening = Evening(context.attributes, context.state)
            return DynamicIsland {
                DynamicIslandExpandedRegion(.leading) {
                    if let evening {
                        TeamScore(evening: evening, side: .home)
                            .padding(.leading, 4)
                    }
                }
                DynamicIslandExpandedRegion(.trailing) {
                    if let evening {
                        TeamScore(evening: evening, side: .away)
                            .padding(.trailing, 4)
                    }
                }
                DynamicIslandExpandedRegion(.bottom) {
                    if let evening {
                        VStack(spacing: 8) {
                            MatchStatus(evening: evening, isStale: context.isStale, isAlone: true)
                                .font(.subheadline.weight(.semibold))
                            Scorers(evening: evening, rows: 1)
                            OtherMatches(evening: evening)
                        }
                        .padding(.horizontal, 4)
                        .padding(.top, 4)
                        .tint(palette.tint)
                    }
                }
            } compactLeading: {
                if let evening { CompactSide(evening: evening, side: .home) }
            } compactTrailing: {
                if let evening { CompactSide(evening: evening, side: .away) }
            } minimal: {
                if let evening { MinimalScore(evening: evening) }
            }
            .cardStyle(palette, url: evening?.page)
        }
        .supplementalActivityFamilies([.small])
    }

    /// The texts of all views, in ten languages.
    public static let strings = StringCatalog(embedded: PackageResources.Localizable_xcstrings)
}
