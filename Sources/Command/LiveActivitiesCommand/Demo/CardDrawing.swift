import LiveActivityCore
import LiveActivitySurfaces

/// The Lock Screen card of an activity, in a box of its colour.
struct CardDrawing {
    var presented: DemoPlayer.Presented
    var now: Date

    /// The number of rows that it needs, including its edges.
    func naturalHeight(width: Int) -> Int { 2 + content(width: width).count }

    /// - Parameter height: The number of rows. If the content does not fit, rows before the last are left out: the last row has
    ///   the bar and the controls.
    func rows(width: Int, height: Int) -> [StyledText] {
        let inner = width - 4
        var body = content(width: width)
        let space = max(0, height - 2)
        while body.count > space { body.remove(at: max(0, body.count - 2)) }
        while body.count < space { body.append(StyledText()) }
        let edge = isOver ? Style.faint : Style(foreground: presented.colour)
        return [upperEdge(width, edge)]
            + body.map { StyledText("│ ", edge) + $0.padded(to: inner) + StyledText(" │", edge) }
            + [StyledText("╰" + String(repeating: "─", count: max(0, width - 2)) + "╯", edge)]
    }

    private var isOver: Bool { !presented.activity.state.acceptsContent }

    private func content(width: Int) -> [StyledText] {
        presented.part(.content, on: .lockScreenIPhone393, at: now)?.rows(width: width - 4) ?? []
    }

    private func upperEdge(_ width: Int, _ edge: Style) -> StyledText {
        let badge = isOver ? StyledText(" ended ", .faint) : StyledText()
        let line = String(repeating: "─", count: max(0, width - badge.width - 3))
        return StyledText("╭\(line)", edge) + badge + StyledText("─╮", edge)
    }
}
