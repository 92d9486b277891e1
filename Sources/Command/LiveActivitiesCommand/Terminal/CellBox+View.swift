import Foundation
import LiveActivitySurfaces

// Draws resolved views in a terminal, which has one font size and neither images nor layers. Texts, stacks and bars are drawn;
// controls are in brackets, and padding is ignored.

extension CellBox {
    /// - Returns: `nil` for a view that cannot be shown in a terminal.
    init?(_ node: ViewNode, at now: Date) { self.init(node, at: now, isDim: false) }

    private init?(_ node: ViewNode, at now: Date, isDim: Bool) {
        var isDim = isDim
        for case .opacity(let share) in node.effects where share < 0.5 { isDim = true }
        guard !node.effects.contains(.hidden), let box = Self.content(node, now, isDim) else { return nil }
        self = node.effects.reduce(box) { box, effect in
            switch effect {
            case .frame(let frame) where frame.maxWidth == .infinity:
                .filling(box, alignment: .init(frame.alignment.horizontal))
            case .layoutPriority(let priority) where priority > 0: .firm(box)
            default: box
            }
        }
    }

    private static func content(_ node: ViewNode, _ now: Date, _ isDim: Bool) -> CellBox? {
        switch node.content {
        // The widgets of the plugins have none of these.
        case .empty, .divider, .paint, .gauge, .grid: return nil
        case .fitting(_, let choices): return choices.first.flatMap { CellBox($0, at: now, isDim: isDim) }
        case .text(let text):
            let styled = StyledText(text, at: now, isDim)
            return styled.width > 0 ? .text(styled) : nil
        case .image(let image): return StyledText(image).map(CellBox.text)
        case .shape(let shape): return .bar(fraction: isDim ? 0 : 1, Style(shape.paint))
        case .spacer: return .space
        case .stack(let stack): return CellBox(stack, now, isDim)
        case .progress(let progress): return CellBox(progress, now)
        case .control(let control): return .firm(.text(button(control, node, now)))
        case .geometry(_, _, let content): return CellBox(content, at: now, isDim: isDim)
        }
    }

    private init?(_ stack: StackNode, _ now: Date, _ isDim: Bool) {
        let boxes = stack.children.compactMap { CellBox($0, at: now, isDim: isDim) }
        guard let first = boxes.first else { return nil }
        switch stack.axis {
        case .depth: self = boxes.last ?? first
        case .vertical where boxes.count == 1, .horizontal where boxes.count == 1: self = first
        case .vertical: self = .column(boxes, alignment: .init(stack.alignment.horizontal))
        case .horizontal:
            self = .row(boxes, alignment: .init(stack.alignment.vertical), spacing: (stack.spacing ?? 8) >= 3 ? 1 : 0)
        }
    }

    private init?(_ progress: ProgressNode, _ now: Date) {
        let fraction = progress.value.fraction(at: now) ?? 0
        let style = Style(progress.tint)
        switch progress.style {
        case .linear: self = .bar(fraction: fraction, style)
        case .circular:
            let ring = CellBox.text(StyledText(Self.quarters[Int((fraction * 4).rounded())], style))
            let inside = progress.currentValueLabel.flatMap { CellBox($0, at: now) }
            self = inside.map { .row([ring, $0], alignment: .center, spacing: 1) } ?? ring
        }
    }

    private static let quarters = ["○", "◔", "◑", "◕", "●"]

    /// The label of the control; without one, its accessibility label.
    private static func button(_ control: ControlNode, _ node: ViewNode, _ now: Date) -> StyledText {
        let words = control.label.words(at: now)
        let style = control.isEnabled ? Style(control.tint) : .faint
        return StyledText("[\(words.isEmpty ? node.spokenLabel ?? "" : words)]", style)
    }
}

extension ViewNode {
    /// All its texts, in reading order.
    fileprivate func words(at now: Date) -> String {
        switch content {
        case .text(let text): text.words(at: now)
        case .stack(let stack): stack.children.map { $0.words(at: now) }.filter { !$0.isEmpty }.joined(separator: " ")
        case .geometry(_, _, let content): content.words(at: now)
        default: ""
        }
    }
}

extension CellBox.Alignment {
    init(_ alignment: NodeAlignment.Horizontal) {
        switch alignment {
        case .leading: self = .leading
        case .center: self = .center
        case .trailing: self = .trailing
        }
    }

    init(_ alignment: NodeAlignment.Vertical) {
        switch alignment {
        case .top, .firstTextBaseline: self = .leading
        case .center: self = .center
        case .bottom, .lastTextBaseline: self = .trailing
        }
    }
}

// MARK: - Texts and pictures

extension StyledText {
    init(_ text: TextNode, at now: Date, _ isDim: Bool) {
        self.init()
        for run in text.runs {
            var style = isDim ? Style.faint : Style(run.paint)
            style.isBold = run.font.weight >= 600
            append(text.string(of: run, at: now, defaultTimeZone: .gmt), style)
        }
    }

    /// Returns `nil` for an image without a corresponding character.
    init?(_ image: ImageNode) {
        guard case .system(let name) = image.source, let sign = Self.signs[name] else { return nil }
        self.init(sign, Style(image.paint))
    }

    /// Characters that are two cells wide in every terminal that has them.
    private static let signs = [
        "bag.fill": "🧾", "fork.knife": "🍳", "bicycle": "🛵", "mappin.circle.fill": "📍", "checkmark.circle.fill": "✅",
        "exclamationmark.circle.fill": "❗", "xmark.circle.fill": "❌", "checkmark": "✓", "soccerball": "⚽",
        "figure.mind.and.body": "🧘", "pause.fill": "⏳", "bell.fill": "🔔", "figure.walk": "🚶", "person.fill": "👤",
        "person.2.fill": "👥", "person.3.fill": "👥", "clock": "⏰",
    ]
}

extension Style {
    /// The nearest colour of a terminal. Black and white use the terminal's own colours, and half their strength is faint:
    /// which of them is the background is unknown here.
    init(_ paint: Paint) {
        guard case .color(let color) = paint else {
            self = .plain
            return
        }
        let parts = [color.red, color.green, color.blue]
        if (parts.max() ?? 0) - (parts.min() ?? 0) < 0.1 {
            self = color.opacity < 0.85 ? .faint : .plain
        } else {
            self = Style(foreground: color.terminalColour)
        }
    }
}

extension ResolvedColor {
    /// The colour's number among the 6 × 6 × 6 colours that every terminal has.
    var terminalColour: UInt8 {
        func level(_ part: Double) -> Int { [0.18, 0.45, 0.6, 0.76, 0.92].count { part > $0 } }
        return UInt8(16 + 36 * level(red) + 6 * level(green) + level(blue))
    }
}
