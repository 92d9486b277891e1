/// The colours and weight of a piece of text in a terminal.
struct Style: Hashable, Sendable {
    /// One of the 256 colours of a terminal; `nil` is its default colour.
    var foreground: UInt8?
    var background: UInt8?
    var isBold = false
    var isFaint = false

    static let plain = Style()
    static let bold = Style(isBold: true)
    static let faint = Style(foreground: 244)
}

/// One row of text in several styles, with its width in cells.
struct StyledText: Hashable, Sendable {
    struct Run: Hashable, Sendable {
        var text: String
        var style: Style
    }

    private(set) var runs: [Run] = []
    /// The width in cells.
    private(set) var width = 0

    init() {}

    init(_ text: String, _ style: Style = .plain) { append(text, style) }

    init(spaces count: Int, _ style: Style = .plain) { append(String(repeating: " ", count: max(0, count)), style) }

    mutating func append(_ text: String, _ style: Style) {
        guard !text.isEmpty else { return }
        width += text.terminalWidth
        if let last = runs.indices.last, runs[last].style == style {
            runs[last].text += text
        } else {
            runs.append(Run(text: text, style: style))
        }
    }

    static func + (left: StyledText, right: StyledText) -> StyledText {
        var sum = left
        for run in right.runs { sum.append(run.text, run.style) }
        return sum
    }

    func on(_ background: UInt8) -> StyledText {
        var text = StyledText()
        for run in runs {
            var style = run.style
            style.background = background
            // The terminal's default colour could be unreadable on this background.
            if style.foreground == nil { style.foreground = 255 }
            text.append(run.text, style)
        }
        return text
    }

    /// The text, at most `width` cells wide; an ellipsis replaces the rest.
    func truncated(to width: Int) -> StyledText {
        guard self.width > width else { return self }
        guard width > 0 else { return StyledText() }
        var text = StyledText()
        for run in runs {
            for character in run.text {
                if text.width + character.terminalWidth > width - 1 {
                    text.append("…", run.style)
                    return text
                }
                text.append(String(character), run.style)
            }
        }
        return text
    }

    /// The text, exactly `width` cells wide: cut off, or padded on the right.
    func padded(to width: Int, _ style: Style = .plain) -> StyledText {
        let text = truncated(to: width)
        return text + StyledText(spaces: width - text.width, style)
    }

    func centered(in width: Int) -> StyledText {
        let text = truncated(to: width)
        return (StyledText(spaces: (width - text.width) / 2) + text).padded(to: width)
    }

    /// One text at the left end and one at the right end of `width` cells. If they do not both fit, the left one is cut off.
    static func spread(_ left: StyledText, _ right: StyledText, width: Int, _ style: Style = .plain) -> StyledText {
        let right = right.truncated(to: width)
        let space = width - right.width - (right.width > 0 ? 1 : 0)
        let left = left.truncated(to: max(0, space))
        return left + StyledText(spaces: width - left.width - right.width, style) + right
    }
}

extension String {
    /// The width in cells of a terminal.
    var terminalWidth: Int { reduce(0) { $0 + $1.terminalWidth } }
}

extension Character {
    /// The width in cells of a terminal: two for emoji and East Asian scripts, none for combining marks.
    var terminalWidth: Int {
        guard let first = unicodeScalars.first else { return 0 }
        if first.value < 0x300 { return 1 }
        if first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}") { return 2 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch first.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }
}
