import LiveActivityCore

/// The JSON of a `.xcstrings` file as Xcode writes it.
struct StringCatalogFile: Decodable {
    var sourceLanguage: String
    var strings: [String: Entry]

    struct Entry: Decodable { var localizations: [String: Localization]? }

    /// A text, or variants by number or device, which may be nested.
    struct Localization: Decodable {
        var stringUnit: StringUnit?
        var variations: Variations?
        var substitutions: [String: Substitution]?
    }

    struct StringUnit: Decodable {
        /// `new` is not translated yet.
        var state: String?
        var value: String
    }

    struct Variations: Decodable {
        var plural: [String: Localization]?
        var device: [String: Localization]?
    }

    struct Substitution: Decodable {
        /// The number of the argument, from 1.
        var argNum: Int?
        /// The format without the percent sign, for example `lld`.
        var formatSpecifier: String?
        var variations: Variations
    }
}

extension StringCatalogFile.Localization {
    /// The phrase; `nil` if it has no text yet.
    ///
    /// - Parameter own: The argument that `%arg` stands for within a substitution.
    func phrase(
        substitutions outer: [String: Phrase] = [:], own: (index: Int, TextFormat.Conversion)? = nil
    ) throws(StringCatalogProblem) -> Phrase? {
        let substitutions = try outer.merging(phrases())
        if let stringUnit {
            if stringUnit.state == "new", stringUnit.value.isEmpty { return nil }
            return .format(TextFormat(stringUnit.value, substitutions: substitutions, own: own))
        }
        return try variations?.phrase(substitutions: substitutions, own: own)
    }

    private func phrases() throws(StringCatalogProblem) -> [String: Phrase] {
        var phrases: [String: Phrase] = [:]
        for (place, name) in (substitutions ?? [:]).keys.sorted().enumerated() {
            guard let substitution = substitutions?[name] else { continue }
            let number = substitution.argNum ?? place + 1
            guard 1...TextFormat.argumentsMax ~= number else { throw .argumentOutOfRange(substitution: name, number) }
            let conversion = TextFormat.Conversion(specifier: substitution.formatSpecifier ?? "lld")
            phrases[name] = try substitution.variations.phrase(substitutions: [:], own: (number - 1, conversion))
        }
        return phrases
    }
}

extension StringCatalogFile.Variations {
    func phrase(
        substitutions: [String: Phrase], own: (index: Int, TextFormat.Conversion)?
    ) throws(StringCatalogProblem) -> Phrase? {
        // A Live Activity comes from an iPhone, whichever device shows it, so the iPhone's variant is used.
        if let device { return try (device["iphone"] ?? device["other"])?.phrase(substitutions: substitutions, own: own) }
        var forms = PluralForms()
        for (name, form) in plural ?? [:] {
            guard let category = PluralCategory(rawValue: name) else { throw .unknownPluralForm(name) }
            forms[category] = try form.phrase(substitutions: substitutions, own: own)
        }
        if forms.all.isEmpty { return nil }
        // If the argument is not specified, it is the first number in any form, because *one* often contains no number.
        let index = own?.index ?? forms.all.lazy.compactMap { $0.phrase.numberIndex }.first ?? 0
        return .plural(argument: index, forms)
    }
}

extension Phrase {
    fileprivate var numberIndex: Int? { if case .format(let format) = self { format.numberIndex } else { nil } }
}

extension [String: Phrase] { fileprivate func merging(_ inner: [String: Phrase]) -> [String: Phrase] { merging(inner) { $1 } } }
