import LiveActivitiesCLI
import LiveActivityCore
import LiveActivitySurfaces

/// One frame of the demo: the island at the top, the Lock Screen cards below it, and the latest changes at the bottom.
struct DemoScreen {
    var scene: DemoStory.Scene?
    var now: Date
    var presented: [DemoPlayer.Presented]
    /// The changes, latest last.
    var notes: ArraySlice<DemoPlayer.Note>
    var alert: DemoPlayer.Note?
    var status: String

    /// The maximum width, beyond which the cards would be too far apart.
    static let widthMax = 116
    /// The minimum number of changes shown.
    private static let notesMin = 3

    func rows(columns: Int, rows count: Int) -> [StyledText] {
        let width = min(columns, Self.widthMax)
        let margin = StyledText(spaces: (columns - width) / 2)
        return picture(width, count).map { margin + $0.padded(to: width) }
    }

    private func picture(_ width: Int, _ height: Int) -> [StyledText] {
        var rows = [header(width)]
        // A very small window shows only the latest changes.
        guard width >= 36, height >= 18 else { return rows + latestChanges(width, height - 1) }
        rows += IslandDrawing(
            activities: presented.filter { $0.activity.state.acceptsContent && $0.activity.state != .pending }, alert: alert,
            now: now
        )
        .rows(width: width)
        let space = height - rows.count - 1 - Self.notesMin
        rows += cards(width, space)
        rows.append(StyledText(String(repeating: "─", count: width), .faint))
        return rows + latestChanges(width, height - rows.count)
    }

    private func header(_ width: Int) -> StyledText {
        let time = now.iso8601.dropFirst(11).prefix(5)
        let left = StyledText(" \(time) ", .bold) + StyledText("UTC  ", .faint) + StyledText(scene?.title ?? "")
        let long = left + StyledText(scene.map { "  \($0.subtitle)" } ?? "", .faint)
        let right = StyledText("\(status) ", .faint)
        return .spread(long.width + right.width + 2 <= width ? long : left, right, width: width)
    }

    /// The cards' rows, as many as they need, at most `space`.
    private func cards(_ width: Int, _ space: Int) -> [StyledText] {
        let visible = presented.filter { $0.activity.state != .pending }
        let columns = width >= 76 ? 2 : 1
        // A single card is centred and not wider than it would be on a phone.
        let isAlone = visible.count == 1
        let cardWidth = isAlone ? min(width, 64) : (width - (columns - 1)) / columns
        var rows: [StyledText] = []
        var rest = visible[...]
        while !rest.isEmpty {
            let row = rest.prefix(columns).map { CardDrawing(presented: $0, now: now) }
            let left = space - rows.count
            let fair = rest.count > columns && columns == 2 ? left / 2 : left
            let height = min(row.map { $0.naturalHeight(width: cardWidth) }.max() ?? 0, fair)
            guard height >= 4 else { break }
            rest = rest.dropFirst(columns)
            let drawn = row.map { $0.rows(width: cardWidth, height: height) }
            for line in 0..<height {
                let text = drawn.dropFirst().reduce(drawn[0][line]) { $0 + StyledText(" ") + $1[line] }
                rows.append(isAlone ? text.centered(in: width) : text)
            }
        }
        return rows
    }

    /// The latest changes, with the last one in the bottom row.
    private func latestChanges(_ width: Int, _ count: Int) -> [StyledText] {
        let latest = notes.suffix(max(0, count))
        let rows = latest.enumerated().map { index, note in
            let isLast = index == latest.count - 1
            let tint = Style(foreground: note.presented?.colour, isBold: isLast)
            return StyledText(" \(note.at.iso8601.dropFirst(11).prefix(8)) ", .faint) + StyledText("● ", tint)
                + StyledText("\(note.kind.rawValue.padded(to: 16))\(note.what.padded(to: 13))", .faint)
                + StyledText(note.text, isLast || note.alert != nil ? .plain : .faint)
        }
        let blank = [StyledText](repeating: StyledText(), count: max(0, count - rows.count))
        return blank + rows.map { $0.truncated(to: width) }
    }
}
