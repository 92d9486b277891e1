import Foundation

/// The build settings of a project or a target in one configuration, which override the settings of its `.xcconfig` file.
struct BuildSettings: Equatable {
    private(set) var values: [String: String] = [:]

    subscript(name: String) -> String? { values[name] }

    init(_ values: [String: String]) { self.values = values }

    /// The settings of the configuration Release, or of the first one.
    ///
    /// - Parameter owner: The object of a project or of a target.
    init(of owner: [String: Any], _ objects: [String: [String: Any]], _ tree: FileTree) {
        let list = (owner["buildConfigurationList"] as? String).flatMap { objects[$0] }
        let configurations = (list?["buildConfigurations"] as? [String] ?? []).compactMap { objects[$0] }
        let chosen = configurations.first { $0["name"] as? String == "Release" } ?? configurations.first
        if let file = (chosen?["baseConfigurationReference"] as? String).flatMap(tree.location) {
            var count = 0
            read(file, includedBy: [], &count)
        }
        // Xcode writes several flags as an array.
        let own = (chosen?["buildSettings"] as? [String: Any] ?? [:]).compactMapValues { value in
            value as? String ?? (value as? [String])?.joined(separator: " ")
        }
        values.merge(own, uniquingKeysWith: Self.inheriting)
        values["CONFIGURATION"] = chosen?["name"] as? String
    }

    /// These settings, overridden by a target's own settings.
    func merging(_ target: BuildSettings) -> BuildSettings {
        var merged = self
        merged.values.merge(target.values, uniquingKeysWith: Self.inheriting)
        return merged
    }

    private static func inheriting(_ inherited: String, _ value: String) -> String {
        value.replacing(/\$[({]inherited[)}]/, with: inherited)
    }

    /// Adds the settings of a configuration file and of the files that it includes. Settings for a single platform are ignored.
    ///
    /// - Parameters:
    ///   - includers: The files that include this one, at most 20. A file that includes itself is not read again.
    ///   - count: The number of files that were read, each time that they are included.
    private mutating func read(_ file: URL, includedBy includers: [URL], _ count: inout Int) {
        count += 1
        guard count <= Self.filesMax, includers.count < 20, !includers.contains(file),
            let text = try? String(contentsOf: file, encoding: .utf8)
        else { return }
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
            if let match = line.firstMatch(of: /^\s*#include\??\s*"([^"]+)"/) {
                let included = file.deletingLastPathComponent().appending(path: String(match.1)).standardizedFileURL
                read(included, includedBy: includers + [file], &count)
            } else if let match = line.wholeMatch(of: /\s*(\w+)\s*=\s*(.*?)\s*;?\s*/) {
                values[String(match.1)] = String(match.2)
            }
        }
    }

    /// The value of a setting with references to other settings expanded; `nil` if it has no value, or refers to an unknown
    /// setting.
    func expanded(_ name: String) -> String? {
        var count = 0
        return values[name].flatMap { expand($0, depth: 0, &count) }
    }

    /// The words of a setting, with `?` in place of a word that refers to an unknown setting.
    private func words(_ name: String) -> [String] {
        var count = 0
        return (values[name] ?? "").split(separator: " ").map { expand(String($0), depth: 0, &count) ?? "?" }
            .flatMap { $0.split(separator: " ").map(String.init) }
    }

    /// The conditions of `#if` that are set, such as `WIDGET_EXTENSION`.
    var conditions: [String] {
        var names = words("SWIFT_ACTIVE_COMPILATION_CONDITIONS")
        var flags = words("OTHER_SWIFT_FLAGS")[...]
        while let flag = flags.popFirst() {
            switch flag {
            // The next flag is for C.
            case "-Xcc": _ = flags.popFirst()
            case "-D": if let name = flags.popFirst() { names.append(name) }
            default: if flag.hasPrefix("-D") { names.append(String(flag.dropFirst(2))) }
            }
        }
        return names.filter { $0.wholeMatch(of: /\w+/) != nil }
    }

    // Without limits, ten settings with ten references each to the next one would take 10,000,000,000 steps.
    private static let (filesMax, referencesMax) = (1_000, 1_000)

    /// - Parameter count: The number of references that were expanded.
    private func expand(_ text: String, depth: Int, _ count: inout Int) -> String? {
        guard depth < 10 else { return nil }
        var result = text
        while let match = result.firstMatch(of: /\$[({](\w+)(?::[^)}]*)?[)}]/) {
            let name = String(match.1)
            count += 1
            guard count <= Self.referencesMax,
                let value = name == "inherited" ? "" : values[name].flatMap({ expand($0, depth: depth + 1, &count) })
            else { return nil }
            result.replaceSubrange(match.range, with: value)
        }
        return result
    }

    /// Adds a default value of Xcode, unless the project sets the setting.
    mutating func setDefault(_ name: String, _ value: String) { values[name] = values[name] ?? value }

    /// The compiler's language mode: 5 unless the project requires 6.
    var languageMode: Int { values["SWIFT_VERSION"].flatMap(Double.init).map { $0 >= 6 ? 6 : 5 } ?? 5 }

    /// Whether declarations are isolated to the main actor by default, as in new projects of Xcode 26.
    var isolatesToMainActor: Bool { values["SWIFT_DEFAULT_ACTOR_ISOLATION"] == "MainActor" }

    /// Whether the product runs on an iPhone, rather than on a watch, a Mac or a television.
    var areForPhone: Bool {
        let root = values["SDKROOT"] ?? "iphoneos"
        if root == "auto" { return values["SUPPORTED_PLATFORMS"].map { $0.contains("iphoneos") } ?? true }
        return root.hasPrefix("iphone")
    }
}
