import Foundation

/// The project's own modules that its Live Activities may import: targets of Swift packages in its folder, and frameworks of
/// its Xcode projects.
struct ProjectModules {
    /// The sources of each module, by its name.
    private let sources: [String: [URL]]

    /// - Parameters:
    ///   - manifests: Each `Package.swift`.
    ///   - frameworks: The framework targets.
    init(manifests: [URL], frameworks: [XcodeTarget]) {
        var sources: [String: [URL]] = [:]
        for manifest in manifests {
            for (module, folder) in Self.targets(of: manifest) where sources[module] == nil {
                let files = FileTree.files(in: folder).filter { $0.pathExtension == "swift" }
                if !files.isEmpty { sources[module] = files.sorted { $0.path < $1.path } }
            }
        }
        for target in frameworks where sources[target.moduleName] == nil && !target.sources.isEmpty {
            sources[target.moduleName] = target.sources
        }
        self.sources = sources
    }

    /// A cache of the files that were read, because units share modules.
    private final class Read { var files: [URL: SwiftFile] = [:] }
    private let known = Read()

    private func read(_ sources: [URL]) throws(IOSProjectError) -> [SwiftFile] {
        try sources.map { (url) throws(IOSProjectError) in
            if let file = known.files[url] { return file }
            let file = try SwiftFile(url)
            known.files[url] = file
            return file
        }
    }

    /// The modules that units import, transitively, each as a unit with the files that are needed.
    ///
    /// They are in dependency order, and otherwise sorted by name.
    ///
    /// - Parameter extent: The files of the modules, which are partial units unless all needed files are compiled.
    func units(
        importedBy units: [IOSProject.Unit], extent: IOSProject.Unit.Extent = .whole
    ) throws(IOSProjectError) -> [IOSProject.Unit] {
        var found: [IOSProject.Unit] = []
        var users = units.flatMap(\.files)
        // Each round adds a module or a file of a module, so the loop ends.
        while true {
            let imported = users.reduce(into: Set<String>()) { $0.formUnion($1.imports) }.sorted()
            var now: [IOSProject.Unit] = []
            for module in imported {
                guard let sources = sources[module] else { continue }
                let files = try read(sources)
                let own = Set(files.map(\.url))
                let importing = users.filter { $0.imports.contains(module) && !own.contains($0.url) }
                guard !importing.isEmpty else { continue }
                var needed = IOSProject.needed(by: importing, of: files, rounds: extent == .whole ? .max : 1)
                if extent == .core { needed = Self.core(of: needed, in: files) }
                now.append(IOSProject.Unit(name: module, role: .module, files: needed, extent: extent))
            }
            if extent != .whole { return Self.sorted(now.filter { !$0.files.isEmpty }) }
            if now.flatMap(\.files).count == found.flatMap(\.files).count { break }
            found = now
            users = (units + found).flatMap(\.files)
        }
        return Self.sorted(found)
    }

    /// The files about Live Activities, with the files that declare their types.
    private static func core(of needed: [SwiftFile], in files: [SwiftFile]) -> [SwiftFile] {
        let about = Set(needed.filter(\.isAboutLiveActivities).map(\.url))
        let used = files.reduce(into: Set<String>()) { if about.contains($1.url) { $0.formUnion($1.names) } }
        return files.filter { about.contains($0.url) || !$0.topLevel.isDisjoint(with: used) }
    }

    private static func sorted(_ units: [IOSProject.Unit]) -> [IOSProject.Unit] {
        var (done, sorted): (Set<String>, [IOSProject.Unit]) = ([], [])
        func add(_ unit: IOSProject.Unit) {
            // Marked before its imports are visited, so that modules that import each other do not cause infinite recursion.
            guard done.insert(unit.name).inserted else { return }
            let imports = unit.files.reduce(into: Set<String>()) { $0.formUnion($1.imports) }
            for other in units where imports.contains(other.name) { add(other) }
            sorted.append(unit)
        }
        units.forEach(add)
        return sorted
    }

    /// The targets of a package with the folders of their sources. The manifest is not executed; it is scanned for names.
    private static func targets(of manifest: URL) -> [(module: String, folder: URL)] {
        guard let text = try? String(contentsOf: manifest, encoding: .utf8) else { return [] }
        let root = manifest.deletingLastPathComponent()
        let matches = text.matches(of: /\.(?:target|executableTarget|testTarget)\(\s*name:\s*"([^"]+)"/)
        let made = calls(in: text).map { ($0, root.appending(path: "Sources/\($0)").standardizedFileURL) }
        return matches.enumerated().map { index, match in
            let end = index + 1 < matches.count ? matches[index + 1].range.lowerBound : text.endIndex
            let path = text[match.range.upperBound..<end].firstMatch(of: /\bpath:\s*"([^"]+)"/)
            let folder = path.map { String($0.1) } ?? "Sources/\(match.1)"
            return (String(match.1), root.appending(path: folder).standardizedFileURL)
        } + made
    }

    /// The names of targets that functions of a manifest make: `module("Core", [])`.
    private static func calls(in text: String) -> [String] {
        let functions = text.matches(of: /\bfunc\s+(\w+)\s*\([^{]*->\s*\[?(?:PackageDescription\.)?Target\]?\s*\{/)
        return functions.flatMap { function in
            let call = try? Regex("\\b\(function.1)\\(\\s*(?:\\w+:\\s*)?\"([^\"]+)\"", as: (Substring, Substring).self)
            return call.map { text.matches(of: $0).map { String($0.output.1) } } ?? []
        }
    }
}
