import ActivityKit
import LiveActivityTesting
import Testing

/// Tokens come from a push adapter; here the test sets them.
@Suite(.timeLimit(.minutes(5))) struct TokenTests {
    @Test func anActivityHasNoTokenUntilSomebodyBringsOne() async throws {
        let phone = try Phone()
        try await phone.use {
            let activity = try note(push: .token)
            #expect(activity.pushToken == nil)
            let tokens = activity.pushTokenUpdates.makeAsyncIterator()
            #expect(try await phone.runtime.setPushToken(Data([1]), for: activity.activityID))
            #expect(try await phone.runtime.setPushToken(Data([2]), for: activity.activityID))
            #expect(activity.pushToken == Data([2]))
            #expect(await tokens.next() == Data([1]))
            #expect(await tokens.next() == Data([2]))
            let late = activity.pushTokenUpdates.makeAsyncIterator()
            await activity.end(nil, dismissalPolicy: .immediate)
            #expect(await tokens.next() == nil)
            #expect(await late.next() == Data([2]))
            #expect(await late.next() == nil)
            #expect(activity.pushToken == nil)
            #expect(try await !phone.runtime.setPushToken(Data([3]), for: activity.activityID))
        }
    }

    @Test func onlyActivitiesThatAskForATokenGetOne() async throws {
        let phone = try Phone()
        try await phone.use {
            let (none, channel) = (try note(), try note(push: .channel("c2VjcmV0")))
            #expect(try await !phone.runtime.setPushToken(Data([1]), for: none.activityID))
            #expect(try await !phone.runtime.setPushToken(Data([1]), for: channel.activityID))
            #expect(phone.runtime.pushType(of: channel.activityID) == .channel("c2VjcmV0"))
            #expect(throws: ActivityAuthorizationError.malformedActivityIdentifier) { try note(push: .channel("not base64!")) }
            let tokens = none.pushTokenUpdates.makeAsyncIterator()
            await none.end(nil, dismissalPolicy: .immediate)
            #expect(await tokens.next() == nil)
        }
    }

    @Test func anAdapterIsAskedAndAnswersInItsOwnTime() async throws {
        struct Adapter: PushTokenProvider {
            struct NoSuchChannel: Error {}
            let log: Notes<String>
            func willStart(kind: ActivityKind, owner: OwnerID, pushType: PushType) throws {
                if pushType.channelID == "dW5rbm93bg==" { throw NoSuchChannel() }
            }
            func didStart(
                _ activity: ActivityID, kind: ActivityKind, owner: OwnerID, pushType: PushType, in runtime: LiveActivityRuntime
            ) {
                log.add("started \(kind) of \(owner)")
                runtime.setPushToken(Data([7]), for: activity)
            }
            func wantsPushToStartToken(for kind: ActivityKind, owner: OwnerID, in runtime: LiveActivityRuntime) {
                log.add("wants \(kind)")
                runtime.setPushToStartToken(Data([8]), for: kind, owner: owner)
            }
        }
        let phone = try Phone()
        let log = Notes<String>()
        phone.runtime.activityKit.pushTokens = Adapter(log: log)
        try await phone.use {
            #expect(throws: Adapter.NoSuchChannel.self) { try note(push: .channel("dW5rbm93bg==")) }
            #expect(Activity<NoteAttributes>.activities.isEmpty)
            let activity = try note(push: .token)
            #expect(activity.pushToken == Data([7]))
            _ = try note()
            #expect(Activity<NoteAttributes>.pushToStartToken == Data([8]))
            let tokens = Activity<NoteAttributes>.pushToStartTokenUpdates.makeAsyncIterator()
            #expect(await tokens.next() == Data([8]))
            try await phone.runtime.setPushToStartToken(Data([9]), for: "NoteAttributes", owner: "app")
            #expect(await tokens.next() == Data([9]))
            try await phone.runtime.setPushToStartToken(nil, for: "NoteAttributes", owner: "app")
            phone.runtime.activityKit.pushTokens = nil
            #expect(Activity<NoteAttributes>.pushToStartToken == nil)
        }
        #expect(log.all == ["started NoteAttributes of app", "wants NoteAttributes", "wants NoteAttributes"])
    }
}
