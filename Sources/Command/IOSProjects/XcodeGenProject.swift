import Foundation

/// The targets in a `project.yml`, from which XcodeGen makes an Xcode project that a repository need not have.
///
/// Only what Live Activities need of it is read: the types of targets, their sources, and the build settings that concern the
/// compiler.
struct XcodeGenProject {
    struct Target: Equatable {
        let name: String
        fileprivate(set) var type = ""
        fileprivate(set) var platform = ""
        /// Files and folders, relative to the project's folder, each with the patterns of what is left out of it.
        fileprivate(set) var sources: [Source] = []
        fileprivate(set) var settings = BuildSettings([:])

        var isExtension: Bool { type == "app-extension" }
        /// Whether it is an app or an extension for iPhone.
        var isForPhone: Bool {
            (isExtension || type == "application") && !["watchOS", "macOS", "tvOS", "visionOS"].contains(platform)
        }
    }

    struct Source: Equatable {
        let path: String
        var excludes: [String] = []
    }

    let targets: [Target]

    init(_ text: String) {
        let lines = text.split(whereSeparator: \.isNewline).compactMap(Line.init)
        let shared = Self.settings(in: lines.prefix { $0.key != "targets" || $0.indent > 0 })
        guard let start = lines.firstIndex(where: { $0.key == "targets" && $0.indent == 0 }) else {
            targets = []
            return
        }
        targets = Self.blocks(of: lines[(start + 1)...].prefix { $0.indent > 0 }).compactMap { block in
            guard let name = block.first?.key else { return nil }
            var target = Target(name: name, settings: BuildSettings(shared))
            for part in Self.blocks(of: block.dropFirst()) {
                guard let head = part.first else { continue }
                switch head.key {
                case "type": target.type = head.value
                case "platform": target.platform = head.value
                case "sources": target.sources = Self.sources(head.value, part.dropFirst())
                default: target.settings = target.settings.merging(BuildSettings(Self.settings(in: part)))
                }
            }
            return target
        }
    }

    static func files(of target: Target, in folder: URL, among files: [URL]) -> [URL] {
        files.filter { file in
            target.sources.contains { source in
                let path = folder.appending(path: source.path).standardizedFileURL.path
                guard file.path.hasPrefix(path + "/") else { return file.path == path }
                let rest = String(file.path.dropFirst(path.count + 1))
                return !source.excludes.contains { Self.matches(rest, $0) }
            }
        }
    }

    /// Whether a path matches a pattern such as `**/*Tests.swift`, or is below such a path.
    private static func matches(_ path: String, _ pattern: String) -> Bool {
        let escaped = NSRegularExpression.escapedPattern(for: pattern).replacing("\\*\\*/", with: "(?:.*/)?")
            .replacing("\\*\\*", with: ".*").replacing("\\*", with: "[^/]*")
        guard let regex = try? Regex("\(escaped)(?:/.*)?") else { return false }
        return path.wholeMatch(of: regex) != nil
    }

    // MARK: Lines

    /// A line of YAML: `key: value`, `- value` or `- key: value`.
    private struct Line {
        let indent: Int
        let isItem: Bool
        var key = ""
        var value = ""

        init?(_ text: Substring) {
            let code = text.replacing(/(?:^|\s)#.*$/, with: "")
            var rest = code.drop { $0 == " " }
            let spaces = code.count - rest.count
            isItem = rest.hasPrefix("- ")
            if isItem { rest = rest.dropFirst(2).drop { $0 == " " } }
            // A list may stand as far to the left as the key that it belongs to.
            indent = isItem ? spaces + 1 : spaces
            guard !rest.isEmpty else { return nil }
            if let match = rest.wholeMatch(of: /["']?([^:"']+)["']?:(?:\s+(.*))?/) {
                (key, value) = (String(match.1), Self.plain(match.2 ?? ""))
            } else {
                value = Self.plain(rest)
            }
        }

        static func plain(_ text: Substring) -> String {
            text.trimmingCharacters(in: CharacterSet(charactersIn: " \t\r\"'"))
        }
    }

    /// The lines of each entry of a mapping or list: one with the least indentation, and the ones behind it with more.
    private static func blocks(of lines: some Collection<Line>) -> [[Line]] {
        guard let least = lines.map(\.indent).min() else { return [] }
        return lines.reduce(into: []) { blocks, line in
            if line.indent == least || blocks.isEmpty { blocks.append([line]) } else { blocks[blocks.count - 1].append(line) }
        }
    }

    private static func settings(in lines: some Sequence<Line>) -> [String: String] {
        let known: Set = [
            "SWIFT_VERSION", "SWIFT_DEFAULT_ACTOR_ISOLATION", "SWIFT_ACTIVE_COMPILATION_CONDITIONS", "OTHER_SWIFT_FLAGS",
        ]
        // The last key whose value is a list of the following lines.
        var open = ""
        return lines.reduce(into: [:]) { settings, line in
            if !line.key.isEmpty {
                open = known.contains(line.key) ? line.key : ""
                if !open.isEmpty { settings[open] = list(line.value).joined(separator: " ") }
            } else if line.isItem, !open.isEmpty {
                settings[open, default: ""] += " " + line.value
            }
        }
    }

    /// The sources behind the key: one path, a list in brackets, or the items on the following lines.
    private static func sources(_ value: String, _ lines: some Collection<Line>) -> [Source] {
        if !value.isEmpty { return list(value).map { Source(path: $0) } }
        return blocks(of: lines).compactMap { item in
            guard let path = item.first(where: { $0.key == "path" || $0.key.isEmpty })?.value else { return nil }
            let excludes = item.drop { $0.key != "excludes" }
            return Source(
                path: path, excludes: list(excludes.first?.value ?? "") + excludes.dropFirst().prefix { $0.isItem }.map(\.value)
            )
        }
    }

    private static func list(_ text: String) -> [String] {
        guard text.hasPrefix("[") else { return text.isEmpty ? [] : [text] }
        return text.dropFirst().prefix { $0 != "]" }.split(separator: ",").map(Line.plain)
    }
}
