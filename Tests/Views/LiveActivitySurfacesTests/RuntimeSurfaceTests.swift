import LiveActivitySurfaces
import LiveActivityTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct RuntimeSurfaceTests {
    struct Tea: ActivityAttributes, Sendable {
        struct ContentState: Codable, Hashable, Sendable { var minutes: Int }
        var name: String
    }

    struct TeaWidget: Widget {
        var body: some WidgetConfiguration {
            ActivityConfiguration(for: Tea.self) { context in
                Text(verbatim: "\(context.attributes.name) \(context.state.minutes)")
            } dynamicIsland: { context in
                DynamicIsland {
                } compactLeading: {
                    Text(verbatim: context.attributes.name)
                } compactTrailing: {
                    Text(verbatim: "\(context.state.minutes)")
                } minimal: {
                    Text(verbatim: "\(context.state.minutes)")
                }
            }
        }
    }

    let clock = ManualClock()
    let runtime: LiveActivityRuntime
    let widgets: ActivityWidgets

    init() throws {
        runtime = try LiveActivityRuntime(clock: clock, providers: [AnyProvider(kind: "tea", attributes: Tea.self)])
        var widgets = ActivityWidgets()
        try widgets.register(TeaWidget.self, kind: "tea", attributes: Tea.self)
        self.widgets = widgets
    }

    private func brew(_ name: String, relevance: Double = 0) throws -> ActivityID {
        try runtime.start(
            Tea(name: name),
            content: ActivityContent(state: .init(minutes: 5), staleDate: nil, relevanceScore: relevance), owner: "anna")
    }

    private func set(_ minutes: Int, of id: ActivityID, relevance: Double = 0) throws {
        try runtime.update(
            id, ActivityContent(state: Tea.ContentState(minutes: minutes), staleDate: nil, relevanceScore: relevance))
    }

    @Test func aSurfaceShowsWhatTheRuntimeHas() throws {
        let (green, black) = (try brew("green"), try brew("black", relevance: 1))
        #expect(try runtime.arrangement(of: "anna").island == .minimal(attached: black, detached: green))
        func shown(_ surface: SizedSurface) throws -> [ActivityID] {
            try runtime.presentations(of: "anna", on: surface, with: widgets).map(\.activity)
        }
        #expect(try shown(.lockScreenIPhone393) == [black, green])
        #expect(try shown(.minimalDetached) == [green])
        #expect(try shown(.compactIPhone393) == [])
        try runtime.end(black)
        #expect(try shown(.lockScreenIPhone393) == [black, green])
        #expect(try shown(.carPlay240x78) == [green])
        #expect(try runtime.presentations(of: "ben", on: .lockScreenIPhone393, with: widgets) == [])
    }

    @Test func arrangementsAreToldWhenTheyChangeAndOnlyThen() async throws {
        var updates = runtime.arrangements(of: "anna").makeAsyncIterator()
        #expect(try await updates.next()?.island == .empty)
        let green = try brew("green")
        #expect(try await updates.next()?.island == .compact(green))
        try set(4, of: green)
        let black = try brew("black")
        #expect(try await updates.next()?.island == .minimal(attached: green, detached: black), "minutes move nothing")
        try await runtime.end(green, dismissalPolicy: .immediate)
        #expect(try await updates.next()?.island == .compact(black))
        await runtime.close()
        #expect(try await updates.next() == nil)
    }

    @Test func presentationsFollowTheContent() async throws {
        let green = try brew("green")
        let now = clock.now
        var updates = runtime.presentationUpdates(of: "anna", on: .compactIPhone393, with: widgets) {
            var environment = EnvironmentValues()
            environment.now = now
            return environment
        }.makeAsyncIterator()
        #expect(try await updates.next()?.map(\.revision) == [1])
        try set(4, of: green)
        #expect(try await updates.next()?.map(\.revision) == [2])
        try await runtime.end(green)
        #expect(try await updates.next() == [], "it has left the island")
    }

    @Test func whatCannotBeShownEndsTheUpdates() async throws {
        _ = try brew("green")
        var updates = runtime.presentationUpdates(of: "anna", on: .compactIPhone393, with: ActivityWidgets()) {
            EnvironmentValues()
        }.makeAsyncIterator()
        await #expect(throws: PresentationError.noWidget("tea", known: [])) { try await updates.next() }
    }
}
