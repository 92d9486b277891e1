#if Service && os(Linux)
import ActivityKit
import ErrandActivity
import ErrandKit
import Foundation
import FoundationNetworking
import LiveActivities
import LiveActivityClient
import LiveActivityCore
import LiveActivityPush
import LiveActivityPushTesting
import Logging
import Synchronization
import Testing

@testable import LiveActivityService

/// The app that `live-activities new ios-app` writes with its client, a service that requires tokens, an APNs, and a modelled
/// phone.
@Suite(.timeLimit(.minutes(5))) struct AppStoryTests {
    private static let bundle = "com.example.errand"
    private let bicycle = ErrandKit.ErrandAttributes(title: "Blue bicycle", steps: 2)

    /// One launch of the app.
    private struct App: Sendable {
        let client: LiveActivityClient
        let wire: AppWire
        let clock = AppClock()
        let problems: AsyncStream<ClientProblem>
        private let observation: Task<Void, Never>

        /// - Parameter isDisconnected: Whether the app starts without a network.
        init(_ story: Story, isDisconnected: Bool) async {
            let folder = story.folder.appending(path: "app")
            let wire = AppWire(folder: folder)
            wire.isDisconnected = isDisconnected
            let (problems, occurred) = AsyncStream.makeStream(of: ClientProblem.self)
            let client = LiveActivityClient(
                story.address, owner: "anna", accessToken: story.deviceToken,
                app: ClientApp(bundle: bundle, environment: .production), folder: folder, carrier: wire, time: clock.time,
                grace: 0, onProblem: { occurred.yield($0) })
            (self.wire, self.client, self.problems) = (wire, client, problems)
            observation = await story.phone.use { client.observe(ErrandKit.ErrandAttributes.self, as: ErrandBackend.kind) }
        }

        /// Ends the app's observation, as the end of its process does.
        func kill() async {
            observation.cancel()
            await observation.value
        }
    }

    private struct Story: Sendable {
        let phone: Phone
        let backend: ErrandBackend
        let runtime: LiveActivityRuntime
        let pusher: ActivityPusher
        let address: URL
        let deviceToken: String
        let folder: URL

        func launch(isDisconnected: Bool = false) async -> App { await App(self, isDisconnected: isDisconnected) }

        /// Launches the app, and lets the backend start an errand, which the phone receives.
        func launch(starting errand: ErrandKit.ErrandAttributes) async throws -> (app: App, id: String) {
            let app = await launch()
            await app.wire.wait(for: "tokens start")
            let id = try await backend.start(errand, key: "1")
            #expect(try await phone.nextPush().event == "start")
            return (app, id)
        }

        /// The text of `GET /v1/activities/{id}/why`.
        func why(_ id: String) async throws -> String {
            var request = URLRequest(url: address.appending(path: "v1/activities/\(id)/why"))
            request.setValue("Bearer \(deviceToken)", forHTTPHeaderField: "Authorization")
            return String(decoding: try await URLSession.shared.data(for: request).0, as: UTF8.self)
        }
    }

    /// Starts all parts except the app, runs `body`, then stops them.
    private func story(_ body: @Sendable (Story) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "story-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
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
        let apns = APNSClient(
            endpoint: try phone.endpoint, key: try ProviderKey(keyID: signer.key.id, teamID: signer.key.team, pem: signer.p8))
        let pusher = try ActivityPusher(
            commands: runtime, apps: [PushApp(app, kinds: ["errand": kind])], transports: [app: apns],
            policy: policy, store: MemoryLedgerStore())
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        var configuration = ServiceConfiguration()
        configuration.port = 0
        let tokens = TokenFile(path: folder.appending(path: "tokens.json").path)
        let backendToken = try tokens.create(name: "backend", scope: .write, owner: "anna").text
        let deviceToken = try tokens.create(name: "anna's phone", scope: .device, owner: "anna").text
        configuration.tokens = folder.appending(path: "tokens.json").path
        let server = try LiveActivityService(
            configuration, kinds: ServiceKinds(providers: [provider]), runtime: runtime, pusher: pusher, logger: logger)
        let changes = try await runtime.changes(for: "push")
        let running = [Task { _ = try? await server.run() }, Task { await pusher.run(changes) }]
        let address = try #require(URL(string: "http://127.0.0.1:\(try await server.port)"))
        try await phone.getStartToken()
        let story = Story(
            phone: phone, backend: ErrandBackend(address: address, owner: "anna", token: backendToken), runtime: runtime,
            pusher: pusher, address: address, deviceToken: deviceToken, folder: folder)
        do { try await body(story) } catch { Issue.record(error) }
        for task in running { task.cancel() }
        for task in running { await task.value }
        await apns.close()
    }

    @Test func theServiceStartsUpdatesAndEndsWhatTheAppAskedFor() async throws {
        try await story { story in
            let app = await story.launch()
            await app.wire.wait(for: "tokens start")
            let text = try await story.backend.start(bicycle, key: "1")
            let started = try await story.phone.nextPush()
            #expect(started.event == "start")
            #expect(started.shows == [#"active {"done":0,"isDelayed":false}"#])

            let id = try #require(ActivityID(text))
            try await story.runtime.send(ErrandEvent.stepDone(expectedEnd: nil), to: id)
            let updated = try await story.phone.nextPush()
            #expect(updated.event == "update")
            #expect(updated.shows == [#"active {"done":1,"isDelayed":false}"#])

            // A repeated start does not create a second activity.
            #expect(try await story.backend.start(bicycle, key: "1") == text)

            try await story.runtime.send(ErrandEvent.stepDone(expectedEnd: nil), to: id)
            let ended = try await story.phone.nextPush()
            #expect(ended.event == "end")
            #expect(ended.shows == [#"ended {"done":2,"isDelayed":false}"#])
            await app.kill()
        }
    }

    @Test func newTokensReplaceTheOldOnes() async throws {
        try await story { story in
            let (app, text) = try await story.launch(starting: bicycle)
            let id = try #require(ActivityID(text))
            await app.wire.wait(for: "tokens activity")

            try await story.phone.rotateTokens()
            for _ in 0..<2 { await app.wire.wait(for: "tokens activity", or: "tokens start") }
            try await story.runtime.send(ErrandEvent.stepDone(expectedEnd: nil), to: id)
            // The start's alert may have gone to the old token, so it may be sent again before.
            while try await story.phone.nextPush().shows != [#"active {"done":1,"isDelayed":false}"#] {}
            let other = ErrandKit.ErrandAttributes(title: "Red bicycle", steps: 1)
            try await story.backend.start(other, key: "2")
            while try await story.phone.nextPush().event != "start" {}
            await app.kill()
        }
    }

    @Test func aReceiptIsASignOfLife() async throws {
        try await story { story in
            let (app, text) = try await story.launch(starting: bicycle)
            await app.wire.wait(for: "receipts")
            try await story.runtime.send(ErrandEvent.stepDone(expectedEnd: nil), to: try #require(ActivityID(text)))
            #expect(try await story.phone.nextPush().event == "update")
            let why = try await story.why(text)
            #expect(why.contains("last sign of life 2"), "\(why)")
            await app.kill()
        }
    }

    @Test func theUserOptsOutAndInAgain() async throws {
        try await story { story in
            let (app, _) = try await story.launch(starting: bicycle)
            await app.wire.wait(for: "tokens activity")

            await app.client.setPermission(false, for: .kind(ErrandBackend.kind))
            await app.wire.wait(for: "permission")
            #expect(try await story.phone.nextPush().event == "end")
            await #expect(throws: ErrandBackend.Refused.self) { try await story.backend.start(bicycle, key: "2") }

            await app.client.setPermission(true, for: .kind(ErrandBackend.kind))
            await app.wire.wait(for: "permission")
            try await story.backend.start(bicycle, key: "3")
            #expect(try await story.phone.nextPush().event == "start")
            await app.kill()
        }
    }

    @Test func theButtonReachesTheProvider() async throws {
        try await story { story in
            let (app, _) = try await story.launch(starting: bicycle)
            await app.wire.wait(for: "tokens activity")
            await MainActor.run { CancelErrandIntent.client = app.client }
            _ = try await story.phone.use { try await CancelErrandIntent(bicycle).perform() }
            await MainActor.run { CancelErrandIntent.client = nil }
            #expect(try await story.phone.nextPush().event == "end")
            await #expect(throws: ClientProblem.noSuchActivity(kind: "errand")) {
                try await app.client.perform("cancel", on: bicycle, as: "errand")
            }
            await app.kill()
        }
    }

    @Test func whatTheUserRemovesIsRemovedFromTheService() async throws {
        try await story { story in
            let changes = story.runtime.changes()
            let (app, _) = try await story.launch(starting: bicycle)
            // The app has recognised which activity it is.
            await app.wire.wait(for: "tokens activity")
            try await story.phone.use {
                let activity = try #require(Activity<ErrandKit.ErrandAttributes>.activities.first)
                await activity.end(nil, dismissalPolicy: .immediate)
            }
            for await change in changes { if case .dismissed = change.what { break } }
            await app.kill()
        }
    }

    @Test func aRemovalWhileTheAppIsNotRunningIsReportedAtTheLaunch() async throws {
        try await story { story in
            let changes = story.runtime.changes()
            let (app, _) = try await story.launch(starting: bicycle)
            await app.wire.wait(for: "tokens activity")
            await app.kill()
            try await story.phone.use {
                let activity = try #require(Activity<ErrandKit.ErrandAttributes>.activities.first)
                await activity.end(nil, dismissalPolicy: .immediate)
            }
            let next = await story.launch()
            for await change in changes { if case .dismissed = change.what { break } }
            await next.kill()
        }
    }

    @Test func whatTheServiceDoesNotHaveIsEndedAtTheLaunch() async throws {
        try await story { story in
            let orphan = try await story.phone.use {
                try Activity.request(
                    attributes: ErrandKit.ErrandAttributes(title: "Orphan", steps: 1),
                    content: ActivityContent(state: .init(), staleDate: nil), pushType: .token)
            }
            let app = await story.launch()
            for await state in orphan.activityStateUpdates where state == .dismissed { break }
            await app.kill()
        }
    }

    /// The service has no token for the end's push, so the app ends the activity.
    @Test func whatIsOverBeforeItsTokenIsRegisteredIsEndedByTheApp() async throws {
        try await story { story in
            let first = await story.launch()
            await first.wire.wait(for: "tokens start")
            await first.kill()
            let id = try #require(ActivityID(try await story.backend.start(bicycle, key: "1")))
            #expect(try await story.phone.nextPush().event == "start")
            try await story.runtime.end(id, dismissalPolicy: .immediate)
            try await story.phone.use {
                let activity = try #require(Activity<ErrandKit.ErrandAttributes>.activities.first)
                let next = await story.launch()
                for await state in activity.activityStateUpdates where state == .dismissed { break }
                await next.kill()
            }
        }
    }

    // MARK: - Without the service

    /// The first process has no network. The second one has only the file of the first one.
    @Test func aKilledAppSendsWhatWasPending() async throws {
        try await story { story in
            let first = await story.launch(isDisconnected: true)
            await first.client.setPermission(false)
            for await problem in first.problems { if case .unreachable = problem { break } }
            // The app may observe the token after the first request has failed.
            while await first.client.pendingCount < 2 { await Task.yield() }
            #expect(await first.client.pendingCount == 2)
            await first.kill()
            #expect(story.pusher.devices(of: "anna").isEmpty)

            let wire = AppWire(folder: story.folder.appending(path: "app"))
            let next = LiveActivityClient(
                story.address, owner: "anna", accessToken: story.deviceToken,
                app: ClientApp(bundle: Self.bundle, environment: .production), folder: story.folder.appending(path: "app"),
                carrier: wire, onProblem: { Issue.record($0) })
            await next.resume()
            for _ in 0..<2 { await wire.wait(for: "tokens start", or: "permission") }
            while await next.pendingCount > 0 { await Task.yield() }
            #expect(story.pusher.devices(of: "anna").map(\.installation.rawValue) == [await next.installation])
            await #expect(throws: ErrandBackend.Refused.self) { try await story.backend.start(bicycle, key: "1") }
        }
    }

    @Test func aServiceThatWasAwayGetsEverything() async throws {
        try await story { story in
            let app = await story.launch()
            await app.wire.wait(for: "tokens start")
            app.wire.isDisconnected = true
            try await story.backend.start(bicycle, key: "1")
            #expect(try await story.phone.nextPush().event == "start")
            for await problem in app.problems { if case .unreachable = problem { break } }
            app.wire.isDisconnected = false
            // The wait after one failure is at most 2.4 s; more failures wait longer.
            let clock = Task {
                while !Task.isCancelled {
                    app.clock.advance(by: 1)
                    await Task.yield()
                }
            }
            await app.wire.wait(for: "tokens activity")
            clock.cancel()
            try await story.runtime.endAll(of: "anna")
            #expect(try await story.phone.nextPush().event == "end")
            await app.kill()
        }
    }

    @Test func anExpiredAccessTokenIsReplaced() async throws {
        try await story { story in
            let wire = AppWire(folder: story.folder.appending(path: "app"))
            let (problems, occurred) = AsyncStream.makeStream(of: ClientProblem.self)
            let client = LiveActivityClient(
                story.address, owner: "anna", accessToken: "la_00000000_\(String(repeating: "0", count: 64))",
                app: ClientApp(bundle: Self.bundle, environment: .production), folder: story.folder.appending(path: "app"),
                carrier: wire, onProblem: { occurred.yield($0) })
            await client.setPermission(true)
            for await problem in problems {
                guard case .accessRefused(401, _) = problem else {
                    Issue.record(problem)
                    continue
                }
                break
            }
            #expect(await client.pendingCount == 1)
            await client.setAccessToken(story.deviceToken)
            await wire.wait(for: "permission")
        }
    }
}
#endif
