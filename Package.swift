// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

/// Every module is compiled the same way; nothing here may use unsafe flags, or the package could not be a dependency.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// One provider in a folder of its own: sources beside its README, tests in `Tests`. Its looks, in `Widget`, are a module apart, so that
/// whoever only runs the provider builds and links nothing of them.
func plugin(_ folder: String) -> [Target] {
    let (name, widget) = ("\(folder)Activity", "\(folder)Widget")
    return [
        .target(
            name: name, dependencies: ["LiveActivityCore"], path: "Plugins/\(folder)",
            exclude: ["README.md", "Tests", "Widget"], swiftSettings: settings),
        .target(
            name: widget, dependencies: [.target(name: name), "LiveActivityUI"], path: "Plugins/\(folder)/Widget",
            exclude: ["Tests"], resources: [.embedInCode("Localizable.xcstrings")], swiftSettings: settings),
        .testTarget(
            name: "\(name)Tests", dependencies: [.target(name: name), "LiveActivityTesting"],
            path: "Plugins/\(folder)/Tests", swiftSettings: settings),
        .testTarget(
            name: "\(widget)Tests",
            dependencies: [.target(name: widget), .target(name: name), "LiveActivityUI", "WidgetReading"],
            path: "Plugins/\(folder)/Widget/Tests", swiftSettings: settings),
    ]
}

/// Apple's module names, for code that says `import ActivityKit` or `import SwiftUI` and is to be compiled as it stands. Not where Apple has
/// them itself. No module may be called `os`: whoever asks `canImport(os)`, as swift-argument-parser does, would take this for Apple's.
///
/// The tests are compiled twice, as their language mode is part of what they test: `ActivityKitSwift5Tests` and `WidgetKitSwift5Tests` are
/// the same folders.
#if os(Linux)
let appleNames: [Product] = [
    .library(
        name: "AppleNames",
        targets: ["ActivityKit", "AlarmKit", "AppIntents", "AppleLogging", "Intents", "SwiftUI", "UIKit", "WidgetKit"])
]
let widgetImports: [Target.Dependency] = [
    "ActivityKit", "AlarmKit", "AppIntents", "AppleLogging", "LiveActivityUI", "SwiftUI", "UIKit", "WidgetKit",
]
let appleNamesTargets: [Target] = [
    .target(name: "ActivityKit", dependencies: ["LiveActivities"], swiftSettings: settings),
    .target(name: "AlarmKit", dependencies: ["ActivityKit", "LiveActivityUI"], swiftSettings: settings),
    .target(name: "AppIntents", dependencies: ["LiveActivityUI"], swiftSettings: settings),
    .target(name: "AppleLogging", swiftSettings: settings),
    .target(name: "Intents", swiftSettings: settings),
    .macro(name: "PreviewMacros", swiftSettings: settings),
    .target(name: "SwiftUI", dependencies: ["ActivityKit", "LiveActivityUI", "PreviewMacros"], swiftSettings: settings),
    .target(name: "UIKit", dependencies: ["SwiftUI"], swiftSettings: settings),
    .target(name: "WidgetKit", dependencies: ["LiveActivityUI", "PreviewMacros"], swiftSettings: settings),
    .testTarget(
        name: "ActivityKitTests", dependencies: ["ActivityKit", "DeliveryActivity", "LiveActivityTesting"],
        swiftSettings: [.swiftLanguageMode(.v6)]),
    .testTarget(
        name: "ActivityKitSwift5Tests", dependencies: ["ActivityKit", "DeliveryActivity", "LiveActivityTesting"],
        swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(name: "WidgetKitTests", dependencies: widgetImports, swiftSettings: [.swiftLanguageMode(.v6)]),
    .testTarget(name: "WidgetKitSwift5Tests", dependencies: widgetImports, swiftSettings: [.swiftLanguageMode(.v5)]),
]
#else
let appleNames: [Product] = []
let appleNamesTargets: [Target] = []
#endif

/// In place of FoundationEssentials, for Scripts/package-c alone: what the package uses of it, and nothing else.
let isSmall = Context.environment["LIVE_ACTIVITIES_ESSENTIALS"] == "small"
let essentials: [Target] =
    isSmall
    ? [.target(name: "FoundationEssentials", path: "Scripts/package/FoundationEssentials", swiftSettings: settings)] : []
let onEssentials: [Target.Dependency] = isSmall ? ["FoundationEssentials"] : []

let package = Package(
    name: "swift-live-activities",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "LiveActivities", targets: ["LiveActivities"]),
        .library(name: "LiveActivitySQLite", targets: ["LiveActivitySQLite"]),
        .library(name: "LiveActivityTesting", targets: ["LiveActivityTesting"]),
        .library(name: "LiveActivityUI", targets: ["LiveActivityUI"]),
        .library(name: "LiveActivityPreview", targets: ["LiveActivityPreview"]),
        .library(name: "LiveActivitySurfaces", targets: ["LiveActivitySurfaces"]),
        .executable(name: "live-activities", targets: ["LiveActivitiesCommand"]),
        .library(name: "live_activities", type: .dynamic, targets: ["LiveActivitiesC"]),
        .library(name: "LiveActivityPlugin", targets: ["LiveActivityPlugin"]),
        .library(name: "meditation_timer_plugin", type: .dynamic, targets: ["SwiftPlugin"]),
        .library(name: "DeliveryActivity", targets: ["DeliveryActivity"]),
        .library(name: "DeliveryWidget", targets: ["DeliveryWidget"]),
        .library(name: "MeditationTimerActivity", targets: ["MeditationTimerActivity"]),
        .library(name: "MeditationTimerWidget", targets: ["MeditationTimerWidget"]),
        .library(name: "SportsActivity", targets: ["SportsActivity"]),
        .library(name: "SportsWidget", targets: ["SportsWidget"]),
        .library(name: "WaitQueueActivity", targets: ["WaitQueueActivity"]),
        .library(name: "WaitQueueWidget", targets: ["WaitQueueWidget"]),
    ] + appleNames,
    traits: [
        .trait(name: "SQLite", description: "LiveActivitySQLite, a durable store in one file, and the command's --store."),
        .trait(name: "Preview", description: "LiveActivityPreview, pictures of every surface, and the command's render."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .systemLibrary(
            name: "CJansson", pkgConfig: "jansson",
            providers: [.apt(["libjansson-dev"]), .brew(["jansson"])]),
        .target(name: "JanssonCoding", dependencies: ["CJansson"] + onEssentials, swiftSettings: settings),
        .target(name: "LiveActivityCore", dependencies: ["JanssonCoding"] + onEssentials, swiftSettings: settings),
        .target(name: "CLiveActivities"),
        .target(
            name: "LiveActivitiesC",
            dependencies: [
                "CLiveActivities", "CJansson", "LiveActivityCore", "DeliveryActivity", "MeditationTimerActivity",
                "SportsActivity", "WaitQueueActivity",
            ], swiftSettings: settings),
        .target(
            name: "LiveActivityPlugin", dependencies: ["CLiveActivities", "CJansson", "LiveActivityCore"],
            swiftSettings: settings),
        .target(
            name: "SwiftPlugin", dependencies: ["CLiveActivities", "LiveActivityPlugin", "MeditationTimerActivity"],
            path: "Examples/SwiftPlugin", swiftSettings: settings),
        .target(name: "LiveActivities", dependencies: ["LiveActivityCore"], swiftSettings: settings),
        .target(
            name: "LiveActivityUI", dependencies: ["LiveActivityCore"],
            exclude: ["Strings/Data/UNICODE-LICENSE.txt"], resources: [.embedInCode("Strings/Data/plurals.txt")],
            swiftSettings: settings),
        .testTarget(
            name: "LiveActivityUITests", dependencies: ["LiveActivityUI", "LiveActivityCore", "LiveActivityTesting"],
            resources: [.embedInCode("Strings/Data/plurals.xml")], swiftSettings: settings),
        .target(
            name: "WidgetReading", dependencies: ["LiveActivityCore", "LiveActivityUI"], path: "Tests/WidgetReading",
            swiftSettings: settings),
        .target(name: "LiveActivitySurfaces", dependencies: ["LiveActivities", "LiveActivityUI"], swiftSettings: settings),
        .testTarget(
            name: "LiveActivitySurfacesTests", dependencies: ["LiveActivitySurfaces", "LiveActivityTesting"],
            swiftSettings: settings),
        .systemLibrary(
            name: "CPangoCairo", pkgConfig: "pangocairo",
            providers: [.apt(["libpango1.0-dev"]), .brew(["pango"])]),
        .systemLibrary(
            name: "CPangoFC", pkgConfig: "pangoft2",
            providers: [.apt(["libpango1.0-dev"]), .brew(["pango"])]),
        .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
        // Empty without the trait, as LiveActivitySQLite is.
        .target(
            name: "LiveActivityPreview",
            dependencies: [
                "LiveActivityUI", .target(name: "CPangoCairo", condition: .when(traits: ["Preview"])),
                .target(name: "CPangoFC", condition: .when(traits: ["Preview"])),
                .target(name: "CPNG", condition: .when(traits: ["Preview"])),
            ], swiftSettings: settings),
        .testTarget(
            name: "LiveActivityPreviewTests",
            dependencies: ["LiveActivityUI", .target(name: "LiveActivityPreview", condition: .when(traits: ["Preview"]))],
            exclude: ["Golden"], swiftSettings: settings),
        // Empty without the trait, and nothing else is built with GRDB.
        .target(
            name: "LiveActivitySQLite",
            dependencies: [
                "LiveActivityCore", "LiveActivities",
                .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
                .product(name: "GRDBSQLite", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
            ], swiftSettings: settings),
        // What the kill test kills.
        .executableTarget(
            name: "StoreDriver", dependencies: ["LiveActivityCore", "LiveActivities", "LiveActivitySQLite"],
            path: "Tests/StoreDriver", swiftSettings: settings),
        .testTarget(
            name: "LiveActivitySQLiteTests",
            dependencies: [
                "LiveActivityCore", "LiveActivities", "LiveActivitySQLite", "LiveActivityTesting", "StoreDriver",
                .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
            ], swiftSettings: settings),
        .target(name: "LiveActivityTesting", dependencies: ["LiveActivityCore", "LiveActivities"], swiftSettings: settings),
        .testTarget(
            name: "LiveActivitiesTests", dependencies: ["LiveActivities", "LiveActivityTesting"], swiftSettings: settings),
        .testTarget(
            name: "SimulationTests",
            dependencies: [
                "LiveActivities", "LiveActivityTesting", "DeliveryActivity", "MeditationTimerActivity", "SportsActivity",
                "WaitQueueActivity",
            ], swiftSettings: settings),
        .executableTarget(
            name: "LiveActivitiesCommand",
            dependencies: [
                "LiveActivityCore", "LiveActivities", "LiveActivityUI", "DeliveryActivity", "DeliveryWidget",
                "MeditationTimerActivity", "MeditationTimerWidget", "SportsActivity", "SportsWidget", "WaitQueueActivity",
                "WaitQueueWidget",
                .target(name: "LiveActivitySQLite", condition: .when(traits: ["SQLite"])),
                .target(name: "LiveActivityPreview", condition: .when(traits: ["Preview"])),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            // The demo's input travels inside the command, so that a copy of it works from anywhere.
            resources: [.embedInCode("Demo/Data/worldcup-2022.json"), .embedInCode("Demo/Data/ride-wait-toy-story-mania.csv")],
            swiftSettings: settings),
        .testTarget(
            name: "LiveActivitiesCommandTests",
            dependencies: [
                "LiveActivitiesCommand", "LiveActivities", "LiveActivityCore", "LiveActivitySQLite", "LiveActivityTesting",
                "LiveActivityUI",
                .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
            ], swiftSettings: settings),
        .testTarget(
            name: "LiveActivityCoreTests", dependencies: ["LiveActivityCore", "LiveActivityTesting"], swiftSettings: settings),
        .executableTarget(
            name: "FirstActivity", dependencies: ["LiveActivities", "DeliveryActivity"], path: "Examples/FirstActivity",
            swiftSettings: settings),
        .executableTarget(
            name: "FirstPlugin", dependencies: ["LiveActivityCore", "LiveActivityTesting"], path: "Examples/FirstPlugin",
            swiftSettings: settings),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "LiveActivityCore", "LiveActivities", "LiveActivityUI", "DeliveryActivity", "DeliveryWidget",
                .target(name: "LiveActivitySQLite", condition: .when(traits: ["SQLite"])),
                .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
                .product(name: "GRDBSQLite", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
                .target(name: "LiveActivityPreview", condition: .when(traits: ["Preview"])),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Benchmarks", exclude: ["README.md", "C"], swiftSettings: settings),
        .testTarget(name: "JanssonCodingTests", dependencies: ["JanssonCoding", "CJansson"], swiftSettings: settings),
    ] + plugin("Delivery") + plugin("MeditationTimer") + plugin("Sports") + plugin("WaitQueue") + appleNamesTargets + essentials
)
