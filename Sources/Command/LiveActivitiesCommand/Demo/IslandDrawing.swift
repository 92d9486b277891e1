import LiveActivityCore
import LiveActivitySurfaces

/// The Dynamic Island: compact for the most relevant activity, minimal for the others, expanded for an alert.
struct IslandDrawing {
    /// The activities that have not ended, most relevant first.
    var activities: [DemoPlayer.Presented]
    /// The change that has just alerted.
    var alert: DemoPlayer.Note?
    var now: Date

    /// The number of rows, constant so that nothing below it moves.
    static let height = 5
    /// The island is always black, whatever the colours of the terminal.
    private static let black: UInt8 = 16

    func rows(width: Int) -> [StyledText] {
        var rows = alert.flatMap { expanded($0, width: width) } ?? compact(width: width)
        while rows.count < Self.height { rows.append(StyledText()) }
        return rows.map { $0.centered(in: width) }
    }

    private func compact(width: Int) -> [StyledText] {
        guard let first = activities.first else { return pill(StyledText(spaces: 10)) }
        let leading = line(.compactLeading, of: first, on: .compactIPhone393)
        let trailing = line(.compactTrailing, of: first, on: .compactIPhone393)
        // The camera is between the two sides, which have equal widths.
        let side = max(leading.width, trailing.width)
        var pills = pill(
            leading.padded(to: side) + StyledText(spaces: 7) + StyledText(spaces: side - trailing.width) + trailing)
        for other in activities.dropFirst() {
            let bubble = pill(line(.minimal, of: other, on: .minimalDetached))
            guard pills[0].width + bubble[0].width + 1 <= width else { break }
            pills = zip(pills, bubble).map { $0 + StyledText(" ") + $1 }
        }
        return pills
    }

    /// A region of one line.
    private func line(
        _ region: Presentation.Region, of activity: DemoPlayer.Presented, on surface: SizedSurface
    ) -> StyledText {
        guard let box = activity.part(region, on: surface, at: now) else { return StyledText() }
        let rows = box.rows(width: box.idealWidth)
        return rows.dropFirst().reduce(rows.first ?? StyledText()) { $0 + StyledText(" ") + $1 }
    }

    private func pill(_ content: StyledText, edge: Style = .faint) -> [StyledText] {
        let line = String(repeating: "─", count: content.width + 2)
        return [
            StyledText("╭\(line)╮", edge),
            StyledText("│", edge) + (StyledText(" ") + content + StyledText(" ")).on(Self.black) + StyledText("│", edge),
            StyledText("╰\(line)╯", edge),
        ]
    }

    private func expanded(_ note: DemoPlayer.Note, width: Int) -> [StyledText]? {
        // The content at the time of the alert: meanwhile another match may be shown, or the activity may have ended.
        guard let alert = note.alert, let activity = note.presented else { return nil }
        let inner = max(10, min(width - 4, 62))
        let edge = Style(foreground: activity.colour)
        let line = String(repeating: "─", count: inner + 2)
        let left = self.line(.expandedLeading, of: activity, on: .expandedIPhone393)
        let right = self.line(.expandedTrailing, of: activity, on: .expandedIPhone393)
        // Only the first row of the bottom region fits.
        let below = activity.part(.expandedBottom, on: .expandedIPhone393, at: now)
        let middle = below?.rows(width: max(0, inner - left.width - right.width - 2)).first ?? StyledText()
        let rows: [StyledText] = [
            StyledText("\(alert.title)", .bold).padded(to: inner), StyledText("\(alert.body)").padded(to: inner),
            .spread(left + StyledText(" ") + middle, right, width: inner),
        ]
        var box = [StyledText("╭\(line)╮", edge)]
        for row in rows {
            let content = (StyledText(" ") + row + StyledText(" ")).on(Self.black)
            box.append(StyledText("│", edge) + content + StyledText("│", edge))
        }
        return box + [StyledText("╰\(line)╯", edge)]
    }
}
