public import LiveActivityUI
import PluginCards
import WaitQueueActivity

/// The views of a party in a queue on every surface.
public struct WaitQueueWidget: Widget {
    /// Creates the widget.
    public init() {}

    public var body: some WidgetConfiguration {
        ActivityConfiguration(for: WaitQueueAttributes.self) { context in
            WaitQueueCard(party: context.attributes, state: context.state, isStale: context.isStale)
                .widgetURL(context.attributes.page)
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.leading) {
                    QueueSymbol(state: context.state)
                        .font(.title2.weight(.semibold))
                        .padding(.leading, 4)
                }
                DynamicIslandExpandedRegion(.trailing) {
                    Group {
                        if let heldUntil = context.state.heldUntil {
                            Countdown(to: heldUntil)
                        } else if !context.state.step.isFinal {
                            Position(state: context.state)
                        }
                    }
                    .font(.system(.title, design: .rounded, weight: .bold))
                    .foregroundStyle(palette.tint)
                    .padding(.trailing, 4)
                }
                DynamicIslandExpandedRegion(.bottom) {
                    QueueDetails(party: context.attributes, state: context.state, isStale: context.isStale)
                        .padding(.horizontal, 4)
                        .padding(.top, 4)
                        .tint(palette.tint)
                }
            } compactLeading: {
                QueueSymbol(state: context.state)
                    .font(.subheadline.weight(.semibold))
            } compactTrailing: {
                Group {
                    if let heldUntil = context.state.heldUntil {
                        Countdown(to: heldUntil)
                    } else {
                        Position(state: context.state)
                    }
                }
                .font(.system(.subheadline, design: .rounded, weight: .bold))
                .foregroundStyle(palette.tint)
            } minimal: {
                PositionRing(state: context.state)
                    .tint(palette.tint)
            }
            .cardStyle(palette, url: context.attributes.page)
        }
        .supplementalActivityFamilies([.small])
    }

    /// The texts of all views, in ten languages.
    public static let strings = StringCatalog(embedded: PackageResources.Localizable_xcstrings)
}

extension WaitQueueAttributes {
    /// The page that a tap opens.
    fileprivate var page: URL? {
        let id = bookingId.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? ""
        return URL(string: "queue://bookings/\(id)")
    }
}
