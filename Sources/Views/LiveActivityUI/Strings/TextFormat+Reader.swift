extension TextFormat {
    /// Reads the parts of a format in order. Anything that is not a placeholder is text, including a percent sign.
    struct Reader {
        enum Part {
            case text(String)
            /// An argument by index, from 0; `nil` is the one after the previous argument.
            case argument(Int?, Conversion)
            /// `%arg`, the argument of the substitution itself.
            case own
            case substitution(String, source: String)
        }

        private var rest: Substring

        init(_ text: String) { rest = text[...] }

        mutating func next(isWithinSubstitution: Bool) -> Part? {
            guard let first = rest.first else { return nil }
            if first != "%" {
                let text = rest.prefix { $0 != "%" }
                rest = rest[text.endIndex...]
                return .text(String(text))
            }
            let source = rest
            if let part = placeholder(isWithinSubstitution) { return part }
            rest = source.dropFirst()
            return .text("%")
        }

        private mutating func placeholder(_ isWithinSubstitution: Bool) -> Part? {
            let start = rest
            rest.removeFirst()
            if take("%") { return .text("%") }
            if isWithinSubstitution, rest.hasPrefix("arg") {
                rest.removeFirst(3)
                return .own
            }
            var place: Int?
            let beforeNumber = rest
            if let number = number() { if take("$"), number > 0 { place = number - 1 } else { rest = beforeNumber } }
            if take("#") {
                guard take("@"), let end = rest.firstIndex(of: "@") else { return nil }
                let name = String(rest[..<end])
                rest = rest[rest.index(after: end)...]
                return .substitution(name, source: String(start[..<rest.startIndex]))
            }
            let isZeroPadded = take("0")
            let width = number()
            var precision: Int?
            if take(".") { precision = number() ?? 0 }
            while let letter = rest.first, "lhqzjt".contains(letter) { rest.removeFirst() }
            guard let letter = rest.popFirst(), let kind = Self.kinds[letter] else { return nil }
            return .argument(
                place,
                Conversion(kind: kind, precision: precision, minimumDigits: isZeroPadded ? min(width ?? 1, 64) : 1))
        }

        private mutating func take(_ character: Character) -> Bool {
            guard rest.first == character else { return false }
            rest.removeFirst()
            return true
        }

        /// The number; `nil` if there is none or it has more than three digits.
        private mutating func number() -> Int? {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard !digits.isEmpty, digits.count <= 3 else { return nil }
            rest = rest[digits.endIndex...]
            return Int(digits)
        }

        private static let kinds: [Character: Conversion.Kind] = [
            "@": .object, "d": .integer, "i": .integer, "u": .integer, "D": .integer, "U": .integer, "f": .number, "F": .number,
        ]
    }
}

extension TextFormat.Conversion {
    /// Parses a specifier without its percent sign. An unknown specifier writes the argument as it is.
    init(specifier: String) {
        var reader = TextFormat.Reader("%" + specifier)
        if case .argument(_, let conversion) = reader.next(isWithinSubstitution: false) {
            self = conversion
        } else {
            self.init(kind: .object)
        }
    }
}
