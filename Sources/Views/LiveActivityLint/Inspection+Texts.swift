import Foundation

// Checks the weight and direction of texts, and private content.
extension Inspection {
    mutating func checkTexts() {
        var found: [(LintRule, String, String)] = []
        func visit(_ node: ViewNode, _ path: String, isPrivate: Bool) {
            let own = path + node.name
            let isPrivate = isPrivate || node.effects.contains { $0 == .privacySensitive || $0.isRedaction }
            if case .text(let text) = node.content {
                let string = text.string
                if let light = text.runs.first(where: { $0.isWritten && $0.font.weight < LintLimits.weight }) {
                    found.append((.lightText, own, "'\(string.excerpt)' has font weight \(light.font.weight)"))
                }
                if text.isRightToLeft, text.isNumber {
                    found.append((.numbersNotPinned, own, "'\(string.excerpt)' is laid out from right to left"))
                }
                if !isPrivate, let reason = privacy(of: string) {
                    found.append((.unmarkedPrivateText, own, "'\(string.excerpt)' \(reason)"))
                }
            }
            node.forEachPart { visit($1, own + $0, isPrivate: isPrivate) }
        }
        for part in presentation.parts { visit(part.node, "\(part.region.rawValue).", isPrivate: false) }
        for (rule, path, message) in found { report(rule, path, message) }
    }

    private func privacy(of text: String) -> String? {
        if let shape = PrivateText(in: text) { return shape.description }
        guard options.privateTexts.contains(where: text.contains) else { return nil }
        return "comes from a private field of the activity"
    }
}

extension TextNode {
    /// Whether the text consists only of numbers that a change of direction would reorder: a clock, a score, a range,
    /// or a sign before digits.
    var isNumber: Bool {
        var hasClock = false
        var (groups, isInGroup, leadingSign) = (0, false, false)
        for run in runs {
            switch run.content {
            case .timer, .date(_, style: .timer), .date(_, style: .offset): hasClock = true
            case .date, .image: return false
            case .string(let text):
                for scalar in text.unicodeScalars {
                    if scalar.properties.numericType == .decimal {
                        if !isInGroup { groups += 1 }
                        isInGroup = true
                    } else {
                        if scalar.properties.isAlphabetic { return false }
                        if groups == 0, scalar == "-" || scalar == "+" || scalar == "\u{2212}" { leadingSign = true }
                        isInGroup = false
                    }
                }
                isInGroup = false
            }
        }
        return hasClock || groups > 1 || groups == 1 && leadingSign
    }
}

extension TextRun {
    /// Whether the run has visible text.
    var isWritten: Bool {
        switch content {
        case .string(let text): !text.allSatisfy(\.isWhitespace)
        case .timer, .date: true
        case .image: false
        }
    }
}

extension ViewEffect { fileprivate var isRedaction: Bool { if case .redacted = self { true } else { false } } }

extension String {
    /// At most 40 characters, for messages.
    var excerpt: String { count > 40 ? prefix(40) + "..." : self }
}

/// The kinds of private data that are recognized by their format.
enum PrivateText: CustomStringConvertible {
    case email, phoneNumber, cardNumber, accountNumber

    init?(in text: String) {
        if text.split(whereSeparator: \.isWhitespace).contains(where: Self.isEmail) {
            self = .email
        } else if Self.runs(in: text).contains(where: Self.isCardNumber) {
            self = .cardNumber
        } else if text.split(separator: " ").contains(where: Self.isAccountNumber) || Self.isAccountNumber(text[...]) {
            self = .accountNumber
        } else if Self.runs(in: text).contains(where: Self.isPhoneNumber) {
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

    /// Sequences of digits with the separators of telephone and card numbers.
    private static func runs(in text: String) -> [Substring] {
        text.split { !($0.isASCII && $0.isNumber || "+-()/ \u{A0}".contains($0)) }.map { $0.drop(while: \.isWhitespace) }
    }

    private static func digits(_ run: Substring) -> [Int] { run.compactMap { $0.isASCII ? $0.wholeNumberValue : nil } }

    /// Seven to fifteen digits with a country code, a leading zero or parentheses. A plain order number does not count.
    private static func isPhoneNumber(_ run: Substring) -> Bool {
        let count = digits(run).count
        guard 7...15 ~= count else { return false }
        return run.hasPrefix("+") || run.hasPrefix("00") || run.hasPrefix("0") && run.contains { " -/()".contains($0) }
            || run.hasPrefix("(")
    }

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
