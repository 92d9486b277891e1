import Foundation
import Hummingbird
import RestaurantService

// RESTAURANT_STORE is the file of the activities, or the address of a PostgreSQL database. RESTAURANT_PUSH is a push
// configuration, and PORT is the port to listen on.
let environment = ProcessInfo.processInfo.environment
let port = environment["PORT"].flatMap(Int.init) ?? 8081
let store = environment["RESTAURANT_STORE"] ?? "restaurant.sqlite"
let restaurant =
    store.hasPrefix("postgres://")
    ? try Restaurant(database: store, node: "restaurant-\(port)")
    : try Restaurant(store: store, push: environment["RESTAURANT_PUSH"])
let application = Application(
    router: restaurant.router(),
    configuration: .init(address: .hostname("127.0.0.1", port: port)))
try await application.runService()
await restaurant.close()
