import Foundation

/// The modules of a project that compile, in dependency order.
struct CompiledModules {
    private(set) var modules: [ModuleSources] = []
    fileprivate var plans: [String: ModulePlan] = [:]
    /// The names that are declared in place of a missing module's, by module.
    var inventions: [String: [String]] { plans.mapValues(\.inventions.names).filter { !$0.value.isEmpty } }
    fileprivate(set) var shared = SharedPlan()
    /// The omitted parts with their reasons, one line each.
    var notes: [String] = []

    /// The files whose previews or managers another module lists.
    fileprivate func listed(without module: String) -> Set<URL> {
        Set(modules.filter { $0.module != module }.flatMap(\.listings.keys))
    }

    fileprivate mutating func insert(_ sources: ModuleSources) {
        if let index = modules.firstIndex(where: { $0.module == sources.module }) {
            modules[index] = sources
        } else {
            modules.append(sources)
        }
    }
}

/// Finds the parts of each unit that compile, in rounds: each round omits the parts that had errors in the previous one.
struct CompileRounds {
    let compiler: ModuleCompiler
    private let project: IOSProject
    /// The name of each unit's module, by the unit's name and role.
    private let names: [IOSProject.Unit.ID: String]
    private let isDriven: Bool
    private let limit: TimeLimit
    /// The limit for the modules that a unit imports, before the unit's own.
    private let moduleLimit: TimeLimit
    private let report: (String) -> Void
    private let known: KnownNames

    /// The maximum number of rounds for a unit; after that it is skipped.
    private static let most = 24
    /// The maximum number of files of a module that is compiled directly, without type-checking it first.
    private static let few = 40

    init(
        _ project: IOSProject, _ compiler: ModuleCompiler, beside package: URL, known: KnownNames, isDriven: Bool,
        seconds: Double?, report: @escaping (String) -> Void
    ) {
        (self.project, self.compiler, self.known, self.isDriven) = (project, compiler, known, isDriven)
        limit = seconds.map { TimeLimit(seconds: $0) } ?? .none
        moduleLimit = seconds.map { TimeLimit(seconds: $0 * 0.6) } ?? .none
        self.report = report
        let units = project.units
        names = Dictionary(zip(units.map(\.id), ModuleSources.modules(of: units, beside: package))) { first, _ in first }
    }

    /// Adds a unit and the project's own modules that it imports; `false` if nothing in it can be drawn.
    ///
    /// - Parameter drawn: The modules of a part of the unit that can be drawn. Declarations in place of a module of these that
    ///   has Live Activities would be worse.
    func add(
        _ unit: IOSProject.Unit, to found: inout CompiledModules, replacing drawn: CompiledModules? = nil
    ) throws(IOSProjectError) -> Bool {
        let module = names[unit.id] ?? ModuleSources.moduleName(unit.name)
        guard try sources(unit, module, found).hasFunctions else { return false }
        guard !limit.isOver else {
            found.notes.append("nothing of \(unit.name) is \(word): the time limit was reached (--time-limit)")
            return false
        }
        let added = project.roots.filter { root in found.modules.contains { $0.module == names[root.id] } }
        // A module must keep the files that other units need.
        let extent = added.isEmpty ? unit.extent : .whole
        for own in try project.modules(importedBy: added + [unit], extent: extent) {
            let name = names[own.id] ?? ModuleSources.moduleName(own.name)
            if found.modules.contains(where: { $0.module == name && $0.unit.files.map(\.url) == own.files.map(\.url) }) {
                continue
            }
            let compiles = moduleLimit.isOver ? false : try settle(own, name, &found, until: moduleLimit)
            guard compiles else {
                let isDrawn = drawn?.modules.contains { $0.module == name } == true
                guard !isDrawn || !own.files.contains(where: \.isAboutLiveActivities) else { return false }
                found.notes.append("\(own.name) is replaced by declarations made from its uses")
                found.shared.missing.insert(own.name)
                continue
            }
            if !found.shared.own.contains(name) { found.shared.own.append(name) }
        }
        // A module may list all widgets of the unit, if the unit has the same files.
        guard try sources(unit, module, found).hasFunctions else { return true }
        return try settle(unit, module, &found, until: limit)
    }

    /// Keeps the output of the compiler for the found modules. A later attempt, which may fail, overwrites it.
    func keep(_ found: CompiledModules) throws(IOSProjectError) {
        for module in found.modules { try compiler.keep(module.module) }
    }

    /// Restores the kept output, after a failed attempt to add a unit.
    func restore(_ found: CompiledModules) throws(IOSProjectError) {
        for module in found.modules { try compiler.restore(module.module) }
    }

    private var word: String { isDriven ? "called" : "drawn" }

    private func sources(_ unit: IOSProject.Unit, _ module: String, _ found: CompiledModules) throws(IOSProjectError)
        -> ModuleSources
    {
        let others = found.listed(without: module)
        return try ModuleSources(
            unit, as: module, of: project, in: compiler.folder.appending(path: "Sources"), found.plans[module] ?? ModulePlan(),
            found.shared, listing: isDriven ? .managers(without: others) : .previews(without: others))
    }

    /// Omits parts of a unit until it compiles. Returns whether it does and still has something to draw, which an imported
    /// module need not have.
    private func settle(
        _ unit: IOSProject.Unit, _ module: String, _ found: inout CompiledModules, until limit: TimeLimit
    ) throws(IOSProjectError) -> Bool {
        func note(_ plan: ModulePlan?) {
            found.notes += plan.map { $0.omissions.map(\.note) + $0.inventions.notes } ?? []
        }
        var step = unit.files.count <= Self.few ? ModuleCompiler.Step.code : .types
        // Code is generated even after the time limit once the module has no errors, so that it can be drawn.
        var isChecked = false
        let all = try sources(unit, module, found)
        found.shared.missing.formUnion(try compiler.missingImports(of: all, found.shared, until: limit))
        // An expression that takes long to check mostly has a name that is declared in a later round.
        let imports = unit.files.reduce(into: Set<String>()) { $0.formUnion($1.imports) }
        var isBrief = unit.isPartial || !imports.isDisjoint(with: found.shared.missing)
        // Once nothing else is wrong, each expression gets its time.
        var isPatient = false
        for _ in 0..<Self.most {
            let sources = try sources(unit, module, found)
            guard unit.role == .module || sources.hasFunctions else { break }
            let start = ContinuousClock.now
            let outcome = try compiler.run(step, sources, found.shared, isBrief: isBrief, until: isChecked ? .none : limit)
            report(Self.line(unit, sources, outcome, since: start))
            guard !outcome.isTimedOut else {
                found.notes.append("nothing of \(unit.name) is \(word): the time limit was reached (--time-limit)")
                return false
            }
            if outcome.errors.isEmpty {
                if step == .code {
                    note(found.plans[module])
                    found.insert(sources)
                    return true
                }
                (step, isChecked) = (.code, true)
                continue
            }
            isChecked = false
            let missing = Set(outcome.errors.compactMap(\.missingModule)).subtracting(found.shared.missing)
            found.shared.missing.formUnion(missing)
            if !missing.isEmpty || found.shared.isolation.insert(against: outcome.errors) { continue }
            let isCut = isBrief && outcome.errors.contains(where: \.isAboutTime)
            let errors = isCut ? outcome.errors.filter { !$0.isAboutTime } : outcome.errors
            let isChanged = invent(against: errors, sources, &found, replacing: !isCut, until: limit)
            isPatient = isPatient || isCut && !isChanged
            isBrief = !isPatient
            if isChanged || isCut { continue }
            guard leaveOut(outcome.errors, sources, &found.plans[module, default: ModulePlan()]) else {
                found.notes += outcome.errors.filter { $0.file == nil }.map(\.message)
                break
            }
            step = sources.files.count <= Self.few / 4 ? .code : .types
        }
        note(found.plans[module])
        found.notes.append("nothing of \(unit.name) is \(word): it does not compile (see live-activities ios check)")
        return false
    }

    /// Replaces what missing modules declare, and then bodies with errors; `false` if no error is removed by that.
    ///
    /// - Parameter replacesBodies: Whether bodies with errors are replaced too.
    private func invent(
        against errors: [CompileError], _ sources: ModuleSources, _ found: inout CompiledModules,
        replacing replacesBodies: Bool, until limit: TimeLimit
    ) -> Bool {
        let lacking = found.plans.filter { !$0.value.excluded.isEmpty }.keys
        var plan = found.plans[sources.module, default: ModulePlan()]
        let isChanged = plan.inventions.declare(
            against: errors, in: sources, missing: found.shared.missing.union(lacking), known: known,
            until: limit)
        let errors = errors.filter { error in
            guard let file = error.file, let listing = sources.listings[file] else { return true }
            return PreviewSource.preview(at: error.line, in: listing) == nil
        }
        guard
            isChanged
                || replacesBodies && plan.inventions.replaceBodies(with: errors, in: sources, all: true, until: limit)
        else { return false }
        found.plans[sources.module] = plan
        return true
    }

    /// The line that is reported after a compilation.
    static func line(
        _ unit: IOSProject.Unit, _ sources: ModuleSources, _ outcome: ModuleCompiler.Outcome,
        since start: ContinuousClock.Instant
    ) -> String {
        let tenths = Int(((.now - start) / .milliseconds(100)).rounded())
        let wrong = Set(outcome.errors.compactMap(\.file)).count
        let end = outcome.isTimedOut ? "the time limit was reached" : "\(wrong) with errors"
        return "\(unit.name): \(sources.origins.count) files, \(end), \(tenths / 10).\(tenths % 10) s"
    }

    /// Omits the parts with errors; `false` if there is nothing left to omit.
    private func leaveOut(_ errors: [CompileError], _ sources: ModuleSources, _ plan: inout ModulePlan) -> Bool {
        var hasChanged = false
        for error in errors {
            if error.isDeclaration { continue }
            guard let file = error.file else { return false }
            let name = file.lastPathComponent
            if let listing = sources.listings[file], let preview = PreviewSource.preview(at: error.line, in: listing) {
                let what = ManagerSource.entry(preview, in: listing) ?? "preview \(preview + 1) of \(name)"
                if plan.leaveOut(file, preview: preview, note: "\(what) is left out: \(error.message)") { hasChanged = true }
            } else if let text = sources.text(of: file),
                let place = SourceBodies(text).declaration(atLine: error.line, column: error.column)
            {
                if plan.inventions.removed[file, default: [:]].updateValue(error.message, forKey: place) == nil {
                    hasChanged = true
                }
            } else {
                if plan.leaveOut(file, note: "\(name) is left out: line \(error.line): \(error.message)") { hasChanged = true }
            }
        }
        return hasChanged
    }
}

extension ModuleSources { fileprivate var hasFunctions: Bool { !functions.isEmpty } }
