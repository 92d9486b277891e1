package import Foundation

/// The result of compiling a unit.
package struct UnitCheck {
    package let errors: [CompileError]
    /// The imported modules that are missing here, with the advice for each.
    package let missing: [(module: String, advice: String?)]
    /// The names that were declared in their place.
    package let invented: [String]
    /// The lines of the bodies in each file that were not checked, because they use these names in unknown ways.
    package let unchecked: [URL: [Int]]

    package init(
        errors: [CompileError], missing: [(module: String, advice: String?)] = [], invented: [String] = [],
        unchecked: [URL: [Int]] = [:]
    ) {
        (self.errors, self.missing, self.invented, self.unchecked) = (errors, missing, invented, unchecked)
    }
}

/// Compiles all units of a project.
package struct ProjectCheck {
    private let project: IOSProject
    private let scratch: ScratchFolder
    private let package: URL
    private let seconds: Double?

    /// - Parameters:
    ///   - scratch: The folder of build files.
    ///   - package: The folder of swift-live-activities.
    ///   - seconds: The time limit for compiling the project's files, without this package's modules; `nil` for no limit.
    package init(_ project: IOSProject, in scratch: ScratchFolder, package: URL, seconds: Double? = nil) {
        (self.project, self.scratch, self.package, self.seconds) = (project, scratch, package, seconds)
    }

    /// The errors of each unit.
    ///
    /// A missing module is replaced by declarations made from its uses, so that every file is checked.
    ///
    /// - Parameter report: Called with a line at the start of each unit and after each of its compilations.
    package func errors(report: (String) -> Void) throws(IOSProjectError) -> [UnitCheck] {
        try checks(with: HostPackage(folder: scratch.url, package: package).build(for: .checking), report: report)
    }

    func checks(with host: HostFlags, report: (String) -> Void) throws(IOSProjectError) -> [UnitCheck] {
        let modules = ModuleSources.modules(of: project.units, beside: package)
        var run = Run(
            compiler: ModuleCompiler(host: host, folder: scratch.url), limit: seconds.map { TimeLimit(seconds: $0) } ?? .none,
            known: KnownNames(package: package))
        var all: [Int: UnitCheck] = [:]
        for index in try order() {
            let unit = project.units[index]
            report("compiling \(unit.files.count) files of \(unit.name)")
            all[index] = try check(unit, as: modules[index], &run, report)
        }
        return project.units.indices.compactMap { index in
            guard let check = all[index] else { return nil }
            guard let module = check.errors.lazy.compactMap(\.missingModule).first(where: run.failed.contains) else {
                return check
            }
            return UnitCheck(
                errors: [CompileError(file: nil, line: 0, message: "it imports \(module), which does not compile")])
        }
    }

    /// The state of a check that its units share.
    private struct Run {
        let compiler: ModuleCompiler
        let limit: TimeLimit
        let known: KnownNames
        var shared = SharedPlan()
        /// The project's own modules that do not compile.
        var failed: Set<String> = []
    }

    /// The indices of the units in the order of compilation.
    ///
    /// A widget extension comes before an app's part, which is left out if the time limit is reached. The modules that a unit
    /// imports come before it.
    func order() throws(IOSProjectError) -> [Int] {
        var order: [Int] = []
        func add(_ id: IOSProject.Unit.ID) {
            guard let index = project.units.firstIndex(where: { $0.id == id }), !order.contains(index) else { return }
            order.append(index)
        }
        for unit in project.roots {
            for module in try project.modules(importedBy: [unit]) { add(module.id) }
            add(unit.id)
        }
        project.units.map(\.id).forEach(add)
        return order
    }

    /// Compiles a unit in rounds. Each one except the last two finds another missing module or adds a declaration.
    private func check(
        _ unit: IOSProject.Unit, as module: String, _ run: inout Run, _ report: (String) -> Void
    ) throws(IOSProjectError) -> UnitCheck {
        var (errors, known, plan): ([CompileError], [CompileError], ModulePlan) = ([], [], ModulePlan())
        var step = ModuleCompiler.Step.code
        func sources(_ run: Run) throws(IOSProjectError) -> ModuleSources {
            try ModuleSources(
                unit, as: module, of: project, in: scratch.url.appending(path: "Sources"), plan, run.shared, listing: .nothing)
        }
        if !run.limit.isOver {
            let missing = try run.compiler.missingImports(of: sources(run), run.shared, until: run.limit)
            run.shared.missing.formUnion(missing.subtracting(run.failed))
        }
        for _ in 0..<Self.most {
            guard !run.limit.isOver else {
                errors = known + [CompileError(file: nil, line: 0, message: Self.incomplete)]
                break
            }
            let sources = try sources(run)
            let start = ContinuousClock.now
            let outcome = try run.compiler.run(step, sources, run.shared, until: run.limit)
            report(CompileRounds.line(unit, sources, outcome, since: start))
            errors = outcome.errors
            if errors.isEmpty, !outcome.isTimedOut {
                guard step == .types else { break }
                step = .code
                continue
            }
            known = Self.lasting(errors + (outcome.isTimedOut ? known : []), of: unit, missing: run.shared.missing)
            if outcome.isTimedOut { continue }
            if unit.files.count > Self.few { step = .types }
            let found = Set(errors.compactMap(\.missingModule)).subtracting(run.shared.missing)
            run.shared.missing.formUnion(found.subtracting(run.failed))
            if !found.isSubset(of: run.failed) || run.shared.isolation.insert(against: errors) { continue }
            guard
                plan.inventions.declare(
                    against: errors, in: sources, missing: run.shared.missing, known: run.known, until: run.limit)
                    || plan.inventions.replaceBodies(with: errors, in: sources, all: false, until: run.limit)
                    || run.limit.isOver
            else { break }
        }
        if unit.role == .module {
            if errors.isEmpty {
                run.shared.own.append(module)
            } else {
                run.failed.insert(ModuleSources.importedName(of: module))
            }
        }
        let imports = unit.files.reduce(into: Set<String>()) { $0.formUnion($1.imports) }
        return UnitCheck(
            errors: errors.filter { !$0.isDeclaration },
            missing: imports.intersection(run.shared.missing).sorted().map { ($0, CompileError.advice(forMissing: $0)) },
            invented: plan.inventions.names, unchecked: plan.inventions.bodyLines)
    }

    private static let incomplete = "the check is not complete: the time limit was reached (--time-limit)"

    /// The errors that no further round would remove, each once: the errors in files without missing modules.
    static func lasting(_ errors: [CompileError], of unit: IOSProject.Unit, missing: Set<String>) -> [CompileError] {
        let plain = Set(unit.files.filter { $0.imports.isDisjoint(with: missing) }.map(\.url))
        var seen: Set<CompileError> = []
        return errors.filter { error in
            guard let file = error.file, plain.contains(file), seen.insert(error).inserted else { return false }
            return error.missingModule == nil && !error.isAboutIsolation && !error.isAboutIsolatedValues
        }
    }

    /// The maximum number of files of a unit that is compiled in each round, rather than type-checked.
    private static let few = 10
    /// The maximum number of rounds for a unit.
    private static let most = 40
}
