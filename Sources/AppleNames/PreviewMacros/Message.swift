/// A request of the compiler to a macro plugin.
///
/// The protocol is that of swift-syntax 603 (`SwiftCompilerPluginMessageHandling`): a JSON object with the name of the
/// message as its only key. The content of a preview is not needed, so this plugin needs no Swift parser.
enum Message: Decodable {
    case getCapability
    case expandFreestandingMacro
    case expandAttachedMacro
    case unknown(String)

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        self =
            switch try decoder.container(keyedBy: Name.self).allKeys.map(\.stringValue) {
            case ["getCapability"]: .getCapability
            case ["expandFreestandingMacro"]: .expandFreestandingMacro
            case ["expandAttachedMacro"]: .expandAttachedMacro
            case let names: .unknown(names.joined(separator: ", "))
            }
    }
}

/// A response of the plugin.
enum Answer: Encodable {
    case getCapabilityResult(capability: Capability)
    case expandMacroResult(expandedSource: String?, diagnostics: [Diagnostic])

    struct Capability: Encodable {
        var protocolVersion = 7
        var features: [String] = []
    }

    /// An error without a position. The compiler shows it at the macro.
    struct Diagnostic: Encodable {
        struct Position: Encodable {
            var fileName = ""
            var offset = 0
        }

        var message: String
        var severity = "error"
        var position = Position()
        var highlights: [String] = []
        var notes: [String] = []
        var fixIts: [String] = []
    }

    init(to message: Message) {
        self =
            switch message {
            case .getCapability: .getCapabilityResult(capability: Capability())
            case .expandFreestandingMacro, .expandAttachedMacro: .expandMacroResult(expandedSource: "", diagnostics: [])
            case .unknown(let name):
                .expandMacroResult(
                    expandedSource: nil,
                    diagnostics: [Diagnostic(message: "PreviewMacros does not know the message \"\(name)\"")])
            }
    }
}
