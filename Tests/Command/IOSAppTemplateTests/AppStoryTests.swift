#if Service && os(Linux)
import ActivityKit
import ErrandActivity
import ErrandKit
import Foundation
import LiveActivities
import LiveActivityCore
import LiveActivityPush
import LiveActivityPushTesting
import LiveActivityService
import Logging
import Testing

/// The app that `live-activities new ios-app` writes, with a service, an APNs, and a modelled phone.
@Suite(.timeLimit(.minutes(5))) struct AppStoryTests {
    private static let bundle = "com.example.errand"
    private static let secret = String(repeating: "s", count: 32)
    private let bicycle = ErrandKit.ErrandAttributes(title: "Blue bicycle", steps: 2)

    private struct Story: Sendable {
        let phone: Phone
        let service: ActivityService
        let registrations: ActivityRegistrations
        let runtime: LiveActivityRuntime
        /// Yields once for each update token that the service receives.
        let updateTokens: AsyncStream<Void>
    }

    /// Starts all parts, runs `body`, then stops them.
    private func story(launchesApp: Bool = true, _ body: @Sendable (Story) async throws -> Void) async throws {
        let signer = ProviderSigner()
        let phone = try Phone(signer, bundle: Self.bundle, at: Date())
        defer { phone.shutdown() }
        let provider = AnyProvider(ErrandProvider())
        let runtime = try LiveActivityRuntime(shards: 1, providers: [provider], store: MemoryStore())
        let app = PushAppID(try BundleID(Self.bundle), .production)
        let kind = PushKind(
            attributesType: "ErrandAttributes", startAlert: AlertConfiguration(title: "Errand", body: "Follow it here"))
        var policy = PushPolicy()
        policy.spacing = 0
        let client = APNSClient(
            endpoint: try phone.endpoint, key: try ProviderKey(keyID: signer.key.id, teamID: signer.key.team, pem: signer.p8))
        let pusher = try ActivityPusher(
            commands: runtime, apps: [PushApp(app, kinds: ["errand": kind])], transports: [app: client],
            policy: policy, store: MemoryLedgerStore())
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        var configuration = ServiceConfiguration()
        configuration.port = 0
        let server = try LiveActivityService(
            configuration, kinds: ServiceKinds(providers: [provider]), runtime: runtime, pusher: pusher, logger: logger)
        let changes = try await runtime.changes(for: "push")
        let running = [Task { _ = try? await server.run() }, Task { await pusher.run(changes) }]
        let address = try #require(URL(string: "http://127.0.0.1:\(try await server.port)"))
        let (updateTokens, registered) = AsyncStream.makeStream(of: Void.self)
        let service = ActivityService(address: address, owner: "anna") { request in
            // Linux's URLSession may trap when one of its tasks is cancelled.
            let answer = try await Task.detached { try await URLSession.shared.data(for: request) }.value
            let body = try? JSONValue(parsing: request.httpBody.map { [UInt8]($0) } ?? [])
            if request.url?.path == "/v1/tokens", body?["activity"] != nil { registered.yield() }
            return answer
        }
        let registrations = ActivityRegistrations(
            service, Installation(id: "phone", secret: Self.secret, bundle: Self.bundle, environment: .production))
        // The app is launched.
        try await phone.getStartToken()
        let launched = await phone.use { Task { if launchesApp { await registrations.run() } } }
        let story = Story(
            phone: phone, service: service, registrations: registrations, runtime: runtime, updateTokens: updateTokens)
        do { try await body(story) } catch { Issue.record(error) }
        launched.cancel()
        for task in running { task.cancel() }
        await launched.value
        for task in running { await task.value }
        await client.close()
    }

    @Test func theServiceStartsUpdatesAndEndsWhatTheAppAskedFor() async throws {
        try await story { story in
            let text = try await story.service.start(bicycle, key: "1")
            let started = try await story.phone.nextPush()
            #expect(started.event == "start")
            #expect(started.shows == [#"active {"done":0,"isDelayed":false}"#])

            let id = try #require(ActivityID(text))
            try await story.runtime.send(ErrandEvent.stepDone(expectedEnd: nil), to: id)
            let updated = try await story.phone.nextPush()
            #expect(updated.event == "update")
            #expect(updated.shows == [#"active {"done":1,"isDelayed":false}"#])

            // A repeated start does not create a second activity.
            #expect(try await story.service.start(bicycle, key: "1") == text)

            try await story.runtime.send(ErrandEvent.stepDone(expectedEnd: nil), to: id)
            let ended = try await story.phone.nextPush()
            #expect(ended.event == "end")
            #expect(ended.shows == [#"ended {"done":2,"isDelayed":false}"#])
        }
    }

    @Test func theButtonReachesTheProvider() async throws {
        try await story { story in
            try await story.service.start(bicycle, key: "1")
            #expect(try await story.phone.nextPush().event == "start")
            for await _ in story.updateTokens { break }
            await MainActor.run { CancelErrandIntent.registrations = story.registrations }
            _ = try await story.phone.use { try await CancelErrandIntent(bicycle).perform() }
            await MainActor.run { CancelErrandIntent.registrations = nil }
            #expect(try await story.phone.nextPush().event == "end")
        }
    }

    @Test func whatTheUserRemovesIsRemovedFromTheService() async throws {
        try await story { story in
            let changes = story.runtime.changes()
            try await story.service.start(bicycle, key: "1")
            #expect(try await story.phone.nextPush().event == "start")
            try await story.phone.use {
                // The app recognises which activity it is.
                await story.registrations.reconcile()
                let activity = try #require(Activity<ErrandKit.ErrandAttributes>.activities.first)
                await activity.end(nil, dismissalPolicy: .immediate)
            }
            for await change in changes { if case .dismissed = change.what { break } }
            #expect(try await story.service.activities().filter(\.isLive).isEmpty)
        }
    }

    @Test func whatTheServiceDoesNotHaveIsEndedAtTheLaunch() async throws {
        try await story { story in
            try await story.phone.use {
                let orphan = try Activity.request(
                    attributes: ErrandKit.ErrandAttributes(title: "Orphan", steps: 1),
                    content: ActivityContent(state: .init(), staleDate: nil), pushType: .token)
                await story.registrations.reconcile()
                #expect(orphan.activityState == .dismissed)
                #expect(Activity<ErrandKit.ErrandAttributes>.activities.isEmpty)
            }
            #expect(try await story.service.activities().isEmpty)
        }
    }

    /// The service has no token for the end's push, so the app ends the activity.
    @Test func whatIsOverBeforeItsTokenIsRegisteredIsEndedByTheApp() async throws {
        try await story(launchesApp: false) { story in
            await story.phone.use { await story.registrations.reconcile() }
            let id = try await story.service.start(bicycle, key: "1")
            #expect(try await story.phone.nextPush().event == "start")
            try await story.service.perform("cancel", on: id)
            try await story.phone.use {
                let activity = try #require(Activity<ErrandKit.ErrandAttributes>.activities.first)
                let app = Task { await story.registrations.run() }
                for await state in activity.activityStateUpdates where state == .dismissed { break }
                #expect(Activity<ErrandKit.ErrandAttributes>.activities.isEmpty)
                app.cancel()
                await app.value
            }
        }
    }
}
#endif
