import DeliveryActivity
import LiveActivities

@main struct Orders {
    static func main() async throws {
        let runtime = try LiveActivityRuntime(providers: [AnyProvider(DeliveryProvider())])
        let changes = runtime.changes(of: .owner("anna"))

        let order = try await runtime.start(DeliveryAttributes(orderNumber: 42, restaurantName: "Pizza"), owner: "anna")
        try await runtime.send(DeliveryEvent.courierAssigned(name: "Alex"), to: order)
        try await runtime.send(DeliveryEvent.pickedUp(arrival: .now + 600...(.now + 900)), to: order)
        try await runtime.send(DeliveryEvent.cameNearby(arrival: nil), to: order)
        try await runtime.send(DeliveryEvent.delivered, to: order)

        for await change in changes {
            print(change.what.name, change.content.map { "\($0.state)" } ?? "")
            if change.state == .ended { break }
        }
    }
}
