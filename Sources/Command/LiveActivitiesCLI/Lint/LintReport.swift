import LiveActivityCore
import LiveActivityLint

/// The findings of one or several kinds, as text.
struct LintReport {
    let surfaces: [SizedSurface]
    let locales: [String]
    private(set) var kinds: [(kind: ActivityKind, moments: Int, findings: [Finding])] = []

    init(surfaces: [SizedSurface], locales: [String]) {
        self.surfaces = surfaces
        self.locales = locales
    }

    var findings: [Finding] { kinds.flatMap(\.findings) }

    mutating func add(_ kind: ActivityKind, moments: Int, _ findings: [Finding]) {
        kinds.append((kind, moments, findings))
    }

    var text: String {
        kinds.map { kind, moments, findings in
            let extent =
                "\(moments) moments on \(surfaces.count) surfaces in \(locales.count) \(locales.count == 1 ? "language" : "languages")"
            let sum = findings.isEmpty ? "clean" : findings.count == 1 ? "1 finding" : "\(findings.count) findings"
            return (["\(kind): \(sum), \(extent)"] + Self.groups(of: findings).map(\.text)).joined(separator: "\n\n")
        }.joined(separator: "\n\n")
    }

    /// Findings of one rule about one view, on several surfaces: one thing to correct.
    private struct Group {
        var first: Finding
        var surfaces: [String]

        var text: String {
            let seen = [first.appearance?.rawValue, first.locale, first.sample].compactMap { $0 }.joined(separator: ", ")
            let on = surfaces.isEmpty ? "" : "\n    on \(surfaces.joined(separator: ", "))"
            return """
                  \(first.rule.rawValue) at \(first.path.isEmpty ? "the whole" : first.path)
                    \(first.message)\(seen.isEmpty ? "" : " (\(seen))")\(on)
                    \(first.advice) [\(first.rule.source)]
                """
        }
    }

    private static func groups(of findings: [Finding]) -> [Group] {
        var groups: [Group] = []
        for finding in findings {
            let name = finding.surface.map { [$0.name] } ?? []
            if let index = groups.firstIndex(where: { $0.first.rule == finding.rule && $0.first.path == finding.path }) {
                groups[index].surfaces += name
            } else {
                groups.append(Group(first: finding, surfaces: name))
            }
        }
        return groups
    }
}
