import LiveActivityUI
import Testing

/// A widget as written for iOS defines how its activity looks.
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
        let stack = try #require(node.stack)
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

    /// A typical iOS widget that uses most of the vocabulary resolves completely, in each family and each appearance.
    @Test func aWholeWidgetResolves() throws {
        let look = try #require(ActivityLook(TripWidget(), for: TripAttributes.self))
        #expect(look.options.supplementalActivityFamilies == [.small, .medium])
        #expect(look.options.displayName == "Trip" && look.options.areContentMarginsDisabled)
        let state = TripAttributes.ContentState(
            progress: 0.4, end: .distantFuture, status: "On the way", isPaused: false, driver: "Mia", pad: nil)
        let context = ActivityViewContext(attributes: TripAttributes(name: "Home"), state: state)
        for family in ActivityFamily.allCases {
            for scheme in ColorScheme.allCases {
                var environment = EnvironmentValues()
                environment.activityFamily = family
                environment.colorScheme = scheme
                let node = try look.content(context, in: environment)
                let text = try WireEncoder().encode(node)
                #expect(try WireDecoder().decode(ViewNode.self, from: text) == node)
                #expect(node.effects.last == .widgetURL(try #require(URL(string: "app://trip/\(context.attributes.id)"))))
            }
        }
        let island = try look.dynamicIsland(context, in: EnvironmentValues())
        #expect(island.expanded.map(\.position) == [.leading, .trailing, .center, .bottom])
        #expect(island.margins == ["expanded": .init(trailing: 20)])
        let compact = try look.dynamicIsland(context, in: EnvironmentValues(), parts: .compactLeading)
        #expect(
            compact.compactLeading == island.compactLeading && compact.expanded == [] && compact.minimal == ViewNode(.empty))
    }

    @Test func theLongTailResolves() throws {
        let look = try #require(ActivityLook(LongTailBundle(), for: LongTailAttributes.self))
        let context = ActivityViewContext(
            attributes: LongTailAttributes(items: ["a", "b"]), state: LongTailAttributes.ContentState(v: 1, e: 0.4))
        let node = try look.content(context, in: EnvironmentValues())
        let text = try WireEncoder().encode(node)
        #expect(try WireDecoder().decode(ViewNode.self, from: text) == node)
        let island = try look.dynamicIsland(context, in: EnvironmentValues())
        #expect(island.expanded.map(\.position) == [.leading, .trailing, .bottom])
        #expect(island.compactLeading == ViewNode(.empty))
    }
}
