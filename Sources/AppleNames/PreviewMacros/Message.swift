/// A request of the compiler to a macro plugin.
///
/// The protocol is that of swift-syntax 603 (`SwiftCompilerPluginMessageHandling`): a JSON object with the name of the
/// message as its only key. The content of a preview is not needed, so this plugin needs no Swift parser.
enum Message: Decodable {
    case getCapability, expandFreestandingMacro
    case expandAttachedMacro(Attached)
    case unknown(String)

    /// A macro at a declaration.
    struct Attached: Decodable {
        struct Macro: Decodable { var typeName: String }
        struct Syntax: Decodable { var source: String }

        var macro: Macro
        /// `peer`, `accessor` or `extension`.
        var macroRole: String
        /// The declaration with the macro.
        var declSyntax: Syntax?
        var extendedTypeSyntax: Syntax?

        /// The macro's expansion: a model's conformance, the empty result of a query, otherwise nothing.
        var expansion: String {
            switch (macro.typeName, macroRole) {
            case ("Model", "extension"): extendedTypeSyntax.map { "extension \($0.source): SwiftData.PersistentModel {}" } ?? ""
            case ("Generable", "extension"):
                extendedTypeSyntax.map { "extension \($0.source): FoundationModels.Generable {}" } ?? ""
            case ("Query", "accessor"): "get { [] }"
            case ("Entry", let role): declSyntax.flatMap { EnvironmentEntry($0.source) }?.expansion(role) ?? ""
            default: ""
            }
        }
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        self =
            switch container.allKeys.map(\.stringValue) {
            case ["getCapability"]: .getCapability
            case ["expandFreestandingMacro"]: .expandFreestandingMacro
            case ["expandAttachedMacro"]:
                .expandAttachedMacro(try container.decode(Attached.self, forKey: Name(stringValue: "expandAttachedMacro")))
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
            case .expandFreestandingMacro: .expandMacroResult(expandedSource: "", diagnostics: [])
            case .expandAttachedMacro(let macro): .expandMacroResult(expandedSource: macro.expansion, diagnostics: [])
            case .unknown(let name):
                .expandMacroResult(
                    expandedSource: nil,
                    diagnostics: [Diagnostic(message: "PreviewMacros does not know the message \"\(name)\"")])
            }
    }
}
