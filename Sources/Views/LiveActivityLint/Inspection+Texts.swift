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
                let now = options.now
                if let light = text.runs.first(where: { $0.isWritten && $0.font.weight < LintLimits.weight }) {
                    found.append((.lightText, own, "'\(text.reading(at: now).excerpt)' has font weight \(light.font.weight)"))
                }
                if text.isRightToLeft, text.isNumber {
                    found.append((.numbersNotPinned, own, "'\(text.reading(at: now).excerpt)' is laid out from right to left"))
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
                    if scalar.decimalDigit != nil {
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
