import ArgumentParser
import LiveActivityJSON
package import LiveActivitySurfaces

/// The message for an unknown name.
package enum Suggestion {
    /// A message such as `There is no kind 'delivry'; did you mean 'delivery'? Use one of: delivery, sports.`
    package static func unknown(_ name: String, _ noun: String, among names: [String]) -> String {
        "T\(CaseNames.unknown(name, noun, among: names).dropFirst())."
    }
}

extension SizedSurface {
    /// The surface with a name that an argument has given.
    ///
    /// - Throws: `ValidationError`, which lists the existing surfaces.
    package static func argument(_ name: String) throws -> SizedSurface {
        if let surface = SizedSurface(named: name) { return surface }
        throw ValidationError(Suggestion.unknown(name, "surface", among: all.map(\.name)))
    }
}
