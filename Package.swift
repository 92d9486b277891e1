// swift-tools-version: 6.3
import CompilerPluginSupport
import PackageDescription

/// Every module is compiled the same way; nothing here may use unsafe flags, or the package could not be a dependency. Only
/// `isIOSHost` adds some, in a build of a package in a folder.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// `Scripts/package-c` sets this: `LiveActivityFoundation` is then compiled from a small stand-in for FoundationEssentials,
/// which makes the library for C hosts half as large (see Sources/Core/SmallFoundation/README.md).
let isSmall = Context.environment["LIVE_ACTIVITIES_FOUNDATION"] == "small"

/// `Scripts/package-c --with-looks` sets this: the C library then has the views of the four kinds. They import the small
/// stand-in of Sources/Views/SmallFoundation, a module that is called Foundation in this build alone.
let hasCLooks = Context.environment["LIVE_ACTIVITIES_C_LOOKS"] != nil

/// `Scripts/package-c --with-pictures` sets this: the C library then also has the functions of `live_activity_pictures.h`.
let hasCPictures = Context.environment["LIVE_ACTIVITIES_C_PICTURES"] != nil

/// When pictures are built. With a trait, the C library with pictures could not share the build of that with looks.
let withPreview: TargetDependencyCondition? = hasCPictures ? nil : .when(traits: ["Preview"])

/// What the views import as Foundation, where it is not the system's.
let viewFoundation: [Target.Dependency] = isSmall && hasCLooks ? ["Foundation"] : []

/// The plugins whose tests replay recorded input.
let recorded: Set = ["Sports", "WaitQueue"]

/// One plugin: its provider in `Sources`, its views in `Widget`, the tests of both. The views are a module of their own, so
/// that a host that only runs the provider neither builds nor links them. `Plugins/README.md` explains the folders.
func plugin(_ folder: String, in parent: String = "Plugins", named prefix: String? = nil) -> [Target] {
    let (name, widget) = ("\(prefix ?? folder)Activity", "\(prefix ?? folder)Widget")
    return [
        .target(
            name: name, dependencies: ["LiveActivityCore"], path: "\(parent)/\(folder)/Sources",
            swiftSettings: settings),
        .target(
            name: widget, dependencies: [.target(name: name), "LiveActivityUI", "PluginCards"] + viewFoundation,
            path: "\(parent)/\(folder)/Widget",
            resources: [.embedInCode("Localizable.xcstrings")], swiftSettings: settings),
        .testTarget(
            name: "\(name)Tests",
            dependencies: [.target(name: name), "LiveActivityTesting"]
                + (recorded.contains(folder) ? ["RecordedData"] : []),
            path: "\(parent)/\(folder)/Tests", swiftSettings: settings),
        .testTarget(
            name: "\(widget)Tests",
            dependencies: [
                .target(name: widget), .target(name: name), "LiveActivityLint", "LiveActivitySurfaces",
                "LiveActivityTesting", "LiveActivityWidgetTesting",
            ],
            path: "\(parent)/\(folder)/WidgetTests", swiftSettings: settings),
    ]
}

/// The layers, lowest first. A module imports only modules of its own layer or of layers below it;
/// `Documentation/Architecture.md` says what each is for.
///
/// Libraries of the system, as Swift sees them.
let system: [Target] = [
    .systemLibrary(
        name: "CJansson", path: "Sources/System/CJansson", pkgConfig: "jansson",
        providers: [.apt(["libjansson-dev"]), .brew(["jansson"])]),
    .systemLibrary(
        name: "CNats", path: "Sources/System/CNats", pkgConfig: "libnats",
        providers: [.apt(["libnats-dev"]), .brew(["cnats"])]),
    .systemLibrary(
        name: "CPangoCairo", path: "Sources/System/CPangoCairo", pkgConfig: "pangocairo",
        providers: [.apt(["libpango1.0-dev"]), .brew(["pango"])]),
    .systemLibrary(
        name: "CPangoFC", path: "Sources/System/CPangoFC", pkgConfig: "pangoft2",
        providers: [.apt(["libpango1.0-dev"]), .brew(["pango"])]),
    .systemLibrary(
        name: "CPNG", path: "Sources/System/CPNG", pkgConfig: "libpng",
        providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .systemLibrary(
        name: "CPostgres", path: "Sources/System/CPostgres", pkgConfig: "libpq",
        providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    // libpng's headers bring zlib's.
    .systemLibrary(name: "CZlib", path: "Sources/System/CZlib"),
    // Re-exports the C library, and loads libraries that may not be installed where a program runs.
    .target(name: "SystemLibraries", path: "Sources/System/SystemLibraries", swiftSettings: settings),
]

/// Commands and time in, changes out: no clock, no threads, no I/O.
let core: [Target] =
    [
        .target(
            name: "LiveActivityFoundation",
            path: isSmall ? "Sources/Core/SmallFoundation" : "Sources/Core/LiveActivityFoundation",
            exclude: isSmall ? ["README.md"] : [], swiftSettings: settings),
        .target(
            name: "LiveActivityJSON", dependencies: ["LiveActivityFoundation"],
            path: "Sources/Core/LiveActivityJSON", exclude: isSmall ? ["Direct/UUID+JSON.swift"] : [],
            swiftSettings: settings),
        .testTarget(
            name: "LiveActivityJSONTests",
            dependencies: ["LiveActivityJSON", "JanssonCoding", "CJansson", "LiveActivityTesting"],
            path: "Tests/Core/LiveActivityJSONTests", swiftSettings: settings),
        .target(
            name: "LiveActivityCore", dependencies: ["LiveActivityFoundation", "LiveActivityJSON"],
            path: "Sources/Core/LiveActivityCore", exclude: isSmall ? ["Engine/EngineError+Codable.swift"] : [],
            swiftSettings: settings),
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
                name: "SmallFoundationTests",
                dependencies: ["SmallFoundation", "SmallViewFoundation", "LiveActivityFoundation"],
                path: "Tests/Core/SmallFoundationTests", swiftSettings: settings),
        ])

/// The engine with the journal, the consumers' changes and the commit protocol: values, without a lock, a thread, a clock or a
/// file.
let host: [Target] = [
    .target(
        name: "LiveActivityHost", dependencies: ["LiveActivityCore"], path: "Sources/Host/LiveActivityHost",
        // C has errors of its own; what its linker cannot leave out is left out here.
        exclude: isSmall
            ? [
                "RuntimeError.swift", "RuntimeError+Codable.swift", "Journal/ActivityHistory.swift",
                "Journal/HistoryReader.swift",
            ] : [],
        swiftSettings: settings),
    .testTarget(
        name: "LiveActivityHostTests", dependencies: ["LiveActivityHost", "LiveActivities", "LiveActivityTesting"],
        path: "Tests/Host/LiveActivityHostTests", swiftSettings: settings),
]

/// Hosts behind locks and a clock, and where their state is kept.
let runtime: [Target] = [
    .target(
        name: "LiveActivities", dependencies: ["LiveActivityCore", "LiveActivityHost", "SystemLibraries"],
        path: "Sources/Runtime/LiveActivities", swiftSettings: settings),
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
            "LiveActivityCore", "LiveActivities", "SystemLibraries",
            .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
            .product(name: "GRDBSQLite", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
        ], path: "Sources/Runtime/LiveActivitySQLite", swiftSettings: settings),
    // Logs, metrics and traces. Without the trait Observability this module is empty, and nothing more is resolved.
    .target(
        name: "LiveActivityObservability",
        dependencies: [
            "LiveActivityCore", "LiveActivities",
            .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Observability"])),
            .product(name: "Metrics", package: "swift-metrics", condition: .when(traits: ["Observability"])),
            .product(name: "Tracing", package: "swift-distributed-tracing", condition: .when(traits: ["Observability"])),
        ], path: "Sources/Runtime/LiveActivityObservability", swiftSettings: settings),
    .testTarget(
        name: "LiveActivityObservabilityTests",
        dependencies: [
            "LiveActivityObservability", "LiveActivities", "LiveActivityTesting",
            .product(name: "InMemoryLogging", package: "swift-log", condition: .when(traits: ["Observability"])),
            .product(name: "MetricsTestKit", package: "swift-metrics", condition: .when(traits: ["Observability"])),
            .product(
                name: "InMemoryTracing", package: "swift-distributed-tracing", condition: .when(traits: ["Observability"])),
        ], path: "Tests/Runtime/LiveActivityObservabilityTests", swiftSettings: settings),
    // A runtime as a `Service` of swift-service-lifecycle. Without the trait Lifecycle this module is empty.
    .target(
        name: "LiveActivityLifecycle",
        dependencies: [
            "LiveActivities", "LiveActivityObservability",
            .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: .when(traits: ["Lifecycle"])),
        ], path: "Sources/Runtime/LiveActivityLifecycle", swiftSettings: settings),
    .testTarget(
        name: "LiveActivityLifecycleTests",
        dependencies: [
            "LiveActivities", "LiveActivityLifecycle", "LiveActivityObservability", "LiveActivityTesting",
            .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: .when(traits: ["Lifecycle"])),
            .product(name: "Logging", package: "swift-log", condition: .when(traits: ["Lifecycle"])),
        ], path: "Tests/Runtime/LiveActivityLifecycleTests", swiftSettings: settings),
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

/// A product of a package that only the trait `Push` needs.
func push(_ name: String, _ package: String) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: ["Push"]))
}

let http2: [Target.Dependency] = [
    push("NIOCore", "swift-nio"), push("NIOPosix", "swift-nio"), push("NIOHTTP2", "swift-nio-http2"),
    push("NIOHPACK", "swift-nio-http2"), push("NIOSSL", "swift-nio-ssl"), push("NIOTLS", "swift-nio"),
    push("Crypto", "swift-crypto"), push("CryptoExtras", "swift-crypto"),
]

/// Content that only the owner's devices can read. Without the trait Push the module has only the type of a public key, except
/// on Apple's platforms, which have CryptoKit.
let sealing: [Target] = [
    .target(
        name: "LiveActivitySealing", dependencies: ["LiveActivityFoundation", push("Crypto", "swift-crypto")],
        path: "Sources/Sealing/LiveActivitySealing", swiftSettings: settings),
    .testTarget(
        name: "LiveActivitySealingTests", dependencies: ["LiveActivitySealing", push("Crypto", "swift-crypto")],
        path: "Tests/Sealing/LiveActivitySealingTests", swiftSettings: settings),
]

/// Pushes to Apple's and other devices, and a model of those. Without the trait Push both modules are empty. Only configuration
/// files, which the trait PushFiles adds, need Yams.
let pushes: [Target] = [
    .target(
        name: "LiveActivityPush",
        dependencies: [
            "LiveActivities", "LiveActivityCore", "LiveActivityJSON", "LiveActivitySealing", "SystemLibraries",
            .product(name: "Yams", package: "Yams", condition: .when(traits: ["PushFiles"])),
            push("Logging", "swift-log"), push("Metrics", "swift-metrics"), push("Tracing", "swift-distributed-tracing"),
        ] + http2, path: "Sources/Push/LiveActivityPush", swiftSettings: settings),
    .target(
        name: "LiveActivityPushTesting",
        dependencies: [
            "LiveActivities", "LiveActivityCore", "LiveActivityJSON", "LiveActivityPush", "LiveActivityTesting",
        ] + http2, path: "Sources/Push/LiveActivityPushTesting", swiftSettings: settings),
    .testTarget(
        name: "LiveActivityPushTests",
        dependencies: [
            "LiveActivities", "LiveActivityCore", "LiveActivityJSON", "LiveActivityPush", "LiveActivityPushTesting",
            "LiveActivitySealing", "LiveActivityTesting", "PushSimulation", "DeliveryActivity", "SportsActivity",
            push("InMemoryTracing", "swift-distributed-tracing"), push("MetricsTestKit", "swift-metrics"),
            push("NIOEmbedded", "swift-nio"),
        ] + http2, path: "Tests/Push/LiveActivityPushTests", swiftSettings: settings),
    // The whole way from an event to a screen on virtual time: for the tests, and for the soak in a release build.
    .target(
        name: "PushSimulation",
        dependencies: [
            "LiveActivityCore", "LiveActivityPush", "LiveActivityPushTesting", "LiveActivityTesting", "DeliveryActivity",
        ], path: "Tests/Push/PushSimulation", swiftSettings: settings),
    .testTarget(
        name: "LiveActivityPushTestingTests",
        dependencies: [
            "LiveActivities", "LiveActivityCore", "LiveActivityJSON", "LiveActivityPush", "LiveActivityPushTesting",
            "LiveActivityTesting", "DeliveryActivity", "SportsActivity",
        ] + http2, path: "Tests/Push/LiveActivityPushTestingTests", swiftSettings: settings),
    // The processes that the soak kills and that Scripts/test-push talks to: an APNs, and a sender.
    .executableTarget(
        name: "PushDriver",
        dependencies: [
            "LiveActivities", "LiveActivityCore", "LiveActivityPush", "LiveActivityPushTesting", "LiveActivityTesting",
            "DeliveryActivity", "PushSimulation", .target(name: "LiveActivitySQLite", condition: .when(traits: ["SQLite"])),
        ], path: "Tests/Push/PushDriver", swiftSettings: settings),
]

/// Partitions on a replicated log. Without the trait Cluster there is the log in memory alone, and libnats is not needed.
let cluster: [Target] = [
    .target(
        name: "LiveActivityCluster",
        dependencies: [
            "LiveActivities", "LiveActivityCore", "LiveActivityJSON", "LiveActivitySealing",
            .target(name: "CNats", condition: .when(traits: ["Cluster"])),
            .target(name: "SystemLibraries", condition: .when(traits: ["Cluster"])),
            .target(name: "LiveActivityPush", condition: .when(traits: ["Push"])), push("Crypto", "swift-crypto"),
            push("Logging", "swift-log"), push("Metrics", "swift-metrics"), push("Tracing", "swift-distributed-tracing"),
        ], path: "Sources/Cluster/LiveActivityCluster", swiftSettings: settings),
    // The same partitions in a PostgreSQL database. Without the trait Postgres this module is empty, and libpq is not needed.
    .target(
        name: "LiveActivityPostgres",
        dependencies: [
            "LiveActivities", "LiveActivityCluster", "LiveActivityCore", "LiveActivityJSON",
            .target(name: "CPostgres", condition: .when(traits: ["Postgres"])),
            .target(name: "SystemLibraries", condition: .when(traits: ["Postgres"])),
        ], path: "Sources/Cluster/LiveActivityPostgres", swiftSettings: settings),
    .testTarget(
        name: "LiveActivityClusterTests",
        dependencies: [
            "LiveActivities", "LiveActivityCluster", "LiveActivityCore", "LiveActivityJSON", "LiveActivitySealing",
            "LiveActivityTesting", .target(name: "LiveActivityPostgres", condition: .when(traits: ["Postgres"])),
            "DeliveryActivity", .target(name: "LiveActivityPush", condition: .when(traits: ["Push"])),
            push("Crypto", "swift-crypto"),
        ], path: "Tests/Cluster/LiveActivityClusterTests", swiftSettings: settings),
    .executableTarget(
        name: "ClusterDriver",
        dependencies: [
            "LiveActivities", "LiveActivityCluster", "LiveActivityCore", "LiveActivityTesting", "DeliveryActivity",
            .target(name: "CNats", condition: .when(traits: ["Cluster"])),
            .target(name: "LiveActivityPostgres", condition: .when(traits: ["Postgres"])),
            .target(name: "LiveActivitySQLite", condition: .when(traits: ["SQLite"])),
        ], path: "Benchmarks/Cluster", swiftSettings: settings),
]

/// The file of `LiveActivityClient` that uses ActivityKit. On Linux the module ActivityKit of `appleNames` needs the rest of the
/// client, so there it is the module `ActivityKitClient`.
let onlyIOSClient = ["ActivityKitSource.swift"]
#if os(Linux)
let clientExclude = onlyIOSClient
#else
let clientExclude: [String] = []
#endif

/// For iOS apps that report to the service. On Linux it is tested with the module ActivityKit of `appleNames`.
let client: [Target] = [
    .target(
        name: "LiveActivityClient", dependencies: ["LiveActivitySealing"], path: "Sources/Client/LiveActivityClient",
        exclude: clientExclude, swiftSettings: settings),
    .testTarget(
        name: "LiveActivityClientTests", dependencies: ["LiveActivityClient", "LiveActivitySealing", "LiveActivityTesting"],
        path: "Tests/Client/LiveActivityClientTests", swiftSettings: settings),
    // The app that Tests/Client/app_process.py kills.
    .executableTarget(
        name: "ClientDriver", dependencies: ["LiveActivityClient"], path: "Tests/Client/ClientDriver", swiftSettings: settings),
]

/// `@ActivityJSON`. Without the trait Macros both modules are empty.
let macros: [Target] = [
    .macro(
        name: "LiveActivityMacrosPlugin",
        dependencies: ["SwiftSyntax", "SwiftParser", "SwiftSyntaxMacros", "SwiftDiagnostics", "SwiftCompilerPlugin"]
            .map { .product(name: $0, package: "swift-syntax", condition: .when(traits: ["Macros"])) },
        path: "Sources/Macros/LiveActivityMacrosPlugin", swiftSettings: settings),
    .target(
        name: "LiveActivityMacros", dependencies: ["LiveActivityMacrosPlugin", "LiveActivityJSON"],
        path: "Sources/Macros/LiveActivityMacros", swiftSettings: settings),
    .testTarget(
        name: "LiveActivityMacrosTests", dependencies: ["LiveActivityMacros", "LiveActivityCore", "LiveActivityTesting"],
        path: "Tests/Macros/LiveActivityMacrosTests", swiftSettings: settings),
]

/// SwiftUI's views as values, laid out and drawn for every surface.
let views: [Target] =
    (isSmall && !hasCLooks
        ? []
        : [
            // The stand-in for Foundation of a C library with looks; in other builds a module of its own, only to be compared.
            .target(
                name: isSmall ? "Foundation" : "SmallViewFoundation",
                dependencies: [isSmall ? "LiveActivityFoundation" : "SmallFoundation"], path: "Sources/Views/SmallFoundation",
                exclude: ["README.md"], resources: [.embedInCode("Data/locales.txt")],
                swiftSettings: settings + (isSmall ? [] : [.define("LA_COMPARED")]))
        ]) + [
        // What a resolved view is, how it is laid out, and its JSON. Knows no view, no surface and no engine.
        .target(
            name: "LiveActivityViewTree", dependencies: ["LiveActivityCore"] + viewFoundation,
            path: "Sources/Views/LiveActivityViewTree",
            swiftSettings: settings),
        .testTarget(
            name: "LiveActivityViewTreeTests",
            dependencies: ["LiveActivityViewTree", "LiveActivityUI", "LiveActivityTesting", "CardFixtures"],
            path: "Tests/Views/LiveActivityViewTreeTests", swiftSettings: settings),
        .target(
            name: "LiveActivityUI", dependencies: ["LiveActivityCore", "LiveActivityViewTree"] + viewFoundation,
            path: "Sources/Views/LiveActivityUI",
            // A C library stores no settings, and its CGFloat is Double.
            exclude: ["Strings/Data/UNICODE-LICENSE.txt"]
                + (isSmall
                    ? [
                        "Environment/AppStorage.swift", "Text/AttributedString+Attributes.swift",
                        "Text/AttributedString+Markdown.swift", "Text/CGFloat+FormatSpecifiable.swift",
                    ] : ["Text/AttributedString+Small.swift"]),
            resources: [.embedInCode("Strings/Data/plurals.txt"), .embedInCode("Symbols/Data/symbols.txt")],
            swiftSettings: settings),
        .testTarget(
            name: "LiveActivityUITests", dependencies: ["LiveActivityUI", "LiveActivityCore"],
            path: "Tests/Views/LiveActivityUITests", resources: [.embedInCode("Strings/Data/plurals.xml")],
            swiftSettings: settings),
        .target(
            name: "LiveActivitySurfaces",
            dependencies: ["LiveActivityCore", "LiveActivityViewTree", "LiveActivityUI"]
                + (isSmall ? viewFoundation : ["LiveActivities"]),
            // A C library has a runtime of its own, and its host arranges.
            path: "Sources/Views/LiveActivitySurfaces",
            exclude: isSmall ? ["Hosts", "Devices", "Arrangement/Arrangement.swift", "Arrangement/Arranger.swift"] : [],
            swiftSettings: settings),
        .testTarget(
            name: "LiveActivitySurfacesTests",
            dependencies: ["LiveActivitySurfaces", "LiveActivityCore", "LiveActivityTesting", "CardFixtures"],
            path: "Tests/Views/LiveActivitySurfacesTests", swiftSettings: settings),
        .target(
            name: "LiveActivityLint", dependencies: ["LiveActivityCore", "LiveActivitySurfaces"] + viewFoundation,
            path: "Sources/Views/LiveActivityLint", swiftSettings: settings),
        .testTarget(
            name: "LiveActivityLintTests",
            dependencies: [
                "LiveActivityLint", "LiveActivityCore", "LiveActivityTesting", "LiveActivityWidgetTesting", "CardFixtures",
            ],
            path: "Tests/Views/LiveActivityLintTests", swiftSettings: settings),
        // Nodes and presentations that the tests of surfaces and of the lint have in common.
        .target(
            name: "CardFixtures", dependencies: ["LiveActivityCore", "LiveActivitySurfaces"], path: "Tests/Views/CardFixtures",
            swiftSettings: settings),
        // Without the trait Preview this module has unavailable declarations only, and Pango and Cairo are not needed.
        .target(
            name: "LiveActivityPreview",
            dependencies: [
                "LiveActivitySurfaces", .target(name: "CPangoCairo", condition: withPreview),
                .target(name: "CPangoFC", condition: withPreview), .target(name: "CPNG", condition: withPreview),
                .target(name: "SystemLibraries", condition: withPreview),
            ] + viewFoundation, path: "Sources/Views/LiveActivityPreview",
            resources: [.embedInCode("Web/surfaces.js"), .embedInCode("Web/page.css")],
            swiftSettings: settings + (hasCPictures ? [.define("Preview")] : [])),
        .testTarget(
            name: "LiveActivityPreviewTests",
            dependencies: [
                "LiveActivitySurfaces", .target(name: "LiveActivityPreview", condition: .when(traits: ["Preview"])),
            ],
            path: "Tests/Views/LiveActivityPreviewTests", exclude: ["Golden"], swiftSettings: settings),
    ]

/// `Scripts/package-c --with-sqlite` sets this: the C library then opens `store_path` itself.
let hasCSQLite = Context.environment["LIVE_ACTIVITIES_C_SQLITE"] != nil

/// The views of the four kinds, for `la_present()`. A C library without looks leaves them out.
let cLooks: [Target.Dependency] =
    isSmall && !hasCLooks
    ? []
    : [
        "LiveActivityLint", "LiveActivitySurfaces", "LiveActivityUI", "DeliveryWidget", "MeditationTimerWidget", "SportsWidget",
        "WaitQueueWidget",
    ] + viewFoundation + (hasCPictures ? ["LiveActivityPreview"] : [])

/// `Scripts/package-c --testing` sets this: the C library then has the functions of `live_activity_testing.h`.
let hasCTesting = Context.environment["LIVE_ACTIVITIES_C_TESTING"] != nil

/// The package's own build always has these functions, so that its tests call them.
let hasCConformance = !isSmall || hasCTesting

/// The C interface, and Swift providers as shared objects that it loads.
let c: [Target] =
    (hasCSQLite
        ? [
            .target(
                name: "CSQLiteStore", dependencies: ["CLiveActivities"], path: "Sources/C/CSQLiteStore",
                linkerSettings: [.linkedLibrary("sqlite3")])
        ] : []) + [
        // Reads and writes a `json_t`; the only module that calls jansson, besides the adapter that passes a host's references
        // on.
        .target(
            name: "JanssonCoding", dependencies: ["CJansson", "LiveActivityFoundation", "LiveActivityJSON"],
            path: "Sources/C/JanssonCoding", swiftSettings: settings),
        .target(
            name: "CLiveActivities", path: "Sources/C/CLiveActivities",
            cSettings: isSmall ? [.define("LA_OWN_HYPOTF")] : []),
        .target(
            name: "LiveActivitiesC",
            dependencies: [
                "CLiveActivities", "CJansson", "JanssonCoding", "LiveActivityCore", "LiveActivityHost", "DeliveryActivity",
                "MeditationTimerActivity", "SportsActivity", "WaitQueueActivity",
            ] + cLooks + (hasCSQLite ? ["CSQLiteStore"] : []) + (hasCConformance ? ["LiveActivityConformance"] : []),
            path: "Sources/C/LiveActivitiesC", exclude: hasCConformance ? [] : ["Conformance"],
            swiftSettings: settings + (hasCSQLite ? [.define("LA_SQLITE")] : [])
                + (cLooks.isEmpty ? [] : [.define("LA_LOOKS")]) + (hasCPictures ? [.define("LA_PICTURES")] : [])),
        .testTarget(
            name: "LiveActivitiesCTests",
            dependencies: ["CLiveActivities", "CJansson", "JanssonCoding", "LiveActivitiesC", "LiveActivityCore"],
            path: "Tests/C/LiveActivitiesCTests", swiftSettings: settings),
        .target(
            name: "LiveActivityPlugin", dependencies: ["CLiveActivities", "CJansson", "JanssonCoding", "LiveActivityCore"],
            path: "Sources/C/LiveActivityPlugin", swiftSettings: settings),
    ]

/// Apple's module names, for code that says `import ActivityKit` or `import SwiftUI` and is to be compiled as it stands. They
/// exist on Linux only; on Apple's platforms Apple has them. No module may be called `os`: swift-argument-parser and others ask
/// `canImport(os)` and would take this module for Apple's.
///
/// The tests are compiled twice, as their language mode is part of what they test: `ActivityKitSwift5Tests` and
/// `WidgetKitSwift5Tests` are links to the same folders.
#if os(Linux)
let appleNamesModules = [
    "ActivityKit", "AlarmKit", "AppIntents", "AppleCombine", "AppleFoundation", "AppleLogging", "AppleUIKit", "BackgroundTasks",
    "Charts", "CoreLocation", "FoundationModels", "Intents", "StoreKit", "SwiftData", "SwiftUI", "UIKit",
    "UniformTypeIdentifiers", "UserNotifications", "WidgetKit",
]
let appleNamesProducts: [Product] = [
    .library(name: "AppleNames", targets: appleNamesModules), .library(name: "ProjectPreviews", targets: ["ProjectPreviews"]),
]
let appleNames: [Target] =
    [
        .macro(name: "PreviewMacros", path: "Sources/AppleNames/PreviewMacros", swiftSettings: settings),
        appleName("ActivityKit", ["ActivityKitClient", "AppleCombine", "AppleFoundation", "LiveActivityKit"]),
        // The file of LiveActivityClient that uses ActivityKit.
        .target(
            name: "ActivityKitClient", dependencies: ["LiveActivityClient", "LiveActivityKit"],
            path: "Sources/Client/LiveActivityClient", sources: onlyIOSClient, swiftSettings: settings),
        appleName("AlarmKit", ["ActivityKit", "LiveActivityUI"]),
        appleName("AppIntents", ["LiveActivityUI"]),
        appleName("AppleCombine"),
        appleName("AppleFoundation", ["LiveActivityCore"]),
        appleName("AppleLogging"),
        appleName("AppleUIKit", ["AppleFoundation", "LiveActivityUI"]),
        appleName("BackgroundTasks"),
        appleName("Charts", ["SwiftUI"]),
        appleName("CoreLocation"),
        appleName("FoundationModels", ["PreviewMacros"]),
        appleName("Intents"),
        appleName("StoreKit"),
        appleName("SwiftData", ["LiveActivityUI", "PreviewMacros", "SwiftUI"]),
        appleName(
            "SwiftUI",
            [
                "AppleCombine", "AppleFoundation", "AppleUIKit", "LiveActivityUI", "PreviewMacros", "UniformTypeIdentifiers",
                "UserNotifications",
            ]),
        appleName("UIKit", ["AppleUIKit", "UserNotifications"]),
        appleName("UniformTypeIdentifiers"),
        appleName("UserNotifications"),
        appleName("WidgetKit", ["AppIntents", "LiveActivityUI", "PreviewMacros"]),
        // What the program that `live-activities ios previews` builds for a project is made of.
        .target(
            name: "ProjectPreviews",
            dependencies: [
                "LiveActivities", "LiveActivityKit", "LiveActivitySurfaces", "LiveActivityViewTree", "PreviewRequests",
                "SwiftUI",
                "ValueInvention", "WidgetKit", .target(name: "LiveActivityPreview", condition: .when(traits: ["Preview"])),
            ], path: "Sources/Command/ProjectPreviews", swiftSettings: settings),
        .testTarget(
            name: "ProjectPreviewsTests",
            dependencies: [
                "ActivityKit", "IOSProjects", "LiveActivitySurfaces", "PreviewRequests", "ProjectPreviews", "SwiftUI",
                "WidgetKit",
                .target(name: "LiveActivityPreview", condition: .when(traits: ["Preview"])),
            ], path: "Tests/Command/ProjectPreviewsTests", swiftSettings: settings),
    ]
    + [
        .testTarget(
            name: "MainActorTests",
            dependencies: ["ActivityKit", "LiveActivitySurfaces", "LiveActivityTesting", "SwiftUI", "WidgetKit"],
            path: "Tests/AppleNames/MainActorTests", swiftSettings: [.defaultIsolation(MainActor.self)])
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
    // The checks of providers, which the C library has too: they need no runtime.
    .target(
        name: "LiveActivityConformance", dependencies: ["LiveActivityCore"], path: "Sources/Testing/LiveActivityConformance",
        swiftSettings: settings),
    .target(
        name: "LiveActivityTesting", dependencies: ["LiveActivityConformance", "LiveActivityCore", "LiveActivities"],
        path: "Sources/Testing/LiveActivityTesting", swiftSettings: settings),
    .target(
        name: "LiveActivityWidgetTesting", dependencies: ["LiveActivityCore", "LiveActivityLint", "LiveActivityTesting"],
        path: "Sources/Testing/LiveActivityWidgetTesting", swiftSettings: settings),
]

/// The package that `live-activities new plugin` writes. Scripts/check-packages builds and tests it.
let template: [Resource] = [
    "Package.swift", "README.md", "gitignore", "Sources/ErrandActivity/Errand.swift", "Sources/ErrandCommand/main.swift",
    "Sources/ErrandWidget/ErrandWidget.swift", "Sources/ErrandWidget/Localizable.xcstrings",
    "Tests/ErrandActivityTests/ErrandTests.swift", "Tests/ErrandWidgetTests/ErrandWidgetTests.swift",
].map { .embedInCode("Files/\($0)") }

/// The app that `live-activities new ios-app` writes. `ErrandKit` is built here too, and driven by a test.
let appTemplateFiles = [
    "README.md", "app-gitignore", "Errand.xcodeproj/project.pbxproj", "Errand/ErrandApp.swift", "Errand/AppInfo.plist",
    "Errand/Errand.entitlements", "ErrandWidgets/ErrandWidgets.swift", "ErrandWidgets/WidgetsInfo.plist",
    "ErrandKit/Package.swift",
    "ErrandKit/Sources/ErrandKit/ErrandAttributes.swift", "ErrandKit/Sources/ErrandKit/ErrandBackend.swift",
    "ErrandKit/Sources/ErrandKit/CancelErrandIntent.swift", "ErrandKit/Sources/ErrandKit/ErrandLink.swift",
]
let templates: [Target] = [
    .target(name: "PluginTemplateFiles", path: "Templates/Plugin", resources: template, swiftSettings: settings),
    .target(
        name: "IOSAppTemplate", path: "Templates/IOSApp",
        resources: appTemplateFiles.map { .embedInCode("Files/\($0)") }, swiftSettings: settings),
]
#if os(Linux)
let drivenAppTemplate: [Target] = [
    .target(
        name: "ErrandKit", dependencies: ["ActivityKit", "AppIntents", "LiveActivityClient"],
        path: "Templates/IOSApp/Files/ErrandKit/Sources/ErrandKit",
        swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
    .target(
        name: "ErrandActivity", dependencies: ["LiveActivityCore"],
        path: "Templates/Plugin/Files/Sources/ErrandActivity", swiftSettings: settings),
    .testTarget(
        name: "IOSAppTemplateTests",
        dependencies: [
            "ActivityKit", "ErrandActivity", "ErrandKit", "IOSAppTemplate", "IOSProjects", "LiveActivities",
            "LiveActivityClient", "LiveActivityCore",
            .target(name: "LiveActivityService", condition: .when(traits: ["Service"])),
            .target(name: "LiveActivityPush", condition: .when(traits: ["Service"])),
            .target(name: "LiveActivityPushTesting", condition: .when(traits: ["Service"])),
            service("Logging", "swift-log"), service("NIOSSL", "swift-nio-ssl"),
        ], path: "Tests/Command/IOSAppTemplateTests", swiftSettings: settings),
]
#else
let drivenAppTemplate: [Target] = []
#endif

/// A product of a package that only the trait `Service` needs.
func service(_ name: String, _ package: String) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: ["Service"]))
}

let http: [Target.Dependency] = [
    service("Hummingbird", "hummingbird"), service("HummingbirdCore", "hummingbird"),
    service("ServiceLifecycle", "swift-service-lifecycle"), service("AsyncHTTPClient", "async-http-client"),
    service("NIOCore", "swift-nio"), service("NIOPosix", "swift-nio"), service("NIOHTTPTypes", "swift-nio-extras"),
    service("NIOHTTPTypesHTTP1", "swift-nio-extras"),
    service("NIOHTTPCompression", "swift-nio-extras"), service("NIOHTTP1", "swift-nio"),
    service("NIOSSL", "swift-nio-ssl"), service("NIOTLS", "swift-nio"), service("NIOHTTP2", "swift-nio-http2"),
    service("NIOFoundationEssentialsCompat", "swift-nio"), service("HTTPTypes", "swift-http-types"),
    service("Crypto", "swift-crypto"), service("Logging", "swift-log"), service("Metrics", "swift-metrics"),
]

/// A runtime behind HTTP: the API, streams of changes, webhooks and the dashboard. Without the trait Service this module is
/// empty. The trait turns SQLite and Push on too.
let services: [Target] = [
    .target(
        name: "LiveActivityService",
        dependencies: [
            "LiveActivityCore", "LiveActivityJSON", "LiveActivities", "LiveActivityLint", "LiveActivitySealing",
            "LiveActivitySurfaces", "SystemLibraries", .target(name: "ServiceFiles", condition: .when(traits: ["Service"])),
            .target(name: "LiveActivityCluster", condition: .when(traits: ["Service"])),
            .target(name: "LiveActivitySQLite", condition: .when(traits: ["Service"])),
            .target(name: "LiveActivityPush", condition: .when(traits: ["Service"])),
            .target(name: "LiveActivityPreview", condition: .when(traits: ["Service"])),
        ] + http, path: "Sources/Service/LiveActivityService",
        exclude: ["Dashboard/Pages", "OpenAPI/openapi.json"], swiftSettings: settings),
    // The files that the module above leaves out, as data in C: a C compiler embeds them at once, Swift in 15 s.
    .target(name: "ServiceFiles", path: "Sources/Service/ServiceFiles"),
    .testTarget(
        name: "LiveActivityServiceTests",
        dependencies: [
            "LiveActivityService", "LiveActivityCore", "LiveActivityJSON", "LiveActivities", "LiveActivitySealing",
            "LiveActivitySurfaces", "LiveActivityTesting",
            .target(name: "LiveActivityCluster", condition: .when(traits: ["Service"])), "ServiceDriver", "DeliveryActivity",
            "DeliveryWidget", "MeditationTimerActivity", "SportsActivity", "WaitQueueActivity",
            .target(name: "LiveActivitySQLite", condition: .when(traits: ["Service"])),
            .target(name: "LiveActivityPush", condition: .when(traits: ["Service"])),
            .target(name: "LiveActivityPushTesting", condition: .when(traits: ["Service"])),
            service("NIOEmbedded", "swift-nio"),
        ] + http, path: "Tests/Service/LiveActivityServiceTests", swiftSettings: settings),
]

/// The processes that the service's benchmarks and fault tests start.
let serviceDriver: [Target] = [
    .executableTarget(
        name: "ServiceDriver",
        dependencies: [
            "LiveActivityService", "LiveActivities", "LiveActivityCore", "DeliveryActivity",
            .target(name: "LiveActivitySQLite", condition: .when(traits: ["Service"])), "LiveActivityLifecycle",
            "LiveActivityObservability", service("UnixSignals", "swift-service-lifecycle"),
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ] + http, path: "Tests/Service/ServiceDriver", swiftSettings: settings)
]

/// The command `live-activities`: a library for the kinds of any author, and that with the four plugins and a demo.
let command: [Target] = [
    // The JSON of a kind as a schema, vectors and types, and what changes of it break; for the command and for tests.
    .target(
        name: "LiveActivityContract", dependencies: ["LiveActivityCore", "LiveActivityLint", "ValueInvention"],
        path: "Sources/Command/LiveActivityContract", swiftSettings: settings),
    .target(
        name: "LiveActivitiesCLI",
        dependencies: [
            // Its headers have the version.
            "CLiveActivities",
            "LiveActivityContract", "LiveActivityCore", "LiveActivities", "LiveActivityLint", "LiveActivitySealing",
            "LiveActivitySurfaces", "SystemLibraries",
            .target(name: "LiveActivitySQLite", condition: .when(traits: ["SQLite"])),
            .target(name: "LiveActivityPreview", condition: .when(traits: ["Preview"])),
            .target(name: "CZlib", condition: .when(traits: ["Preview"])),
            .target(name: "LiveActivityPush", condition: .when(traits: ["Push"])),
            .target(name: "LiveActivityPushTesting", condition: .when(traits: ["Push"])),
            .target(name: "LiveActivityService", condition: .when(traits: ["Service"])),
            .target(name: "LiveActivityCluster", condition: .when(traits: ["Service"])),
            .target(name: "LiveActivityPostgres", condition: .when(traits: ["Postgres"])),
            service("ServiceLifecycle", "swift-service-lifecycle"), service("UnixSignals", "swift-service-lifecycle"),
            service("Logging", "swift-log"),
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ],
        path: "Sources/Command/LiveActivitiesCLI",
        resources: ["html", "css", "js"].map { .embedInCode("Storybook/Pages/storybook.\($0)") }, swiftSettings: settings),
    .executableTarget(
        name: "LiveActivitiesCommand",
        dependencies: [
            "IOSAppTemplate", "IOSProjects", "LiveActivitiesCLI", "LiveActivityCore", "LiveActivitySurfaces",
            "PluginTemplateFiles", "PreviewRequests",
            "DeliveryActivity", "DeliveryWidget",
            "MeditationTimerActivity", "MeditationTimerWidget", "RecordedData", "SealedActivity", "SealedWidget",
            "SportsActivity", "SportsWidget",
            "SystemLibraries", "WaitQueueActivity", "WaitQueueWidget",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ],
        path: "Sources/Command/LiveActivitiesCommand", swiftSettings: settings),
    .target(
        name: "IOSProjects", dependencies: ["LiveActivityViewTree", "PreviewRequests", "SystemLibraries"],
        path: "Sources/Command/IOSProjects", swiftSettings: settings),
    // These two are apart from IOSProjects and LiveActivityContract, which the program that draws a project's previews would
    // compile for a minute and a half.
    .target(name: "ValueInvention", path: "Sources/Command/ValueInvention", swiftSettings: settings),
    .target(
        name: "PreviewRequests", dependencies: ["SystemLibraries"], path: "Sources/Command/PreviewRequests",
        swiftSettings: settings),
    .testTarget(
        name: "IOSProjectsTests", dependencies: ["IOSProjects", "PreviewRequests"], path: "Tests/Command/IOSProjectsTests",
        exclude: ["Pizza"],
        swiftSettings: settings),
    // Recorded input for the demo and for the tests of plugins. It is embedded, so that the command works in any folder.
    .target(
        name: "RecordedData", dependencies: ["LiveActivityCore", "SportsActivity"], path: "Examples/Data",
        exclude: ["LICENSE-touringplans.txt", "README.md", "day.jsonl"],
        resources: [.embedInCode("worldcup-2022.json"), .embedInCode("ride-wait-toy-story-mania.csv")],
        swiftSettings: settings),
    // A user's program that calls every public command, for Scripts/test-doors.
    .executableTarget(
        name: "Doors",
        dependencies: [
            "LiveActivityCore", "LiveActivities", "LiveActivityKit",
            .target(name: "LiveActivityCluster", condition: .when(traits: ["Service"])),
        ], path: "Tests/Doors/Consumer", swiftSettings: settings),
    .testTarget(
        name: "LiveActivitiesCommandTests",
        dependencies: [
            "IOSProjects", "LiveActivitiesCLI", "LiveActivitiesCommand", "LiveActivities", "LiveActivityContract",
            "LiveActivityCore", "LiveActivitySQLite",
            "LiveActivityTesting", "LiveActivityLint", "LiveActivitySurfaces", "MeditationTimerActivity", "DeliveryActivity",
            "SportsActivity",
            .target(name: "LiveActivityPreview", condition: .when(traits: ["Preview"])),
            .target(name: "LiveActivityPush", condition: .when(traits: ["Push"])),
            .target(name: "LiveActivityPushTesting", condition: .when(traits: ["Push"])),
            .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
        ], path: "Tests/Command/LiveActivitiesCommandTests", swiftSettings: settings),
]

let examples: [Target] = [
    .executableTarget(
        name: "FirstActivity", dependencies: ["LiveActivities", "DeliveryActivity"], path: "Examples/FirstActivity",
        exclude: ["expected.txt"], swiftSettings: settings),
    .executableTarget(
        name: "FirstPlugin", dependencies: ["LiveActivityCore", "LiveActivityTesting"], path: "Examples/FirstPlugin",
        exclude: ["expected.txt"], swiftSettings: settings),
    .target(
        name: "SwiftPlugin", dependencies: ["CLiveActivities", "LiveActivityPlugin", "MeditationTimerActivity"],
        path: "Examples/SwiftPlugin", swiftSettings: settings),
    .executableTarget(
        name: "Benchmarks",
        dependencies: [
            "LiveActivityCore", "LiveActivities", "LiveActivityLint", "LiveActivitySurfaces", "LiveActivityTesting",
            "DeliveryActivity", "DeliveryWidget",
            .target(name: "LiveActivitySQLite", condition: .when(traits: ["SQLite"])),
            .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
            .product(name: "GRDBSQLite", package: "GRDB.swift", condition: .when(traits: ["SQLite"])),
            .target(name: "LiveActivityPreview", condition: .when(traits: ["Preview"])),
            .target(name: "LiveActivityPush", condition: .when(traits: ["Push"])),
            .target(name: "LiveActivityPushTesting", condition: .when(traits: ["Push"])), "SportsActivity",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ],
        path: "Benchmarks", exclude: ["README.md", "C", "Cluster", "Costs", "Service", "costs.txt"], swiftSettings: settings),
    // What Scripts/costs counts, in a reduced package.
    .executableTarget(
        name: "Costs",
        dependencies: [
            "LiveActivityCore", "LiveActivities", "LiveActivityCluster", "LiveActivityTesting", "DeliveryActivity",
            .target(name: "LiveActivityPush", condition: .when(traits: ["Push"])),
            .target(name: "LiveActivityService", condition: .when(traits: ["Service"])),
            service("HTTPTypes", "swift-http-types"), service("HummingbirdCore", "hummingbird"),
            service("Logging", "swift-log"),
            service("NIOCore", "swift-nio"), service("NIOEmbedded", "swift-nio"), service("NIOHTTP1", "swift-nio"),
        ], path: "Benchmarks/Costs", exclude: ["costs.py"], swiftSettings: settings),
]

let domains = ["Delivery", "MeditationTimer", "Sports", "WaitQueue"]

/// The plugins, and what their widgets share.
let plugins: [Target] =
    [
        .target(
            name: "PluginCards", dependencies: ["LiveActivityUI"], path: "Plugins/Shared/Cards", swiftSettings: settings)
    ] + domains.flatMap { plugin($0) } + plugin("Sealed")
    // The example of Plugins/README.md.
    + plugin("ParkingPlugin", in: "Examples", named: "Parking")

/// Scripts set this to a list of targets: of tests for the sanitizers, the macro and the optimised build, and of programs. The
/// package then has these targets and those they need: SwiftPM builds every test of a package, also those that `--filter` leaves
/// out, and a build with other options cannot share the others' files.
let onlyTests = Context.environment["LIVE_ACTIVITIES_TESTS"]?.split(separator: ",").map(String.init)

/// `Scripts/fuzz` sets this: the package then has the fuzzers, and what they need.
let isFuzzed = Context.environment["LIVE_ACTIVITIES_FUZZ"] != nil

/// The fuzzers of `Tests/Fuzz`. They need a compiler flag that only a whole build can have, so nothing else builds them.
let fuzzers: [Target] = [
    .executableTarget(
        name: "Fuzz",
        dependencies: [
            "CJansson", "CLiveActivities", "IOSProjects", "JanssonCoding", "LiveActivitiesC", "LiveActivitiesCLI",
            "LiveActivityContract",
            "LiveActivities",
            "LiveActivityCluster", "LiveActivityCore", "LiveActivityPreview", "LiveActivityPush", "LiveActivityService",
            "LiveActivitySQLite", "LiveActivitySurfaces", "LiveActivityTesting", "LiveActivityUI", "LiveActivityViewTree",
            .product(name: "GRDBSQLite", package: "GRDB.swift"), .product(name: "Logging", package: "swift-log"),
        ] + domains.flatMap { [.target(name: "\($0)Activity"), .target(name: "\($0)Widget")] },
        path: "Tests/Fuzz",
        swiftSettings: settings + [.enableExperimentalFeature("Extern")])
]

func reduced(_ targets: [Target]) -> [Target] {
    guard var names = isFuzzed ? ["Fuzz"] : onlyTests else { return targets }
    let named = Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0) })
    var reached: Set<String> = []
    while let name = names.popLast() {
        guard let target = named[name] else { fatalError("LIVE_ACTIVITIES_TESTS: there is no target '\(name)'") }
        guard reached.insert(name).inserted else { continue }
        names += target.dependencies.compactMap { dependency -> String? in
            switch dependency {
            case .targetItem(let name, _), .byNameItem(let name, _): name
            default: nil
            }
        }
    }
    return targets.filter { reached.contains($0.name) }
}

let products: [Product] =
    [
        .library(name: "LiveActivityCore", targets: ["LiveActivityCore"]),
        .library(name: "LiveActivities", targets: ["LiveActivities"]),
        .library(name: "LiveActivityKit", targets: ["LiveActivityKit"]),
        .library(name: "LiveActivitySQLite", targets: ["LiveActivitySQLite"]),
        .library(name: "LiveActivityObservability", targets: ["LiveActivityObservability"]),
        .library(name: "LiveActivityLifecycle", targets: ["LiveActivityLifecycle"]),
        .library(name: "LiveActivitySealing", targets: ["LiveActivitySealing"]),
        .library(name: "LiveActivityPush", targets: ["LiveActivityPush"]),
        .library(name: "LiveActivityPushTesting", targets: ["LiveActivityPushTesting"]),
        .library(name: "LiveActivityCluster", targets: ["LiveActivityCluster"]),
        .library(name: "LiveActivityPostgres", targets: ["LiveActivityPostgres"]),
        .library(name: "LiveActivityService", targets: ["LiveActivityService"]),
        .library(name: "LiveActivityClient", targets: ["LiveActivityClient"]),
        .library(name: "LiveActivityMacros", targets: ["LiveActivityMacros"]),
        .library(name: "LiveActivityTesting", targets: ["LiveActivityTesting"]),
        .library(name: "LiveActivityWidgetTesting", targets: ["LiveActivityWidgetTesting"]),
        .library(name: "PluginCards", targets: ["PluginCards"]),
        .library(name: "LiveActivityViewTree", targets: ["LiveActivityViewTree"]),
        .library(name: "LiveActivityUI", targets: ["LiveActivityUI"]),
        .library(name: "LiveActivitySurfaces", targets: ["LiveActivitySurfaces"]),
        .library(name: "LiveActivityLint", targets: ["LiveActivityLint"]),
        .library(name: "LiveActivityPreview", targets: ["LiveActivityPreview"]),
        .library(name: "LiveActivityContract", targets: ["LiveActivityContract"]),
        .library(name: "LiveActivitiesCLI", targets: ["LiveActivitiesCLI"]),
        .executable(name: "live-activities", targets: ["LiveActivitiesCommand"]),
        .library(name: "live_activities", type: .dynamic, targets: ["LiveActivitiesC"]),
        .library(name: "LiveActivityPlugin", targets: ["LiveActivityPlugin"]),
        .library(name: "meditation_timer_plugin", type: .dynamic, targets: ["SwiftPlugin"]),
    ]
    + (domains + ["Sealed"]).flatMap { domain -> [Product] in
        [
            .library(name: "\(domain)Activity", targets: ["\(domain)Activity"]),
            .library(name: "\(domain)Widget", targets: ["\(domain)Widget"]),
        ]
    } + appleNamesProducts

let targets = reduced(
    system + core + host + runtime + sealing + pushes + cluster + client + macros + views + c + appleNames + testing + services
        + serviceDriver + templates + drivenAppTemplate + command + examples + plugins
        + (isFuzzed ? fuzzers : []))

/// `live-activities ios` sets this: it compiles the modules that a project needs before it can say anything about the first
/// project, and the optimiser would take two thirds of that time.
let isIOSHost = Context.environment["LIVE_ACTIVITIES_IOS_HOST"] != nil

/// The modules that it optimises nevertheless: those with the layout and with loops over pixels.
let drawingModules: Set = ["LiveActivityPreview", "LiveActivityViewTree", "SwiftUI"]

if isIOSHost {
    for target in targets where target.type == .regular && !drawingModules.contains(target.name) {
        target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Onone"])]
    }
}

let packages: [(name: String, url: String, version: Version)] = [
    ("swift-nio", "https://github.com/apple/swift-nio", "2.101.2"),
    ("swift-nio-extras", "https://github.com/apple/swift-nio-extras", "1.35.2"),
    ("swift-nio-http2", "https://github.com/apple/swift-nio-http2", "1.46.0"),
    ("swift-nio-ssl", "https://github.com/apple/swift-nio-ssl", "2.37.6"),
    ("swift-crypto", "https://github.com/apple/swift-crypto", "4.5.2"),
    ("Yams", "https://github.com/jpsim/Yams", "6.2.2"),
    ("swift-syntax", "https://github.com/swiftlang/swift-syntax", "603.0.1"),
    ("swift-argument-parser", "https://github.com/apple/swift-argument-parser", "1.8.2"),
    ("GRDB.swift", "https://github.com/groue/GRDB.swift", "7.10.0"),
    ("swift-log", "https://github.com/apple/swift-log", "1.16.2"),
    ("swift-metrics", "https://github.com/apple/swift-metrics", "2.13.0"),
    ("swift-distributed-tracing", "https://github.com/apple/swift-distributed-tracing", "1.7.3"),
    ("hummingbird", "https://github.com/hummingbird-project/hummingbird", "2.28.1"),
    ("async-http-client", "https://github.com/swift-server/async-http-client", "1.37.0"),
    ("swift-http-types", "https://github.com/apple/swift-http-types", "1.8.0"),
    ("swift-service-lifecycle", "https://github.com/swift-server/swift-service-lifecycle", "2.13.0"),
]

/// A reduced package depends on nothing that its targets do not use.
@MainActor func isNeeded(_ package: String) -> Bool {
    onlyTests == nil && !isFuzzed
        || targets.contains { target in
            target.dependencies.contains { if case .productItem(_, package, _, _) = $0 { true } else { false } }
        }
}

let package = Package(
    name: "swift-live-activities",
    // LiveActivityClient is for iOS; ActivityKit has push-to-start tokens since 17.2.
    platforms: [.macOS(.v15), .iOS("17.2")],
    products: onlyTests == nil && !isFuzzed
        ? products
        : targets.contains { $0.name == "LiveActivitiesCommand" }
            // Tests of the command run the program.
            ? [.executable(name: "live-activities", targets: ["LiveActivitiesCommand"])] : [],
    traits: [
        .trait(name: "SQLite", description: "LiveActivitySQLite, a durable store in one file, and the command's --store."),
        .trait(name: "Preview", description: "LiveActivityPreview, pictures of every surface, and the command's render."),
        .trait(name: "Observability", description: "LiveActivityObservability: logs, metrics and traces of a runtime."),
        .trait(name: "Lifecycle", description: "LiveActivityLifecycle: a runtime as a Service of swift-service-lifecycle."),
        .trait(
            name: "Push", description: "LiveActivityPush: pushes to APNs and FCM; LiveActivityPushTesting; the command's seal."),
        .trait(
            name: "PushFiles", description: "PushConfiguration, a YAML file; the command's push, plan, why and run --push.",
            enabledTraits: ["Push"]),
        .trait(
            name: "Service", description: "LiveActivityService: HTTP, streams, webhooks, the dashboard; the command's serve.",
            enabledTraits: ["SQLite", "PushFiles"]),
        .trait(name: "Cluster", description: "LiveActivityCluster's partitions on NATS JetStream; needs libnats."),
        .trait(name: "Postgres", description: "LiveActivityPostgres: a cluster's partitions in PostgreSQL; needs libpq."),
        .trait(name: "Macros", description: "LiveActivityMacros: @ActivityJSON, which writes JSONReadable and JSONWritable."),
    ],
    dependencies: packages.filter { isNeeded($0.name) }.map { .package(url: $0.url, from: $0.version) },
    targets: targets
)
