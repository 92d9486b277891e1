import DeliveryActivity
public import LiveActivityUI

/// How a delivery looks, wherever it is shown.
public struct DeliveryWidget: Widget {
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
                    Countdown(state: context.state)
                        .font(.title2.weight(.semibold))
                        .foregroundStyle(Palette.tint)
                        .padding(.trailing, 4)
                }
                DynamicIslandExpandedRegion(.bottom) {
                    DeliveryDetails(state: context.state, isStale: context.isStale)
                        .padding(.horizontal, 4)
                        .padding(.top, 4)
                        .tint(Palette.tint)
                }
            } compactLeading: {
                StepSymbol(state: context.state)
                    .font(.subheadline.weight(.semibold))
            } compactTrailing: {
                Countdown(state: context.state)
                    .font(.subheadline.weight(.semibold))
                    .foregroundStyle(Palette.tint)
            } minimal: {
                StepRing(state: context.state)
                    .tint(Palette.tint)
            }
            .contentMargins(.leading, 6, for: .compactLeading)
            .contentMargins(.trailing, 6, for: .compactTrailing)
            .keylineTint(Palette.tint(.dark))
            .widgetURL(context.attributes.page)
        }
        .supplementalActivityFamilies([.small])
    }

    /// Every word that the looks say.
    public static let strings = StringCatalog(embedded: PackageResources.Localizable_xcstrings)
}

extension DeliveryAttributes {
    /// Where a tap leads.
    fileprivate var page: URL? { URL(string: "delivery://orders/\(orderNumber)") }
}
