#if Macros
import Foundation
import SwiftParser
import SwiftSyntax

/// Finds all types that are marked with a comment `// @ActivityJSON` in the given files, and writes their expansions to
/// standard output as one file.
///
/// A plugin that other packages use commits the expansion, so that they need not build swift-syntax.
enum ExpandCommand {
    static func run(files: [String]) {
        var expansions: [String] = []
        var failed = false
        for file in files {
            guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
                report("\(file): error: the file cannot be read")
                failed = true
                continue
            }
            let marked = MarkedTypes(in: Parser.parse(source: text), file: file)
            expansions += marked.expansions
            for problem in marked.problems { report(problem) }
            failed = failed || !marked.problems.isEmpty
        }
        if failed { exit(1) }
        print(expansions.joined(separator: "\n\n"))
    }

    private static func report(_ line: String) { FileHandle.standardError.write(Data((line + "\n").utf8)) }
}

/// Finds the marked types of a file.
final class MarkedTypes: SyntaxVisitor {
    private(set) var expansions: [String] = []
    /// The problems, each as `file:line:column: error: message`.
    private(set) var problems: [String] = []
    private let converter: SourceLocationConverter

    init(in tree: SourceFileSyntax, file: String) {
        converter = SourceLocationConverter(fileName: file, tree: tree)
        super.init(viewMode: .sourceAccurate)
        walk(tree)
    }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { expand(node) }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { expand(node) }
    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { expand(node) }
    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { expand(node) }

    private func expand(_ declaration: some DeclGroupSyntax) -> SyntaxVisitorContinueKind {
        guard let request = mark(of: declaration) else { return .visitChildren }
        var reader = DeclarationReader()
        reader.isForAnotherFile = true
        let context = outer(of: declaration)
        for parent in context {
            if let modifiers = parent.asProtocol((any WithModifiersSyntax).self)?.modifiers {
                reader.refuse(privateIn: modifiers, "the type around it")
            }
        }
        let names = ([Syntax(declaration)] + context).compactMap(name).reversed()
        if let coded = reader.read(declaration, named: names.joined(separator: "."), in: context) {
            expansions.append(Expansion(type: coded, request: request).text)
        }
        for problem in reader.problems {
            let place = problem.node.startLocation(converter: converter)
            problems.append("\(place.file):\(place.line):\(place.column): error: \(problem.message)")
        }
        return .visitChildren
    }

    /// The comment before a declaration, parsed as the attribute that it represents.
    private func mark(of declaration: some DeclGroupSyntax) -> Request? {
        for case .lineComment(let text) in declaration.leadingTrivia where text.hasPrefix("// @ActivityJSON") {
            let marked = Parser.parse(source: "\(text.dropFirst(3)) struct Marked {}").statements.first?.item
            let attribute = marked?.as(StructDeclSyntax.self)?.attributes.first?.as(AttributeSyntax.self)
            return attribute.map(Request.init)
        }
        return nil
    }

    /// The types and extensions that enclose a declaration, innermost first.
    private func outer(of declaration: some DeclGroupSyntax) -> [Syntax] {
        sequence(first: Syntax(declaration), next: \.parent).dropFirst()
            .filter { $0.asProtocol((any DeclGroupSyntax).self) != nil }
    }

    private func name(of node: Syntax) -> String? {
        if let type = node.as(ExtensionDeclSyntax.self) { return type.extendedType.trimmedDescription }
        return node.asProtocol((any NamedDeclSyntax).self)?.name.text
    }
}
#endif
