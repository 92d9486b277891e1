import LiveActivityCore
import LiveActivityLint

/// The findings of one or several kinds, as text.
struct LintReport {
    let surfaces: [SizedSurface]
    let locales: [String]
    private(set) var kinds: [(kind: ActivityKind, moments: Int, leftOut: Int, findings: [Finding])] = []

    init(surfaces: [SizedSurface], locales: [String]) {
        self.surfaces = surfaces
        self.locales = locales
    }

    var findings: [Finding] { kinds.flatMap(\.findings) }

    /// - Parameter leftOut: The number of moments that were not checked.
    mutating func add(_ kind: ActivityKind, moments: Int, leftOut: Int = 0, _ findings: [Finding]) {
        kinds.append((kind, moments, leftOut, findings))
    }

    var text: String {
        kinds.map { kind, moments, leftOut, findings in
            let moments = leftOut == 0 ? "\(moments) moments" : "\(moments) of \(moments + leftOut) moments"
            let extent =
                "\(moments) on \(surfaces.count) surfaces in \(locales.count) \(locales.count == 1 ? "language" : "languages")"
            let sum = findings.isEmpty ? "clean" : findings.count == 1 ? "1 finding" : "\(findings.count) findings"
            return (["\(kind): \(sum), \(extent)"] + Self.groups(of: findings).map(\.text)).joined(separator: "\n\n")
        }.joined(separator: "\n\n")
    }

    /// Findings of one rule about one view, which are corrected together.
    private struct Group {
        var rule: LintRule
        var path: String
        var advice: String
        var problems: [Problem]

        var text: String {
            """
              \(rule.rawValue) at \(path.isEmpty ? "the whole" : path)
            \(problems.map(\.text).joined(separator: "\n"))
                \(advice) [\(rule.source)]
            """
        }
    }

    /// One problem of the group, on one or several surfaces.
    private struct Problem {
        var first: Finding
        var surfaces: [String]

        var text: String {
            let seen = [first.appearance?.rawValue, first.locale, first.sample].compactMap { $0 }.joined(separator: ", ")
            let on = surfaces.isEmpty ? "" : "\n    on \(surfaces.joined(separator: ", "))"
            return "    \(first.message)\(seen.isEmpty ? "" : " (\(seen))")\(on)"
        }

        /// Whether the finding is the same problem, possibly with other measurements on another surface.
        func covers(_ finding: Finding) -> Bool {
            func words(_ message: String) -> String { String(message.filter { !$0.isNumber }) }
            return finding.appearance == first.appearance && words(finding.message) == words(first.message)
        }
    }

    private static func groups(of findings: [Finding]) -> [Group] {
        var groups: [Group] = []
        for finding in findings {
            let name = finding.surface.map { [$0.name] } ?? []
            let problem = Problem(first: finding, surfaces: name)
            guard let index = groups.firstIndex(where: { $0.rule == finding.rule && $0.path == finding.path }) else {
                groups.append(
                    Group(rule: finding.rule, path: finding.path, advice: finding.advice, problems: [problem]))
                continue
            }
            if let same = groups[index].problems.firstIndex(where: { $0.covers(finding) }) {
                groups[index].problems[same].surfaces += name
            } else {
                groups[index].problems.append(problem)
            }
        }
        return groups
    }
}
