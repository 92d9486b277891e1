/// The forms that a word may take beside a number. Which of them a language has, and when, CLDR says (``PluralRules``).
public enum PluralCategory: String, Hashable, Sendable, CaseIterable {
    case zero, one, two, few, many, other
}
