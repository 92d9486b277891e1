import Foundation
import LiveActivityCore

extension Text: View {
    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        guard resolution.count() else { return }
        nodes.append(ViewNode(.text(resolution.text(view))))
    }
}

extension Resolution {
    /// Resolves a text with the settings of the environment.
    func text(_ text: Text) -> TextNode {
        var runs: [TextRun] = []
        append(text, environment.textAttributes, to: &runs)
        return TextNode(
            runs: runs, alignment: environment.multilineTextAlignment.node, lineLimit: environment.lineLimit.map { max($0, 1) },
            reservesSpace: environment.reservesLineSpace, minimumScaleFactor: Double(environment.minimumScaleFactor).clamped,
            truncation: environment.truncationMode.node, lineSpacing: Double(environment.lineSpacing),
            allowsTightening: environment.allowsTightening, locale: environment.languageTag,
            isRightToLeft: environment.layoutDirection == .rightToLeft,
            timeZone: runs.contains(where: \.dependsOnTimeZone) ? environment.chosenTimeZone?.identifier : nil)
    }

    /// Only the characters, for accessibility and names.
    func words(of text: Text) -> String {
        var runs: [TextRun] = []
        append(text, TextAttributes(), to: &runs)
        return runs.reduce(into: "") { words, run in
            if case .string(let string) = run.content { words += string }
        }
    }

    private func append(_ text: Text, _ outer: TextAttributes, to runs: inout [TextRun]) {
        let attributes = text.attributes.over(outer)
        switch text.storage {
        case .verbatim(let string): append(.string(string), attributes, to: &runs)
        case .key(let key): append(key, attributes, to: &runs)
        case .resource(let resource): append(.string(words(of: resource)), attributes, to: &runs)
        case .attributed(let string): append(string, attributes, to: &runs)
        case .formatted(let formatted):
            let text = formatted.text(locale: environment.locale, timeZone: environment.chosenTimeZone)
            append(.string(text), attributes, to: &runs)
        case .date(let date, let style): append(.date(date, style: style.node), attributes, to: &runs)
        case .dates(let start, let end): append(.string(words(from: start, to: end)), attributes, to: &runs)
        case .timer(let interval, let pauseTime, let countsDown, let showsHours):
            let timer = TextRun.Content.timer(interval, pauseTime: pauseTime, countsDown: countsDown, showsHours: showsHours)
            append(timer, attributes, to: &runs)
        case .image(let image):
            append(.image(self.image(image, font: font(attributes), paint: paint(attributes))), attributes, to: &runs)
        case .joined(let left, let right):
            append(left, attributes, to: &runs)
            append(right, attributes, to: &runs)
        }
    }

    func append(_ content: TextRun.Content, _ attributes: TextAttributes, to runs: inout [TextRun]) {
        var content = content
        if let textCase = environment.textCase, case .string(let string) = content {
            content = .string(
                textCase == .uppercase
                    ? string.uppercased(with: environment.locale) : string.lowercased(with: environment.locale))
        }
        runs.append(
            TextRun(
                content, font: font(attributes), paint: paint(attributes), tracking: attributes.tracking ?? 0,
                baselineOffset: attributes.baselineOffset ?? 0, underline: attributes.underline ?? false,
                strikethrough: attributes.strikethrough ?? false))
    }

    /// Appends a translation of the key, or the key itself with its values.
    private func append(_ key: LocalizedStringKey, _ attributes: TextAttributes, to runs: inout [TextRun]) {
        let locale = environment.locale
        var texts: [Text] = []
        if let strings = environment.strings {
            let arguments = key.parts.compactMap { part -> TextArgument? in
                switch part {
                case .literal: return nil
                case .argument(let argument, _): return argument
                case .text(let text):
                    texts.append(text)
                    return .string(Self.mark(texts.count - 1))
                }
            }
            if let translated = strings.text(for: key.key, arguments: arguments, locale: locale) {
                append(translated, filledWith: texts, attributes, to: &runs)
                return
            }
        }
        var words = ""
        for part in key.parts {
            switch part {
            case .literal(let text): words += text
            case .argument(let argument, let specifier): words += argument.text(specifier: specifier, locale: locale)
            case .text(let text):
                if !words.isEmpty { append(.string(words), attributes, to: &runs) }
                words = ""
                append(text, attributes, to: &runs)
            }
        }
        if !words.isEmpty || key.parts.isEmpty { append(.string(words), attributes, to: &runs) }
    }

    /// A placeholder for a text with its own attributes: its number between two characters of the private use area.
    private static func mark(_ index: Int) -> String { "\u{F8F0}\(index)\u{F8F1}" }

    private func append(_ translated: String, filledWith texts: [Text], _ attributes: TextAttributes, to runs: inout [TextRun])
    {
        guard !texts.isEmpty else { return append(.string(translated), attributes, to: &runs) }
        for (index, piece) in translated.split(separator: "\u{F8F0}", omittingEmptySubsequences: false).enumerated() {
            var words = piece
            if index > 0, let end = piece.firstIndex(of: "\u{F8F1}"), let number = Int(piece[..<end]),
                texts.indices.contains(number)
            {
                append(texts[number], attributes, to: &runs)
                words = piece[piece.index(after: end)...]
            }
            if !words.isEmpty { append(.string(String(words)), attributes, to: &runs) }
        }
    }

    private func words(of resource: LocalizedStringResource) -> String {
        if let strings = environment.strings {
            let arguments = resource.deviceKey?.arguments.map { TextArgument.string($0) } ?? []
            if let text = strings.text(for: resource.key, arguments: arguments, locale: environment.locale) { return text }
        }
        return "\(resource)"
    }

    private func words(from start: Date, to end: Date) -> String {
        var style = Date.IntervalFormatStyle(date: .omitted, time: .shortened).locale(environment.locale)
        style.timeZone = environment.timeZone
        // Foundation traps on NaN, which compares as neither less nor greater.
        return start.timeIntervalSince(end) <= 0 ? style.format(start..<end) : ""
    }

    func font(_ attributes: TextAttributes) -> ResolvedFont {
        (attributes.font ?? environment.font ?? .body).resolved(
            attributes.overrides.over(environment.fontOverrides), at: environment.dynamicTypeSize,
            isBoldText: environment.legibilityWeight == .bold)
    }

    private func paint(_ attributes: TextAttributes) -> Paint {
        attributes.style.map { paint($0.style, over: environment.foreground) } ?? foregroundPaint
    }
}

extension TextRun {
    fileprivate var dependsOnTimeZone: Bool {
        switch content {
        case .date(_, style: .date), .date(_, style: .time): true
        case .string, .image, .timer, .date: false
        }
    }
}

extension Text.TruncationMode {
    var node: TextNode.Truncation {
        switch self {
        case .head: .head
        case .tail: .tail
        case .middle: .middle
        }
    }
}
