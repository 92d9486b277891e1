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
            name: name, dependencies: ["LiveActivityCore"], path: "Plugins/\(folder)/Sources", swiftSettings: settings),
        .target(
            name: widget, dependencies: [.target(name: name), "LiveActivityUI"], path: "Plugins/\(folder)/Widget",
            resources: [.embedInCode("Localizable.xcstrings")], swiftSettings: settings),
        .testTarget(
            name: "\(name)Tests", dependencies: [.target(name: name), "LiveActivityTesting"],
            path: "Plugins/\(folder)/Tests", swiftSettings: settings),
        .testTarget(
            name: "\(widget)Tests",
            dependencies: [.target(name: widget), .target(name: name), "LiveActivityUI", "WidgetReading"],
            path: "Plugins/\(folder)/WidgetTests", swiftSettings: settings),
    ]
}

/// The layers, lowest first. A module imports only modules of its own layer or of layers below it; `Documentation/Architecture.md` says what
/// each is for.
///
/// Libraries of the system, as Swift sees them.
let system: [Target] = [
    .systemLibrary(
        name: "CJansson", path: "Sources/System/CJansson", pkgConfig: "jansson",
        providers: [.apt(["libjansson-dev"]), .brew(["jansson"])]),
    .systemLibrary(
        name: "CPangoCairo", path: "Sources/System/CPangoCairo", pkgConfig: "pangocairo",
        providers: [.apt(["libpango1.0-dev"]), .brew(["pango"])]),
    .systemLibrary(
        name: "CPangoFC", path: "Sources/System/CPangoFC", pkgConfig: "pangoft2",
        providers: [.apt(["libpango1.0-dev"]), .brew(["pango"])]),
    .systemLibrary(
        name: "CPNG", path: "Sources/System/CPNG", pkgConfig: "libpng",
        providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
]

/// `Scripts/package-c` sets this: `LiveActivityFoundation` is then compiled from a small stand-in for FoundationEssentials, which makes the
/// library for C hosts half as large (see Sources/Core/SmallFoundation/README.md).
let isSmall = Context.environment["LIVE_ACTIVITIES_FOUNDATION"] == "small"

/// Commands and time in, changes out: no clock, no threads, no I/O.
let core: [Target] =
    [
        .target(
            name: "LiveActivityFoundation",
            path: isSmall ? "Sources/Core/SmallFoundation" : "Sources/Core/LiveActivityFoundation",
            exclude: isSmall ? ["README.md"] : [], swiftSettings: settings),
        .target(
            name: "LiveActivityJSON", dependencies: ["CJansson", "LiveActivityFoundation"],
            path: "Sources/Core/LiveActivityJSON", swiftSettings: settings),
        .testTarget(
            name: "LiveActivityJSONTests", dependencies: ["LiveActivityJSON", "CJansson"],
            path: "Tests/Core/LiveActivityJSONTests", swiftSettings: settings),
        .target(
            name: "LiveActivityCore", dependencies: ["LiveActivityFoundation", "LiveActivityJSON"],
            path: "Sources/Core/LiveActivityCore", swiftSettings: settings),
        .testTarget(
            name: "LiveActivityCoreTests", dependencies: ["LiveActivityCore", "LiveActivityTesting"],
            path: "Tests/Core/LiveActivityCoreTests", swiftSettings: settings),
    ]
    + (isSmall
        ? []
        : [
            // The stand-in as a module of its own, only to be compared with FoundationEssentials.
            .target(
                name: "SmallFoundation", path: "Sources/Core/SmallFoundation", exclude: ["README.md"],
                swiftSettings: settings),
            .testTarget(
                name: "SmallFoundationTests", dependencies: ["SmallFoundation", "LiveActivityFoundation"],
                path: "Tests/Core/SmallFoundationTests", swiftSettings: settings),
        ])

/// The engine behind a lock and a clock, and what keeps its state.
let runtime: [Target] = [
    .target(
        name: "LiveActivities", dependencies: ["LiveActivityCore"], path: "Sources/Runtime/LiveActivities",
        swiftSettings: settings),
    .target(
        name: "LiveActivityKit", dependencies: ["LiveActivities"], path: "Sources/Runtime/LiveActivityKit",
        swiftSettings: settings),
    .testTarget(
        name: "LiveActivityKitTests", dependencies: ["LiveActivityKit"], path: "Tests/Runtime/LiveActivityKitTests",
        swiftSettings: settings),
    .testTarget(
        name: "LiveActivitiesTests", dependencies: ["LiveActivities", "LiveActivityKit", "LiveActivityTesting"],
        path: "Tests/Runtime/LiveActivitiesTests", swiftSettings: settings),
    .testTarget(
        name: "SimulationTests",
        dependencies: [
            "LiveActivities", "LiveActivityTesting", "DeliveryActivity", "MeditationTimerActivity", "SportsActivity",
            "WaitQueueActivity",
        ], path: "Tests/Runtime/SimulationTests", swiftSettings: settings),
    // Without the trait SQLite this module is empty, and GRDB is not built.
    .target(
        name: "LiveActivitySQLite",
        dependencies: [
            "LiveActivityCore", "LiveActivities",
            .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
            .product(name: "GRDBSQLite", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
        ], path: "Sources/Runtime/LiveActivitySQLite", swiftSettings: settings),
    // The process that the kill tests kill.
    .executableTarget(
        name: "StoreDriver", dependencies: ["LiveActivityCore", "LiveActivities", "LiveActivitySQLite"],
        path: "Tests/Runtime/StoreDriver", swiftSettings: settings),
    .testTarget(
        name: "LiveActivitySQLiteTests",
        dependencies: [
            "LiveActivityCore", "LiveActivities", "LiveActivitySQLite", "LiveActivityTesting", "StoreDriver",
            .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
        ], path: "Tests/Runtime/LiveActivitySQLiteTests", swiftSettings: settings),
]

/// SwiftUI's views as values, laid out and drawn for every surface.
let views: [Target] = [
    .target(
        name: "LiveActivityUI", dependencies: ["LiveActivityCore"], path: "Sources/Views/LiveActivityUI",
        exclude: ["Strings/Data/UNICODE-LICENSE.txt"], resources: [.embedInCode("Strings/Data/plurals.txt")],
        swiftSettings: settings),
    .testTarget(
        name: "LiveActivityUITests", dependencies: ["LiveActivityUI", "LiveActivityCore", "LiveActivityTesting"],
        path: "Tests/Views/LiveActivityUITests", resources: [.embedInCode("Strings/Data/plurals.xml")],
        swiftSettings: settings),
    .target(
        name: "WidgetReading", dependencies: ["LiveActivityCore", "LiveActivityUI"], path: "Tests/Views/WidgetReading",
        swiftSettings: settings),
    .target(
        name: "LiveActivitySurfaces", dependencies: ["LiveActivities", "LiveActivityUI"],
        path: "Sources/Views/LiveActivitySurfaces", swiftSettings: settings),
    .testTarget(
        name: "LiveActivitySurfacesTests", dependencies: ["LiveActivitySurfaces", "LiveActivityTesting"],
        path: "Tests/Views/LiveActivitySurfacesTests", swiftSettings: settings),
    // Without the trait Preview this module is empty, and Pango and Cairo are not needed.
    .target(
        name: "LiveActivityPreview",
        dependencies: [
            "LiveActivityUI", .target(name: "CPangoCairo", condition: .when(traits: ["Preview"])),
            .target(name: "CPangoFC", condition: .when(traits: ["Preview"])),
            .target(name: "CPNG", condition: .when(traits: ["Preview"])),
        ], path: "Sources/Views/LiveActivityPreview", swiftSettings: settings),
    .testTarget(
        name: "LiveActivityPreviewTests",
        dependencies: ["LiveActivityUI", .target(name: "LiveActivityPreview", condition: .when(traits: ["Preview"]))],
        path: "Tests/Views/LiveActivityPreviewTests", exclude: ["Golden"], swiftSettings: settings),
]

/// The C interface, and Swift providers as shared objects that it loads.
let c: [Target] = [
    .target(name: "CLiveActivities", path: "Sources/C/CLiveActivities"),
    .target(
        name: "LiveActivitiesC",
        dependencies: [
            "CLiveActivities", "CJansson", "LiveActivityCore", "DeliveryActivity", "MeditationTimerActivity",
            "SportsActivity", "WaitQueueActivity",
        ], path: "Sources/C/LiveActivitiesC", swiftSettings: settings),
    .target(
        name: "LiveActivityPlugin", dependencies: ["CLiveActivities", "CJansson", "LiveActivityCore"],
        path: "Sources/C/LiveActivityPlugin", swiftSettings: settings),
]

/// Apple's module names, for code that says `import ActivityKit` or `import SwiftUI` and is to be compiled as it stands. They exist on Linux
/// only; on Apple's platforms Apple has them. No module may be called `os`: swift-argument-parser and others ask `canImport(os)` and would
/// take this module for Apple's.
///
/// The tests are compiled twice, as their language mode is part of what they test: `ActivityKitSwift5Tests` and `WidgetKitSwift5Tests` are
/// links to the same folders.
#if os(Linux)
let appleNamesModules = [
    "ActivityKit", "AlarmKit", "AppIntents", "AppleLogging", "Intents", "SwiftUI", "UIKit", "WidgetKit",
]
let appleNamesProducts: [Product] = [.library(name: "AppleNames", targets: appleNamesModules)]
let appleNames: [Target] =
    [
        .macro(name: "PreviewMacros", path: "Sources/AppleNames/PreviewMacros", swiftSettings: settings),
        appleName("ActivityKit", ["LiveActivityKit"]),
        appleName("AlarmKit", ["ActivityKit", "LiveActivityUI"]),
        appleName("AppIntents", ["LiveActivityUI"]),
        appleName("AppleLogging"),
        appleName("Intents"),
        appleName("SwiftUI", ["ActivityKit", "LiveActivityUI", "PreviewMacros"]),
        appleName("UIKit", ["SwiftUI"]),
        appleName("WidgetKit", ["LiveActivityUI", "PreviewMacros"]),
    ]
    + [(SwiftLanguageMode.v6, "Tests"), (.v5, "Swift5Tests")].flatMap { mode, suffix -> [Target] in
        [
            .testTarget(
                name: "ActivityKit\(suffix)", dependencies: ["ActivityKit", "DeliveryActivity", "LiveActivityTesting"],
                path: "Tests/AppleNames/ActivityKit\(suffix)", swiftSettings: [.swiftLanguageMode(mode)]),
            .testTarget(
                name: "WidgetKit\(suffix)",
                dependencies: ["LiveActivityUI"] + appleNamesModules.map { .target(name: $0) },
                path: "Tests/AppleNames/WidgetKit\(suffix)", swiftSettings: [.swiftLanguageMode(mode)]),
        ]
    }

func appleName(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/AppleNames/\(name)", swiftSettings: settings)
}
#else
let appleNamesProducts: [Product] = []
let appleNames: [Target] = []
#endif

/// For the tests of plugins and of hosts.
let testing: [Target] = [
    .target(
        name: "LiveActivityTesting", dependencies: ["LiveActivityCore", "LiveActivities"],
        path: "Sources/Testing/LiveActivityTesting", swiftSettings: settings)
]

/// `live-activities`.
let command: [Target] = [
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
        path: "Sources/Command/LiveActivitiesCommand",
        // The demo's input travels inside the command, so that a copy of it works from anywhere.
        resources: [.embedInCode("Demo/Data/worldcup-2022.json"), .embedInCode("Demo/Data/ride-wait-toy-story-mania.csv")],
        swiftSettings: settings),
    .testTarget(
        name: "LiveActivitiesCommandTests",
        dependencies: [
            "LiveActivitiesCommand", "LiveActivities", "LiveActivityCore", "LiveActivitySQLite", "LiveActivityTesting",
            "LiveActivityUI",
            .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
        ], path: "Tests/Command/LiveActivitiesCommandTests", swiftSettings: settings),
]

let examples: [Target] = [
    .executableTarget(
        name: "FirstActivity", dependencies: ["LiveActivities", "DeliveryActivity"], path: "Examples/FirstActivity",
        swiftSettings: settings),
    .executableTarget(
        name: "FirstPlugin", dependencies: ["LiveActivityCore", "LiveActivityTesting"], path: "Examples/FirstPlugin",
        swiftSettings: settings),
    .target(
        name: "SwiftPlugin", dependencies: ["CLiveActivities", "LiveActivityPlugin", "MeditationTimerActivity"],
        path: "Examples/SwiftPlugin", swiftSettings: settings),
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
]

let domains = ["Delivery", "MeditationTimer", "Sports", "WaitQueue"]

let package = Package(
    name: "swift-live-activities",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "LiveActivityCore", targets: ["LiveActivityCore"]),
        .library(name: "LiveActivities", targets: ["LiveActivities"]),
        .library(name: "LiveActivityKit", targets: ["LiveActivityKit"]),
        .library(name: "LiveActivitySQLite", targets: ["LiveActivitySQLite"]),
        .library(name: "LiveActivityTesting", targets: ["LiveActivityTesting"]),
        .library(name: "LiveActivityUI", targets: ["LiveActivityUI"]),
        .library(name: "LiveActivityPreview", targets: ["LiveActivityPreview"]),
        .library(name: "LiveActivitySurfaces", targets: ["LiveActivitySurfaces"]),
        .executable(name: "live-activities", targets: ["LiveActivitiesCommand"]),
        .library(name: "live_activities", type: .dynamic, targets: ["LiveActivitiesC"]),
        .library(name: "LiveActivityPlugin", targets: ["LiveActivityPlugin"]),
        .library(name: "meditation_timer_plugin", type: .dynamic, targets: ["SwiftPlugin"]),
    ]
        + domains.flatMap { domain -> [Product] in
            [
                .library(name: "\(domain)Activity", targets: ["\(domain)Activity"]),
                .library(name: "\(domain)Widget", targets: ["\(domain)Widget"]),
            ]
        } + appleNamesProducts,
    traits: [
        .trait(name: "SQLite", description: "LiveActivitySQLite, a durable store in one file, and the command's --store."),
        .trait(name: "Preview", description: "LiveActivityPreview, pictures of every surface, and the command's render."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: system + core + runtime + views + c + appleNames + testing + command + examples + domains.flatMap(plugin)
)
