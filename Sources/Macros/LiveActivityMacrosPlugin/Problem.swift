#if Macros
import SwiftDiagnostics
import SwiftSyntax

/// A reason for which the macro cannot expand a type, and the part of the declaration that it concerns.
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
