import LiveActivityCore
import LiveActivitySurfaces

/// What a Lock Screen shows of an activity, in a box of its colour.
struct CardDrawing {
    var presented: DemoPlayer.Presented
    var now: Date

    /// How many rows it would like to have, its edges included.
    func naturalHeight(width: Int) -> Int { 2 + content(width: width).count }

    /// - Parameter height: In rows; what finds no room is left out, the last row last of all, for there stand the bar and what can be
    ///   pressed.
    func rows(width: Int, height: Int) -> [StyledText] {
        let inner = width - 4
        var body = content(width: width)
        let room = max(0, height - 2)
        while body.count > room { body.remove(at: max(0, body.count - 2)) }
        while body.count < room { body.append(StyledText()) }
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
