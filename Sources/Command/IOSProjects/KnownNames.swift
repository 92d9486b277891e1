import Foundation

/// The names that this package declares in place of Apple's, found in its sources.
///
/// Apple's types here lack some members. These names distinguish a member that is missing here from a misspelled one.
struct KnownNames {
    /// All names in the sources.
    private var all: Set<String> = []
    private(set) var types: Set<String> = []
    private(set) var classes: Set<String> = []
    private(set) var views: Set<String> = []
    /// The labels of arguments, and other words before a colon.
    private(set) var labels: Set<String> = []
    /// The types that have a function, by the function's name.
    private(set) var owners: [String: Set<String>] = [:]
    /// A type for each protocol with static members for that type: `PlainListStyle` for `ListStyle`.
    private(set) var styles: [String: String] = [:]

    /// - Parameter package: The folder of swift-live-activities.
    init(package: URL) {
        let folders = ["Sources/AppleNames", "Sources/Views/LiveActivityUI"].map { package.appending(path: $0) }
        for file in folders.flatMap(FileTree.files) where file.pathExtension == "swift" {
            if let text = try? String(contentsOf: file, encoding: .utf8) { insert(text) }
        }
    }

    init(_ text: String) { insert(text) }

    private mutating func insert(_ text: String) {
        var owner: String?
        for line in text.split(separator: "\n") {
            let code = line.drop { $0 == " " }
            if code.hasPrefix("//") { continue }
            let words = Self.words(of: code)
            all.formUnion(words)
            labels.formUnion(Self.labels(in: code))
            if let owner, let place = words.firstIndex(of: "func"), place + 1 < words.count {
                owners[words[place + 1], default: []].insert(owner)
            }
            guard let place = words.firstIndex(where: Self.kinds.contains), place + 1 < words.count else { continue }
            let (kind, name) = (words[place], words[place + 1])
            owner = name
            if kind != "extension" { types.insert(name) }
            if kind == "class" { classes.insert(name) }
            if [": View {", ": View,", ", View {", ", View,"].contains(where: code.contains) { views.insert(name) }
            // A list of views is itself a view: `extension ForEach: View where Content: View`.
            if code.contains(": View where"), name != "Optional" { views.insert(name) }
            if kind == "extension", let own = words.firstIndex(of: "Self"), own + 1 < words.count, styles[name] == nil {
                styles[name] = words[own + 1]
            }
        }
    }

    private static let kinds: Set = ["struct", "class", "enum", "actor", "protocol", "typealias", "extension"]

    private static func words(of line: Substring) -> [String] {
        line.utf8.split { !($0 &- 97 < 26 || $0 &- 65 < 26 || $0 &- 48 < 10 || $0 == 95) }.map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// The word before each colon, or the one before that: `for` in `for type: Attributes.Type`.
    private static func labels(in line: Substring) -> [String] {
        var (found, last, beforeLast, isSpaced): ([String], Substring, Substring, Bool) = ([], "", "", false)
        for character in line {
            if character.isWordCharacter {
                if isSpaced || last.isEmpty { (beforeLast, last, isSpaced) = (last, "", false) }
                last.append(character)
            } else if character == " " {
                isSpaced = true
            } else {
                if character == ":", !last.isEmpty { found.append(String(beforeLast.isEmpty ? last : beforeLast)) }
                (last, beforeLast, isSpaced) = ("", "", false)
            }
        }
        return found
    }

    /// Whether the sources have a name anywhere.
    func has(_ name: String) -> Bool { all.contains(name) }

    /// Whether a name is probably a typing error of a known one: they differ in one letter, or two letters have changed places.
    func isMistyped(_ name: String) -> Bool {
        let bytes = Array(name.utf8)
        guard bytes.count > 4, !all.contains(name) else { return false }
        return all.contains { other in
            abs(other.utf8.count - bytes.count) < 2 && Self.differsOnce(bytes, Array(other.utf8))
        }
    }

    private static func differsOnce(_ one: [UInt8], _ two: [UInt8]) -> Bool {
        let (short, long) = one.count < two.count ? (one, two) : (two, one)
        guard let start = short.indices.first(where: { short[$0] != long[$0] }) else { return long.count > short.count }
        if short.count < long.count { return short[start...].elementsEqual(long[(start + 1)...]) }
        if short[(start + 1)...].elementsEqual(long[(start + 1)...]) { return true }
        return start + 1 < short.count && short[start] == long[start + 1] && short[start + 1] == long[start]
            && short[(start + 2)...].elementsEqual(long[(start + 2)...])
    }
}
