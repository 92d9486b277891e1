import Foundation
import Hummingbird
import RestaurantService

// RESTAURANT_STORE is the file of the activities, RESTAURANT_PUSH is a push configuration, and PORT is the port to listen on.
let environment = ProcessInfo.processInfo.environment
let restaurant = try Restaurant(
    store: environment["RESTAURANT_STORE"] ?? "restaurant.sqlite", push: environment["RESTAURANT_PUSH"])
let application = Application(
    router: restaurant.router(),
    configuration: .init(address: .hostname("127.0.0.1", port: environment["PORT"].flatMap(Int.init) ?? 8081)))
try await application.runService()
await restaurant.close()
