/// The isolation that copies of a project's files get, besides what their authors wrote, because protocols here differ from
/// Apple's in it.
///
/// Each is only taken after an error that it may remove: most files compile as they are.
struct Isolation: OptionSet {
    let rawValue: Int

    /// Values of modules that isolate to the main actor are `nonisolated`.
    static let freesValues = Isolation(rawValue: 1)
    /// Views and widgets are isolated to the main actor.
    static let isolatesViews = Isolation(rawValue: 2)

    /// Adds what may remove one of these errors; `false` if that was there already.
    mutating func insert(against errors: [CompileError]) -> Bool {
        var wanted: Isolation = []
        if errors.contains(where: \.isAboutIsolatedValues) { wanted.insert(.freesValues) }
        if errors.contains(where: \.isAboutIsolation) { wanted.insert(.isolatesViews) }
        defer { formUnion(wanted) }
        return !isSuperset(of: wanted)
    }
}
