import LiveActivityCore

/// A card as a Lock Screen shows it: a box, with the caption in its upper edge and the buttons in its lower one.
struct CardDrawing {
    var card: Card
    var state: ActivityState
    var now: Date

    /// How many rows it would like to have, its edges included.
    var naturalHeight: Int { 3 + card.lines.count + (card.progress == nil ? 0 : 1) }

    /// - Parameter height: In rows; lines that find no room are left out.
    func rows(width: Int, height: Int) -> [StyledText] {
        let inner = width - 4
        var body = [card.title.styled(at: now, width: inner, tint: card.tint)]
        let bar = card.progress.map { progress($0, width: inner) }
        let room = height - 3 - (bar == nil ? 0 : 1)
        body += card.lines.prefix(max(0, room)).map { $0.styled(at: now, width: inner, tint: card.tint) }
        while body.count < height - 2 - (bar == nil ? 0 : 1) { body.append(StyledText(spaces: inner)) }
        if let bar { body.append(bar) }
        let edge = edgeStyle
        return [upperEdge(width)]
            + body.map { StyledText("│ ", edge) + $0.padded(to: inner) + StyledText(" │", edge) } + [lowerEdge(width)]
    }

    private var edgeStyle: Style { isOver ? .faint : Style(foreground: card.tint.colour) }
    private var isOver: Bool { !state.acceptsContent }

    private func upperEdge(_ width: Int) -> StyledText {
        let edge = edgeStyle
        var badge = card.caption.trailing.isEmpty ? [] : card.caption.trailing
        if state == .stale { badge = [.faint("no news")] }
        if isOver { badge = [.faint("ended")] }
        let right =
            badge.isEmpty
            ? StyledText("─", edge) : StyledText(" ", edge) + badge.styled(at: now, card.tint) + StyledText(" ─", edge)
        let caption = StyledText(" \(card.icon) ", .plain) + card.caption.leading.styled(at: now, card.tint) + StyledText(" ")
        let left = StyledText("╭─", edge) + caption.truncated(to: max(0, width - right.width - 4))
        let fill = StyledText(String(repeating: "─", count: max(0, width - left.width - right.width - 1)), edge)
        return left + fill + right + StyledText("╮", edge)
    }

    private func lowerEdge(_ width: Int) -> StyledText {
        let edge = edgeStyle
        var buttons = StyledText()
        for control in isOver ? [] : card.controls where buttons.width + control.terminalWidth + 5 < width - 4 {
            buttons = buttons + StyledText(" [\(control)]", Style(foreground: card.tint.colour))
        }
        if buttons.width > 0 { buttons = buttons + StyledText(" ─", edge) } else { buttons = StyledText("─", edge) }
        let fill = StyledText(String(repeating: "─", count: max(0, width - buttons.width - 2)), edge)
        return StyledText("╰", edge) + fill + buttons + StyledText("╯", edge)
    }

    private func progress(_ progress: Card.Progress, width: Int) -> StyledText {
        let bright = isOver ? Style.faint : Style(foreground: card.tint.colour)
        if case .steps(let done, let count) = progress, count > 0 {
            // A piece a step, with a gap between.
            var bar = StyledText()
            for step in 0..<count {
                let length = width * (step + 1) / count - width * step / count - (step + 1 < count ? 1 : 0)
                bar =
                    bar
                    + StyledText(
                        String(repeating: step < done ? "━" : "╌", count: max(0, length)), step < done ? bright : .faint)
                if step + 1 < count { bar = bar + StyledText(" ") }
            }
            return bar
        }
        let filled = Int((progress.fraction(at: now) * Double(width)).rounded())
        return StyledText(String(repeating: "━", count: filled), bright)
            + StyledText(String(repeating: "╌", count: width - filled), .faint)
    }
}

extension Card.Tint {
    /// Readable on black and on white.
    var colour: UInt8 {
        switch self {
        case .green: 35
        case .orange: 208
        case .blue: 33
        case .violet: 135
        }
    }
}

extension [Piece] {
    func styled(at now: Date, _ tint: Card.Tint) -> StyledText {
        reduce(into: StyledText()) { text, piece in
            switch piece {
            case .plain: text.append(piece.text(at: now), .plain)
            case .strong: text.append(piece.text(at: now), .bold)
            case .faint: text.append(piece.text(at: now), .faint)
            case .timer, .wait: text.append(piece.text(at: now), Style(foreground: tint.colour, isBold: true))
            }
        }
    }
}

extension Line {
    func styled(at now: Date, width: Int, tint: Card.Tint) -> StyledText {
        .spread(leading.styled(at: now, tint), trailing.styled(at: now, tint), width: width)
    }
}
