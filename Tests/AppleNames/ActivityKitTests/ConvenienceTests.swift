import ActivityKit
import LiveActivityTesting
import Testing

/// Overloads that ActivityKit does not have.
@Suite(.timeLimit(.minutes(5))) struct ConvenienceTests {
    @Test func aTimeBoundActivityEndsByItself() async throws {
        let phone = try Phone()
        try await phone.use {
            let activity = try Activity.request(
                attributes: NoteAttributes(name: "render"), content: .note("frame 1"), pushType: nil,
                timeBound: .init(endDate: phone.clock.now + 90 * 60, dismissalPolicy: .afterTimeout(5 * 60)))
            phone.clock.advance(by: 90 * 60 - 1)
            #expect(activity.activityState == .active)
            phone.clock.advance(by: 1)
            #expect(activity.activityState == .ended)
            phone.clock.advance(by: 5 * 60)
            #expect(activity.activityState == .dismissed)
        }
    }

    @Test func aScheduledDateNeedsNoAlert() async throws {
        let phone = try Phone()
        try await phone.use {
            let activity = try Activity.request(
                attributes: NoteAttributes(name: "premiere"), content: .note("soon"), scheduledDate: phone.clock.now + 60)
            #expect(activity.activityState == .pending)
            phone.clock.advance(by: 60)
            #expect(activity.activityState == .active)
        }
    }

    @Test func surfacesKeepFinalContentsOfTheirOwn() async throws {
        let phone = try Phone()
        try await phone.use {
            let activity = try note()
            await activity.end(
                .note("Delivered"),
                on: [.smartStack: .note("✓"), .carPlay: .note(String(repeating: "too long ", count: 1_000))],
                dismissalPolicy: .after(phone.clock.now + 60))
            #expect(activity.content(on: .lockScreen) == .note("Delivered"))
            #expect(activity.content(on: .smartStack) == .note("✓"))
            #expect(activity.content(on: .carPlay) == .note("Delivered"))
            let found = try #require(Activity<NoteAttributes>.activities.first)
            #expect(found.content(on: .smartStack) == .note("✓"))
            phone.clock.advance(by: 60)
            #expect(activity.content(on: .smartStack) == .note("Delivered"))
        }
    }
}
