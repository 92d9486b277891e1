/// The condition of a plural form, in CLDR's syntax: `v = 0 and i % 10 = 2..4 and i % 100 != 12..14 or f % 10 = 2`.
struct PluralCondition: Hashable, Sendable {
    /// Alternatives, of which one must hold; within it, all relations must hold.
    fileprivate var alternatives: [[Relation]]

    fileprivate struct Relation: Hashable, Sendable {
        enum Operand: String { case n, i, v, w, f, t, e, c }

        var operand: Operand
        var modulus: Int64?
        var isNegated: Bool
        var ranges: [ClosedRange<Int64>]
    }

    /// - Returns: `nil` if the text is not a condition.
    init?(_ text: Substring) {
        alternatives = []
        for alternative in text.split(separator: " ").split(separator: "or", omittingEmptySubsequences: false) {
            var relations: [Relation] = []
            for words in alternative.split(separator: "and", omittingEmptySubsequences: false) {
                guard let relation = Relation(words) else { return nil }
                relations.append(relation)
            }
            alternatives.append(relations)
        }
        guard !alternatives.isEmpty else { return nil }
    }

    func holds(for number: PluralOperands) -> Bool { alternatives.contains { $0.allSatisfy { $0.holds(for: number) } } }
}

extension PluralCondition.Relation {
    /// Parses a relation such as `n % 100 != 3..10, 13`.
    init?(_ words: ArraySlice<Substring>) {
        var words = words
        guard let name = words.popFirst(), let operand = Operand(rawValue: String(name)) else { return nil }
        self.operand = operand
        if words.first == "%" {
            words.removeFirst()
            guard let modulus = words.popFirst().flatMap({ Int64($0) }), modulus > 0 else { return nil }
            self.modulus = modulus
        }
        switch words.popFirst() {
        case "=": isNegated = false
        case "!=": isNegated = true
        default: return nil
        }
        ranges = []
        for range in words.joined().split(separator: ",") {
            let ends = range.split(separator: "..").compactMap { Int64($0) }
            guard let first = ends.first, let last = ends.last, first <= last, ends.count <= 2 else { return nil }
            ranges.append(first...last)
        }
        guard !ranges.isEmpty else { return nil }
    }

    func holds(for number: PluralOperands) -> Bool {
        // A fraction is in no range of integers.
        if operand == .n, !number.isInteger { return isNegated }
        let value = number.value(of: operand)
        let rest = modulus.map { value % $0 } ?? value
        return ranges.contains { $0.contains(rest) } != isNegated
    }
}

extension PluralOperands {
    fileprivate func value(of operand: PluralCondition.Relation.Operand) -> Int64 {
        switch operand {
        case .n, .i: i
        case .v: Int64(v)
        // The number of fraction digits without trailing zeros. The rules only ask whether it is 0.
        case .w: t == 0 ? 0 : Int64(v)
        case .f: f
        case .t: t
        case .e, .c: e
        }
    }
}
