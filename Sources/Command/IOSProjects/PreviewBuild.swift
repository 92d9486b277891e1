package import Foundation

/// Builds the program that draws the previews of a project, or that calls its managers.
///
/// Parts that do not compile are left out: a preview, or a file that only other left-out files need. So a widget is drawn
/// although a screen beside it uses a missing framework. Widget extensions come first, and each unit includes the modules that
/// it imports.
package struct PreviewBuild {
    private let project: IOSProject
    private let folder: URL
    private let package: URL
    /// Whether managers are called, and nothing is drawn.
    private let isDriven: Bool
    private let seconds: Double?
    private let report: (String) -> Void

    /// The omissions with their reasons, one line each.
    package private(set) var notes: [String] = []
    /// The kinds of units of which something was left out.
    package private(set) var leftOut: Set<IOSProject.Unit.Role> = []

    /// - Parameters:
    ///   - folder: The folder of build files; it is created if it does not exist.
    ///   - package: The folder of swift-live-activities.
    ///   - isDriven: Whether the program calls managers instead of drawing.
    ///   - seconds: How long what compiles is looked for, after this package's modules are there; `nil` for no limit.
    ///   - report: Is given a line each time that a module was compiled.
    package init(
        _ project: IOSProject, in folder: URL, package: URL, isDriven: Bool = false, seconds: Double? = nil,
        report: @escaping (String) -> Void
    ) throws(IOSProjectError) {
        try project.refuses(scratch: folder)
        (self.project, self.folder, self.package) = (project, folder.standardizedFileURL, package)
        (self.isDriven, self.seconds, self.report) = (isDriven, seconds, report)
    }

    /// The program; `nil` if nothing of the project can be drawn.
    package mutating func program() throws(IOSProjectError) -> URL? {
        if isDriven {
            for unit in project.units {
                notes += try ManagerSource(unit.files).refused.map { "\($0.name) is not called: \($0.reason)" }
            }
        }
        let host = try HostPackage(folder: folder, package: package).build(for: .running)
        let rounds = CompileRounds(
            project, ModuleCompiler(host: host, folder: folder), beside: package, isDriven: isDriven,
            limit: seconds.map { TimeLimit(seconds: $0) } ?? .none, report: report)
        var (found, hasFailed) = (CompiledModules(), false)
        for unit in project.roots.map(\.aboutLiveActivities).sorted(by: { $0.role.rank < $1.role.rank }) {
            var next = found
            let isAdded = try rounds.add(unit, to: &next)
            notes += next.notes
            if !next.notes.isEmpty { leftOut.insert(unit.role) }
            next.notes = []
            if isAdded { found = next } else { hasFailed = true }
        }
        if hasFailed { try rounds.restore(found) }
        guard found.modules.contains(where: { !$0.functions.isEmpty }) else { return nil }
        return try rounds.compiler.link(found.modules)
    }
}

extension IOSProject.Unit {
    /// Of a large widget extension only the files that its Live Activities need: others are of widgets for the Home Screen, of
    /// which nothing is drawn.
    fileprivate var aboutLiveActivities: Self {
        guard role == .widgetExtension, files.count > 30 else { return self }
        let files = IOSProject.aboutLiveActivities(files)
        return Self(
            name: name, role: role, files: files, languageMode: languageMode, isolatesToMainActor: isolatesToMainActor)
    }
}

extension IOSProject.Unit.Role {
    /// The order of drawing.
    fileprivate var rank: Int {
        switch self {
        case .widgetExtension: 0
        case .sources: 1
        case .module: 2
        case .app: 3
        }
    }
}
