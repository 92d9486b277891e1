package import Foundation

/// Builds the program that draws the previews of a project, or that calls its managers.
///
/// Parts that do not compile are omitted: a preview, or a file that only other omitted files need. So a widget is drawn even if
/// a screen of the same app uses a missing framework. Widget extensions come first, and each unit includes the modules that it
/// imports.
package struct PreviewBuild {
    private let project: IOSProject
    private let scratch: ScratchFolder
    private let package: URL
    /// Whether the program calls managers instead of drawing.
    private let isDriven: Bool
    private let seconds: Double?
    private let report: (String) -> Void

    /// The omitted parts with their reasons, one line each.
    package private(set) var notes: [String] = []
    /// The roles of the units with omitted parts.
    package private(set) var leftOut: Set<IOSProject.Unit.Role> = []

    /// - Parameters:
    ///   - scratch: The folder of build files.
    ///   - package: The folder of swift-live-activities.
    ///   - isDriven: Whether the program calls managers instead of drawing.
    ///   - seconds: The time limit for compiling the project, after this package's modules are built; `nil` for no limit.
    ///   - report: Called with a line after each compilation of a module.
    package init(
        _ project: IOSProject, in scratch: ScratchFolder, package: URL, isDriven: Bool = false, seconds: Double? = nil,
        report: @escaping (String) -> Void
    ) {
        (self.project, self.scratch, self.package) = (project, scratch, package)
        (self.isDriven, self.seconds, self.report) = (isDriven, seconds, report)
    }

    /// Builds the program; `nil` if nothing of the project can be drawn.
    package mutating func program() throws(IOSProjectError) -> URL? {
        if isDriven {
            for unit in project.units {
                notes += try ManagerSource(unit.files).refused.map { "\($0.name) is not called: \($0.reason)" }
            }
        }
        let host = try HostPackage(folder: scratch.url, package: package).build(for: .running)
        let known = KnownNames(package: package)
        func rounds(_ share: Double) -> CompileRounds {
            CompileRounds(
                project, ModuleCompiler(host: host, folder: scratch.url), beside: package, known: known, isDriven: isDriven,
                seconds: seconds.map { $0 * share }, report: report)
        }
        // An app's part may be large, and is worth less time once an extension can be drawn.
        let (rounds, laterRounds) = (rounds(1), rounds(0.5))
        var (found, hasFailed) = (CompiledModules(), false)
        for unit in project.roots.map(\.aboutLiveActivities) {
            let before = found
            let isLater = unit.role == .app && !found.modules.isEmpty
            var next = before
            // Parts of a large unit compile soon, so that there is a picture if the time limit ends the whole.
            for part in try project.parts(of: unit) {
                if try (isLater ? laterRounds : rounds).add(part, to: &next, replacing: found) {
                    found = next
                    try rounds.keep(found)
                }
                next = before
            }
            let isAdded = try (isLater ? laterRounds : rounds).add(unit, to: &next, replacing: found)
            if isAdded {
                found = next
                try rounds.keep(found)
            } else {
                hasFailed = true
            }
            notes += next.notes + (isAdded ? [] : found.notes)
            if !next.notes.isEmpty { leftOut.insert(unit.role) }
            if !isAdded, found.modules.count > before.modules.count {
                notes.append("of \(unit.name) only the files are drawn that its Live Activities use directly")
            }
            found.notes = []
        }
        if hasFailed { try rounds.restore(found) }
        for (module, names) in found.inventions.sorted(by: { $0.key < $1.key }) {
            let missing = found.shared.missing.isEmpty ? ["parts of Apple's modules"] : found.shared.missing.sorted()
            let why = "\(missing.joined(separator: ", ")) are missing"
            notes.append("\(module): invented, because \(why): \(names.joined(separator: ", "))")
        }
        guard found.modules.contains(where: { !$0.functions.isEmpty }) else { return nil }
        return try rounds.compiler.link(found.modules, found.shared)
    }
}

extension IOSProject.Unit {
    /// For a large widget extension, only the files that its Live Activities need, because its other widgets are not drawn.
    fileprivate var aboutLiveActivities: Self {
        guard role == .widgetExtension, files.count > 30 else { return self }
        return with(IOSProject.aboutLiveActivities(files), extent: extent)
    }

    /// The unit with a part of its files.
    fileprivate func with(_ files: [SwiftFile], extent: Extent) -> Self {
        Self(
            name: name, role: role, files: files, languageMode: languageMode, isolatesToMainActor: isolatesToMainActor,
            conditions: conditions, extent: extent)
    }
}

extension IOSProject {
    /// The files of a large unit about Live Activities, with the files that they use directly; empty if nearly all are needed.
    ///
    /// If these are many files of modules, there are two parts, of which the first has few files of modules.
    fileprivate func parts(of unit: Unit) throws(IOSProjectError) -> [Unit] {
        let modules = try modules(importedBy: [unit]).reduce(0) { $0 + $1.files.count }
        // A module may need many rounds, because its other files are not about Live Activities.
        guard unit.files.count + modules > (modules > 0 ? 20 : 30) else { return [] }
        let about = unit.files.filter(\.isAboutLiveActivities)
        let files = Self.withNeeded(about, of: unit.files.filter { !$0.isAboutLiveActivities }, rounds: 1)
        guard modules > 0 || files.count * 4 < unit.files.count * 3 else { return [] }
        let (core, direct) = (unit.with(files, extent: .core), unit.with(files, extent: .direct))
        let counts = try [core, direct].map { (part) throws(IOSProjectError) in
            try self.modules(importedBy: [part], extent: part.extent).reduce(0) { $0 + $1.files.count }
        }
        return counts[1] > 10 && counts[0] * 2 < counts[1] ? [core, direct] : [direct]
    }
}
