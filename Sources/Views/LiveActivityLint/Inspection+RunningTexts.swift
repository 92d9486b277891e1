import Foundation

// A timer or a relative date takes all proposed width and begins at the leading edge of it. If a design aligns it to the
// trailing edge or the center, it appears on the wrong side; in a compact island it makes the island as wide as possible.

extension Inspection {
    mutating func checkRunningTexts() {
        var found: [(String, String)] = []
        laidOut.forEachRunningText("", wanted: .center) { node, text, path, wanted in
            guard let measured = node.text, !node.isRightToLeft else { return }
            let empty = Double(node.frame.width) - measured.width
            guard empty > LintLimits.emptyBesideText else { return }
            let message =
                "'\(text.reading(at: options.now).excerpt)' is \(measured.width.shown) points wide and takes all "
                + "\(node.frame.width.shown) proposed points"
            let isAsWideAsTheIsland =
                surface.presentation == .compact && Double(node.frame.width) > surface.size.width.upperBound - widestMargin
            if text.alignment != wanted {
                found.append((path, message + ": it appears \(Self.name(text.alignment)), not \(Self.name(wanted))"))
            } else if isAsWideAsTheIsland {
                found.append((path, message + ": the island gets its maximum width"))
            }
        }
        for (path, message) in found { report(.runningTextWidth, path, message) }
    }

    /// The largest margin of a compact side, in points.
    private var widestMargin: Double {
        presentation.parts.map { $0.margins.leading + $0.margins.trailing }.max().map { $0 + 1 } ?? 1
    }

    private static func name(_ alignment: NodeAlignment.Horizontal) -> String {
        switch alignment {
        case .leading: "at its leading edge"
        case .center: "in its middle"
        case .trailing: "at its trailing edge"
        }
    }
}

extension LaidOutNode {
    /// Calls `visit` for each running text, with its path and the alignment that the views around it suggest: that of the
    /// innermost column or frame around it, the trailing edge after a spacer.
    fileprivate func forEachRunningText(
        _ path: String, wanted: NodeAlignment.Horizontal,
        _ visit: (LaidOutNode, TextNode, String, NodeAlignment.Horizontal) -> Void
    ) {
        switch kind {
        case .effect(let effect):
            var (path, wanted) = (path, wanted)
            switch effect {
            case .identity(let name):
                guard let region = Presentation.Region(identity: name) else { break }
                path = region.rawValue + "."
                wanted = region.alignment
            case .frame(let frame) where frame.maxWidth != nil || frame.minWidth != nil: wanted = frame.alignment.horizontal
            case .hidden: return
            default: break
            }
            for child in children { child.forEachRunningText(path, wanted: wanted, visit) }
        case .content(let content):
            let own = path + ViewNode(content).name
            if case .text(let text) = content, text.isRunning { return visit(self, text, own, wanted) }
            var wanted = wanted
            if case .stack(let stack) = content, stack.axis != .horizontal { wanted = stack.alignment.horizontal }
            for (index, child) in children.enumerated() {
                var wanted = wanted
                if case .stack(let stack) = content, stack.axis == .horizontal {
                    let isAfterSpacer = children[..<index].contains {
                        if case .content(.spacer) = $0.kind { true } else { false }
                    }
                    wanted = isAfterSpacer ? .trailing : index > 0 || children.count > 1 ? .leading : wanted
                }
                child.forEachRunningText("\(own)[\(index)].", wanted: wanted, visit)
            }
        }
    }
}

extension Presentation.Region {
    /// The alignment of the region's content.
    fileprivate var alignment: NodeAlignment.Horizontal {
        switch self {
        case .compactLeading, .expandedLeading: .leading
        case .compactTrailing, .expandedTrailing: .trailing
        case .content, .minimal, .expandedCenter, .expandedBottom: .center
        }
    }
}
