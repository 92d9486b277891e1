import LiveActivityCore
import LiveActivitySurfaces

/// A ride, and widgets that show the surface they are on.
enum Ride {
    struct Attributes: ActivityAttributes, Sendable {
        struct ContentState: Codable, Hashable, Sendable { var minutes: Int }
        var street: String
    }

    static let widgets: ActivityWidgets = {
        var widgets = ActivityWidgets()
        do {
            try widgets.register(RideWidget.self, kind: "ride", attributes: Attributes.self)
            try widgets.register(SizedRideWidget.self, kind: "sizedRide", attributes: Attributes.self)
            try widgets.register(SmallRideWidget.self, kind: "smallRide", attributes: Attributes.self)
            try widgets.register(TintedRideWidget.self, kind: "tintedRide", attributes: Attributes.self)
        } catch {
            preconditionFailure("\(error)")
        }
        return widgets
    }()

    static var environment: EnvironmentValues {
        var environment = EnvironmentValues()
        environment.locale = Locale(identifier: "en")
        environment.now = PresentationTests.now
        return environment
    }

    static func activity(
        _ kind: ActivityKind = "ride", state: ActivityState = .active, minutes: Int = 5
    ) -> ShownActivity {
        ShownActivity(
            id: ActivityID(rawValue: 7), kind: kind, owner: "anna", state: state,
            attributes: JSONText(trusted: Array(#"{"street":"Mill Street"}"#.utf8)),
            content: EncodedContent(
                state: JSONText(trusted: Array(#"{"minutes":\#(minutes)}"#.utf8)), staleDate: nil, relevanceScore: 0))
    }
}

struct RideWidget: Widget {
    var body: some WidgetConfiguration { RideWidget.configuration }
}

struct SmallRideWidget: Widget {
    var body: some WidgetConfiguration { RideWidget.configuration.supplementalActivityFamilies([.small]) }
}

/// A text without a color on a gray tint; its brightness is the ride's minutes in thousandths.
struct TintedRideWidget: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: Ride.Attributes.self) { context in
            Text(verbatim: context.attributes.street)
                .activityBackgroundTint(Color(white: Double(context.state.minutes) / 1000))
        } dynamicIsland: { _ in
            DynamicIsland {
                DynamicIslandExpandedRegion(.bottom) { EmptyView() }.contentMargins(.leading, 4).contentMargins(.all, 12)
            } compactLeading: {
                EmptyView()
            } compactTrailing: {
                EmptyView()
            } minimal: {
                EmptyView()
            }
        }
    }
}

/// Shows its size: from a geometry reader, from the environment, and in the island from the environment only.
struct SizedRideWidget: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: Ride.Attributes.self) { _ in
            VStack {
                GeometryReader { geometry in Text(verbatim: "\(Int(geometry.size.width))") }
                HalfWidth()
            }
        } dynamicIsland: { _ in
            DynamicIsland {
                DynamicIslandExpandedRegion(.bottom) {
                    HalfWidth()
                    GeometryReader { geometry in Text(verbatim: "\(Int(geometry.size.width))") }.frame(height: 20)
                }
            } compactLeading: {
                GeometryReader { geometry in Text(verbatim: "\(Int(geometry.size.width))") }
            } compactTrailing: {
                IslandWidth()
            } minimal: {
                HalfWidth()
                IslandWidth()
            }
        }
    }
}

/// Empty in an island that is not narrow.
private struct IslandWidth: View {
    @Environment(\.isDynamicIslandLimitedInWidth) private var isNarrow

    var body: some View { if isNarrow { Text(verbatim: "narrow") } }
}

private struct HalfWidth: View {
    @Environment(\.containerSize) private var size

    var body: some View { Text(verbatim: "\(Int(size.width / 2))") }
}

extension RideWidget {
    fileprivate static var configuration: ActivityConfiguration<Ride.Attributes> {
        ActivityConfiguration(for: Ride.Attributes.self) { context in
            VStack {
                FamilyName()
                Text(verbatim: context.attributes.street).privacySensitive()
            }
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.leading) { FamilyName() }
                DynamicIslandExpandedRegion(.trailing) { Text(verbatim: "\(context.state.minutes) min") }
                DynamicIslandExpandedRegion(.center) { Text(verbatim: "C") }
                DynamicIslandExpandedRegion(.bottom) { Text(verbatim: context.attributes.street) }
            } compactLeading: {
                Text(verbatim: "L")
            } compactTrailing: {
                Text(verbatim: "\(context.state.minutes)")
            } minimal: {
                Text(verbatim: "\(context.state.minutes)")
            }
            .keylineTint(.white)
            .widgetURL(URL(string: "ride://street"))
            .contentMargins(.trailing, 8, for: .expanded)
            .contentMargins(.all, 20, for: .expanded)
            .contentMargins(.all, 2, for: .compactTrailing)
        }
    }
}

private struct FamilyName: View {
    @Environment(\.activityFamily) private var family
    @Environment(\.isActivityFullscreen) private var isFullscreen

    var body: some View { Text(verbatim: isFullscreen ? "full screen" : family.rawValue) }
}
