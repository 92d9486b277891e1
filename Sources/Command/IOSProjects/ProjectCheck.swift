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
    /// A missing module is replaced by declarations made from its uses, so that every file is checked.
    ///
    /// - Parameter report: Called with a line at the start of each unit and after each of its compilations.
    package func errors(report: (String) -> Void) throws(IOSProjectError) -> [UnitCheck] {
        try checks(with: HostPackage(folder: folder, package: package).build(for: .checking), report: report)
    }

    func checks(with host: HostFlags, report: (String) -> Void) throws(IOSProjectError) -> [UnitCheck] {
        let compiler = ModuleCompiler(host: host, folder: folder)
        let limit = seconds.map { TimeLimit(seconds: $0) } ?? .none
        let modules = ModuleSources.modules(of: project.units, beside: package)
        var shared = SharedPlan()
        var all: [UnitCheck] = []
        var failed: Set<String> = []
        for (unit, module) in zip(project.units, modules) {
            report("compiling \(unit.files.count) files of \(unit.name)")
            var (errors, plan): ([CompileError], ModulePlan) = ([], ModulePlan())
            var step = ModuleCompiler.Step.code
            // Each round except the last two finds another missing module or adds a declaration.
            for _ in 0..<Self.most {
                guard !limit.isOver else {
                    errors = [
                        CompileError(
                            file: nil, line: 0, message: "it is not compiled: the time limit was reached (--time-limit)")
                    ]
                    break
                }
                let sources = try ModuleSources(
                    unit, as: module, of: project, in: folder.appending(path: "Sources"), plan, shared,
                    listing: .nothing)
                let outcome = try compiler.run(step, sources, shared, until: limit)
                if outcome.isTimedOut { continue }
                errors = outcome.errors
                if errors.isEmpty, step == .types {
                    step = .code
                    continue
                }
                if unit.files.count > Self.few { step = .types }
                let found = Set(errors.compactMap(\.missingModule)).subtracting(shared.missing)
                shared.missing.formUnion(found.subtracting(failed))
                if !found.isSubset(of: failed) || shared.isolation.insert(against: errors) { continue }
                guard
                    plan.inventions.declare(against: errors, in: sources, missing: shared.missing)
                        || plan.inventions.replaceBodies(with: errors, in: sources, all: false)
                else { break }
            }
            if unit.role == .module { if errors.isEmpty { shared.own.append(module) } else { failed.insert(module) } }
            let imports = unit.files.reduce(into: Set<String>()) { $0.formUnion($1.imports) }
            all.append(
                UnitCheck(
                    errors: errors.filter { !$0.isDeclaration },
                    missing: imports.intersection(shared.missing).sorted().map { ($0, CompileError.advice(forMissing: $0)) },
                    invented: plan.inventions.names, unchecked: plan.inventions.bodyLines))
        }
        return all.map { check in
            guard let module = check.errors.lazy.compactMap(\.missingModule).first(where: failed.contains) else { return check }
            return UnitCheck(
                errors: [CompileError(file: nil, line: 0, message: "it imports \(module), which does not compile")])
        }
    }

    /// The maximum number of files of a unit that is compiled in each round, rather than type-checked.
    private static let few = 10
    /// The maximum number of rounds for a unit.
    private static let most = 40
}
