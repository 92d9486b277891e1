package import Foundation

/// Builds the program that draws the previews of a project.
///
/// What does not compile is left out: a preview, or a file with what only other files of that kind need. So a widget is drawn although a
/// screen beside it uses what is not here.
package struct PreviewBuild {
    private let project: IOSProject
    private let folder: URL
    private let package: URL
    /// What was left out and why, one line each.
    package private(set) var notes: [String] = []

    /// Whether managers are called, and nothing is drawn.
    private let isDriven: Bool

    /// - Parameter isDriven: Whether the program calls managers instead of drawing.
    package init(_ project: IOSProject, in folder: URL, package: URL, isDriven: Bool = false) {
        (self.project, self.folder, self.package, self.isDriven) = (project, folder, package, isDriven)
    }

    /// The program; `nil` if nothing of the project can be drawn.
    package mutating func program(begin: (IOSProject.Unit) -> Void) throws(IOSProjectError) -> URL? {
        project.units.forEach(begin)
        if isDriven {
            for unit in project.units {
                notes += try ScratchPackage.managers(of: unit).refused.map { "\($0.name) is not called: \($0.reason)" }
            }
        }
        // One build of everything takes less time than one of each unit, and most projects need nothing left out.
        var plan = PreviewPlan()
        plan.isDriven = isDriven
        let listed = try ScratchPackage(project, in: folder, package: package, plan)
        plan.drawn = project.units.indices.filter(listed.hasPreviews)
        guard !plan.drawn.isEmpty else { return nil }
        if case (let program?, _) = try program(of: plan) { return program }
        plan.drawn = []
        for index in project.units.indices {
            if try isCompiled(index, &plan) { plan.drawn.append(index) }
        }
        guard !plan.drawn.isEmpty else { return nil }
        let (program, errors) = try program(of: plan)
        notes += errors.map(\.message)
        return program
    }

    /// The program of a plan; `nil` with the errors if it does not compile.
    private func program(of plan: PreviewPlan) throws(IOSProjectError) -> (URL?, [CompileError]) {
        let scratch = try ScratchPackage(project, in: folder, package: package, plan)
        let errors = try SwiftBuild(scratch).build(["--product", PreviewPlan.program])
        guard errors.isEmpty else { return (nil, errors) }
        return (scratch.buildFolder.appending(path: "debug/\(PreviewPlan.program)"), [])
    }

    /// Whether a unit compiles after some of its files were left out, and has something to draw then.
    private mutating func isCompiled(_ index: Int, _ plan: inout PreviewPlan) throws(IOSProjectError) -> Bool {
        let unit = project.units[index]
        for _ in 0..<12 {
            let scratch = try ScratchPackage(project, in: folder, package: package, plan)
            guard scratch.hasPreviews(index) else { return false }
            let errors = try SwiftBuild(scratch).compile(scratch.modules[index])
            if errors.isEmpty { return true }
            let modules = Set(errors.compactMap(\.missingModule)).subtracting(plan.missing)
            plan.missing.formUnion(modules)
            if !modules.isEmpty { continue }
            if plan.isolation.insert(against: errors) { continue }
            guard leaveOut(errors, of: unit, scratch, &plan) else { break }
        }
        notes.append(
            "nothing of \(unit.name) is \(isDriven ? "called" : "drawn"): it does not compile (live-activities ios check says more)"
        )
        return false
    }

    private mutating func leaveOut(
        _ errors: [CompileError], of unit: IOSProject.Unit, _ scratch: ScratchPackage, _ plan: inout PreviewPlan
    ) -> Bool {
        var hasChanged = false
        for error in errors {
            guard let file = error.file else {
                notes.append(error.message)
                return false
            }
            let name = file.lastPathComponent
            if let listing = scratch.listings[file], let preview = PreviewSource.preview(at: error.line, in: listing) {
                guard plan.left[file, default: []].insert(preview).inserted else { continue }
                let what = ManagerSource.entry(preview, in: listing) ?? "preview \(preview + 1) of \(name)"
                notes.append("\(what) is left out: \(error.message)")
                hasChanged = true
            } else if plan.excluded.insert(file).inserted {
                notes.append("\(name) is left out: line \(error.line): \(error.message)")
                hasChanged = true
            }
        }
        return hasChanged
    }
}

extension ScratchPackage {
    init(_ project: IOSProject, in folder: URL, package: URL, _ plan: PreviewPlan) throws(IOSProjectError) {
        try self.init(
            project, in: folder, package: package, missing: plan.missing, isolation: plan.isolation, previews: plan)
    }
}

/// What a scratch package has for drawing previews.
struct PreviewPlan {
    /// The name of the program.
    static let program = "DrawPreviews"

    /// Files that are not compiled.
    var excluded: Set<URL> = []
    /// Whether managers are listed, and no previews.
    var isDriven = false
    /// The numbers of a file's previews, or of calls of its managers, that are left out.
    var left: [URL: Set<Int>] = [:]
    var missing: Set<String> = []
    var isolation: Isolation = []
    /// The units that are drawn; the program is only written for them.
    var drawn: [Int] = []
}
