import Foundation
import Hummingbird
import HummingbirdTesting
import LiveActivityPushTesting
import RestaurantOrderActivity
import RestaurantService
import Synchronization
import Testing

/// The service as used by the till, the kitchen and the app, with a local APNs.
@Suite struct RestaurantServiceTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("restaurant-\(UUID().uuidString)")
    private var store: String { folder.appendingPathComponent("orders.sqlite").path }

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    private func with<Value: Sendable>(
        _ restaurant: Restaurant, _ body: @escaping @Sendable (any TestClientProtocol) async throws -> Value
    ) async throws -> Value {
        let value = try await Application(router: restaurant.router()).test(.router) { try await body($0) }
        await restaurant.close()
        return value
    }

    @Test func anOrderGoesOnAfterARestart() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await with(try Restaurant(store: store)) { client in
            let order = ByteBuffer(string: #"{"number":42,"guest":"anna","dishes":2}"#)
            let first = try await client.execute(uri: "/orders", method: .post, body: order)
            #expect(first.status == .created)
            // The till repeats a request without an answer; it is the same order.
            let again = try await client.execute(uri: "/orders", method: .post, body: order)
            #expect(again.body == first.body)
            let dish = ByteBuffer(string: #"{"minutesLeft":5}"#)
            let ready = try await client.execute(uri: "/guests/anna/orders/42/dishes", method: .post, body: dish)
            #expect(ready.status == .noContent)
        }
        try await with(try Restaurant(store: store)) { client in
            let shown = try await client.execute(uri: "/guests/anna/orders/42", method: .get)
            #expect(String(buffer: shown.body).contains(#""ready":1"#))
            let dish = ByteBuffer(string: "{}")
            let last = try await client.execute(uri: "/guests/anna/orders/42/dishes", method: .post, body: dish)
            #expect(last.status == .noContent)
            // The last dish has ended the activity.
            let late = try await client.execute(uri: "/guests/anna/orders/42/dishes", method: .post, body: dish)
            #expect(late.status == .notFound)
        }
    }

    @Test func anOrderThatCannotBeIsRefused() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try await with(try Restaurant(store: store)) { client in
            let order = ByteBuffer(string: #"{"number":1,"guest":"anna","dishes":21}"#)
            let refused = try await client.execute(uri: "/orders", method: .post, body: order)
            #expect(refused.status == .unprocessableContent)
            let shown = try await client.execute(uri: "/guests/anna/orders/1", method: .get)
            #expect(shown.status == .notFound)
        }
    }

    @Test func aDeviceIsToldOfAnOrder() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let token = String(repeating: "ab", count: 32)
        let signer = ProviderSigner()
        let (deliveries, arrived) = AsyncStream.makeStream(of: APNSDelivery.self)
        let server = try APNSServer(onDelivery: { arrived.yield($0) }) { model in
            model.register(signer.key)
            model.register(token, RegisteredToken(bundle: "com.example.restaurant", kind: .pushToStart))
        }
        defer { server.shutdown() }
        let push = folder.appendingPathComponent("push.yaml")
        try Data(server.authorityPEM.utf8).write(to: folder.appendingPathComponent("ca.pem"))
        try Data(signer.p8.utf8).write(to: folder.appendingPathComponent("key.p8"))
        try Data(
            """
            keys:
              - {id: \(signer.key.id), team: \(signer.key.team), file: key.p8}
            apps:
              - bundle: com.example.restaurant
                environment: production
                key: \(signer.key.id)
                kinds:
                  restaurantOrder:
                    attributes-type: RestaurantOrderAttributes
                    start-alert: {title: Order placed, body: We tell you about every dish}
            endpoint: {host: 127.0.0.1, port: \(server.port), trust: ca.pem}
            """.utf8
        ).write(to: push)
        let body = try await with(try Restaurant(store: store, push: push.path)) { client in
            let device = ByteBuffer(string: #"{"token":"\#(token)","installation":"phone","app":"com.example.restaurant"}"#)
            let registered = try await client.execute(uri: "/guests/anna/devices", method: .post, body: device)
            #expect(registered.status == .noContent)
            let order = ByteBuffer(string: #"{"number":7,"guest":"anna","dishes":1}"#)
            let placed = try await client.execute(uri: "/orders", method: .post, body: order)
            #expect(placed.status == .created)
            for await delivery in deliveries { return String(decoding: delivery.body, as: UTF8.self) }
            return ""
        }
        #expect(body.contains(#""event":"start""#) && body.contains(#""guest":"anna""#))
    }
}
