#if Macros
import SwiftSyntax

/// Reading the stored properties of a struct.
extension DeclarationReader {
    /// A stored property.
    private struct Stored {
        var name: TokenSyntax
        var isConstant: Bool
        /// Whether the property has an initial value, so that its member may be missing.
        var hasValue: Bool
        var wrapper: AttributeSyntax?
        var modifiers: DeclModifierListSyntax
    }

    mutating func members(of type: StructDeclSyntax) -> CodedType.Form {
        refuseConditionals(in: type.memberBlock)
        let stored = type.memberBlock.members.flatMap { member -> [Stored] in
            guard let variable = member.decl.as(VariableDeclSyntax.self) else { return [] }
            return self.stored(variable)
        }
        guard let keys = codingKeys("CodingKeys", in: type.memberBlock) else {
            return .members(stored.compactMap { member($0, key: "\"\($0.name.plainName)\"") })
        }
        for property in stored where !keys.contains(where: { $0.name == property.name.plainName }) && !property.hasValue {
            refuse("'\(property.name.plainName)' is left out of CodingKeys and has no initial value", at: property.name)
        }
        return .members(
            keys.compactMap { key -> CodedType.Member? in
                guard let property = stored.first(where: { $0.name.plainName == key.name }) else {
                    refuse("CodingKeys has '\(key.name)', which is not a stored property of the type", at: key.node)
                    return nil
                }
                return member(property, key: key.literal)
            })
    }

    private mutating func member(_ property: Stored, key: String) -> CodedType.Member? {
        if let wrapper = property.wrapper {
            refuse(
                "'\(property.name.plainName)' has the attribute \(wrapper.trimmedDescription), whose JSON is not known here: "
                    + "leave it out of CodingKeys, or write the conformances by hand", at: wrapper)
        }
        refuse(privateIn: property.modifiers, "'\(property.name.plainName)'")
        return CodedType.Member(name: property.name.text, key: key, isConstant: property.isConstant)
    }

    /// The stored properties of a declaration. Computed, lazy and static ones are left out, as `Codable` does.
    private mutating func stored(_ variable: VariableDeclSyntax) -> [Stored] {
        guard !variable.modifiers.contains(where: { ["static", "class", "lazy"].contains($0.name.text) }) else { return [] }
        let isLet = variable.bindingSpecifier.tokenKind == .keyword(.let)
        let wrapper = variable.attributes.compactMap { $0.as(AttributeSyntax.self) }
            .first { $0.attributeName.trimmedDescription.first?.isUppercase ?? false }
        var found: [Stored] = []
        // `var a, b: Int?` has one type for both.
        var type: TypeSyntax?
        for binding in variable.bindings.reversed() {
            type = binding.typeAnnotation?.type ?? (binding.initializer == nil ? type : nil)
            guard !isComputed(binding) else { continue }
            guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else {
                refuse("declare each property separately: Codable has no key for a pattern", at: binding.pattern)
                continue
            }
            let hasValue = binding.initializer != nil
            found.append(
                Stored(
                    name: name, isConstant: isLet && hasValue, hasValue: hasValue || !isLet && isOptional(type),
                    wrapper: wrapper, modifiers: variable.modifiers))
        }
        return found.reversed()
    }

    private func isComputed(_ binding: PatternBindingSyntax) -> Bool {
        switch binding.accessorBlock?.accessors {
        case nil: false
        case .getter: true
        case .accessors(let list): !list.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
        }
    }

    private func isOptional(_ type: TypeSyntax?) -> Bool {
        guard let type else { return false }
        return type.is(OptionalTypeSyntax.self) || type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
            || type.trimmedDescription.hasPrefix("Optional<")
    }

    /// Reports members and keys inside `#if` as a problem, because a macro does not know which branch is compiled.
    mutating func refuseConditionals(in block: MemberBlockSyntax) {
        for conditional in block.members.compactMap({ $0.decl.as(IfConfigDeclSyntax.self) }) where conditional.hasMembers {
            refuse("members inside #if are invisible to the macro: declare them outside", at: conditional)
        }
    }
}

extension IfConfigDeclSyntax {
    /// The members in each of the branches.
    var members: [MemberBlockItemListSyntax] {
        clauses.compactMap { if case .decls(let members)? = $0.elements { members } else { nil } }
    }

    /// Whether a branch has what `Codable` is synthesized from.
    fileprivate var hasMembers: Bool {
        members.joined().contains { member in
            if let inner = member.decl.as(IfConfigDeclSyntax.self) { return inner.hasMembers }
            let name = member.decl.as(EnumDeclSyntax.self)?.name ?? member.decl.as(TypeAliasDeclSyntax.self)?.name
            return member.decl.is(VariableDeclSyntax.self) || member.decl.is(EnumCaseDeclSyntax.self)
                || name?.text.hasSuffix("CodingKeys") ?? false
        }
    }
}
#endif
