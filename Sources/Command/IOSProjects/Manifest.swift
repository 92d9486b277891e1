import Foundation

/// The manifest of a scratch package.
struct Manifest {
    let units: [IOSProject.Unit]
    let modules: [String]
    /// The folder of swift-live-activities.
    let package: URL
    /// Empty modules in place of those that are not here.
    let missing: [String]
    /// The modules whose previews are drawn; there is no program if there are none.
    let drawn: [String]
    /// Whether the modules list their previews.
    let hasPreviews: Bool
    /// Whether views are isolated to the main actor.
    let isolatesViews: Bool

    var text: String {
        var targets = zip(units, modules).map(target)
        targets += missing.map { "        .target(name: \"\($0)\")" }
        if !drawn.isEmpty {
            let names = (["FixedClock"] + drawn).map { "\"\($0)\", " }.joined()
            targets.append("        .target(name: \"FixedClock\")")
            targets.append(
                """
                        .executableTarget(
                            name: "\(PreviewPlan.program)",
                            dependencies: [\(names).product(name: "ProjectPreviews", package: "swift-live-activities")])
                """)
        }
        return """
            // swift-tools-version: 6.2
            // Written by live-activities ios. Changes are overwritten.
            import PackageDescription

            let package = Package(
                name: "ios-check", platforms: [.macOS(.v15)],
                dependencies: [.package(name: "swift-live-activities", path: \(quoted(package.path)), traits: ["Preview"])],
                targets: [
            \(targets.joined(separator: ",\n"))
                ])

            """
    }

    /// What `import Foundation` also brings on iOS.
    private static let implied = ["AppleCombine", "AppleFoundation", "FoundationNetworking", "Observation"]

    private func target(_ unit: IOSProject.Unit, _ module: String) -> String {
        // A project's own module is compiled as the one that its files import.
        let imported = unit.files.reduce(into: Set<String>()) { $0.formUnion($1.imports) }
        let own = zip(units, modules).filter { $0.0.role == .module && $0.1 != module && imported.contains($0.1) }.map(\.1)
        let empty = (own + missing).map { "\"\($0)\", " }.joined()
        let products = (["AppleNames"] + (hasPreviews ? ["ProjectPreviews"] : [])).map {
            ".product(name: \"\($0)\", package: \"swift-live-activities\")"
        }
        // A file with @main would give every module the same function `main`. Where a large view uses a name that is missing, the compiler
        // would try its other expressions for ten minutes.
        return """
                    .target(
                        name: "\(module)", dependencies: [\(empty)\(products.joined(separator: ", "))],
                        swiftSettings: [
                            .swiftLanguageMode(.v\(unit.languageMode)),\(unit.isolatesToMainActor ? " .defaultIsolation(MainActor.self)," : "")\(isolatesViews ? " .enableUpcomingFeature(\"InferIsolatedConformances\")," : "")
                            .unsafeFlags([
                                "-module-alias", "os=AppleLogging", "-module-alias", "Combine=AppleCombine", "-continue-building-after-errors",
                                \(Self.implied.map { "\"-Xfrontend\", \"-import-module\", \"-Xfrontend\", \"\($0)\"" }.joined(separator: ", ")),
                                "-Xfrontend", "-solver-expression-time-threshold=20", "-Xfrontend", "-entry-point-function-name", "-Xfrontend", "\(module)_main",
                            ]),
                        ])
            """
    }

    private func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
