/// A text with places for arguments, such as `%1$@ has %2$lld stops`, taken apart once so that filling it in is only writing.
struct TextFormat: Hashable, Sendable {
    enum Piece: Hashable, Sendable {
        case text(String)
        case argument(Int, Conversion)
        /// A part that has plural forms of its own (`%#@stops@`).
        case phrase(Phrase)
    }

    /// How an argument is written.
    struct Conversion: Hashable, Sendable {
        enum Kind: Hashable, Sendable { case object, integer, number }

        var kind: Kind
        /// Digits after the point.
        var precision: Int?
        /// A number has at least so many digits (`%02lld`).
        var minimumDigits = 1
    }

    /// The highest place of an argument.
    static let argumentsMax = 999

    private(set) var pieces: [Piece] = []
    /// How many arguments it needs.
    private(set) var argumentCount = 0

    /// - Parameters:
    ///   - substitutions: What `%#@name@` stands for. An unknown name stays as it is written.
    ///   - own: What `%arg` stands for, within a substitution.
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

    /// The text, where it has no places at all.
    var plain: String? {
        if pieces.isEmpty { return "" }
        guard pieces.count == 1, case .text(let text) = pieces[0] else { return nil }
        return text
    }

    /// Of the first place that is for a number.
    var numberIndex: Int? {
        for case .argument(let index, let conversion) in pieces where conversion.kind != .object { return index }
        return nil
    }

    /// Writes the text. What has no argument is left out.
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
    /// An argument of another type than its place is for is written as its own type has it.
    fileprivate func write(to text: inout String, _ conversion: TextFormat.Conversion, _ numbers: LocaleNumbers) {
        switch self {
        case .string(let string): text += string
        case .integer(let value): numbers.append(value, to: &text, minimumDigits: conversion.minimumDigits)
        case .unsigned(let value): numbers.append(magnitude: value, to: &text, minimumDigits: conversion.minimumDigits)
        // Six digits where the format does not say how many, as printf has it.
        case .number(let value): numbers.append(value, to: &text, fractionDigits: conversion.precision ?? 6)
        }
    }
}
