// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "AgentPlugin",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "AgentActivity", targets: ["AgentActivity"]),
        .library(name: "AgentWidget", targets: ["AgentWidget"]),
        .executable(name: "live-activities-agent", targets: ["AgentCommand"]),
    ],
    dependencies: [
        .package(name: "swift-live-activities", path: "../..", traits: ["Preview"]),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .target(
            name: "AgentActivity",
            dependencies: [.product(name: "LiveActivityCore", package: "swift-live-activities")]),
        .testTarget(
            name: "AgentActivityTests",
            dependencies: ["AgentActivity", .product(name: "LiveActivityTesting", package: "swift-live-activities")]),
        .target(
            name: "AgentWidget",
            dependencies: [
                "AgentActivity", .product(name: "LiveActivityUI", package: "swift-live-activities"),
                .product(name: "PluginCards", package: "swift-live-activities"),
            ],
            resources: [.embedInCode("Localizable.xcstrings")]),
        .testTarget(
            name: "AgentWidgetTests",
            dependencies: [
                "AgentActivity", "AgentWidget",
                .product(name: "LiveActivityTesting", package: "swift-live-activities"),
                .product(name: "LiveActivityWidgetTesting", package: "swift-live-activities"),
            ]),
        .executableTarget(
            name: "AgentCommand",
            dependencies: [
                "AgentActivity", "AgentWidget",
                .product(name: "LiveActivitiesCLI", package: "swift-live-activities"),
                .product(name: "LiveActivityCore", package: "swift-live-activities"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .testTarget(
            name: "AgentCommandTests",
            dependencies: [
                "AgentActivity", "AgentCommand", .product(name: "LiveActivityCore", package: "swift-live-activities"),
            ]),
    ])
