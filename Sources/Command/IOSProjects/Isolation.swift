/// The isolation that is added to copies of a project's files, because this package's protocols have a different isolation than
/// Apple's.
///
/// Each option is applied only after an error that it may remove, because most files compile unchanged.
struct Isolation: OptionSet {
    let rawValue: Int

    /// Makes values `nonisolated` in modules that isolate to the main actor by default.
    static let freesValues = Isolation(rawValue: 1)
    /// Isolates views and widgets to the main actor.
    static let isolatesViews = Isolation(rawValue: 2)

    /// Adds the option that may remove one of these errors; `false` if it was set already.
    mutating func insert(against errors: [CompileError]) -> Bool {
        var wanted: Isolation = []
        if errors.contains(where: \.isAboutIsolatedValues) { wanted.insert(.freesValues) }
        if errors.contains(where: \.isAboutIsolation) { wanted.insert(.isolatesViews) }
        defer { formUnion(wanted) }
        return !isSuperset(of: wanted)
    }
}
