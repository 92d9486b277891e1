#if Macros
import SwiftSyntax

/// Reading the cases and `CodingKeys` of an enumeration.
extension DeclarationReader {
    /// A case of `CodingKeys`.
    struct Key {
        var name: String
        var literal: String
        var node: TokenSyntax
    }

    mutating func cases(of type: EnumDeclSyntax) -> CodedType.Form {
        refuseConditionals(in: type.memberBlock)
        let elements = self.elements(of: type.memberBlock)
        if elements.isEmpty { refuse("an enumeration without cases has no JSON", at: type.name) }
        let keys = codingKeys("CodingKeys", in: type.memberBlock)
        var names: Set<String> = []
        return .cases(
            elements.map { element in
                let name = element.name.plainName
                if !names.insert(name).inserted {
                    refuse("there is another case '\(name)', and Codable has one key for both", at: element.name)
                }
                let key = keys.map { keys in keys.first { $0.name == name }?.literal } ?? "\"\(name)\""
                let values = self.values(of: element, in: type.memberBlock)
                return CodedType.Case(name: element.name.text, key: key, values: values)
            })
    }

    private func elements(of block: MemberBlockSyntax) -> [EnumCaseElementSyntax] {
        block.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }.flatMap(\.elements)
    }

    private mutating func values(of element: EnumCaseElementSyntax, in block: MemberBlockSyntax) -> [CodedType.Value] {
        let parameters = element.parameterClause.map { Array($0.parameters) } ?? []
        let name = element.name.plainName
        let keys = codingKeys(name.prefix(1).uppercased() + name.dropFirst() + "CodingKeys", in: block)
        var names: Set<String> = []
        let values = parameters.enumerated().map { place, parameter in
            let label = parameter.firstName.flatMap { $0.text == "_" ? nil : $0.plainName }
            let key = label ?? "_\(place)"
            names.insert(key)
            guard let keys else { return CodedType.Value(label: label, key: "\"\(key)\"") }
            let literal = keys.first { $0.name == key }?.literal
            if literal == nil, parameter.defaultValue == nil {
                refuse("'\(key)' is left out of the case's CodingKeys and has no default value", at: parameter)
            }
            return CodedType.Value(label: label, key: literal)
        }
        for key in keys ?? [] where !names.contains(key.name) {
            refuse("the CodingKeys of '\(name)' have '\(key.name)', which is not an associated value of the case", at: key.node)
        }
        return values
    }

    /// The `CodingKeys` that the type declares; `nil` if the compiler synthesizes them.
    mutating func codingKeys(_ name: String, in block: MemberBlockSyntax) -> [Key]? {
        for member in block.members {
            if let alias = member.decl.as(TypeAliasDeclSyntax.self), alias.name.text == name {
                refuse("the cases of \(name) are not known here: declare it as an enumeration in the type", at: alias.name)
                return []
            }
            guard let type = member.decl.as(EnumDeclSyntax.self), type.name.text == name else { continue }
            refuseConditionals(in: type.memberBlock)
            refuseOwnKeys(in: type)
            return elements(of: type.memberBlock).map { element in
                let literal = element.rawValue?.value.as(StringLiteralExprSyntax.self)
                return Key(
                    name: element.name.plainName,
                    literal: literal?.trimmedDescription ?? "\"\(element.name.plainName)\"", node: element.name)
            }
        }
        return nil
    }

    /// Reports keys whose text is not that of their case.
    private mutating func refuseOwnKeys(in type: EnumDeclSyntax) {
        for member in type.memberBlock.members {
            let names = member.decl.as(VariableDeclSyntax.self)?.bindings.map(\.pattern.trimmedDescription) ?? []
            if names.contains("stringValue") || names.contains("rawValue") {
                refuse(
                    "\(type.name.text) has custom keys; only the names and values of its cases are known here", at: member.decl)
            }
        }
    }
}
#endif
