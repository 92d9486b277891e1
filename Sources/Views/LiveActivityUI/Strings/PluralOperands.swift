/// The operands of a number in a plural rule. They depend on how it is written: `1` and `1.0` may have different forms
/// (UTS #35, Plural Operand Meanings).
struct PluralOperands: Hashable, Sendable {
    /// The integer digits. Of numbers beyond `Int64` the last 18, which is all that a rule uses.
    var i: Int64
    /// The number of visible fraction digits, including trailing zeros.
    var v = 0
    /// The visible fraction digits as a number, including trailing zeros; at most 18.
    var f: Int64 = 0
    /// The visible fraction digits as a number, without trailing zeros.
    var t: Int64 = 0
    /// The exponent of a number in compact notation, for example *2 million*.
    var e: Int64 = 0

    init(_ integer: Int64) {
        i = integer == .min ? 0 : abs(integer)
        if integer == .min { i = Self.lastDigits(integer.magnitude) }
    }

    init(_ integer: UInt64) { i = Self.lastDigits(integer) }

    /// Parses an ASCII decimal such as `12`, `-0.50` or, as in CLDR's samples, `1.2c6`. `nil` for anything else.
    init?(_ text: Substring) {
        var digits = text.utf8[...]
        if digits.first == UInt8(ascii: "-") { digits.removeFirst() }
        var exponent = 0
        if let mark = digits.firstIndex(where: { $0 == UInt8(ascii: "c") || $0 == UInt8(ascii: "e") }) {
            guard let power = Int(String(Substring(digits[digits.index(after: mark)...]))), 0...18 ~= power else { return nil }
            exponent = power
            digits = digits[..<mark]
        }
        let point = digits.firstIndex(of: UInt8(ascii: "."))
        var integer = Array(digits[..<(point ?? digits.endIndex)])
        var fraction = point.map { Array(digits[digits.index(after: $0)...]) } ?? []
        guard !integer.isEmpty, (integer + fraction).allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        for _ in 0..<exponent { integer.append(fraction.isEmpty ? 0x30 : fraction.removeFirst()) }
        i = Self.number(integer.suffix(18))
        v = fraction.count
        f = Self.number(fraction.prefix(18))
        while fraction.last == 0x30 { fraction.removeLast() }
        t = Self.number(fraction.prefix(18))
        e = Int64(exponent)
    }

    /// Whether the fraction is zero.
    var isInteger: Bool { t == 0 }

    private static func number(_ digits: some Sequence<UInt8>) -> Int64 { digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) } }

    private static func lastDigits(_ value: UInt64) -> Int64 {
        Int64(exactly: value) ?? Int64(value % 1_000_000_000_000_000_000)
    }
}
