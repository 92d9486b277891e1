import ActivityKit
import LiveActivityTesting
import Testing

struct NoteAttributes: ActivityAttributes, Equatable {
    struct ContentState: Codable, Hashable { var text: String }
    var name: String
}

extension ActivityContent where State == NoteAttributes.ContentState {
    static func note(_ text: String, stale: Date? = nil, relevance: Double = 0) -> Self {
        Self(state: .init(text: text), staleDate: stale, relevanceScore: relevance)
    }
}

func note(_ text: String = "first", push: PushType? = nil) throws -> Activity<NoteAttributes> {
    try Activity.request(attributes: NoteAttributes(name: "n"), content: .note(text), pushType: push)
}

/// Section 2 of the reference, through ActivityKit's own calls.
@Suite(.timeLimit(.minutes(5))) struct LifeTests {
    @Test func anActivityIsActiveForEightHoursAndLingersForFour() async throws {
        let phone = try Phone()
        try await phone.use {
            let activity = try note()
            #expect(activity.activityState == .active)
            phone.clock.advance(by: 8 * 3_600 - 1)
            #expect(activity.activityState == .active)
            phone.clock.advance(by: 1)
            #expect(activity.activityState == .ended)
            phone.clock.advance(by: 4 * 3_600 - 1)
            #expect(activity.activityState == .ended)
            phone.clock.advance(by: 1)
            #expect(activity.activityState == .dismissed)
        }
    }

    static let policies: [(ActivityUIDismissalPolicy, TimeInterval)] = [
        (.default, 14_400), (.immediate, 0), (.afterTimeout(1_200), 1_200), (.afterTimeout(32_400), 14_400),
    ]

    @Test(arguments: LifeTests.policies.indices)
    func itIsDismissedWhenThePolicySays(_ place: Int) async throws {
        let (policy, seconds) = Self.policies[place]
        let phone = try Phone()
        try await phone.use {
            let activity = try note()
            phone.clock.advance(by: 3_600)
            await activity.end(.note("last"), dismissalPolicy: policy)
            #expect(activity.activityState == (seconds == 0 ? .dismissed : .ended))
            phone.clock.advance(by: seconds)
            #expect(activity.activityState == .dismissed)
            #expect(activity.content == .note("last"))
        }
    }

    @Test func aDateOfDismissalHoldsUpToFourHours() async throws {
        let phone = try Phone()
        try await phone.use {
            let (soon, late, past) = (try note(), try note(), try note())
            let now = phone.clock.now
            await soon.end(nil, dismissalPolicy: .after(now + 1_200))
            await late.end(nil, dismissalPolicy: .after(now + 9 * 3_600))
            await past.end(nil, dismissalPolicy: .after(now - 60))
            #expect([soon, late, past].map(\.activityState) == [.ended, .ended, .dismissed])
            phone.clock.advance(by: 1_200)
            #expect([soon, late].map(\.activityState) == [.dismissed, .ended])
            phone.clock.advance(by: 4 * 3_600 - 1_200)
            #expect(late.activityState == .dismissed)
        }
    }

    @Test func anUpdateReplacesTheWholeContent() async throws {
        let phone = try Phone()
        try await phone.use {
            let activity = try Activity.request(
                attributes: NoteAttributes(name: "n"),
                content: .note("first", stale: phone.clock.now + 300, relevance: 50))
            await activity.update(.note("second"))
            #expect(activity.content == .note("second"))
            phone.clock.advance(by: 301)
            #expect(activity.activityState == .active)
        }
    }

    @Test func staleContentBecomesActiveWithALaterDate() async throws {
        let phone = try Phone()
        try await phone.use {
            let start = phone.clock.now
            let activity = try Activity.request(
                attributes: NoteAttributes(name: "n"), content: .note("a", stale: start + 300))
            phone.clock.advance(by: 300)
            #expect(activity.activityState == .stale)
            phone.clock.advance(by: 60)
            await activity.update(.note("b", stale: start + 660))
            #expect(activity.activityState == .active)
            phone.clock.advance(by: 300)
            #expect(activity.activityState == .stale)
            await activity.end(nil, dismissalPolicy: .immediate)
            #expect(activity.activityState == .dismissed)
        }
    }

    @Test func afterTheEndOnlyAnEarlierDismissalDoesSomething() async throws {
        let phone = try Phone()
        let log = Notes<String>()
        phone.runtime.activityKit.debugLog = { log.add($0) }
        try await phone.use {
            let activity = try note()
            await activity.end(.note("last"), dismissalPolicy: .default)
            await activity.update(.note("late"))
            await activity.end(.note("later"), dismissalPolicy: .default)
            #expect(activity.content == .note("last"))
            #expect(activity.activityState == .ended)
            // The app removes an old card. The content of this end is not displayed.
            await activity.end(.note("later"), dismissalPolicy: .immediate)
            #expect(activity.activityState == .dismissed)
            await activity.update(.note("far too late"))
            #expect(activity.content == .note("last"))
        }
        #expect(log.all.count == 3)
    }

    @Test func olderTimestampsAreIgnored() async throws {
        let phone = try Phone()
        try await phone.use {
            let (activity, start) = (try note(), phone.clock.now)
            await activity.update(.note("100"), timestamp: start + 100)
            await activity.update(.note("300"), alertConfiguration: nil, timestamp: start + 300)
            await activity.update(.note("200"), timestamp: start + 200)
            #expect(activity.content == .note("300"))
            await activity.end(.note("end"), dismissalPolicy: .immediate, timestamp: start + 250)
            #expect(activity.activityState == .active)
            await activity.update(.note("equal"), timestamp: start + 300)
            #expect(activity.content == .note("equal"))
            await activity.end(.note("end"), timestamp: start + 400)
            #expect(activity.activityState == .ended)
        }
    }

    @Test func datesThatTheEngineCallsMistakesAreTaken() async throws {
        let phone = try Phone()
        try await phone.use {
            let old = try Activity.request(
                attributes: NoteAttributes(name: "n"), content: .note("a", stale: .distantPast, relevance: .infinity))
            #expect(old.activityState == .stale)
            await old.update(.note("b", stale: .distantFuture, relevance: .nan))
            #expect(old.activityState == .active)
            #expect(old.content == .note("b", stale: .distantFuture))
            let late = try Activity.request(
                attributes: NoteAttributes(name: "n"), content: .note("a"), style: .transient,
                alertConfiguration: .init(title: "", body: ""), start: .distantPast)
            #expect(late.activityState == .active)
            // The runtime's own methods still refuse these values.
            #expect(throws: RuntimeError.self) {
                try phone.runtime.update(
                    old.activityID, ActivityContent<NoteAttributes.ContentState>.note("c", stale: .distantPast))
            }
        }
    }

    @Test func aScheduledActivityCountsIsUpdatedAndEndsUnseen() async throws {
        let phone = try Phone(EngineConfiguration(limits: EngineLimits(activitiesPerOwner: 1)))
        try await phone.use {
            let activity = try Activity.request(
                attributes: NoteAttributes(name: "n"), content: .note("a"), pushType: nil, style: .standard,
                alertConfiguration: AlertConfiguration(title: "Now", body: "It begins", sound: .default),
                start: phone.clock.now + 3_600)
            #expect(throws: ActivityAuthorizationError.targetMaximumExceeded) { try note() }
            await activity.update(.note("b"))
            #expect(activity.activityState == .pending)
            #expect(activity.content == .note("b"))
            await activity.end(nil)
            #expect(activity.activityState == .dismissed)
            _ = try note()
        }
    }

    @Test func oneTypeWithAProviderAndOneWithoutBehaveAlike() async throws {
        struct Rules: ActivityProvider {
            enum Event: Codable { case renamed(String) }
            let kind: ActivityKind = "rules"
            func content(for attributes: NoteAttributes, at now: Date) -> ActivityContent<NoteAttributes.ContentState> {
                .note("own")
            }
            func options(for attributes: NoteAttributes, at now: Date) -> StartOptions {
                StartOptions(key: StartKey(attributes.name), start: now + 60, alert: .init(title: "t", body: "b"))
            }
            func handle(_ event: Event, in activity: inout ActivityScope<NoteAttributes>) {
                if case .renamed(let text) = event { activity.state.text = text }
            }
        }
        func life(_ phone: Phone) async throws -> [String] {
            try await phone.use {
                let (one, two) = (try note("1"), try note("2"))
                var seen = [one, two].map { "\($0.activityState) \($0.content.state.text)" }
                await one.update(.note("3"))
                await two.end(.note("4"), dismissalPolicy: .immediate)
                seen += [one, two].map { "\($0.activityState) \($0.content.state.text)" }
                return seen + Activity<NoteAttributes>.activities.map(\.content.state.text)
            }
        }
        let with = try Phone(providers: [AnyProvider(Rules())])
        #expect(try await life(with) == life(try Phone()))
        try await with.use {
            let activity = try #require(Activity<NoteAttributes>.activities.first)
            try await with.runtime.send(Rules.Event.renamed("5"), to: activity.activityID)
            #expect(activity.content == .note("5"))
        }
    }

    @Test func theDefaultRuntimeStartsByItself() async throws {
        struct Attributes: ActivityAttributes {
            struct ContentState: Codable, Hashable {}
        }
        let activity = try Activity.request(attributes: Attributes(), content: .init(state: .init(), staleDate: nil))
        #expect(activity.runtime === LiveActivityRuntime.default)
        #expect(Activity<Attributes>.activities.map(\.id) == [activity.id])
        await activity.end(nil, dismissalPolicy: .immediate)
        #expect(Activity<Attributes>.activities.isEmpty)
    }

    @Test func ownersOfOneRuntimeSeeTheirOwn() async throws {
        let phone = try Phone()
        try await phone.use {
            let anna = try LiveActivityRuntime.$currentOwner.withValue("anna") { try note("anna's") }
            let ben = try LiveActivityRuntime.$currentOwner.withValue("ben") { try note("ben's") }
            LiveActivityRuntime.$currentOwner.withValue("anna") {
                #expect(Activity<NoteAttributes>.activities.map(\.id) == [anna.id])
            }
            #expect(Activity<NoteAttributes>.activities.isEmpty)
            try await phone.runtime.permit(false, owner: "ben")
            LiveActivityRuntime.$currentOwner.withValue("ben") { #expect(!ActivityAuthorizationInfo().areActivitiesEnabled) }
            #expect(ActivityAuthorizationInfo().areActivitiesEnabled)
            #expect([anna, ben].map(\.activityState) == [.active, .dismissed])
        }
    }
}
