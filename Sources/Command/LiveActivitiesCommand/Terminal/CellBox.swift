/// A view in a terminal: a box that is laid out in rows of cells.
indirect enum CellBox: Hashable, Sendable {
    /// One row, cut off if it does not fit.
    case text(StyledText)
    /// A progress bar of the full width, filled from its leading end.
    case bar(fraction: Double, Style)
    /// An empty box of the full width.
    case space
    case row([CellBox], alignment: Alignment, spacing: Int)
    case column([CellBox], alignment: Alignment)
    /// A box of the full width with another box at one end or in the middle.
    case filling(CellBox, alignment: Alignment)
    /// A box that keeps its ideal width as long as other boxes can be made narrower.
    case firm(CellBox)

    /// Leading also means the top, trailing the bottom.
    enum Alignment: Hashable, Sendable { case leading, center, trailing }

    /// The width in cells that it takes if the proposal is wide enough.
    var idealWidth: Int {
        switch self {
        case .text(let text): text.width
        case .bar, .space: 0
        case .row(let boxes, _, let spacing): boxes.reduce(0) { $0 + $1.idealWidth } + Self.gaps(boxes, spacing).reduce(0, +)
        case .column(let boxes, _): boxes.reduce(0) { max($0, $1.idealWidth) }
        case .filling(let box, _), .firm(let box): box.idealWidth
        }
    }

    /// Whether the box can take more than its ideal width.
    var isFlexible: Bool {
        switch self {
        case .text: false
        case .bar, .space, .filling: true
        case .row(let boxes, _, _), .column(let boxes, _): boxes.contains(where: \.isFlexible)
        case .firm(let box): box.isFlexible
        }
    }

    /// The rows, at most `width` cells wide; exactly so if the box is flexible.
    func rows(width: Int) -> [StyledText] {
        switch self {
        case .text(let text): return [text.truncated(to: width)]
        case .bar(let fraction, let style): return [Self.bar(fraction, style, width: width)]
        case .space: return [StyledText(spaces: width)]
        case .firm(let box): return box.rows(width: width)
        case .filling(let box, let alignment):
            return box.rows(width: box.isFlexible ? width : min(box.idealWidth, width)).map { $0.aligned(alignment, in: width) }
        case .column(let boxes, let alignment):
            let own = isFlexible ? width : min(idealWidth, width)
            return boxes.flatMap { $0.rows(width: $0.isFlexible ? own : min($0.idealWidth, own)) }
                .map { $0.aligned(alignment, in: own) }
        case .row(let boxes, let alignment, let spacing):
            return Self.row(boxes, alignment, gaps: Self.gaps(boxes, spacing), width: width)
        }
    }

    private static func row(_ boxes: [CellBox], _ alignment: Alignment, gaps: [Int], width: Int) -> [StyledText] {
        let widths = share(max(0, width - gaps.reduce(0, +)), among: boxes)
        let drawn = zip(boxes, widths).map { $0.rows(width: $1) }
        let height = drawn.reduce(0) { max($0, $1.count) }
        var rows = [StyledText](repeating: StyledText(), count: height)
        for (index, block) in drawn.enumerated() {
            let own = block.reduce(0) { max($0, $1.width) }
            let above = alignment == .leading ? 0 : alignment == .center ? (height - block.count) / 2 : height - block.count
            for row in 0..<height {
                let line = row >= above && row - above < block.count ? block[row - above] : StyledText()
                rows[row] = rows[row] + line.padded(to: own) + StyledText(spaces: index < gaps.count ? gaps[index] : 0)
            }
        }
        return rows.map { $0.truncated(to: width) }
    }

    /// The width of each box: its ideal width, while flexible boxes share the rest. If the ideal widths do not fit, the widest
    /// boxes that are not firm are made narrower first.
    private static func share(_ width: Int, among boxes: [CellBox]) -> [Int] {
        var widths = boxes.map(\.idealWidth)
        var excess = widths.reduce(0, +) - width
        while excess > 0 {
            let soft = boxes.indices.filter { widths[$0] > 0 && !boxes[$0].isFirm }
            let candidates = soft.isEmpty ? boxes.indices.filter { widths[$0] > 0 } : soft
            guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
            excess -= 1
        }
        let flexible = boxes.indices.filter { boxes[$0].isFlexible }
        for (turn, index) in flexible.enumerated() where excess < 0 {
            let part = -excess / (flexible.count - turn)
            widths[index] += part
            excess += part
        }
        return widths
    }

    private var isFirm: Bool { if case .firm = self { true } else { false } }

    /// The cells between neighbours; next to a space always one.
    private static func gaps(_ boxes: [CellBox], _ spacing: Int) -> [Int] {
        zip(boxes, boxes.dropFirst()).map { $0 == .space || $1 == .space ? 1 : spacing }
    }

    private static func bar(_ fraction: Double, _ style: Style, width: Int) -> StyledText {
        let filled = Int((min(max(fraction, 0), 1) * Double(width)).rounded())
        return StyledText(String(repeating: "━", count: filled), style)
            + StyledText(String(repeating: "╌", count: width - filled), .faint)
    }
}

extension StyledText {
    fileprivate func aligned(_ alignment: CellBox.Alignment, in width: Int) -> StyledText {
        switch alignment {
        case .leading: padded(to: width)
        case .center: centered(in: width)
        case .trailing: StyledText(spaces: width - self.width) + self
        }
    }
}
