// swift-tools-version: 6.3
import PackageDescription

/// A product of the library.
func live(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-live-activities") }

let package = Package(
    name: "SwiftService",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "restaurant-service", targets: ["RestaurantServiceCommand"]),
        .executable(name: "restaurant-order-activities", targets: ["RestaurantOrderCommand"]),
    ],
    dependencies: [
        // SQLite for the state, Push for the devices. Preview is for pictures, and needs Pango: only the command draws.
        .package(name: "swift-live-activities", path: "../..", traits: ["SQLite", "Push", "Preview"]),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    ],
    targets: [
        // The plugin, as `live-activities new plugin RestaurantOrder` writes it.
        .target(name: "RestaurantOrderActivity", dependencies: [live("LiveActivityCore")]),
        .testTarget(
            name: "RestaurantOrderActivityTests", dependencies: ["RestaurantOrderActivity", live("LiveActivityTesting")]),
        .target(
            name: "RestaurantOrderWidget",
            dependencies: ["RestaurantOrderActivity", live("LiveActivityUI"), live("PluginCards")],
            resources: [.embedInCode("Localizable.xcstrings")]),
        .testTarget(
            name: "RestaurantOrderWidgetTests",
            dependencies: [
                "RestaurantOrderActivity", "RestaurantOrderWidget", live("LiveActivityTesting"),
                live("LiveActivityWidgetTesting"),
            ]),
        .executableTarget(
            name: "RestaurantOrderCommand",
            dependencies: ["RestaurantOrderActivity", "RestaurantOrderWidget", live("LiveActivitiesCLI")]),
        // The service: the library in its own process. It builds no views.
        .target(
            name: "RestaurantService",
            dependencies: [
                "RestaurantOrderActivity", live("LiveActivities"), live("LiveActivitySQLite"), live("LiveActivityPush"),
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
