import ActivityKit
import LiveActivityTesting
import Testing

/// `for await` over changing values, with several consumers, from the current value to the end.
@Suite(.timeLimit(.minutes(5))) struct SequenceTests {
    @Test func everyConsumerSeesEverythingFromTheValueOfNow() async throws {
        let phone = try Phone()
        try await phone.use {
            let activity = try note("1")
            let sequence = activity.contentUpdates
            let (one, two) = (sequence.makeAsyncIterator(), sequence.makeAsyncIterator())
            await activity.update(.note("2"))
            let late = activity.contentUpdates.makeAsyncIterator()
            await activity.end(.note("3"), dismissalPolicy: .immediate)
            #expect(await texts(one) == ["1", "2", "3"])
            #expect(await texts(two) == ["1", "2", "3"])
            #expect(await texts(late) == ["2", "3"])
            #expect(try await activity.contentUpdates.all().map(\.state.text) == ["3"])
            #expect(try await activity.activityStateUpdates.all() == [.dismissed])
        }
    }

    @Test func statesComeInTheOrderOfTheLife() async throws {
        let phone = try Phone()
        try await phone.use {
            let activity = try Activity.request(
                attributes: NoteAttributes(name: "n"), content: .note("a", stale: phone.clock.now + 7_200), style: .standard,
                alertConfiguration: .init(title: "t", body: "b"), start: phone.clock.now + 3_600)
            let states = activity.activityStateUpdates.makeAsyncIterator()
            phone.clock.advance(by: 7_200)
            await activity.update(.note("b"))
            phone.clock.advance(by: 12 * 3_600)
            var seen: [ActivityState] = []
            while let state = await states.next() { seen.append(state) }
            #expect(seen == [.pending, .active, .stale, .active, .ended, .dismissed])
        }
    }

    @Test func whatAppleDoesNotSayCanBeSet() async throws {
        let phone = try Phone()
        phone.runtime.activityKit.replaysCurrentValue = false
        phone.runtime.activityKit.showsEndedBeforeDismissed = false
        phone.runtime.activityKit.listsEndedActivities = false
        phone.runtime.activityKit.idFormat = .uuid
        try await phone.use {
            let (activity, other) = (try note("1"), try note("1"))
            let contents = activity.contentUpdates.makeAsyncIterator()
            let states = activity.activityStateUpdates.makeAsyncIterator()
            let permission = ActivityAuthorizationInfo().activityEnablementUpdates.makeAsyncIterator()
            await activity.end(.note("2"), dismissalPolicy: .immediate)
            #expect(await texts(contents) == ["2"])
            #expect(await states.next() == .dismissed)
            #expect(await states.next() == nil)
            await other.end(nil)
            #expect(Activity<NoteAttributes>.activities.isEmpty)
            #expect(UUID(uuidString: other.id) != nil)
            #expect(other.id.hasSuffix(other.activityID.description.uppercased().suffix(12)))
            try await phone.runtime.permit(false, owner: "app")
            #expect(await permission.next() == false)
        }
    }

    @Test func sequencesCanWaitForEver() async throws {
        let phone = try Phone()
        phone.runtime.activityKit.finishesAfterDismissal = false
        try await phone.use {
            let activity = try note()
            let states = activity.activityStateUpdates.makeAsyncIterator()
            await activity.end(nil, dismissalPolicy: .immediate)
            for expected in [ActivityState.active, .ended, .dismissed] { #expect(await states.next() == expected) }
            let waiting = Task { await states.next() }
            waiting.cancel()
            #expect(await waiting.value == nil)
        }
    }

    @Test func newActivitiesAreAnnouncedOnceAndOldOnesFirst() async throws {
        let phone = try Phone()
        try await phone.use {
            let old = try note("old")
            let updates = Activity<NoteAttributes>.activityUpdates.makeAsyncIterator()
            let new = try note("new")
            let scheduled = try Activity.request(
                attributes: NoteAttributes(name: "n"), content: .note("later"), style: .standard,
                alertConfiguration: .init(title: "t", body: "b"), start: phone.clock.now + 60)
            await new.update(.note("newer"))
            phone.clock.advance(by: 61)
            let gone = try note("gone")
            await gone.end(nil, dismissalPolicy: .immediate)
            let last = try note("last")
            var ids: [String] = []
            for _ in 0..<4 { ids.append(await updates.next()?.id ?? "?") }
            #expect(ids == [old, new, scheduled, last].map(\.id))
        }
    }

    @Test func permissionsAreObserved() async throws {
        let phone = try Phone()
        try await phone.use {
            let info = ActivityAuthorizationInfo()
            let enabled = info.activityEnablementUpdates.makeAsyncIterator()
            let frequent = info.frequentPushEnablementUpdates.makeAsyncIterator()
            #expect(await enabled.next() == true)
            #expect(await frequent.next() == true)
            let activity = try note()
            try await phone.runtime.permitFrequentUpdates(false, owner: "app")
            #expect(await frequent.next() == false)
            #expect(!info.frequentPushesEnabled)
            #expect(activity.activityState == .ended)
            try await phone.runtime.permit(false, owner: "app")
            #expect(await enabled.next() == false)
            #expect(!info.areActivitiesEnabled)
        }
    }

    @Test func nothingIsKeptForConsumersThatAreGone() async throws {
        weak var runtime: LiveActivityRuntime?
        do {
            let phone = try Phone()
            runtime = phone.runtime
            try await phone.use {
                let activity = try note(push: .token)
                var iterators = [activity.activityStateUpdates.makeAsyncIterator()]
                _ = await iterators[0].next()
                iterators = []
                _ = activity.pushTokenUpdates.makeAsyncIterator()
            }
        }
        #expect(runtime == nil)
    }

    private func texts(_ iterator: Activity<NoteAttributes>.ContentUpdates.Iterator) async -> [String] {
        var texts: [String] = []
        while let content = await iterator.next() { texts.append(content.state.text) }
        return texts
    }
}
