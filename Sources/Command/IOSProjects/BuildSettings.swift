import Foundation

/// The build settings of a project or a target in one configuration, which override the settings of its `.xcconfig` file.
struct BuildSettings {
    private(set) var values: [String: String] = [:]

    subscript(name: String) -> String? { values[name] }

    /// The settings of the configuration Release, or of the first one.
    ///
    /// - Parameter owner: The object of a project or of a target.
    init(of owner: [String: Any], _ objects: [String: [String: Any]], _ tree: FileTree) {
        let list = (owner["buildConfigurationList"] as? String).flatMap { objects[$0] }
        let configurations = (list?["buildConfigurations"] as? [String] ?? []).compactMap { objects[$0] }
        let chosen = configurations.first { $0["name"] as? String == "Release" } ?? configurations.first
        if let file = (chosen?["baseConfigurationReference"] as? String).flatMap(tree.location) { read(file, depth: 0) }
        values.merge((chosen?["buildSettings"] as? [String: Any] ?? [:]).compactMapValues { $0 as? String }) { $1 }
        values["CONFIGURATION"] = chosen?["name"] as? String
    }

    /// These settings, overridden by a target's own settings.
    func merging(_ target: BuildSettings) -> BuildSettings {
        var merged = self
        merged.values.merge(target.values) { $1 }
        return merged
    }

    /// Adds the settings of a configuration file and of the files that it includes. Settings for a single platform are ignored.
    private mutating func read(_ file: URL, depth: Int) {
        // The depth is limited, because files can include each other.
        guard depth < 20, let text = try? String(contentsOf: file, encoding: .utf8) else { return }
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
            if let match = line.firstMatch(of: /^\s*#include\??\s*"([^"]+)"/) {
                read(file.deletingLastPathComponent().appending(path: String(match.1)), depth: depth + 1)
            } else if let match = line.wholeMatch(of: /\s*(\w+)\s*=\s*(.*?)\s*;?\s*/) {
                values[String(match.1)] = String(match.2)
            }
        }
    }

    /// The value of a setting with references to other settings expanded; `nil` if it has no value, or refers to an unknown
    /// setting.
    func expanded(_ name: String) -> String? { values[name].flatMap { expand($0, depth: 0) } }

    private func expand(_ text: String, depth: Int) -> String? {
        guard depth < 10 else { return nil }
        var result = text
        while let match = result.firstMatch(of: /\$[({](\w+)(?::[^)}]*)?[)}]/) {
            let name = String(match.1)
            guard let value = name == "inherited" ? "" : values[name].flatMap({ expand($0, depth: depth + 1) }) else {
                return nil
            }
            result.replaceSubrange(match.range, with: value)
        }
        return result
    }

    /// Adds a default value of Xcode, unless the project sets the setting.
    mutating func setDefault(_ name: String, _ value: String) { values[name] = values[name] ?? value }

    /// Whether the product runs on an iPhone, rather than on a watch, a Mac or a television.
    var areForPhone: Bool {
        let root = values["SDKROOT"] ?? "iphoneos"
        if root == "auto" { return values["SUPPORTED_PLATFORMS"].map { $0.contains("iphoneos") } ?? true }
        return root.hasPrefix("iphone")
    }
}
