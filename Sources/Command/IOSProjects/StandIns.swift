import Foundation

/// Replacements for framework declarations that a project's bridge code needs. They do nothing.
enum StandIns {
    /// Rewrites a source so that it compiles as on iOS: conditions on iOS are true, modules with several names have a single
    /// one, and a submodule is imported with its module.
    static func asOniOS(_ text: String) -> String {
        guard text.contains("os(iOS)") || text.contains(/\bimport (?:OSLog|CoreFoundation|\w+\.)/) else { return text }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
            let (line, code) = (String(line), line.drop { $0 == " " || $0 == "\t" })
            if code.hasPrefix("#if") || code.hasPrefix("#elseif") {
                return line.replacing(/\bos\(\s*iOS\s*\)/) { String(repeating: " ", count: $0.output.count - 4) + "true" }
            }
            guard line.contains("import ") else { return line }
            return line.replacing(/^(\s*(?:@\w+\s+)*import )(\w+)(?:\.\w+)*/) {
                "\($0.output.1)\(single[String($0.output.2)] ?? String($0.output.2))"
            }
        }
        return lines.joined(separator: "\n")
    }

    /// The names under which modules are here. Linux has a module CoreFoundation, with other types than Foundation's here.
    private static let single = ["OSLog": "os", "CoreFoundation": "Foundation"]

    /// Replaces the parts of a source that only Objective-C needs by spaces. All other characters keep their positions.
    static func withoutObjectiveC(_ text: String) -> String {
        guard text.contains("@objc") else { return text }
        var characters = Array(text)
        let code = String(SwiftFile.code(in: characters))
        for match in code.matches(of: /@objc(?:Members)?(?:\([^)]*\))?/) {
            let start = code.distance(from: code.startIndex, to: match.range.lowerBound)
            for index in start..<start + match.output.count where !characters[index].isNewline { characters[index] = " " }
        }
        return String(characters)
    }

    /// Types of Swift, Foundation and SwiftUI whose names other modules use too, and then with the module's name in front.
    private static let shared: Set<String> = [
        "Animation", "Button", "Color", "Data", "Date", "Error", "Expression", "Font", "Form", "Gauge", "Group", "Image",
        "Label",
        "Link", "List", "Locale", "Measurement", "Menu", "Notification", "Operation", "Path", "Predicate", "Progress", "Result",
        "Section", "Text", "Timer", "Transaction", "Unit", "View",
    ]

    /// Replaces the names of missing modules in front of their types by spaces, because no module has the invented types. A
    /// type that would then be one of Apple's gets a name of its own: `SQLite_Expression`.
    static func withoutQualifiers(_ text: String, of modules: Set<String>) -> String {
        let modules = modules.filter { text.contains($0 + ".") }
        guard !modules.isEmpty else { return text }
        var characters = Array(text)
        let code = String(SwiftFile.code(in: characters))
        for match in code.matches(of: /(?:^|[^.\w])(([A-Za-z]\w*)\.)(?=[A-Z])/) where modules.contains(String(match.2)) {
            let type = code[match.1.endIndex...].prefix(while: \.isWordCharacter)
            let start = code.distance(from: code.startIndex, to: match.1.startIndex)
            // `import MapKit.Map` keeps its module.
            guard !code[..<match.1.startIndex].hasSuffix("import ") else { continue }
            if shared.contains(String(type)) {
                characters[start + match.1.count - 1] = "_"
            } else {
                for index in start..<start + match.1.count { characters[index] = " " }
            }
        }
        return String(characters)
    }

    /// Renames an imported module. An alias of the compiler would also rename it in this package's modules.
    static func withRenamed(_ text: String, _ module: String, as name: String) -> String {
        guard module != name, text.contains(module),
            let imports = try? Regex(#"((?m:^)[^\n/"]*\bimport\s+(?:\w+\s+)?)\#(module)(?=\.|(?m:\s*$))"#),
            let qualifiers = try? Regex(#"([^\w."])\#(module)(?=\.[A-Z])"#)
        else { return text }
        return [imports, qualifiers].reduce(text) { text, regex in
            text.replacing(regex) { match in "\(match.output[1].substring ?? "")\(name)" }
        }
    }

    /// Names the module of Apple's protocols where the project has a type with the same name, as Xcode's template in a target
    /// `Widget` does. No compiler accepts such a type, but it can be drawn.
    static func withQualifiedWidgets(_ text: String, declared: Set<String>) -> String {
        let names = ["Widget", "WidgetBundle"].filter { declared.contains($0) && text.contains($0) }
        guard !names.isEmpty else { return text }
        return text.replacing(/((?::|\bsome)\s+)(Widget|WidgetBundle)(\s*\{)/) { match in
            "\(match.1)\(names.contains(String(match.2)) ? "SwiftUI." : "")\(match.2)\(match.3)"
        }
    }

    /// Makes the stored properties of Core Data's objects computed ones, whose values are not stored.
    static func withComputedProperties(_ text: String) -> String {
        guard text.contains("@NSManaged") else { return text }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.replacing(/@NSManaged\s+((?:\w+\s+)*var\s+\w+\s*:\s*)([^\/{=]+?)(\s*(?:\/\/.*)?)$/) { match in
                let isOptional = match.2.hasSuffix("?") || match.2.hasSuffix("!")
                return "\(match.1)\(match.2) { get { \(isOptional ? "nil" : "fatalError()") } set {} }\(match.3)"
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Makes the values in a source `nonisolated`.
    ///
    /// In a module that isolates everything to the main actor by default, conformances of values are isolated too, so functions
    /// that require `Sendable` values refuse them, and so do predicates for key paths of SwiftData's models. Attributes and
    /// content states need no change.
    static func withNonisolatedValues(_ text: String) -> String {
        let code = String(SwiftFile.code(in: Array(text)))
        let values =
            /(?m)^([ \t]*)((?:(?:public|internal|private|fileprivate|package) )?(?:struct|enum) \w+[^\n:{]*:[^\n{]*\b(?:Codable|Decodable|Hashable)\b)/
        let models = /@Model\b\s*(?:@\w+\s+)*((?:(?:public|final|internal|package) )*class )/
        let places = code.matches(of: values).map(\.2.startIndex) + code.matches(of: models).map(\.1.startIndex)
        var characters = Array(text)
        for place in places.sorted(by: >) {
            characters.insert(contentsOf: "nonisolated ", at: code.distance(from: code.startIndex, to: place))
        }
        return String(characters)
    }

    /// Isolates the views and widgets in a source to the main actor, as Apple's protocols do.
    static func withIsolatedViews(_ text: String) -> String {
        let code = String(SwiftFile.code(in: Array(text)))
        let views =
            #/
            (?m)^([\x20\t]*)((?:(?:public|internal|private|fileprivate|package|final)\x20)*
            (?:extension\x20(?:SwiftUI\.)?(?:View|ViewModifier|Widget)\b[^:{]*\{
            |(?:struct|class|enum|extension)\x20[\w.]+[^\n:{]*:[^{;=]*?
            \b(?:View|ViewModifier|Widget|WidgetBundle|PreviewProvider|App
            |ButtonStyle|LabelStyle|ProgressViewStyle|GaugeStyle|ToggleStyle)\b[^{;=]*\{))
            /#
        var characters = Array(text)
        for match in code.matches(of: views).reversed() {
            let start = code.distance(from: code.startIndex, to: match.2.startIndex)
            let before = code[..<match.2.startIndex].suffix(60)
            if before.contains(/@MainActor\s*(?:@\w+\s*)*$/) || before.contains(/nonisolated\s*$/) { continue }
            characters.insert(contentsOf: "@MainActor ", at: start)
        }
        return String(characters)
    }

    /// Replaces selectors by strings with their names, because there is no Objective-C on Linux. They are never called.
    static func withNamedSelectors(_ text: String) -> String {
        guard text.contains("#selector(") else { return text }
        var characters = Array(text)
        let code = SwiftFile.code(in: characters)
        let name = Array("#selector(")
        for start in code.indices.reversed() where code[start] == "#" && code[start...].starts(with: name) {
            var (depth, end) = (0, start + name.count - 1)
            repeat {
                if code[end] == "(" { depth += 1 }
                if code[end] == ")" { depth -= 1 }
                end += 1
            } while depth > 0 && end < code.count
            let breaks = characters[start..<end].filter(\.isNewline)
            let inside = characters[(start + name.count)..<max(start + name.count, end - 1)].filter {
                !$0.isNewline && $0 != "\""
            }
            characters.replaceSubrange(start..<end, with: Array("Selector(\"" + String(inside) + "\")") + breaks)
        }
        return String(characters)
    }

    /// Declarations for names that a bridging header or a build tool provides: React Native's, and a package's bundle; `nil` if
    /// the files use none.
    ///
    /// - Parameters:
    ///   - intents: The types that Xcode generates from intent definitions, by their names.
    ///   - models: The classes that Xcode generates from Core Data models, by their names.
    static func declarations(
        for files: [SwiftFile], intents: [String: String] = [:], models: [String: CoreDataModel.Declaration] = [:],
        isPackage: Bool = false, isDrawn: Bool = false
    ) -> String? {
        let used = files.reduce(into: Set<String>()) { $0.formUnion($1.names) }
        let declared = files.reduce(into: Set<String>()) { $0.formUnion($1.declared) }
        var texts: [String] = []
        if used.contains(where: { $0.hasPrefix("RCT") }) {
            texts += react.filter { !declared.contains($0.name) }.map(\.text)
        }
        if !used.isDisjoint(with: intents.keys) {
            texts += ["import Intents"] + intents.filter { !declared.contains($0.key) }.sorted { $0.key < $1.key }.map(\.value)
        }
        let classes = models.filter { $0.value.isExtension == declared.contains($0.key) }
        // Another target may have the model: an entity called Task must not hide Swift's type in this one.
        let hasModel = used.contains("FetchRequest") || files.contains { $0.imports.contains("CoreData") }
        if hasModel, !used.isDisjoint(with: classes.keys) {
            let hasViews = files.contains { !$0.imports.isDisjoint(with: ["SwiftUI", "WidgetKit"]) }
            texts += hasViews ? ["import SwiftUI", CoreDataModel.support, CoreDataModel.views] : [CoreDataModel.support]
            texts += classes.sorted { $0.key < $1.key }.map(\.value.text)
            // A class of the project's own is left out where only the generated code names it.
            let related = classes.values.reduce(into: Set<String>()) { $0.formUnion($1.related) }
            texts += related.subtracting(declared.union(classes.keys)).sorted()
                .map { "nonisolated open class \($0): NSManagedObject {}" }
        }
        // Xcode generates a class for each intent of an intent definition, which may be missing here.
        if !used.isDisjoint(with: ["IntentTimelineProvider", "IntentConfiguration"]) {
            let classes = used.subtracting(declared.union(intents.keys)).filter {
                $0.hasSuffix("ConfigurationIntent") && !$0.hasPrefix("Widget")
            }
            texts += classes.sorted().map { "import Intents\nclass \($0): INIntent {}" }
        }
        // SwiftPM generates `Bundle.module` for a package with resources. Assets of all modules are found by name, so any
        // bundle works.
        if isPackage, used.isSuperset(of: ["module"]), !used.isDisjoint(with: ["Bundle", "bundle"]) {
            texts.append("extension Bundle { static var module: Bundle { .main } }")
        }
        // Flutter's plugin passes an activity's strings in user defaults that the app and the widget share, and widgets
        // force-unwrap them.
        if isDrawn, used.isSuperset(of: ["UserDefaults", "suiteName", "string", "forKey"]) { texts.append(sharedTexts) }
        if isDrawn, used.isSuperset(of: ["UserDefaults", "suiteName", "data", "forKey"]) { texts.append(sharedImages) }
        return texts.isEmpty ? nil : "import Foundation\n\n" + texts.joined(separator: "\n") + "\n"
    }

    /// A missing string is replaced by the last part of its key: `matchName` for `57A5_matchName`.
    private static let sharedTexts = """
        extension UserDefaults {
            func string(forKey key: String) -> String? {
                object(forKey: key) as? String ?? key.split { !($0.isLetter || $0.isNumber) }.last.map(String.init) ?? key
            }
        }
        """

    /// A missing image is replaced by a gray square of 16 pixels.
    private static let sharedImages = """
        extension UserDefaults {
            func data(forKey key: String) -> Data? {
                if let data = object(forKey: key) as? Data { return data }
                let words = ["image", "img", "photo", "picture", "avatar", "logo", "icon"]
                guard words.contains(where: { key.lowercased().contains($0) }) else { return nil }
                return Data(
                    base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAAAAAA6mKC9AAAAD0lEQVR4"
                        + "2mNYgAYYRrYAAAYLoAE5tG8GAAAAAElFTkSuQmCC")
            }
        }
        """

    private static let react = [
        (name: "RCTPromiseResolveBlock", text: "typealias RCTPromiseResolveBlock = (Any?) -> Void"),
        (name: "RCTPromiseRejectBlock", text: "typealias RCTPromiseRejectBlock = (String?, String?, (any Error)?) -> Void"),
        (name: "RCTResponseSenderBlock", text: "typealias RCTResponseSenderBlock = ([Any]?) -> Void"),
        (name: "RCTBridge", text: "class RCTBridge: NSObject {}"),
        (name: "RCTBridgeModule", text: "protocol RCTBridgeModule {}"),
        (
            name: "RCTEventEmitter",
            text: """
            class RCTEventEmitter: NSObject {
                var bridge: RCTBridge!
                override init() {}
                class func requiresMainQueueSetup() -> Bool { false }
                func supportedEvents() -> [String]! { [] }
                func constantsToExport() -> [AnyHashable: Any]! { [:] }
                func startObserving() {}
                func stopObserving() {}
                func sendEvent(withName name: String!, body: Any!) {}
            }
            """
        ),
    ]
}
