import Foundation

/// The parts of a unit that are compiled and listed.
struct ModulePlan: Equatable {
    /// A part that is omitted from the module.
    struct Omission: Equatable {
        let file: URL
        /// The number of the omitted preview or manager call; `nil` if the whole file is omitted.
        let preview: Int?
        /// A line that describes the omission and its reason.
        let note: String
    }

    private(set) var omissions: [Omission] = []
    /// The replacements of missing modules.
    var inventions = Inventions()

    /// The files that are not compiled.
    var excluded: Set<URL> { Set(omissions.filter { $0.preview == nil }.map(\.file)) }

    /// The numbers of the omitted previews or manager calls of a file.
    func left(of file: URL) -> Set<Int> { Set(omissions.filter { $0.file == file }.compactMap(\.preview)) }

    /// Omits a file or one of its previews or calls; `false` if it is omitted already.
    mutating func leaveOut(_ file: URL, preview: Int? = nil, note: String) -> Bool {
        guard !omissions.contains(where: { $0.file == file && $0.preview == preview }) else { return false }
        omissions.append(Omission(file: file, preview: preview, note: note))
        return true
    }
}

/// The parts of the plan that all modules of a project share.
struct SharedPlan: Equatable {
    /// Imported modules that do not exist. Each is replaced by an empty module, because the compiler checks nothing else in a
    /// module with a missing import.
    var missing: Set<String> = []
    var isolation: Isolation = []
    /// The project's own modules that can be imported.
    var own: [String] = []
}

/// The functions that are appended to the modules, which list previews or managers.
enum Listed {
    /// None: the modules are only compiled.
    case nothing
    /// Previews and widgets, except in files that another module lists.
    case previews(without: Set<URL>)
    /// Managers, except in files that another module lists.
    case managers(without: Set<URL>)
}
