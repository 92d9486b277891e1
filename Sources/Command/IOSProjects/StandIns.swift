import Foundation

/// What takes the place of a framework's names that a project's bridge needs and that do nothing here.
enum StandIns {
    /// A text without what only Objective-C needs. Every other character stays where it is.
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

    /// A text whose values are `nonisolated`.
    ///
    /// The attributes' protocol here asks for `SendableMetatype`, and Apple's does not. Where a module isolates everything to the main actor,
    /// the conformances of a nested value would be isolated too, and no content state.
    static func withNonisolatedValues(_ text: String) -> String {
        let code = String(SwiftFile.code(in: Array(text)))
        let values =
            /(?m)^([ \t]*)((?:(?:public|internal|private|fileprivate|package) )?(?:struct|enum) \w+[^\n:{]*:[^\n{]*\b(?:Codable|Decodable|Hashable)\b)/
        var characters = Array(text)
        for match in code.matches(of: values).reversed() {
            let start = code.distance(from: code.startIndex, to: match.2.startIndex)
            characters.insert(contentsOf: "nonisolated ", at: start)
        }
        return String(characters)
    }

    /// Declarations for files that use React Native's names, which a bridging header gives them; `nil` if they use none.
    static func declarations(for files: [SwiftFile]) -> String? {
        let used = files.reduce(into: Set<String>()) { $0.formUnion($1.names) }
        guard used.contains(where: { $0.hasPrefix("RCT") }) else { return nil }
        let declared = files.reduce(into: Set<String>()) { $0.formUnion($1.declared) }
        let known = react.filter { !declared.contains($0.name) }
        return "import Foundation\n\n" + known.map(\.text).joined(separator: "\n") + "\n"
    }

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
