public import Foundation
import Synchronization

/// How a locale writes numbers: learnt once from Foundation, so that a number on a card costs no formatter.
public struct LocaleNumbers: Sendable {
    /// For 0 to 9; `nil` where they are ASCII's.
    private let digits: [String]?
    private let separator: String
    /// Digits of the last group, and of those before it; 0 where the locale groups none.
    private let lastGroup: Int
    private let otherGroups: Int
    /// The fewest digits that are grouped: 1234 is written so in Spanish.
    private let groupedFrom: Int
    private let minus: (before: String, after: String)
    private let locale: Locale

    /// As the locale writes them, from a table that all share.
    public static func of(_ locale: Locale) -> LocaleNumbers {
        let identifier = locale.identifier
        if let known = shared.withLock({ $0[identifier] }) { return known }
        let numbers = LocaleNumbers(learning: locale)
        shared.withLock { known in
            // Nobody's list of locales is longer than CLDR's; a list of made-up ones must not fill the memory.
            if known.count >= 1_000 { known.removeAll() }
            known[identifier] = numbers
        }
        return numbers
    }

    private static let shared = Mutex<[String: LocaleNumbers]>([:])

    private init(learning locale: Locale) {
        func written(_ value: Int) -> String { value.formatted(.number.locale(locale)) }
        let digits = (0...9).map(written)
        self.digits = digits == (0...9).map(String.init) ? nil : digits
        let groups = written(1_234_567_890).split { !$0.isNumber }
        lastGroup = groups.count > 1 ? groups[groups.count - 1].count : 0
        otherGroups = groups.count > 1 ? groups[groups.count - 2].count : 0
        separator = written(1_234_567_890).first { !$0.isNumber }.map { String($0) } ?? ""
        groupedFrom = (4...6).first { digits in written(Int("123456".prefix(digits)) ?? 0).contains { !$0.isNumber } } ?? 7
        let negative = written(-5)
        minus = (String(negative.prefix { !$0.isNumber }), String(negative.drop { !$0.isNumber }.drop(while: \.isNumber)))
        self.locale = locale
    }

    /// Such as `1.234.567` in German.
    public func text(_ value: Int64) -> String {
        var text = ""
        append(value, to: &text)
        return text
    }

    /// Adds the number to a text.
    ///
    /// - Parameters:
    ///   - minimumDigits: With zeros before it, and not grouped, where it has fewer: 2 for the seconds of a clock.
    public func append(_ value: Int64, to text: inout String, minimumDigits: Int = 1) {
        if value < 0 { text += minus.before }
        append(magnitude: value.magnitude, to: &text, minimumDigits: minimumDigits)
        if value < 0 { text += minus.after }
    }

    func append(magnitude: UInt64, to text: inout String, minimumDigits: Int = 1) {
        if digits == nil, magnitude < 1_000, minimumDigits <= 1 {
            text += String(magnitude)
            return
        }
        let plain = String(magnitude).utf8
        let isGrouped = lastGroup > 0 && plain.count >= groupedFrom
        for _ in 0..<max(0, min(minimumDigits, 64) - plain.count) { append(digit: 0, to: &text) }
        for (place, digit) in plain.enumerated() {
            let left = plain.count - place
            if isGrouped, place > 0, isGroupBoundary(left) { text += separator }
            append(digit: Int(digit - 0x30), to: &text)
        }
    }

    private func append(digit: Int, to text: inout String) {
        if let digits { text += digits[digit] } else { text.unicodeScalars.append(Unicode.Scalar(UInt8(0x30 + digit))) }
    }

    private func isGroupBoundary(_ digitsLeft: Int) -> Bool {
        digitsLeft == lastGroup || digitsLeft > lastGroup && (digitsLeft - lastGroup) % otherGroups == 0
    }

    /// With so many digits after the point.
    func append(_ value: Double, to text: inout String, fractionDigits: Int) {
        text += value.formatted(.number.precision(.fractionLength(min(max(fractionDigits, 0), 20))).locale(locale))
    }
}
