import LiveActivityUI
import Testing

/// A widget, as it is written for iOS, says the looks of its activity.
@Suite struct WidgetTests {
    struct RideAttributes: ActivityAttributes {
        struct ContentState: Codable, Hashable {
            var minutes: Int
        }
        var name: String
    }

    struct RideWidget: Widget {
        var body: some WidgetConfiguration {
            ActivityConfiguration(for: RideAttributes.self) { context in
                HStack(spacing: 4) {
                    Text(context.attributes.name).font(.caption.weight(.semibold))
                    if context.state.minutes > 0 { Text("\(context.state.minutes) min").foregroundStyle(.secondary) }
                }
                .padding(.horizontal, 8)
            } dynamicIsland: { context in
                DynamicIsland {
                    DynamicIslandExpandedRegion(.leading) { Text(context.attributes.name) }
                    DynamicIslandExpandedRegion(.bottom, priority: 1) {}
                } compactLeading: {
                    Image(systemName: "car")
                } compactTrailing: {
                    Text(verbatim: "\(context.state.minutes)")
                } minimal: {
                    EmptyView()
                }
                .keylineTint(.white)
            }
        }
    }

    let black = Paint.color(ResolvedColor(red: 0, green: 0, blue: 0))

    @Test func theLockScreenIsSettled() throws {
        let look = try #require(ActivityLook(RideWidget(), for: RideAttributes.self))
        var environment = EnvironmentValues()
        environment.locale = Locale(identifier: "en_US")
        let node = try look.content(.init(attributes: .init(name: "Ride"), state: .init(minutes: 5)), in: environment)
        guard case .stack(let stack) = node.content else { return }
        #expect(stack.axis == .horizontal && stack.spacing == 4)
        let secondary = Paint.color(ResolvedColor(red: 60 / 255, green: 60 / 255, blue: 67 / 255, opacity: 0.6))
        #expect(
            stack.children == [
                ViewNode(
                    .text(
                        TextNode(
                            runs: [TextRun(.string("Ride"), font: .init(size: 12, weight: 600), paint: black)], locale: "en-US")
                    )),
                ViewNode(
                    .text(TextNode(runs: [TextRun(.string("5 min"), font: .init(size: 17), paint: secondary)], locale: "en-US"))
                ),
            ])
        #expect(node.effects == [.padding(.init(leading: 8, trailing: 8))])
    }

    @Test func theIslandHasItsRegions() throws {
        let look = try #require(ActivityLook(RideWidget(), for: RideAttributes.self))
        let island = try look.dynamicIsland(
            .init(attributes: .init(name: "Ride"), state: .init(minutes: 5)), in: EnvironmentValues())
        #expect(island.expanded.map(\.position) == [.leading, .bottom])
        #expect(island.expanded[1] == .init(position: .bottom, priority: 1, content: ViewNode(.empty)))
        #expect(island.keylineTint == ResolvedColor(red: 1, green: 1, blue: 1))
    }
}
