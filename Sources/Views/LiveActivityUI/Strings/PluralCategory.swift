/// The plural forms of CLDR. Which forms a language has, and for which numbers, is defined by its plural rules.
public enum PluralCategory: String, Hashable, Sendable, CaseIterable {
    /// As in CLDR. Every language has `other`.
    case zero, one, two, few, many, other
}
