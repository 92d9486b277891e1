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
                    .dynamicTypeSize(...Self.largest)
            }
        } dynamicIsland: { context in
            let matchDay = MatchDay(context.attributes, context.state)
            return DynamicIsland {
                DynamicIslandExpandedRegion(.leading) {
                    if let matchDay {
                        TeamScore(matchDay: matchDay, side: .home)
                            .padding(.leading, 4)
                            .dynamicTypeSize(...Self.largest)
                    }
                }
                DynamicIslandExpandedRegion(.trailing) {
                    if let matchDay {
                        TeamScore(matchDay: matchDay, side: .away)
                            .padding(.trailing, 4)
                            .dynamicTypeSize(...Self.largest)
                    }
                }
                DynamicIslandExpandedRegion(.bottom) {
                    if let matchDay {
                        VStack(spacing: 8) {
                            MatchStatus(matchDay: matchDay, isStale: context.isStale, isAlone: true)
                                .font(.subheadline.weight(.semibold))
                            IslandScorers(matchDay: matchDay)
                            OtherMatches(matchDay: matchDay)
                        }
                        .padding(.horizontal, 4)
                        .padding(.top, 4)
                        .tint(palette.tint)
                        .dynamicTypeSize(...Self.largest)
                    }
                }
            } compactLeading: {
                if let matchDay { CompactSide(matchDay: matchDay, side: .home) }
            } compactTrailing: {
                if let matchDay { CompactSide(matchDay: matchDay, side: .away) }
            } minimal: {
                // A circle, which grows with no text.
                if let matchDay { MinimalScore(matchDay: matchDay).dynamicTypeSize(...DynamicTypeSize.large) }
            }
            .cardStyle(palette, url: matchDay?.page)
        }
        .supplementalActivityFamilies([.small])
    }

    /// The largest text size at which a match fits into the 160 points that iOS gives a card and the expanded island.
    private static let largest = DynamicTypeSize.accessibility1

    /// The texts of all views, in ten languages.
    public static let strings = StringCatalog(embedded: PackageResources.Localizable_xcstrings)
}
