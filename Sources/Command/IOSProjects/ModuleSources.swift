import Foundation

/// The files of a unit in compiled form: copies in the build folder that are adapted to this package's modules.
struct ModuleSources {
    /// The unit from which the files are copied.
    let unit: IOSProject.Unit
    let module: String
    /// The copies and the generated files.
    let files: [URL]
    /// The original file of each copy, by the copy's path.
    let origins: [String: URL]
    /// The copy of each original file.
    private let copies: [URL: URL]
    /// The file with invented declarations.
    let inventions: URL?
    /// The text of each copy with a listing of previews or managers, by the original file.
    let listings: [URL: String]
    /// The names of the listing functions.
    let functions: [String]
    /// The types and members that the project declares.
    let projectNames: Set<String>

    /// Writes the files, and removes others in their folder.
    ///
    /// - Parameter folder: The folder of all modules, in which each has a folder with its name.
    init(
        _ unit: IOSProject.Unit, as module: String, of project: IOSProject, in folder: URL, _ plan: ModulePlan,
        _ shared: SharedPlan,
        listing listed: Listed
    ) throws(IOSProjectError) {
        (self.unit, self.module) = (unit, module)
        let sources = folder.appending(path: module)
        var (files, origins, listings, functions): ([URL], [String: URL], [URL: String], [String]) = ([], [:], [:], [])
        var copies: [URL: URL] = [:]
        let excluded = plan.excluded
        let declared = unit.files.reduce(into: Set<String>()) { $0.formUnion($1.topLevel) }
        let compiled = unit.files.filter { !excluded.contains($0.url) }
        let listing = try Listing(listed, compiled)
        var names: Set<String> = []
        for file in compiled {
            var path = Self.path(of: file.url, in: project.folder)
            // Two files with the same name would be compiled to the same object file.
            while !names.insert(path.split(separator: "/").last?.lowercased() ?? "").inserted {
                path = path.dropLast(".swift".count) + "_.swift"
            }
            let copy = sources.appending(path: path).standardizedFileURL
            let function = "liveActivitiesPreviews_\(module)_\(functions.count)"
            var text = try SwiftFile.text(of: file.url)
            if let listed = listing.text(text, of: file.url, in: function, without: plan.left(of: file.url)) {
                text = listed
                listings[file.url] = listed
                functions.append(function)
            }
            var adapted = Self.adapted(text, of: unit, shared)
            if !listed.isNothing { adapted = StandIns.withQualifiedWidgets(adapted, declared: declared) }
            adapted = plan.inventions.applied(to: adapted, of: file.url)
            try ScratchFile.write(adapted, to: copy)
            files.append(copy)
            origins[copy.path] = file.url
            copies[file.url] = copy
        }
        let symbols = AssetNames(project.assets)
        if !symbols.isEmpty {
            files.append(sources.appending(path: "GeneratedAssetSymbols.swift").standardizedFileURL)
            try ScratchFile.write(symbols.symbols(beside: unit.files), to: files[files.count - 1])
        }
        if let declarations = StandIns.declarations(
            for: compiled, intents: project.intents, models: project.models, isPackage: unit.role == .module,
            isDrawn: !listed.isNothing)
        {
            files.append(sources.appending(path: "StandIns.swift").standardizedFileURL)
            try ScratchFile.write(declarations, to: files[files.count - 1])
        }
        var inventions: URL?
        if plan.inventions.hasSource {
            let file = sources.appending(path: "Inventions.swift").standardizedFileURL
            let imports = unit.files.reduce(into: Set<String>()) { $0.formUnion($1.imports) }.subtracting([module])
            try ScratchFile.write(plan.inventions.source(imports: imports, isPublic: unit.role == .module), to: file)
            files.append(file)
            inventions = file
        }
        let kept = Set(files.map(\.path))
        for file in FileTree.files(in: sources) where !kept.contains(file.path) {
            try? FileManager.default.removeItem(at: file)
        }
        (self.files, self.origins, self.listings, self.functions) = (files, origins, listings, functions)
        (self.copies, self.inventions, projectNames) = (copies, inventions, project.declaredNames)
    }

    /// The text of the copy of a file; `nil` if the module does not have it.
    func text(of file: URL) -> String? { copies[file].flatMap { try? String(contentsOf: $0, encoding: .utf8) } }

    private static func path(of file: URL, in root: URL) -> String {
        let (path, base) = (file.path, root.path + "/")
        // A file outside the project's root, to which a project may refer by `../`.
        guard path.hasPrefix(base) else { return "outside/" + path.split(separator: "/").joined(separator: "_") }
        return String(path.dropFirst(base.count))
    }

    private static func adapted(_ text: String, of unit: IOSProject.Unit, _ shared: SharedPlan) -> String {
        let isolation = shared.isolation
        var text = StandIns.withoutObjectiveC(StandIns.withNamedSelectors(StandIns.asOniOS(text)))
        text = StandIns.withComputedProperties(StandIns.withoutQualifiers(text, of: shared.missing))
        for module in shared.own { text = StandIns.withRenamed(text, importedName(of: module), as: module) }
        if unit.isolatesToMainActor { return isolation.contains(.freesValues) ? StandIns.withNonisolatedValues(text) : text }
        return isolation.contains(.isolatesViews) ? StandIns.withIsolatedViews(text) : text
    }

    // MARK: Names

    /// A unique module name for each unit, which also differs from the names of the package's targets.
    ///
    /// - Parameter package: The folder of swift-live-activities.
    static func modules(of units: [IOSProject.Unit], beside package: URL) -> [String] {
        let theirs = (try? String(contentsOf: package.appending(path: "Package.swift"), encoding: .utf8)) ?? ""
        var taken: Set<String> = []
        return units.map { unit in
            var module = moduleName(unit.name)
            if theirs.contains("\"\(module)\"") { module = prefix + module }
            while !taken.insert(module).inserted { module += "_" }
            return module
        }
    }

    /// The name by which the project imports a module; it differs where this package has a module with the same name.
    static func importedName(of module: String) -> String {
        module.hasPrefix(prefix) ? String(module.dropFirst(prefix.count)) : module
    }

    private static let prefix = "App_"

    /// The name of a module for a target's name: other characters become underscores, as in Xcode.
    static func moduleName(_ target: String) -> String {
        let name = String(target.map { $0.isWordCharacter ? $0 : "_" })
        // A module must not have the name of a system module or of a module with Apple's names.
        let reserved: Set = ["ActivityKit", "WidgetKit", "SwiftUI", "UIKit", "Foundation", "Swift", "Sources"]
        return name.first?.isLetter == true && !reserved.contains(name) ? name : prefix + name
    }
}

extension Listed { fileprivate var isNothing: Bool { if case .nothing = self { true } else { false } } }

/// Generates the functions that list previews or managers.
private struct Listing {
    private let listed: Listed
    private let managers: ManagerSource?

    init(_ listed: Listed, _ files: [SwiftFile]) throws(IOSProjectError) {
        self.listed = listed
        if case .managers(let others) = listed {
            managers = try ManagerSource(files.filter { !others.contains($0.url) })
        } else {
            managers = nil
        }
    }

    /// A file's text with a function that lists its previews or managers; `nil` if it has none.
    func text(_ text: String, of file: URL, in function: String, without left: Set<Int>) -> String? {
        switch listed {
        case .nothing: return nil
        case .managers: return managers?.listing(of: file, in: function, without: left)
        case .previews(let others):
            guard !others.contains(file) else { return nil }
            let source = PreviewSource(text)
            return source.isEmpty ? nil : source.listing(in: function, file: file.lastPathComponent, without: left)
        }
    }
}

extension ManagerSource {
    init(_ files: [SwiftFile]) throws(IOSProjectError) {
        self.init(try files.map { (file) throws(IOSProjectError) in (file.url, try SwiftFile.text(of: file.url)) })
    }
}
