package import Foundation

/// Compiles all units of a project.
package struct ProjectCheck {
    private let project: IOSProject
    private let folder: URL
    private let package: URL
    private let seconds: Double?

    /// - Parameters:
    ///   - folder: The folder of build files; it is created if it does not exist.
    ///   - package: The folder of swift-live-activities.
    ///   - seconds: The time limit for compiling the project's files, without this package's modules; `nil` for no limit.
    package init(_ project: IOSProject, in folder: URL, package: URL, seconds: Double? = nil) throws(IOSProjectError) {
        try project.refuses(scratch: folder)
        (self.project, self.folder, self.package) = (project, folder.standardizedFileURL, package)
        self.seconds = seconds
    }

    /// The errors of each unit.
    ///
    /// The compiler stops at an import that it cannot find. Missing modules are therefore replaced by empty ones, so that every
    /// file is checked; the imports remain errors.
    ///
    /// - Parameter report: Called with a line at the start of each unit and after each of its compilations.
    package func errors(report: (String) -> Void) throws(IOSProjectError) -> [[CompileError]] {
        let host = try HostPackage(folder: folder, package: package).build(for: .checking)
        let compiler = ModuleCompiler(host: host, folder: folder)
        let limit = seconds.map { TimeLimit(seconds: $0) } ?? .none
        let modules = ModuleSources.modules(of: project.units, beside: package)
        var shared = SharedPlan()
        var all: [[CompileError]] = []
        var failed: Set<String> = []
        for (unit, module) in zip(project.units, modules) {
            report("compiling \(unit.files.count) files of \(unit.name)")
            var errors: [CompileError] = []
            // Each round except the last finds another missing module, so the number of imports limits the rounds.
            while true {
                guard !limit.isOver else {
                    errors = [
                        CompileError(
                            file: nil, line: 0, message: "it is not compiled: the time limit was reached (--time-limit)")
                    ]
                    break
                }
                let sources = try ModuleSources(
                    unit, as: module, of: project, in: folder.appending(path: "Sources"), ModulePlan(), shared,
                    listing: .nothing)
                let outcome = try compiler.run(.code, sources, shared, until: limit)
                if outcome.isTimedOut { continue }
                errors = outcome.errors
                let found = Set(errors.compactMap(\.missingModule)).subtracting(shared.missing)
                shared.missing.formUnion(found.subtracting(failed))
                if found.isSubset(of: failed), !shared.isolation.insert(against: errors) { break }
            }
            if unit.role == .module { if errors.isEmpty { shared.own.append(module) } else { failed.insert(module) } }
            all.append(Self.imports(unit, shared.missing) + errors)
        }
        return zip(project.units, all).map { unit, errors in
            guard let module = errors.lazy.compactMap(\.missingModule).first(where: failed.contains) else { return errors }
            return [CompileError(file: nil, line: 0, message: "it imports \(module), which does not compile")]
        }
    }

    private static func imports(_ unit: IOSProject.Unit, _ missing: Set<String>) -> [CompileError] {
        let errors = unit.files.flatMap { file in
            file.imports.intersection(missing).map { CompileError(file: file.url, line: 0, message: "no such module '\($0)'") }
        }
        return errors.sorted { $0.message < $1.message }
    }
}
