import RestaurantOrderActivity
public import LiveActivityUI
import PluginCards

/// Text has a contrast of at least 4.5:1 on either background.
private let palette = CardPalette(
    tint: AdaptiveColor(light: Color(red: 0, green: 0.373, blue: 0.784), dark: Color(red: 0.392, green: 0.682, blue: 1)),
    background: AdaptiveColor(light: .white, dark: .black))

/// The views on every surface, in SwiftUI's words.
public struct RestaurantOrderWidget: Widget {
    public init() {}

    public var body: some WidgetConfiguration {
        ActivityConfiguration(for: RestaurantOrderAttributes.self) { context in
            // The Lock Screen, and the small card of Apple Watch and CarPlay.
            VStack(alignment: .leading, spacing: 8) {
                HStack {
                    OrderSymbol(state: context.state)
                    Text(verbatim: context.attributes.guest).lineLimit(1).minimumScaleFactor(0.7)
                }
                .font(.headline)
                HStack {
                    Text(context.state.headline(of: context.attributes))
                    Spacer(minLength: 8)
                    if let end = context.state.expectedEnd {
                        Countdown(to: end)
                    } else {
                        Dishes(context.attributes, context.state)
                    }
                }
                .font(.subheadline.weight(.medium))
                .foregroundStyle(palette.secondaryText)
                .lineLimit(1)
                .minimumScaleFactor(0.7)
                ProgressView(value: Double(context.state.done), total: Double(context.attributes.dishes))
            }
            .padding(14)
            .cardStyle(palette, summary: Text(context.state.headline(of: context.attributes)))
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.leading) { OrderSymbol(state: context.state) }
                DynamicIslandExpandedRegion(.trailing) { Dishes(context.attributes, context.state) }
                DynamicIslandExpandedRegion(.bottom) {
                    HStack {
                        Text(verbatim: context.attributes.guest).font(.headline).lineLimit(1).minimumScaleFactor(0.7)
                        Spacer(minLength: 8)
                        Text(context.state.headline(of: context.attributes))
                            .font(.subheadline.weight(.medium))
                            .lineLimit(1)
                            .minimumScaleFactor(0.7)
                    }
                }
            } compactLeading: {
                OrderSymbol(state: context.state)
            } compactTrailing: {
                Dishes(context.attributes, context.state)
            } minimal: {
                ProgressView(value: Double(context.state.done), total: Double(context.attributes.dishes))
                    .progressViewStyle(.circular)
                    .tint(palette.tint)
            }
            .cardStyle(palette, url: URL(string: "restaurantOrder://activity"))
        }
        .supplementalActivityFamilies([.small])
    }

    /// The texts of all views, in every language. Xcode edits the file.
    public static let strings = StringCatalog(embedded: PackageResources.Localizable_xcstrings)
}

/// The state as a symbol.
private struct OrderSymbol: View {
    let state: RestaurantOrderAttributes.ContentState

    var body: some View {
        if state.isDelayed {
            CardSymbol(systemImage: "exclamationmark.triangle.fill", label: "Delayed", palette)
        } else {
            CardSymbol(systemImage: "fork.knife", label: "In the kitchen", palette)
        }
    }
}

/// *2/3*. Numbers are not mirrored in right-to-left languages.
private struct Dishes: View {
    let attributes: RestaurantOrderAttributes
    let state: RestaurantOrderAttributes.ContentState

    init(_ attributes: RestaurantOrderAttributes, _ state: RestaurantOrderAttributes.ContentState) {
        self.attributes = attributes
        self.state = state
    }

    var body: some View {
        Text(verbatim: "\(state.done)/\(attributes.dishes)")
            .fontWeight(.semibold)
            .monospacedDigit()
            .lineLimit(1)
            .environment(\.layoutDirection, .leftToRight)
    }
}

extension RestaurantOrderAttributes.ContentState {
    /// The most important fact in two or three words.
    fileprivate func headline(of attributes: RestaurantOrderAttributes) -> LocalizedStringKey {
        if done >= attributes.dishes { return "Finished" }
        return isDelayed ? "Delayed" : "In the kitchen"
    }
}
