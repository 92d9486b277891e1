/// The kinds of private data that are recognized by their format.
enum PrivateText: CustomStringConvertible {
    case email, phoneNumber, cardNumber, accountNumber

    init?(in text: String) {
        let text = text.withASCIIDigits
        if text.split(whereSeparator: \.isWhitespace).contains(where: Self.isEmail) {
            self = .email
        } else if Self.runs(in: text).contains(where: Self.isCardNumber) {
            self = .cardNumber
        } else if text.split(separator: " ").contains(where: Self.isAccountNumber) || Self.isAccountNumber(text[...]) {
            self = .accountNumber
        } else if DigitGroups.all(in: text).contains(where: \.isPhoneNumber) {
            self = .phoneNumber
        } else {
            return nil
        }
    }

    var description: String {
        switch self {
        case .email: "looks like an e-mail address"
        case .phoneNumber: "looks like a telephone number"
        case .cardNumber: "looks like a card number"
        case .accountNumber: "looks like a bank account number (IBAN)"
        }
    }

    private static func isEmail(_ word: Substring) -> Bool {
        let halves = word.split(separator: "@", omittingEmptySubsequences: false)
        guard halves.count == 2, !halves[0].isEmpty else { return false }
        let host = halves[1].split(separator: ".", omittingEmptySubsequences: false)
        return host.count > 1 && host.allSatisfy { !$0.isEmpty }
    }

    /// Sequences of digits with separators.
    private static func runs(in text: String) -> [Substring] {
        text.split { !($0.isASCII && $0.isNumber || "+-()/ \u{A0}".contains($0)) }.map { $0.drop(while: \.isWhitespace) }
    }

    private static func digits(_ run: Substring) -> [Int] { run.compactMap { $0.isASCII ? $0.wholeNumberValue : nil } }

    /// The Luhn check digit distinguishes a card number from other long numbers.
    private static func isCardNumber(_ run: Substring) -> Bool {
        let digits = digits(run)
        guard 13...19 ~= digits.count, !run.hasPrefix("+") else { return false }
        let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
            let doubled = digit.element * 2
            return sum + (digit.offset % 2 == 0 ? digit.element : doubled > 9 ? doubled - 9 : doubled)
        }
        return sum % 10 == 0
    }

    private static func isAccountNumber(_ text: Substring) -> Bool {
        let letters = Array(text.filter { $0 != " " })
        guard 15...34 ~= letters.count, letters.allSatisfy({ $0.isASCII && ($0.isNumber || $0.isUppercase) }) else {
            return false
        }
        guard letters[0].isLetter, letters[1].isLetter, letters[2].isNumber, letters[3].isNumber else { return false }
        // ISO 13616: with the first four characters moved to the end and letters as numbers from 10, the remainder by
        // 97 is 1.
        let remainder = (letters[4...] + letters[..<4]).reduce(0) { remainder, letter in
            guard let value = Int(String(letter), radix: 36) else { return remainder }
            return (remainder * (value > 9 ? 100 : 10) + value) % 97
        }
        return remainder == 1
    }
}

/// Digits in groups, as telephone numbers are written.
private struct DigitGroups {
    /// Whether a plus sign precedes the first group.
    var hasPlus = false
    /// Whether the first group is in parentheses.
    var isInParentheses = false
    var groups: [String] = []
    /// The characters between the groups.
    var separators: [String] = []

    /// The groups of digits of a string, without the dates in it.
    static func all(in text: String) -> [DigitGroups] {
        var found: [DigitGroups] = []
        var current = DigitGroups()
        var gap = ""
        var rest = text[...]
        func end() {
            if !current.groups.isEmpty { found += current.withoutDates }
            (current, gap) = (DigitGroups(), "")
        }
        while let character = rest.first {
            rest.removeFirst()
            switch character {
            // The range also has a digit with a combining character, such as a keycap, which `Int` refuses.
            case "0"..."9" where character.isASCII:
                if current.groups.isEmpty {
                    (current.hasPlus, current.isInParentheses) = (gap.contains("+"), gap.contains("("))
                    current.groups.append("")
                } else if !gap.isEmpty {
                    current.groups.append("")
                    current.separators.append(gap)
                }
                gap = ""
                current.groups[current.groups.count - 1].append(character)
            case "+":
                end()
                gap = "+"
            case "(":
                // Only an area code is in parentheses.
                let code = rest.prefix { $0.isNumber }
                if !(1...5 ~= code.count && rest.dropFirst(code.count).first == ")") { end() } else { gap.append(character) }
            case ")" where gap.isEmpty && (current.isInParentheses || current.separators.last?.contains("(") ?? false),
                " ", "\u{A0}", "-", "\u{2011}", "/", ".":
                gap.append(character)
                if gap.count > 3 { end() }
            default: end()
            }
        }
        end()
        return found
    }

    /// Seven to fifteen digits in the form of an international number, of a national one with a leading zero or with an area
    /// code in parentheses, or of a North American one. Plain order numbers and rows of single digits do not count.
    var isPhoneNumber: Bool {
        let digits = groups.joined()
        guard 7...15 ~= digits.count, groups.count(where: { $0.count == 1 }) <= 1 else { return false }
        if hasPlus { return true }
        let hasDots = separators.contains { $0.contains(".") }
        if digits.hasPrefix("00") { return digits.count >= 9 && !digits.hasPrefix("000") && !hasDots }
        guard groups.count > 1 else { return false }
        if isInParentheses || isNorthAmerican { return true }
        let slashes = separators.count { $0.contains("/") }
        return digits.hasPrefix("0") && slashes <= 1 && (!hasDots || groups.map(\.count) == [2, 2, 2, 2, 2])
    }

    /// An area code and a number of 3 and 4 digits. Neither begins with 0 or 1.
    private var isNorthAmerican: Bool {
        guard groups.count == 3 || groups.count == 4 && groups[0] == "1" else { return false }
        let parts = groups.suffix(3)
        return parts.map(\.count) == [3, 3, 4] && parts.prefix(2).allSatisfy { ("2"..."9").contains($0.prefix(1)) }
    }

    /// The parts before and after each date.
    private var withoutDates: [DigitGroups] {
        guard !hasPlus, let first = groups.indices.first(where: isDate) else { return [self] }
        var (before, after) = (self, DigitGroups())
        before.groups = Array(groups[..<first])
        before.separators = Array(separators.prefix(max(first - 1, 0)))
        after.groups = Array(groups[(first + 3)...])
        after.separators = Array(separators.dropFirst(first + 3))
        return [before].filter { !$0.groups.isEmpty } + (after.groups.isEmpty ? [] : after.withoutDates)
    }

    /// Whether three groups from an index on are day, month and year, in any order, and belong to no longer number.
    private func isDate(at index: Int) -> Bool {
        guard index + 2 < groups.count else { return false }
        let separator = separators[index]
        guard separator == separators[index + 1], ["/", "-", ".", "\u{2011}", " "].contains(separator) else { return false }
        if index > 0, separators[index - 1] == separator { return false }
        if index + 3 < groups.count, separators[index + 2] == separator { return false }
        var parts = groups[index...index + 2].compactMap { Int($0) }
        let lengths = groups[index...index + 2].map(\.count)
        if lengths[0] == 4 { parts.append(parts.removeFirst()) }
        let hasYear = lengths[0] == 4 || lengths[2] == 4
        guard parts.count == 3, lengths.count(where: { $0 > 2 }) == (hasYear ? 1 : 0) else { return false }
        return (hasYear ? 1_900...2_199 ~= parts[2] : separator != " ") && 1...31 ~= parts[0] && 1...31 ~= parts[1]
            && min(parts[0], parts[1]) <= 12
    }
}

extension String {
    /// The text with the decimal digits of every script as those from 0 to 9.
    fileprivate var withASCIIDigits: String {
        guard unicodeScalars.contains(where: { !$0.isASCII && $0.decimalDigit != nil }) else { return self }
        return String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in scalar.decimalDigit.flatMap { Unicode.Scalar(48 + $0) } ?? scalar }))
    }
}
