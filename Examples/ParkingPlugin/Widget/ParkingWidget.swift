public import LiveActivityUI
import ParkingActivity
import PluginCards

private let palette = CardPalette(
    tint: AdaptiveColor(light: Color(red: 0, green: 0.373, blue: 0.784), dark: Color(red: 0.392, green: 0.682, blue: 1)),
    background: AdaptiveColor(light: .white, dark: .black))

/// The views of a parked car on every surface.
public struct ParkingWidget: Widget {
    public init() {}

    public var body: some WidgetConfiguration {
        ActivityConfiguration(for: ParkingAttributes.self) { context in
            VStack(alignment: .leading, spacing: 8) {
                HStack {
                    CarSymbol()
                    Text(verbatim: context.attributes.plate).lineLimit(1).minimumScaleFactor(0.7)
                }
                .font(.headline)
                HStack {
                    Text(context.state.isRunningOut ? "Expires soon" : "Parked")
                    Spacer(minLength: 8)
                    Countdown(to: context.state.paidUntil)
                }
                .font(.subheadline.weight(.semibold))
                .foregroundStyle(palette.secondaryText)
                .lineLimit(1)
                .minimumScaleFactor(0.7)
            }
            .padding(14)
            .cardStyle(palette, summary: Text("Parked"))
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.leading) { CarSymbol() }
                DynamicIslandExpandedRegion(.trailing) { Remaining(until: context.state.paidUntil) }
                DynamicIslandExpandedRegion(.bottom) { Text(verbatim: context.attributes.plate).font(.headline) }
            } compactLeading: {
                CarSymbol()
            } compactTrailing: {
                Remaining(until: context.state.paidUntil)
            } minimal: {
                CarSymbol()
            }
            .cardStyle(palette, url: URL(string: "parking://cars"))
        }
        .supplementalActivityFamilies([.small])
    }

    /// The texts of all views, in every language.
    public static let strings = StringCatalog(embedded: PackageResources.Localizable_xcstrings)
}

private struct CarSymbol: View {
    var body: some View { CardSymbol(systemImage: "car.fill", label: "Parked", palette) }
}

private struct Remaining: View {
    let until: Date

    var body: some View { Countdown(to: until).fontWeight(.semibold) }
}
