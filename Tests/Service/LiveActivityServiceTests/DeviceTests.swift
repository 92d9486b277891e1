#if Service
import LiveActivities
import LiveActivityCore
import LiveActivityPush
import NIOHTTP1
import Synchronization
import Testing

@testable import LiveActivityService

/// Devices and what was pushed to them. The dashboard's page of it is tested in a browser.
@Suite(.timeLimit(.minutes(5))) struct DeviceTests {
    /// Takes every push.
    final class Taken: PushTransport {
        let requests = Mutex<[PushRequest]>([])

        func send(_ request: PushRequest, whenAnswered: @escaping @Sendable (Result<PushAnswer, PushError>) -> Void) {
            requests.withLock { $0.append(request) }
            whenAnswered(.success(PushAnswer(status: 200)))
        }
        func renewProviderToken() -> Bool { true }
        func useNewConnections() {}
        func close() async {}
    }

    private static func token(_ target: String, _ byte: String = "ab") -> String {
        let token = String(repeating: byte, count: 32)
        return #"{"installation":"phone","owner":"anna","app":"com.example.food","environment":"production","#
            + #""token":"\#(token)",\#(target)}"#
    }

    private func run(_ body: @Sendable (TestService, Taken) async throws -> Void) async throws {
        let taken = Taken()
        let app = PushAppID(try BundleID("com.example.food"), .production)
        var delivery = PushKind(attributesType: "DeliveryAttributes")
        delivery.startsByPush = false
        let food = PushApp(app, kinds: ["delivery": delivery])
        // A named consumer needs a store.
        try await withFolder { folder in
            try await TestService.run(
                store: folder + "/activities.sqlite",
                pusher: { try ActivityPusher(commands: $0, apps: [food], transports: [app: taken]) },
                { service in try await body(service, taken) })
        }
    }

    @Test func aDeviceHasItsTokensWithWhatTheyAreFor() async throws {
        try await run { service, _ in
            let id = try await service.start()
            for (target, byte, status) in [
                (#""start":"delivery""#, "aa", 201), (#""activity":"\#(id)""#, "bb", 201), (#""activity":"\#(id)""#, "bb", 200),
                (#""widgets":true"#, "cc", 201), (#""activity":"x""#, "dd", 422),
            ] {
                let answer = try await service.send(.POST, "/v1/tokens", Self.token(target, byte))
                #expect(answer.status == status, "\(target): \(answer.text)")
            }
            let device = try await service.get("/v1/devices/phone").json
            let targets = (0..<(device["tokens"]?.count ?? 0)).compactMap { device["tokens"]?[$0]?["target"] }
            #expect(
                Set(targets.map { String(decoding: JSONText($0).bytes, as: UTF8.self) }) == [
                    #"{"start":"delivery"}"#, #"{"activity":"\#(id)"}"#, #"{"widgets":true}"#,
                ])
            let shown = try await service.get("/v1/activities/\(id)/devices").json
            #expect(shown["devices"]?[0] == device)

            #expect(try await service.send(.POST, "/v1/receipts", #"{"installation":"phone"}"#).status == 204)
            #expect(try await service.send(.POST, "/v1/receipts", "{}").code == "undecodable")
            #expect(try await service.send(.PUT, "/v1/devices/phone", #"{"frequentUpdates":false}"#).status == 204)
            #expect(try await service.send(.PUT, "/v1/devices/phone", "{}").code == "undecodable")
            #expect(try await service.send(.DELETE, "/v1/devices/phone").status == 204)
            #expect(try await service.get("/v1/devices/phone").status == 404)
        }
    }

    @Test func aPushAndItsReasonAreShown() async throws {
        try await run { service, taken in
            let id = try await service.start()
            _ = try await service.send(.POST, "/v1/tokens", Self.token(#""activity":"\#(id)""#))
            _ = try await service.send(.POST, "/v1/activities/\(id)/events", TestService.preparing)
            func steps() async throws -> String { try await service.get("/v1/activities/\(id)/why").text }
            while try await !steps().contains("answer: ") { await Task.yield() }
            #expect(try await steps().contains("sent: update"))
            #expect(taken.requests.withLock { $0.isEmpty } == false)
        }
    }
}
#endif
