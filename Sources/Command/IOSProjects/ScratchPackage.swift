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
    /// The text of each copy that lists its file's previews.
    let listings: [URL: String]
    /// The functions that list the previews of each unit.
    private let functions: [[String]]

    /// Where it is built, with optimised code.
    var buildFolder: URL { folder.appending(path: ".build-O") }

    /// Whether a unit has anything to draw.
    func hasPreviews(_ unit: Int) -> Bool { !functions[unit].isEmpty }

    /// Writes the package.
    ///
    /// - Parameters:
    ///   - folder: Where; it is made if there is none.
    ///   - package: The folder of swift-live-activities.
    ///   - missing: Modules that are imported and do not exist here. An empty one of each is made, because the compiler looks at nothing
    ///     else in a module with an import that it cannot find.
    package init(_ project: IOSProject, in folder: URL, package: URL, missing: Set<String> = []) throws(IOSProjectError) {
        try self.init(project, in: folder, package: package, missing: missing, isolation: [], previews: nil)
    }

    /// - Parameters:
    ///   - isolation: What isolation the copies get besides what their authors wrote.
    ///   - previews: What is drawn; `nil` for a package that is only compiled.
    init(
        _ project: IOSProject, in folder: URL, package: URL, missing: Set<String>, isolation: Isolation, previews: PreviewPlan?
    ) throws(IOSProjectError) {
        let folder = folder.standardizedFileURL
        guard !(folder.path + "/").hasPrefix(project.folder.path + "/") else { throw .scratchInside(folder) }
        self.folder = folder
        var (origins, modules, taken): ([String: URL], [String], Set<String>) = ([:], [], [])
        let sources = folder.appending(path: "Sources")
        var kept: Set<String> = []
        // Modules of one name in two packages are an error of the package manager.
        let theirs = (try? String(contentsOf: package.appending(path: "Package.swift"), encoding: .utf8)) ?? ""
        var (listings, functions): ([URL: String], [[String]]) = ([:], [])
        for unit in project.units {
            functions.append([])
            var module = Self.moduleName(unit.name)
            if unit.role != .module, theirs.contains("\"\(module)\"") { module = "App_" + module }
            while !taken.insert(module).inserted { module += "_" }
            modules.append(module)
            var names: Set<String> = []
            let managers =
                previews?.isDriven == true
                ? try Self.managers(of: unit) { listings[$0] != nil || previews?.excluded.contains($0) == true } : nil
            for file in unit.files where previews?.excluded.contains(file.url) != true {
                var path = Self.path(of: file.url, in: project.folder)
                // Two files of one name would give one object file.
                while !names.insert(path.split(separator: "/").last?.lowercased() ?? "").inserted {
                    path = path.dropLast(".swift".count) + "_.swift"
                }
                let copy = sources.appending(path: module).appending(path: path)
                let function = "liveActivitiesPreviews_\(module)_\(functions[functions.count - 1].count)"
                if let previews, listings[file.url] == nil,
                    let listing = try Self.listing(of: file.url, in: function, previews, managers)
                {
                    try Self.write(Self.adapted(listing, of: unit, isolation), to: copy)
                    listings[file.url] = listing
                    functions[functions.count - 1].append(function)
                } else {
                    try Self.write(Self.adapted(Self.text(of: file.url), of: unit, isolation), to: copy)
                }
                origins[copy.standardizedFileURL.path] = file.url
            }
        }
        for (unit, module) in zip(project.units, modules) where !AssetNames(project.assets).isEmpty {
            let symbols = sources.appending(path: module).appending(path: "GeneratedAssetSymbols.swift")
            try Self.write(AssetNames(project.assets).symbols(beside: unit.files), to: symbols)
            kept.insert(symbols.standardizedFileURL.path)
        }
        for (unit, module) in zip(project.units, modules) {
            guard
                let declarations = StandIns.declarations(
                    for: unit.files, isPackage: unit.role == .module, isDrawn: previews != nil)
            else { continue }
            let file = sources.appending(path: module).appending(path: "StandIns.swift")
            try Self.write(declarations, to: file)
            kept.insert(file.standardizedFileURL.path)
        }
        for module in missing {
            let empty = sources.appending(path: module).appending(path: "Empty.swift")
            try Self.write("", to: empty)
            kept.insert(empty.standardizedFileURL.path)
        }
        let drawn = previews?.drawn ?? []
        for (path, text) in drawn.isEmpty ? [] : Self.program(drawn.map { (modules[$0], functions[$0]) }) {
            try Self.write(text, to: sources.appending(path: path))
            kept.insert(sources.appending(path: path).standardizedFileURL.path)
        }
        // What an earlier check of another state of the project left would be compiled with the rest.
        for file in FileTree.files(in: sources) where origins[file.path] == nil && !kept.contains(file.path) {
            try? FileManager.default.removeItem(at: file)
        }
        (self.origins, self.modules, self.listings, self.functions) = (origins, modules, listings, functions)
        let manifest = Manifest(
            units: project.units, modules: modules, package: package, missing: missing.sorted(),
            drawn: drawn.map { modules[$0] },
            hasPreviews: previews != nil, isolatesViews: isolation.contains(.isolatesViews))
        try Self.write(manifest.text, to: folder.appending(path: "Package.swift"))
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

    /// The managers of a unit, but for those in files that are left out.
    static func managers(
        of unit: IOSProject.Unit, without isLeftOut: (URL) -> Bool = { _ in false }
    ) throws(IOSProjectError) -> ManagerSource {
        let files = unit.files.filter { !isLeftOut($0.url) }
        return ManagerSource(try files.map { (file) throws(IOSProjectError) in (file.url, try text(of: file.url)) })
    }

    /// A file's text with the list of its previews, or of its managers; `nil` if it has none.
    private static func listing(
        of file: URL, in function: String, _ plan: PreviewPlan, _ managers: ManagerSource?
    ) throws(IOSProjectError) -> String? {
        if let managers { return managers.listing(of: file, in: function, without: plan.left[file] ?? []) }
        let source = PreviewSource(try text(of: file))
        guard !source.isEmpty else { return nil }
        return source.listing(in: function, file: file.lastPathComponent, without: plan.left[file] ?? [])
    }

    /// The files of the program that draws.
    ///
    /// Its clock stands still: every run shows the same times, so that two runs can be compared.
    private static func program(_ units: [(module: String, functions: [String])]) -> [(path: String, text: String)] {
        let main = """
            import ProjectPreviews
            \(units.map { "import \($0.module)" }.joined(separator: "\n"))

            let list = PreviewList()
            \(units.flatMap(\.functions).map { "\($0)(list)" }.joined(separator: "\n"))
            await PreviewProgram.run(list)

            """
        let clock = """
            #define _GNU_SOURCE
            #include <stdlib.h>
            #include <sys/syscall.h>
            #include <time.h>
            #include <unistd.h>

            int clock_gettime(clockid_t clock, struct timespec *time) {
                const char *at = getenv("LIVE_ACTIVITIES_AT");
                if (clock != CLOCK_REALTIME || !at) return syscall(SYS_clock_gettime, clock, time);
                time->tv_sec = atoll(at);
                time->tv_nsec = 0;
                return 0;
            }

            """
        return [
            ("\(PreviewPlan.program)/main.swift", main), ("FixedClock/clock.c", clock), ("FixedClock/include/clock.h", ""),
        ]
    }

    private static func adapted(_ text: String, of unit: IOSProject.Unit, _ isolation: Isolation) -> String {
        let text = StandIns.withoutObjectiveC(StandIns.withNamedSelectors(StandIns.asOniOS(text)))
        if unit.isolatesToMainActor { return isolation.contains(.freesValues) ? StandIns.withNonisolatedValues(text) : text }
        return isolation.contains(.isolatesViews) ? StandIns.withIsolatedViews(text) : text
    }

    private static func text(of file: URL) throws(IOSProjectError) -> String {
        do { return try String(contentsOf: file, encoding: .utf8) } catch {
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
