#if Macros
import SwiftSyntax

/// Reads a declaration like the compiler does when it synthesizes `Codable`.
struct DeclarationReader {
    /// The reasons for which the macro cannot expand the type: facts it cannot know, and forms in which it would differ from
    /// `Codable`.
    var problems: [Problem] = []
    /// Whether the expansion is written to another file, which cannot access private declarations.
    var isForAnotherFile = false

    /// Reads a struct or an enumeration.
    ///
    /// - Returns: `nil` if it has ``problems``.
    mutating func read(_ declaration: some DeclGroupSyntax, named name: String, in context: [Syntax]) -> CodedType? {
        let form: CodedType.Form?
        if let type = declaration.as(StructDeclSyntax.self) {
            refuseGeneric(type.genericParameterClause, context)
            form = isRawRepresentable(type.inheritanceClause) ? .rawValue : members(of: type)
        } else if let type = declaration.as(EnumDeclSyntax.self) {
            refuseGeneric(type.genericParameterClause, context)
            form = hasRawValue(type) ? .rawValue : cases(of: type)
        } else {
            refuse(
                "@ActivityJSON is for structs and enumerations: activities, their states and events are values",
                at: declaration.introducer)
            form = nil
        }
        refuseOwnCoding(in: declaration.memberBlock.members)
        refuse(privateIn: declaration.modifiers, "the type")
        guard let form, problems.isEmpty else { return nil }
        let availability = declaration.attributes.compactMap { $0.as(AttributeSyntax.self) }
            .filter { $0.attributeName.trimmedDescription == "available" }.map(\.trimmedDescription)
        return CodedType(
            name: name, access: access(of: declaration.modifiers, in: context), availability: availability, form: form)
    }

    mutating func refuse(_ message: String, at node: some SyntaxProtocol) { problems.append(Problem(message, at: node)) }

    /// Reports `private` and `fileprivate` as a problem if the expansion is written to another file.
    mutating func refuse(privateIn modifiers: DeclModifierListSyntax, _ what: String) {
        guard isForAnotherFile else { return }
        for modifier in modifiers where ["private", "fileprivate"].contains(modifier.name.text) {
            refuse("\(what) is \(modifier.trimmedDescription), so the expansion in another file cannot reach it", at: modifier)
        }
    }

    private mutating func refuseGeneric(_ parameters: GenericParameterClauseSyntax?, _ context: [Syntax]) {
        let outer = context.compactMap { $0.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause }
        guard let clause = parameters ?? outer.first else { return }
        let message = "@ActivityJSON is not for generic types: whether a parameter can be read is not known here"
        // The diagnostic points to the type's own generic parameters if it has any, otherwise to the enclosing type's.
        if let parameters { refuse(message, at: parameters) } else { refuse(message, at: clause) }
    }

    private mutating func refuseOwnCoding(in members: MemberBlockItemListSyntax) {
        for member in members {
            if let conditional = member.decl.as(IfConfigDeclSyntax.self) {
                for branch in conditional.members { refuseOwnCoding(in: branch) }
            }
            if let method = member.decl.as(FunctionDeclSyntax.self), method.name.text == "encode",
                method.signature.parameterClause.parameters.first?.firstName.text == "to"
            {
                refuse("the type has encode(to:) of its own; only Codable's own form can be written here", at: method.name)
            }
            if let method = member.decl.as(InitializerDeclSyntax.self),
                method.signature.parameterClause.parameters.map(\.firstName.text) == ["from"]
            {
                refuse("the type has init(from:) of its own; only Codable's own form can be read here", at: method.initKeyword)
            }
        }
    }

    /// The access modifier of the generated members, which must be as visible as the type. A type without a modifier has that
    /// of the extension around it.
    private func access(of modifiers: DeclModifierListSyntax, in context: [Syntax]) -> String {
        let known: Set = ["public", "package", "internal", "fileprivate", "private"]
        let own = modifiers.first { known.contains($0.name.text) }
        let outer = context.first?.as(ExtensionDeclSyntax.self)?.modifiers.first { known.contains($0.name.text) }
        switch (own ?? outer)?.name.text {
        case "public": return "public "
        case "package": return "package "
        default: return ""
        }
    }

    // MARK: Raw values

    private func isRawRepresentable(_ clause: InheritanceClauseSyntax?) -> Bool {
        clause?.inheritedTypes.contains { ["RawRepresentable", "OptionSet"].contains($0.type.nameInSwift) } ?? false
    }

    /// The raw types that can be read and written without `Codable`.
    private static let rawTypes: Set = [
        "String", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double",
    ]

    /// Protocols that the first type in an enumeration's inheritance clause may be. Any other name can be one of a raw type.
    private static let protocols: Set = [
        "Codable", "Decodable", "Encodable", "Hashable", "Equatable", "Comparable", "Sendable", "CaseIterable", "Identifiable",
        "BitwiseCopyable", "Error", "LocalizedError", "CustomStringConvertible", "CustomDebugStringConvertible",
        "LosslessStringConvertible", "JSONReadable", "JSONWritable",
    ]

    private mutating func hasRawValue(_ type: EnumDeclSyntax) -> Bool {
        guard let first = type.inheritanceClause?.inheritedTypes.first?.type else { return false }
        let name = first.nameInSwift
        if Self.rawTypes.contains(name) || isRawRepresentable(type.inheritanceClause) { return true }
        let cases = type.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }.flatMap(\.elements)
        if cases.contains(where: { $0.rawValue != nil }) || name == "Float" || name == "Character" {
            refuse("raw values of type \(name) cannot be read and written here; String, Double and integers can", at: first)
        } else if first.is(IdentifierTypeSyntax.self) || first.is(MemberTypeSyntax.self), !Self.protocols.contains(name),
            cases.allSatisfy({ $0.parameterClause == nil })
        {
            refuse(
                "the macro does not know whether \(name) is a protocol or the type of raw values: begin with Codable, or with the "
                    + "raw type's own name", at: first)
        }
        return false
    }
}

extension TypeSyntax {
    /// The name without the module's name `Swift`.
    fileprivate var nameInSwift: String { String(trimmedDescription.trimmingPrefix("Swift.")) }
}

extension TokenSyntax {
    /// A name without backticks.
    var plainName: String { text.filter { $0 != "`" } }
}

extension StringLiteralExprSyntax { var isConstant: Bool { segments.allSatisfy { $0.is(StringSegmentSyntax.self) } } }
#endif
