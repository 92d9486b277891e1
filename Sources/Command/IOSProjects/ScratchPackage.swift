package import Foundation

/// A package outside an iOS project, with copies of its sources, that is compiled against Apple's names.
///
/// A file that has not changed keeps its date, so that a second check compiles only what is new.
package struct ScratchPackage {
    /// Its folder.
    package let folder: URL
    /// Where each copy comes from, by the path of the copy.
    package let origins: [String: URL]
    /// The module of each unit of the project, in order.
    package let modules: [String]

    /// Writes the package.
    ///
    /// - Parameters:
    ///   - folder: Where; it is made if there is none.
    ///   - package: The folder of swift-live-activities.
    ///   - missing: Modules that are imported and do not exist here. An empty one of each is made, because the compiler looks at nothing
    ///     else in a module with an import that it cannot find.
    package init(_ project: IOSProject, in folder: URL, package: URL, missing: Set<String> = []) throws(IOSProjectError) {
        let folder = folder.standardizedFileURL
        guard !(folder.path + "/").hasPrefix(project.folder.path + "/") else { throw .scratchInside(folder) }
        self.folder = folder
        var (origins, modules, taken): ([String: URL], [String], Set<String>) = ([:], [], [])
        let sources = folder.appending(path: "Sources")
        var kept: Set<String> = []
        for unit in project.units {
            var module = Self.moduleName(unit.name)
            while !taken.insert(module).inserted { module += "_" }
            modules.append(module)
            for file in unit.files {
                let copy = sources.appending(path: module).appending(path: Self.path(of: file.url, in: project.folder))
                try Self.copy(file.url, to: copy)
                origins[copy.standardizedFileURL.path] = file.url
            }
        }
        for (unit, module) in zip(project.units, modules) where !project.assets.isEmpty {
            let symbols = sources.appending(path: module).appending(path: "GeneratedAssetSymbols.swift")
            try Self.write(project.assets.symbols(beside: unit.files), to: symbols)
            kept.insert(symbols.standardizedFileURL.path)
        }
        for module in missing {
            let empty = sources.appending(path: module).appending(path: "Empty.swift")
            try Self.write("", to: empty)
            kept.insert(empty.standardizedFileURL.path)
        }
        // What an earlier check of another state of the project left would be compiled with the rest.
        for file in FileTree.files(in: sources) where origins[file.path] == nil && !kept.contains(file.path) {
            try? FileManager.default.removeItem(at: file)
        }
        (self.origins, self.modules) = (origins, modules)
        try Self.write(
            Self.manifest(project.units, modules, package, missing.sorted()), to: folder.appending(path: "Package.swift"))
    }

    /// The name of a module for a target's name: other characters become underscores, as in Xcode.
    static func moduleName(_ target: String) -> String {
        let name = String(target.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
        // A module must not be named like one of the system's or like one with Apple's names.
        let reserved: Set = ["ActivityKit", "WidgetKit", "SwiftUI", "UIKit", "Foundation", "Swift", "Sources"]
        return name.first?.isLetter == true && !reserved.contains(name) ? name : "App_" + name
    }

    private static func path(of file: URL, in root: URL) -> String {
        let (path, base) = (file.path, root.path + "/")
        // A file beside the project's root, which a project may name by `../`.
        guard path.hasPrefix(base) else { return "outside/" + path.split(separator: "/").joined(separator: "_") }
        return String(path.dropFirst(base.count))
    }

    private static func manifest(_ units: [IOSProject.Unit], _ modules: [String], _ package: URL, _ missing: [String]) -> String
    {
        let empty = missing.map { "\"\($0)\", " }.joined()
        let targets = zip(units, modules).map { (unit, module) in
            """
                    .target(
                        name: "\(module)", dependencies: [\(empty).product(name: "AppleNames", package: "swift-live-activities")],
                        swiftSettings: [
                            .swiftLanguageMode(.v\(unit.languageMode)),\(unit.isolatesToMainActor ? " .defaultIsolation(MainActor.self)," : "")
                            .unsafeFlags([
                                "-module-alias", "os=AppleLogging", "-module-alias", "Combine=AppleCombine", "-continue-building-after-errors",
                            ]),
                        ])
            """
        }
        let all = targets + missing.map { "        .target(name: \"\($0)\")" }
        return """
            // swift-tools-version: 6.2
            // Written by live-activities ios check. Changes are overwritten.
            import PackageDescription

            let package = Package(
                name: "ios-check", platforms: [.macOS(.v15)],
                dependencies: [.package(name: "swift-live-activities", path: \(quoted(package.path)))],
                targets: [
            \(all.joined(separator: ",\n"))
                ])

            """
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    private static func copy(_ file: URL, to place: URL) throws(IOSProjectError) {
        do { try write(Data(contentsOf: file), to: place) } catch let error as IOSProjectError { throw error } catch {
            throw .unreadable(file, error.localizedDescription)
        }
    }

    private static func write(_ text: String, to file: URL) throws(IOSProjectError) { try write(Data(text.utf8), to: file) }

    private static func write(_ data: Data, to file: URL) throws(IOSProjectError) {
        if (try? Data(contentsOf: file)) == data { return }
        do {
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try data.write(to: file, options: .atomic)
        } catch {
            throw .unwritable(file, error.localizedDescription)
        }
    }
}
