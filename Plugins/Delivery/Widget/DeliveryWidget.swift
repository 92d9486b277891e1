import DeliveryActivity
public import LiveActivityUI
import PluginCards

/// The views of a delivery on every surface.
public struct DeliveryWidget: Widget {
    /// Creates the widget.
    public init() {}

    public var body: some WidgetConfiguration {
        ActivityConfiguration(for: DeliveryAttributes.self) { context in
            DeliveryCard(order: context.attributes, state: context.state, isStale: context.isStale)
                .widgetURL(context.attributes.page)
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.leading) {
                    StepSymbol(state: context.state)
                        .font(.title2.weight(.semibold))
                        .padding(.leading, 4)
                }
                DynamicIslandExpandedRegion(.trailing) {
                    ArrivalCountdown(state: context.state)
                        .font(.title2.weight(.semibold))
                        .foregroundStyle(palette.tint)
                        .padding(.trailing, 4)
                }
                DynamicIslandExpandedRegion(.bottom) {
                    DeliveryDetails(state: context.state, isStale: context.isStale)
                        .padding(.horizontal, 4)
                        .padding(.top, 4)
                        .tint(palette.tint)
                }
            } compactLeading: {
                StepSymbol(state: context.state)
                    .font(.subheadline.weight(.semibold))
            } compactTrailing: {
                ArrivalCountdown(state: context.state)
                    .font(.subheadline.weight(.semibold))
                    .foregroundStyle(palette.tint)
            } minimal: {
                StepRing(state: context.state)
                    .tint(palette.tint)
            }
            .cardStyle(palette, url: context.attributes.page)
        }
        .supplementalActivityFamilies([.small])
    }

    /// The texts of all views, in ten languages.
    public static let strings = StringCatalog(embedded: PackageResources.Localizable_xcstrings)
}

extension DeliveryAttributes {
    /// The page that a tap opens.
    fileprivate var page: URL? { URL(string: "delivery://orders/\(orderNumber)") }
}
