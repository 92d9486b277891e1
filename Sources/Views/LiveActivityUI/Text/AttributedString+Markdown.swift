#if !canImport(Darwin)
public import Foundation

// Foundation on Linux cannot read Markdown. Only what is within a line is read here: emphasis, code and links.

extension AttributedString {
    /// Options of parsing Markdown. They have no effect.
    public struct MarkdownParsingOptions: Sendable {
        public enum InterpretedSyntax: Sendable { case full, inlineOnly, inlineOnlyPreservingWhitespace }
        public enum FailurePolicy: Sendable { case throwError, returnPartiallyParsedIfPossible }

        public var allowsExtendedAttributes: Bool
        public var interpretedSyntax: InterpretedSyntax
        public var failurePolicy: FailurePolicy
        public var languageCode: String?

        public init(
            allowsExtendedAttributes: Bool = false, interpretedSyntax: InterpretedSyntax = .full,
            failurePolicy: FailurePolicy = .throwError, languageCode: String? = nil
        ) {
            (self.allowsExtendedAttributes, self.interpretedSyntax) = (allowsExtendedAttributes, interpretedSyntax)
            (self.failurePolicy, self.languageCode) = (failurePolicy, languageCode)
        }
    }

    /// Parses Markdown. Never throws.
    public init(markdown: String, options: MarkdownParsingOptions = MarkdownParsingOptions(), baseURL: URL? = nil) throws {
        self = Markdown(base: baseURL).string(of: Array(markdown)[...], [])
    }
    public init(markdown: Data, options: MarkdownParsingOptions = MarkdownParsingOptions(), baseURL: URL? = nil) throws {
        try self.init(markdown: String(decoding: markdown, as: UTF8.self), options: options, baseURL: baseURL)
    }
}

private struct Markdown {
    let base: URL?

    private static let marks: [(mark: [Character], intent: InlinePresentationIntent)] = [
        (Array("**"), .stronglyEmphasized), (Array("__"), .stronglyEmphasized), (Array("~~"), .strikethrough),
        (Array("*"), .emphasized), (Array("_"), .emphasized), (Array("`"), .code),
    ]

    func string(of text: ArraySlice<Character>, _ intent: InlinePresentationIntent) -> AttributedString {
        var (found, plain, rest) = (AttributedString(), "", text)
        func part(_ words: String) -> AttributedString {
            var part = AttributedString(words)
            if !intent.isEmpty { part[AttributeScopes.SwiftUIAttributes.InlinePresentationIntentAttribute.self] = intent }
            return part
        }
        while let character = rest.first {
            if character == "\\", let next = rest.dropFirst().first, next.isPunctuation || next.isSymbol {
                plain.append(next)
                rest = rest.dropFirst(2)
            } else if let (inner, more, after) = emphasis(rest, after: plain.last) {
                found += part(plain)
                plain = ""
                found += more == .code ? code(inner, intent) : string(of: inner, intent.union(more))
                rest = after
            } else if character == "[", let (title, url, after) = link(rest) {
                found += part(plain)
                plain = ""
                var words = string(of: title, intent)
                words.link = url
                found += words
                rest = after
            } else {
                plain.append(character)
                rest = rest.dropFirst()
            }
        }
        return found + part(plain)
    }

    private func code(_ text: ArraySlice<Character>, _ intent: InlinePresentationIntent) -> AttributedString {
        var part = AttributedString(String(text))
        part[AttributeScopes.SwiftUIAttributes.InlinePresentationIntentAttribute.self] = intent.union(.code)
        return part
    }

    /// The text within a pair of marks at the beginning, and the text after it.
    private func emphasis(_ text: ArraySlice<Character>, after previous: Character?)
        -> (ArraySlice<Character>, InlinePresentationIntent, ArraySlice<Character>)?
    {
        guard let (mark, intent) = Self.marks.first(where: { text.starts(with: $0.mark) }) else { return nil }
        let inner = text.dropFirst(mark.count)
        guard let first = inner.first, !first.isWhitespace else { return nil }
        // An underscore within a word is one: `snake_case`.
        if mark[0] == "_", previous.map({ $0.isLetter || $0.isNumber }) ?? false { return nil }
        var index = inner.startIndex + 1
        while index + mark.count <= inner.endIndex {
            let next = index + mark.count < inner.endIndex ? inner[index + mark.count] : nil
            // A mark within a longer row of them is not this one's end, except the last.
            if inner[index..<(index + mark.count)].elementsEqual(mark),
                intent == .code || !inner[index - 1].isWhitespace && next != mark[0]
            {
                return (inner[..<index], intent, inner[(index + mark.count)...])
            }
            index += 1
        }
        return nil
    }

    private func link(_ text: ArraySlice<Character>) -> (ArraySlice<Character>, URL?, ArraySlice<Character>)? {
        guard let end = text.firstIndex(of: "]"), end + 1 < text.endIndex, text[end + 1] == "(",
            let close = text[(end + 1)...].firstIndex(of: ")")
        else { return nil }
        let url = URL(string: String(text[(end + 2)..<close]), relativeTo: base)
        return (text[(text.startIndex + 1)..<end], url, text[(close + 1)...])
    }
}
#endif
