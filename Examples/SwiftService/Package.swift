// swift-tools-version: 6.3
import PackageDescription

/// A product of the library.
func live(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-live-activities") }

let package = Package(
    name: "SwiftService",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "restaurant-service", targets: ["RestaurantServiceCommand"])
    ],
    dependencies: [
        // SQLite or Postgres for the state, PushFiles for the devices and their configuration.
        .package(name: "swift-live-activities", path: "../..", traits: ["SQLite", "Postgres", "PushFiles"]),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    ],
    targets: [
        // The rules. The phones' app has the views; `live-activities new plugin` writes both.
        .target(name: "RestaurantOrderActivity", dependencies: [live("LiveActivityCore")]),
        .testTarget(
            name: "RestaurantOrderActivityTests", dependencies: ["RestaurantOrderActivity", live("LiveActivityTesting")]),
        // The service: the library in its own process. It builds no views.
        .target(
            name: "RestaurantService",
            dependencies: [
                "RestaurantOrderActivity", live("LiveActivities"), live("LiveActivitySQLite"), live("LiveActivityPush"),
                live("LiveActivityCluster"), live("LiveActivityPostgres"),
                .product(name: "Hummingbird", package: "hummingbird"),
            ]),
        .executableTarget(
            name: "RestaurantServiceCommand",
            dependencies: ["RestaurantService", .product(name: "Hummingbird", package: "hummingbird")]),
        .testTarget(
            name: "RestaurantServiceTests",
            dependencies: [
                "RestaurantService", "RestaurantOrderActivity", live("LiveActivityPushTesting"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
            ]),
    ])
