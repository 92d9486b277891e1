import Foundation

/// What of a unit is compiled and listed.
struct ModulePlan: Equatable {
    /// What is left out of the module.
    struct Omission: Equatable {
        let file: URL
        /// The number of a preview, or of a call of a manager; `nil` for the file.
        let preview: Int?
        /// What is left out and why, in a line.
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

/// What is the same for all modules of a project.
struct SharedPlan: Equatable {
    /// Modules that are imported and do not exist here. An empty one of each is made, because the compiler looks at nothing else in a module
    /// with an import that it cannot find.
    var missing: Set<String> = []
    var isolation: Isolation = []
    /// The project's own modules that can be imported.
    var own: [String] = []
}

/// What the modules list besides the project's code.
enum Listed {
    /// Nothing: they are only compiled.
    case nothing
    /// Previews and widgets, but for those in files that another module lists.
    case previews(without: Set<URL>)
    /// Managers, likewise.
    case managers(without: Set<URL>)
}
