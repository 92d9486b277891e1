import Foundation
public import Hummingbird
import LiveActivities
import RestaurantOrderActivity

extension Restaurant {
    /// The routes that the till, the kitchen and the app call.
    public func router() -> Router<BasicRequestContext> {
        let router = Router()
        router.post("orders") { request, context in
            let order = try await request.decode(as: PlacedOrder.self, context: context)
            let activity = try await Self.answering {
                try await self.place(order.number, guest: order.guest, dishes: order.dishes)
            }
            return EditedResponse(status: .created, response: ["activity": "\(activity)"])
        }
        router.post("guests/:guest/orders/:number/dishes") { request, context in
            let (guest, number) = try Self.order(context)
            let dish = try await request.decode(as: ReadyDish.self, context: context)
            try await Self.answering {
                try await self.dishReady(
                    number, guest: guest, expectedEnd: dish.minutesLeft.map { Date() + TimeInterval($0) * 60 })
            }
            return HTTPResponse.Status.noContent
        }
        router.delete("guests/:guest/orders/:number") { _, context in
            let (guest, number) = try Self.order(context)
            try await Self.answering { try await self.cancel(number, guest: guest) }
            return HTTPResponse.Status.noContent
        }
        router.get("guests/:guest/orders/:number") { _, context in
            let (guest, number) = try Self.order(context)
            guard let state = try await self.state(of: number, guest: guest) else { throw HTTPError(.notFound) }
            return ShownOrder(ready: state.done, isDelayed: state.isDelayed)
        }
        router.post("guests/:guest/devices") { request, context in
            let device = try await request.decode(as: Device.self, context: context)
            let guest = try context.parameters.require("guest")
            do {
                try self.register(token: device.token, installation: device.installation, guest: guest, app: device.app)
            } catch { throw HTTPError(.unprocessableContent, message: "\(error)") }
            return HTTPResponse.Status.noContent
        }
        return router
    }

    private static func order(_ context: BasicRequestContext) throws -> (guest: String, number: Int) {
        (try context.parameters.require("guest"), try context.parameters.require("number", as: Int.self))
    }

    /// The runtime refuses mistakes of the caller; its error is the answer.
    private static func answering<Value>(_ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch let error as RuntimeError {
            throw HTTPError(.unprocessableContent, message: "\(error)")
        } catch is UnknownOrder { throw HTTPError(.notFound, message: "There is no such order, or it is over.") }
    }
}

private struct PlacedOrder: Decodable {
    var number: Int
    var guest: String
    var dishes: Int
}

private struct ReadyDish: Decodable {
    var minutesLeft: Int?
}

private struct Device: Decodable {
    var token: String
    var installation: String
    var app: String
}

private struct ShownOrder: ResponseEncodable {
    var ready: Int
    var isDelayed: Bool
}
