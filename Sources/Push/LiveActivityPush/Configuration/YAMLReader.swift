#if PushFiles
package import LiveActivityCore
import LiveActivityJSON
import Yams

/// A node of a YAML file with its path and line for error messages. The service reads its configuration with it too.
package struct YAMLReader {
    private let node: Yams.Node
    private let file: String
    private let path: String
    package let line: Int

    private init(_ node: Yams.Node, _ file: String, _ path: String, line: Int) {
        (self.node, self.file, self.path) = (node, file, path)
        self.line = node.mark?.line ?? line
    }

    package init(yaml: String, file: String) throws(PushError) {
        let root: Yams.Node?
        do { root = try compose(yaml: yaml) } catch {
            let (line, problem) = Self.place(of: error)
            throw .badConfiguration(file: file, line: line, reason: "this is not YAML: \(problem)")
        }
        guard let root else { throw .badConfiguration(file: file, line: 1, reason: "the file is empty") }
        self.init(root, file, "", line: 1)
    }

    /// The line and the problem of an error of Yams, whose own description repeats whole lines of the file.
    private static func place(of error: any Error) -> (line: Int, problem: String) {
        switch error {
        case YamlError.scanner(_, let problem, let mark, _), YamlError.parser(_, let problem, let mark, _),
            YamlError.composer(_, let problem, let mark, _):
            (mark.line, problem)
        case YamlError.duplicatedKeysInMapping(let names, let context):
            (context.mark.line, "'\(names.sorted().joined(separator: ", ").abridged)' occurs twice")
        case YamlError.reader(let problem, _, _, _): (0, problem)
        default: (0, "\(error)".abridged)
        }
    }

    package func error(_ reason: String) -> PushError { .badConfiguration(file: file, line: line, reason: reason) }

    /// Passes each name and value of a mapping to a closure. An unknown or repeated name is an error.
    package func members(
        _ known: [String], required: [String] = [], _ read: (String, YAMLReader) throws(PushError) -> Void
    ) throws(PushError) {
        var seen: Set<String> = []
        for (name, value) in try pairs() {
            guard known.contains(name) else {
                let hint =
                    CaseNames.nearest(to: name, among: known).map { "; did you mean '\($0)'?" }
                    ?? ". Use one of \(known.sorted().joined(separator: ", "))"
                throw value.error("'\(name.abridged)' is not a setting\(hint)")
            }
            guard seen.insert(name).inserted else { throw value.error("'\(name.abridged)' occurs twice") }
            try read(name, value)
        }
        for name in required where !seen.contains(name) {
            throw error("'\(name)' is missing\(path.isEmpty ? "" : " in '\(path)'")")
        }
    }

    package func pairs() throws(PushError) -> [(String, YAMLReader)] {
        guard case .mapping(let mapping) = node else { throw error("'\(path)' has members: write them as 'name: value'") }
        var list: [(String, YAMLReader)] = []
        for (key, value) in mapping {
            guard case .scalar(let scalar) = key else { throw error("a member's name must be a string") }
            list.append(
                (scalar.string, YAMLReader(value, file, scalar.string, line: key.mark?.line ?? line).on(key.mark?.line)))
        }
        return list
    }

    /// This node with the line of its name, for errors about the name.
    private func on(_ line: Int?) -> YAMLReader { YAMLReader(node, file, path, exactly: line ?? self.line) }

    private init(_ node: Yams.Node, _ file: String, _ path: String, exactly line: Int) {
        (self.node, self.file, self.path, self.line) = (node, file, path, line)
    }

    package func elements<Element>(_ read: (YAMLReader) throws(PushError) -> Element) throws(PushError) -> [Element] {
        guard case .sequence(let sequence) = node else { throw error("'\(path)' must be a list: write each element with '- '") }
        var list: [Element] = []
        for element in sequence { list.append(try read(YAMLReader(element, file, path, line: line))) }
        return list
    }

    package func text() throws(PushError) -> String {
        guard case .scalar(let scalar) = node, !scalar.string.isEmpty else { throw error("'\(path)' must be a string") }
        return scalar.string
    }

    package func integer(_ range: ClosedRange<Int>) throws(PushError) -> Int {
        guard case .scalar(let scalar) = node, let number = Int(scalar.string), range.contains(number) else {
            throw error("'\(path)' must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    package func seconds() throws(PushError) -> TimeInterval {
        guard case .scalar(let scalar) = node, let number = TimeInterval(scalar.string), 0...604_800 ~= number else {
            throw error("'\(path)' must be a number of seconds from 0 to 604800")
        }
        return number
    }

    package func bool() throws(PushError) -> Bool {
        guard case .scalar(let scalar) = node, let value = ["true": true, "false": false][scalar.string] else {
            throw error("'\(path)' must be true or false")
        }
        return value
    }
}
#endif
