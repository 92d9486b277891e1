public import Foundation
import Synchronization

/// The number format of a locale.
///
/// The format is learned from Foundation once for each locale, so writing a number needs no formatter.
public struct LocaleNumbers: Sendable {
    /// The digits 0 to 9; `nil` for ASCII digits.
    private let digits: [String]?
    private let separator: String
    /// The number of digits in the last group and in the other groups; 0 if the locale does not group digits.
    private let lastGroup: Int
    private let otherGroups: Int
    /// The smallest number of digits that is grouped; Spanish writes 1234 without a separator.
    private let groupedFrom: Int
    private let minus: (before: String, after: String)
    private let locale: Locale

    /// The format of a locale, from a cache shared by all threads.
    public static func of(_ locale: Locale) -> LocaleNumbers {
        let identifier = locale.identifier
        if let known = shared.withLock({ $0[identifier] }) { return known }
        let numbers = LocaleNumbers(learning: locale)
        shared.withLock { known in
            // The cache is bounded, because locales may come from outside.
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

    /// The number as text, for example `1.234.567` in German.
    public func text(_ value: Int64) -> String {
        var text = ""
        append(value, to: &text)
        return text
    }

    /// Appends the number to a text.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - text: The text.
    ///   - minimumDigits: Shorter numbers are padded with zeros and not grouped; for example 2 for the seconds of a
    ///     clock. At most 64.
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

    /// Appends the number with this number of decimals, at most 20.
    func append(_ value: Double, to text: inout String, fractionDigits: Int) {
        text += value.formatted(.number.precision(.fractionLength(min(max(fractionDigits, 0), 20))).locale(locale))
    }
}
