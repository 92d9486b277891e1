// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "ErrandKit", platforms: [.iOS("18.0")],
    products: [.library(name: "ErrandKit", targets: ["ErrandKit"])],
    dependencies: [
        // Of this package, the app builds LiveActivityClient only.
        .package(name: "swift-live-activities", path: "../../../..")
    ],
    targets: [
        .target(
            name: "ErrandKit",
            dependencies: [.product(name: "LiveActivityClient", package: "swift-live-activities")],
            swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")])
    ])
