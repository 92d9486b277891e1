/// A translation: one text, or a text for each plural form.
indirect enum Phrase: Hashable, Sendable {
    case format(TextFormat)
    /// The plural form is chosen by the number at this index of the arguments. A missing form is replaced by *other*.
    case plural(argument: Int, PluralForms)

    var argumentCount: Int {
        switch self {
        case .format(let format): format.argumentCount
        case .plural(_, let forms): forms.all.reduce(0) { max($0, $1.phrase.argumentCount) }
        }
    }

    func write(to text: inout String, _ arguments: [TextArgument], in voice: Voice) {
        switch self {
        case .format(let format): format.write(to: &text, arguments, in: voice)
        case .plural(let index, let forms):
            let number = arguments.indices.contains(index) ? arguments[index] : nil
            forms.phrase(for: number, voice.rules)?.write(to: &text, arguments, in: voice)
        }
    }
}

/// The phrases that a translator wrote for plural forms.
struct PluralForms: Hashable, Sendable {
    private var zero: Phrase?
    private var one: Phrase?
    private var two: Phrase?
    private var few: Phrase?
    private var many: Phrase?
    private var other: Phrase?

    init() {}

    subscript(category: PluralCategory) -> Phrase? {
        get {
            switch category {
            case .zero: zero
            case .one: one
            case .two: two
            case .few: few
            case .many: many
            case .other: other
            }
        }
        set {
            switch category {
            case .zero: zero = newValue
            case .one: one = newValue
            case .two: two = newValue
            case .few: few = newValue
            case .many: many = newValue
            case .other: other = newValue
            }
        }
    }

    var all: [(category: PluralCategory, phrase: Phrase)] {
        PluralCategory.allCases.compactMap { category in self[category].map { (category, $0) } }
    }

    /// A *zero* form is used for the number 0 even if the rules of the language do not have this form.
    func phrase(for number: TextArgument?, _ rules: PluralRules) -> Phrase? {
        guard let operands = number?.operands else { return other ?? all.first?.phrase }
        if operands == PluralOperands(Int64(0)), let zero { return zero }
        return self[rules.category(of: operands)] ?? other ?? all.first?.phrase
    }
}

extension TextArgument {
    /// The operands of the plural rules; `nil` for arguments that are not numbers.
    fileprivate var operands: PluralOperands? {
        switch self {
        case .string: nil
        case .integer(let value): PluralOperands(value)
        case .unsigned(let value): PluralOperands(value)
        case .number(let value): Int64(exactly: value).map(PluralOperands.init) ?? PluralOperands("\(value)"[...])
        }
    }
}

/// The plural rules and number format of a language.
struct Voice: Sendable {
    var rules: PluralRules
    var numbers: LocaleNumbers
}
