// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Errand",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "ErrandActivity", targets: ["ErrandActivity"]),
        .library(name: "ErrandWidget", targets: ["ErrandWidget"]),
        .executable(name: "errand-activities", targets: ["ErrandCommand"]),
    ],
    dependencies: [
        // The trait Preview renders images and needs Pango. Without it everything but `render` works.
        .package(name: "swift-live-activities", path: "../../..", traits: ["Preview"])
    ],
    targets: [
        // The provider, without views: a service can depend on it alone.
        .target(
            name: "ErrandActivity",
            dependencies: [.product(name: "LiveActivityCore", package: "swift-live-activities")]),
        .testTarget(
            name: "ErrandActivityTests",
            dependencies: [
                "ErrandActivity", .product(name: "LiveActivityTesting", package: "swift-live-activities"),
            ]),
        // The widget that draws the activities.
        .target(
            name: "ErrandWidget",
            dependencies: [
                "ErrandActivity", .product(name: "LiveActivityUI", package: "swift-live-activities"),
                .product(name: "PluginCards", package: "swift-live-activities"),
            ],
            resources: [.embedInCode("Localizable.xcstrings")]),
        .testTarget(
            name: "ErrandWidgetTests",
            dependencies: [
                "ErrandActivity", "ErrandWidget",
                .product(name: "LiveActivityTesting", package: "swift-live-activities"),
                .product(name: "LiveActivityWidgetTesting", package: "swift-live-activities"),
            ]),
        // The command-line tool for this kind: `run`, `describe`, `lint`, `render` and the others.
        .executableTarget(
            name: "ErrandCommand",
            dependencies: [
                "ErrandActivity", "ErrandWidget",
                .product(name: "LiveActivitiesCLI", package: "swift-live-activities"),
            ]),
    ])
