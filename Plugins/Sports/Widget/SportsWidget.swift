public import LiveActivityUI
public import SportsActivity

/// How matches look, wherever they are shown: the one that leads in full, the others in a word.
public struct SportsWidget: Widget {
    public init() {}

    public var body: some WidgetConfiguration {
        ActivityConfiguration(for: SportsAttributes.self) { context in
            SportsCard(evening: context.attributes, state: context.state, isStale: context.isStale)
                .widgetURL(context.page)
                .environment(\.strings, Self.strings)
        } dynamicIsland: { context in
            let fixture = context.attributes.matches[context.state.leading]
            let match = context.state.leader
            return DynamicIsland {
                DynamicIslandExpandedRegion(.leading) {
                    TeamScore(team: fixture.home, points: match.shownPoints(of: .home), side: .home)
                        .padding(.leading, 4)
                        .environment(\.strings, Self.strings)
                }
                DynamicIslandExpandedRegion(.trailing) {
                    TeamScore(team: fixture.away, points: match.shownPoints(of: .away), side: .away)
                        .padding(.trailing, 4)
                        .environment(\.strings, Self.strings)
                }
                DynamicIslandExpandedRegion(.bottom) {
                    VStack(spacing: 8) {
                        MatchStatus(evening: context.attributes, match: context.state.leading, state: context.state)
                            .font(.subheadline.weight(.semibold))
                        Scorers(state: context.state, rows: 1)
                        OtherMatches(evening: context.attributes, state: context.state)
                    }
                    .padding(.horizontal, 4)
                    .tint(Palette.tint(.dark))
                    .environment(\.strings, Self.strings)
                }
            } compactLeading: {
                CompactSide(team: fixture.home, points: match.shownPoints(of: .home), side: .home)
                    .environment(\.strings, Self.strings)
            } compactTrailing: {
                CompactSide(team: fixture.away, points: match.shownPoints(of: .away), side: .away)
                    .environment(\.strings, Self.strings)
            } minimal: {
                MinimalScore(evening: context.attributes, state: context.state)
                    .environment(\.strings, Self.strings)
            }
            .keylineTint(Palette.tint(.dark))
            .widgetURL(context.page)
        }
        .supplementalActivityFamilies([.small])
    }

    /// Every word that the looks say.
    public static let strings = StringCatalog(embedded: PackageResources.Localizable_xcstrings)
}

extension ActivityViewContext<SportsAttributes> {
    /// Where a tap leads: to the match that is shown.
    fileprivate var page: URL? {
        let id = attributes.matches[state.leading].id.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? ""
        return URL(string: "sports://matches/\(id)")
    }
}
