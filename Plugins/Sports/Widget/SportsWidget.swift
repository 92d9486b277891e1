public import LiveActivityUI
import PluginCards
import SportsActivity

/// The views of matches on every surface: one match in full, the others in one line.
public struct SportsWidget: Widget {
    /// Creates the widget.
    public init() {}

    /// The Lock Screen's card and the Dynamic Island.
    public var body: some WidgetConfiguration {
        ActivityConfiguration(for: SportsAttributes.self) { context in
            if let matchDay = MatchDay(context.attributes, context.state) {
                SportsCard(matchDay: matchDay, isStale: context.isStale)
                    .widgetURL(matchDay.page)
            }
        } dynamicIsland: { context in
            let matchDay = MatchDay(context.attributes, context.state)
            return DynamicIsland {
                DynamicIslandExpandedRegion(.leading) {
                    if let matchDay {
                        TeamScore(matchDay: matchDay, side: .home)
                            .padding(.leading, 4)
                    }
                }
                DynamicIslandExpandedRegion(.trailing) {
                    if let matchDay {
                        TeamScore(matchDay: matchDay, side: .away)
                            .padding(.trailing, 4)
                    }
                }
                DynamicIslandExpandedRegion(.bottom) {
                    if let matchDay {
                        VStack(spacing: 8) {
                            MatchStatus(matchDay: matchDay, isStale: context.isStale, isAlone: true)
                                .font(.subheadline.weight(.semibold))
                            Scorers(matchDay: matchDay, rows: 1)
                            OtherMatches(matchDay: matchDay)
                        }
                        .padding(.horizontal, 4)
                        .padding(.top, 4)
                        .tint(palette.tint)
                    }
                }
            } compactLeading: {
                if let matchDay { CompactSide(matchDay: matchDay, side: .home) }
            } compactTrailing: {
                if let matchDay { CompactSide(matchDay: matchDay, side: .away) }
            } minimal: {
                if let matchDay { MinimalScore(matchDay: matchDay) }
            }
            .cardStyle(palette, url: matchDay?.page)
        }
        .supplementalActivityFamilies([.small])
    }

    /// The texts of all views, in ten languages.
    public static let strings = StringCatalog(embedded: PackageResources.Localizable_xcstrings)
}
