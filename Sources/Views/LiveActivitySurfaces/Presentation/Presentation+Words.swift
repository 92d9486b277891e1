public import Foundation

extension Presentation {
    /// The readable texts, part by part and in reading order, for logs and tests.
    ///
    /// Images are their names in parentheses, progress views and gauges their percentage, and controls are in brackets:
    /// `(bicycle)`, `(40 %)`, `[Leave at door]`. Self-updating texts have their value at `now`. Dates and times of day of
    /// `Text(_:style:)` are in the environment's time zone, if that was set, and otherwise in `timeZone`.
    public func words(at now: Date, timeZone: TimeZone = .gmt) -> [String] {
        parts.flatMap { part in
            var words: [String] = []
            part.node.collectWords(into: &words, now, timeZone, 0)
            return words
        }
    }
}

extension ViewNode {
    fileprivate func collectWords(into words: inout [String], _ now: Date, _ timeZone: TimeZone, _ depth: Int) {
        guard depth < LayoutLimits.depth, !effects.contains(.hidden) else { return }
        if effects.contains(where: \.isRedaction) {
            words.append("(redacted)")
            return
        }
        func collect(_ node: ViewNode?) { node?.collectWords(into: &words, now, timeZone, depth + 1) }
        switch content {
        case .text(let text): words.append(text.words(at: now, timeZone: timeZone))
        case .image(let image):
            switch image.source {
            case .system(let name), .asset(let name): words.append("(\(name))")
            case .data: words.append("(picture)")
            }
        case .stack(let stack): stack.children.forEach(collect)
        case .progress(let progress):
            collect(progress.label)
            if let fraction = progress.value.fraction(at: now) { words.append("(\(Int((fraction * 100).rounded())) %)") }
            collect(progress.currentValueLabel)
        case .gauge(let gauge):
            collect(gauge.label)
            words.append("(\(Int((gauge.fraction.clamped * 100).rounded())) %)")
            collect(gauge.currentValueLabel)
        case .control(let control):
            var label: [String] = []
            control.label.collectWords(into: &label, now, timeZone, depth + 1)
            label.removeAll { $0.hasPrefix("(") }
            words.append("[\(label.isEmpty ? spokenLabel ?? "" : label.joined(separator: " "))]")
        case .geometry(_, _, let content): collect(content)
        case .grid(let grid): for row in grid.rows { for cell in row.cells { collect(cell.content) } }
        case .fitting(_, let choices): collect(choices.first)
        case .empty, .shape, .paint, .spacer, .divider: break
        }
    }
}

extension ViewNode {
    /// The accessibility label of the view, if it has one.
    public var spokenLabel: String? {
        for case .accessibility(let accessibility) in effects.reversed() { if let label = accessibility.label { return label } }
        return nil
    }
}

extension ViewEffect { fileprivate var isRedaction: Bool { if case .redacted = self { true } else { false } } }

extension TextNode {
    /// The text at a given time. Dates and times of day are in the text's time zone or, if it has none, in `timeZone`.
    public func words(at now: Date, timeZone: TimeZone = .gmt) -> String {
        runs.map { string(of: $0, at: now, defaultTimeZone: timeZone) }.joined()
    }
}

extension TextRun {
    /// The text of the run at a given time. Dates and times of day are in `timeZone`.
    public func words(at now: Date, locale: String, timeZone: TimeZone = .gmt) -> String {
        content.string(at: now, locale: locale, timeZone: timeZone)
    }
}

extension ProgressNode.Value {
    /// The fraction at a given time, from 0 to 1; `nil` if the progress is unknown.
    public func fraction(at now: Date) -> Double? {
        switch self {
        case .fraction(let fraction): return fraction.clamped
        case .interval(let interval, let countsDown):
            let length = interval.upperBound.timeIntervalSince(interval.lowerBound)
            guard length > 0 else { return countsDown ? 0 : 1 }
            let passed = (now.timeIntervalSince(interval.lowerBound) / length).clamped
            return countsDown ? 1 - passed : passed
        case .indeterminate: return nil
        }
    }
}
