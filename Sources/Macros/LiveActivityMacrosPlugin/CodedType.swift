#if Macros
/// The JSON that `Codable` would use for a type, as a value without syntax.
struct CodedType {
    /// The whole name, such as `SportsEvent.What`.
    var name: String
    /// The access that the members need, `public ` or nothing.
    var access: String
    /// Attributes that the extension needs too.
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
        /// The property as it is written in an expression.
        var name: String
        /// The string literal of its key.
        var key: String
        /// `let` with a value: `Codable` writes it and does not read it.
        var isConstant: Bool
    }

    struct Case {
        /// As it is written after a dot.
        var name: String
        /// The string literal of its key; `nil` if `CodingKeys` leaves it out.
        var key: String?
        /// They are written in the order of the declaration, whatever the order of the keys.
        var values: [Value]
    }

    struct Value {
        /// `nil` for a value without a label.
        var label: String?
        /// The string literal of its key; `nil` if the case's `CodingKeys` leave it out.
        var key: String?
    }
}
#endif
