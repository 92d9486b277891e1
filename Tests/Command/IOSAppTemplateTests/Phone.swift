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
import NIOSSL

/// A phone with the template's app: a modelled device receives the pushes, and a separate runtime acts as ActivityKit for the
/// app's code. Pushes to a token that is no longer valid are refused by APNs.
final class Phone: Sendable {
    let runtime: LiveActivityRuntime
    private let fleet: FleetService
    private let server: APNSServer
    private let deliveries: AsyncStream<APNSDelivery>

    init(_ signer: ProviderSigner, bundle: String, at now: Date) throws {
        var configuration = Fleet.Configuration(devices: 1)
        configuration.bundle = bundle
        configuration.latency = 0...0
        configuration.opportunisticDelay = 0...0
        configuration.registrationDelay = 0...0
        configuration.drawingInterval = 0
        let fleet = FleetService(Fleet(configuration, kinds: [FleetKind(ErrandKit.ErrandAttributes.self)], at: now))
        let (stream, continuation) = AsyncStream.makeStream(of: APNSDelivery.self)
        deliveries = stream
        self.fleet = fleet
        server = try APNSServer(onDelivery: { continuation.yield($0) }) { model in
            model.register(signer.key)
            fleet.registerTokens(in: &model)
        }
        runtime = try LiveActivityRuntime()
    }

    var endpoint: APNSEndpoint {
        get throws {
            APNSEndpoint(
                host: "127.0.0.1", port: server.port,
                trustRoots: try NIOSSLCertificate.fromPEMBytes(Array(server.authorityPEM.utf8)))
        }
    }

    func shutdown() { server.shutdown() }

    /// Runs the app's code.
    func use<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        try await LiveActivityRuntime.$current.withValue(runtime) { try await body() }
    }

    /// iOS replaces all tokens: APNs accepts the new ones only, and ActivityKit reports them.
    func rotateTokens() async throws {
        fleet.update {
            $0.rotateStartToken(on: 0)
            $0.rotateActivityTokens(on: 0)
        }
        try await getStartToken()
        _ = try await applyReports()
    }

    /// Gives the push-to-start token to both the modelled device and ActivityKit.
    func getStartToken() async throws {
        server.update { [fleet] model in fleet.registerTokens(in: &model) }
        guard let token = fleet.update({ $0.pushToStartToken(of: 0, attributesType: "ErrandAttributes") }) else { return }
        try await runtime.setPushToStartToken(Data(hex: token), for: "ErrandAttributes", owner: runtime.activityKit.owner)
    }

    /// Processes the next push as the device and iOS do.
    ///
    /// - Returns: Its event, and the content that the device then shows.
    func nextPush() async throws -> (event: String?, shows: [String]) {
        for await delivery in deliveries {
            fleet.receive(delivery)
            let screens = try await applyReports()
            return (
                try JSONValue(parsing: delivery.body)["aps"]?["event"]?.string,
                screens.map { "\($0.state) \($0.content)" }
            )
        }
        throw CancellationError()
    }

    /// Does in ActivityKit what the device has reported to the app.
    ///
    /// - Returns: The device's screens.
    private func applyReports() async throws -> [FleetScreen] {
        fleet.advance(to: Date() + 5)
        server.update { [fleet] model in fleet.registerTokens(in: &model) }
        let reports = fleet.update { $0.drainReports() }
        let screens = fleet.update { $0.screens(of: 0) }
        try await use {
            for case .activityToken(let token, let what) in reports.map(\.what) { try await show(what, screens, token) }
            for screen in screens { await update(screen) }
        }
        return screens
    }

    /// Creates the activity that a push has started in ActivityKit too, with a token.
    private func show(_ what: FleetActivity, _ screens: [FleetScreen], _ token: String) async throws {
        let attributes = try JSONDecoder().decode(ErrandKit.ErrandAttributes.self, from: Data(what.attributes.bytes))
        guard let screen = screens.first(where: { $0.activity == what }) else { return }
        let shown = Activity<ErrandKit.ErrandAttributes>.activities.first { $0.attributes == attributes }
        let activity =
            try shown
            ?? .request(
                attributes: attributes, content: ActivityContent(state: try state(screen), staleDate: nil), pushType: .token)
        if let id = ActivityID("\(activity.id)") { try await runtime.setPushToken(Data(hex: token), for: id) }
    }

    private func update(_ screen: FleetScreen) async {
        guard
            let attributes = try? JSONDecoder().decode(
                ErrandKit.ErrandAttributes.self, from: Data(screen.activity.attributes.bytes)),
            let activity = Activity<ErrandKit.ErrandAttributes>.activities.first(where: { $0.attributes == attributes }),
            let state = try? state(screen)
        else { return }
        let content = ActivityContent(state: state, staleDate: nil)
        if screen.state == .active {
            await activity.update(content)
        } else {
            await activity.end(content, dismissalPolicy: .default)
        }
    }

    private func state(_ screen: FleetScreen) throws -> ErrandKit.ErrandAttributes.ContentState {
        try JSONDecoder().decode(ErrandKit.ErrandAttributes.ContentState.self, from: Data(screen.content.bytes))
    }
}

extension Data {
    init(hex: String) {
        self.init()
        var rest = hex[...]
        while let byte = UInt8(rest.prefix(2), radix: 16) {
            append(byte)
            rest = rest.dropFirst(2)
        }
    }
}
#endif
