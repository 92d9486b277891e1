/// A parsed text with placeholders, for example `%1$@ has %2$lld stops`. It is parsed once, so that inserting arguments
/// is fast.
struct TextFormat: Hashable, Sendable {
    enum Piece: Hashable, Sendable {
        case text(String)
        case argument(Int, Conversion)
        /// A substitution with its own plural forms (`%#@stops@`).
        case phrase(Phrase)
    }

    /// The conversion of an argument.
    struct Conversion: Hashable, Sendable {
        enum Kind: Hashable, Sendable { case object, integer, number }

        var kind: Kind
        /// The number of decimals.
        var precision: Int?
        /// The minimum number of digits (`%02lld`).
        var minimumDigits = 1
    }

    /// The highest number of an argument.
    static let argumentsMax = 999

    private(set) var pieces: [Piece] = []
    /// The number of arguments that it needs.
    private(set) var argumentCount = 0

    /// - Parameters:
    ///   - text: The format.
    ///   - substitutions: The phrases for `%#@name@`. An unknown name is kept as text.
    ///   - own: The argument that `%arg` stands for within a substitution.
    init(_ text: String, substitutions: [String: Phrase] = [:], own: (index: Int, Conversion)? = nil) {
        var reader = Reader(text)
        var next = 0
        while let part = reader.next(isWithinSubstitution: own != nil) {
            switch part {
            case .text(let text): append(text)
            case .argument(let place, let conversion):
                let index = place ?? next
                next = index + 1
                append(.argument(index, conversion), needing: index + 1)
            case .own:
                guard let own else { continue }
                append(.argument(own.index, own.1), needing: own.index + 1)
            case .substitution(let name, let source):
                guard let phrase = substitutions[name] else {
                    append(source)
                    continue
                }
                next = max(next, phrase.argumentCount)
                append(.phrase(phrase), needing: phrase.argumentCount)
            }
        }
    }

    private mutating func append(_ text: String) {
        if case .text(let before) = pieces.last {
            pieces[pieces.count - 1] = .text(before + text)
        } else {
            pieces.append(.text(text))
        }
    }

    private mutating func append(_ piece: Piece, needing count: Int) {
        pieces.append(piece)
        argumentCount = max(argumentCount, count)
    }

    /// The text, if it has no placeholders.
    var plain: String? {
        if pieces.isEmpty { return "" }
        guard pieces.count == 1, case .text(let text) = pieces[0] else { return nil }
        return text
    }

    /// The index of the first numeric argument.
    var numberIndex: Int? {
        for case .argument(let index, let conversion) in pieces where conversion.kind != .object { return index }
        return nil
    }

    /// Writes the text. Placeholders without an argument are left out.
    func write(to text: inout String, _ arguments: [TextArgument], in voice: Voice) {
        for piece in pieces {
            switch piece {
            case .text(let words): text += words
            case .argument(let index, let conversion):
                guard arguments.indices.contains(index) else { continue }
                arguments[index].write(to: &text, conversion, voice.numbers)
            case .phrase(let phrase): phrase.write(to: &text, arguments, in: voice)
            }
        }
    }
}

extension TextArgument {
    /// Writes the argument by its own type, even if the placeholder has another type.
    fileprivate func write(to text: inout String, _ conversion: TextFormat.Conversion, _ numbers: LocaleNumbers) {
        switch self {
        case .string(let string): text += string
        case .integer(let value): numbers.append(value, to: &text, minimumDigits: conversion.minimumDigits)
        case .unsigned(let value): numbers.append(magnitude: value, to: &text, minimumDigits: conversion.minimumDigits)
        // Like `printf`, with six decimals unless the format specifies another number.
        case .number(let value): numbers.append(value, to: &text, fractionDigits: conversion.precision ?? 6)
        }
    }
}
