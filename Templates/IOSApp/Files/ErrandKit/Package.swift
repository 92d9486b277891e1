// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "ErrandKit", platforms: [.iOS("18.0")],
    products: [.library(name: "ErrandKit", targets: ["ErrandKit"])],
    targets: [
        .target(name: "ErrandKit", swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")])
    ])
