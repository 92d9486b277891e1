import Foundation

/// The compiled and listed parts of a unit.
struct ModulePlan: Equatable {
    /// A part that is left out of the module.
    struct Omission: Equatable {
        let file: URL
        /// The number of a preview, or of a call of a manager; `nil` for the file.
        let preview: Int?
        /// The omission with its reason, in a line.
        let note: String
    }

    private(set) var omissions: [Omission] = []

    /// Files that are not compiled.
    var excluded: Set<URL> { Set(omissions.filter { $0.preview == nil }.map(\.file)) }

    /// The numbers of a file's previews, or of calls of its managers, that are left out.
    func left(of file: URL) -> Set<Int> { Set(omissions.filter { $0.file == file }.compactMap(\.preview)) }

    /// Leaves something out; `false` if it is already.
    mutating func leaveOut(_ file: URL, preview: Int? = nil, note: String) -> Bool {
        guard !omissions.contains(where: { $0.file == file && $0.preview == preview }) else { return false }
        omissions.append(Omission(file: file, preview: preview, note: note))
        return true
    }
}

/// The parts of the plan that all modules of a project share.
struct SharedPlan: Equatable {
    /// Modules that are imported and do not exist here. An empty one of each is made, because the compiler looks at nothing
    /// else in a module with an import that it cannot find.
    var missing: Set<String> = []
    var isolation: Isolation = []
    /// The project's own modules that can be imported.
    var own: [String] = []
}

/// The functions that the modules list besides the project's code.
enum Listed {
    /// Nothing: they are only compiled.
    case nothing
    /// Previews and widgets, but for those in files that another module lists.
    case previews(without: Set<URL>)
    /// Managers, likewise.
    case managers(without: Set<URL>)
}
