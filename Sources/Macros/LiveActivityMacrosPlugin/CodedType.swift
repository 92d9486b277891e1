#if Macros
/// The JSON that a synthesized `Codable` conformance would use for a type, independent of the syntax tree.
struct CodedType {
    /// The qualified name, such as `SportsEvent.What`.
    var name: String
    /// The access modifier of the generated members: `public `, `package ` or empty.
    var access: String
    /// The `@available` attributes of the type, which the extension repeats.
    var availability: [String]
    var form: Form

    enum Form {
        case rawValue
        /// An object with these members, in the order of `CodingKeys`.
        case members([Member])
        /// An object whose only key is the case.
        case cases([Case])
    }

    struct Member {
        /// The property's name, with backticks if it has them.
        var name: String
        /// The key in JSON, as a string literal.
        var key: String
        /// Whether the property is a `let` with a value, which `Codable` writes but does not read.
        var isConstant: Bool
    }

    struct Case {
        /// The case's name as written after a dot, with backticks if it has them.
        var name: String
        /// The key in JSON, as a string literal; `nil` if `CodingKeys` omits the case.
        var key: String?
        /// The associated values in the order of their declaration, in which they are encoded; `CodingKeys` does not change it.
        var values: [Value]
    }

    struct Value {
        /// The label; `nil` for a value without one.
        var label: String?
        /// The key in JSON, as a string literal; `nil` if the case's `CodingKeys` omit the value.
        var key: String?
    }
}
#endif
