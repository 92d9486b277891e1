#if Macros
import SwiftDiagnostics
import SwiftSyntax

/// Why a type's JSON cannot be written by the macro, and at which part of the declaration.
struct Problem {
    var message: String
    var node: Syntax

    init(_ message: String, at node: some SyntaxProtocol) {
        self.message = message
        self.node = Syntax(node)
    }

    var diagnostic: Diagnostic { Diagnostic(node: node, message: Message(message: message)) }

    private struct Message: DiagnosticMessage {
        var message: String
        var diagnosticID: MessageID { MessageID(domain: "LiveActivityMacros", id: "ActivityJSON") }
        var severity: DiagnosticSeverity { .error }
    }
}
#endif
