#if Macros
import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import SwiftSyntaxMacros

/// `@ActivityJSON`: see its declaration in the module LiveActivityMacros.
struct ActivityJSONMacro: ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        var reader = DeclarationReader()
        let coded = reader.read(declaration, named: type.trimmedDescription, in: context.lexicalContext)
        guard let coded, reader.problems.isEmpty else { throw DiagnosticsError(diagnostics: reader.problems.map(\.diagnostic)) }
        // The compiler passes only the protocols that the type does not conform to already.
        let missing = protocols.map { $0.trimmedDescription.split(separator: ".").last.map(String.init) ?? "" }
        var request = Request(node)
        request.uses.removeAll { !missing.contains($0.conformance) }
        guard !request.uses.isEmpty else { return [] }
        let text = Expansion(type: coded, request: request).text
        let parsed = Parser.parse(source: text).statements.first?.item.as(ExtensionDeclSyntax.self)
        return parsed.map { [$0.detached] } ?? []
    }
}

/// The arguments of an attribute: `@ActivityJSON(.reading, besides: "match", "number")`.
struct Request {
    var uses: [Use]
    /// The names of the object's members other than the case, as string literals.
    var besides: [String]

    init(_ attribute: AttributeSyntax) {
        uses = [.reading, .writing]
        besides = []
        guard case .argumentList(let arguments)? = attribute.arguments else { return }
        for argument in arguments {
            if let literal = argument.expression.as(StringLiteralExprSyntax.self) {
                besides.append(literal.trimmedDescription)
            } else {
                switch argument.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text {
                case "reading": uses = [.reading]
                case "writing": uses = [.writing]
                default: break
                }
            }
        }
    }
}

/// One of the two conformances.
enum Use {
    case reading, writing

    var conformance: String {
        switch self {
        case .reading: "JSONReadable"
        case .writing: "JSONWritable"
        }
    }
}
#endif
