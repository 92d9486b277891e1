import Foundation

/// A view or an effect during the layout. It caches its answers, because stacks propose the same sizes repeatedly.
final class LayoutBox {
    let kind: LaidOutNode.Kind
    /// The axis of the surrounding stack; `nil` in a `ZStack` and outside stacks.
    let axis: StackNode.Axis?
    let children: [LayoutBox]
    let isRightToLeft: Bool
    let isCut: Bool
    private var answers: [(ProposedSize, Metrics)] = []
    /// The answers after the first 16; few views get that many proposals.
    private var furtherAnswers: [ProposedSize: Metrics] = [:]
    /// For a text: its widest form, which is measured, and its lines in unlimited space.
    var reserved: TextNode?
    var natural: MeasuredText?

    init(
        _ kind: LaidOutNode.Kind, axis: StackNode.Axis? = nil, children: [LayoutBox] = [], isRightToLeft: Bool,
        isCut: Bool = false
    ) { (self.kind, self.axis, self.children, self.isRightToLeft, self.isCut) = (kind, axis, children, isRightToLeft, isCut) }

    /// The size of the view for one proposal, with the lines on which it can be aligned.
    struct Metrics: Hashable {
        var width: Double
        var height: Double
        /// Points from the top; `nil` in a view without text, which is aligned by its bottom edge.
        var firstBaseline: Double?
        var lastBaseline: Double?
        /// Alignment lines that the view sets explicitly.
        var guides: Guides?

        init(_ width: Double, _ height: Double, first: Double? = nil, last: Double? = nil, guides: Guides? = nil) {
            self.width = width
            self.height = height
            self.firstBaseline = first
            self.lastBaseline = last
            self.guides = guides
        }
    }

    struct Guides: Hashable {
        var horizontal: [NodeAlignment.Horizontal: Double] = [:]
        var vertical: [NodeAlignment.Vertical: Double] = [:]
    }

    func metrics(_ proposal: ProposedSize, _ pass: LayoutPass) -> Metrics {
        if let known = answers.first(where: { $0.0 == proposal }) { return known.1 }
        if let known = furtherAnswers[proposal] { return known }
        guard pass.spend(costOfMeasuring) else { return Metrics(0, 0) }
        let metrics = measured(proposal, pass)
        if answers.count < 16 { answers.append((proposal, metrics)) } else { furtherAnswers[proposal] = metrics }
        return metrics
    }

    /// The time to measure text grows with its length.
    private var costOfMeasuring: Int {
        guard case .content(.text(let text)) = kind else { return 1 }
        return text.runs.reduce(1) { $0 + $1.content.staticText.utf8.count / 64 }
    }

    private func measured(_ proposal: ProposedSize, _ pass: LayoutPass) -> Metrics {
        switch kind {
        case .effect(let effect): measured(effect, proposal, pass)
        case .content(.stack(let stack)):
            stack.axis == .depth ? depthMetrics(stack, proposal, pass) : stackMetrics(stack, proposal, pass)
        case .content(.text): textMetrics(proposal, pass)
        case .content(.grid(let grid)): gridMetrics(grid, proposal, pass)
        case .content(.fitting(let axes, _)): fitting(axes, proposal, pass)?.metrics(proposal, pass) ?? Metrics(0, 0)
        case .content(let content): measured(content, proposal, pass)
        }
    }

    /// Places the box and everything in it with its top left corner at `origin`.
    func place(at origin: CGPoint, _ proposal: ProposedSize, _ pass: LayoutPass) -> LaidOutNode {
        let metrics = metrics(proposal, pass)
        let size = CGSize(width: bounded(metrics.width), height: bounded(metrics.height))
        let frame = CGRect(origin: CGPoint(x: boundedOffset(origin.x), y: boundedOffset(origin.y)), size: size)
        let placed =
            switch kind {
            case .effect(let effect): place(effect, in: frame, proposal, pass)
            case .content(.stack(let stack)):
                stack.axis == .depth
                    ? placeDepth(stack, in: frame, proposal, pass) : placeStack(stack, in: frame, proposal, pass)
            case .content(.geometry(let width, let height, _)): [placeGeometry(width: width, height: height, in: frame, pass)]
            case .content(.grid(let grid)): placeGrid(grid, in: frame, proposal, pass)
            case .content(.fitting(let axes, _)):
                fitting(axes, proposal, pass).map { [$0.place(at: frame.origin, proposal, pass)] } ?? []
            case .content: children.map { $0.place(at: frame.origin, proposal, pass) }
            }
        return LaidOutNode(
            kind, frame: frame, offered: proposal, children: placed, text: text(in: proposal, pass), zIndex: zIndex,
            isRightToLeft: isRightToLeft,
            isCut: isCut || pass.isExhausted || children.contains(where: \.isCut) || placed.contains(where: \.isCut))
    }

    private func placeGeometry(width: Double, height: Double, in frame: CGRect, _ pass: LayoutPass) -> LaidOutNode {
        let size = ProposedSize(width: bounded(width), height: bounded(height))
        let x = isRightToLeft ? frame.maxX - children[0].metrics(size, pass).width : frame.minX
        return children[0].place(at: CGPoint(x: x, y: frame.minY), size, pass)
    }

    // Properties of a view that the effects around it pass on or change.

    var isEmpty: Bool {
        switch kind {
        case .content(.empty): true
        case .content: false
        case .effect: children[0].isEmpty
        }
    }

    /// Whether the box is a spacer, which by default has no gaps around it.
    var isSpacer: Bool {
        switch kind {
        case .content(.spacer): true
        case .effect(.layoutPriority), .effect(.identity), .effect(.accessibility), .effect(.zIndex): children[0].isSpacer
        default: false
        }
    }

    var priority: Double {
        switch kind {
        case .effect(.layoutPriority(let priority)): priority.isNaN ? 0 : priority
        case .effect: children[0].priority
        // A spacer gets its space after all other views.
        case .content(.spacer): -.infinity
        case .content: 0
        }
    }

    var zIndex: Double {
        switch kind {
        case .effect(.zIndex(let index)): index.isNaN ? 0 : index
        case .effect: children[0].zIndex
        case .content: 0
        }
    }
}

extension LayoutBox.Metrics {
    /// The position of an alignment line, in points from the leading edge.
    func guide(_ alignment: NodeAlignment.Horizontal) -> Double {
        if let own = guides?.horizontal[alignment] { return own }
        return switch alignment {
        case .leading: 0
        case .center: width / 2
        case .trailing: width
        }
    }

    func guide(_ alignment: NodeAlignment.Vertical) -> Double {
        if let own = guides?.vertical[alignment] { return own }
        return switch alignment {
        case .top: 0
        case .center: height / 2
        case .bottom: height
        case .firstTextBaseline: firstBaseline ?? height
        case .lastTextBaseline: lastBaseline ?? height
        }
    }

    /// The baselines in a larger view that contains this view at `x` and `y` from its leading top corner.
    func moved(x: Double, y: Double, width: Double, height: Double) -> Self {
        var guides = guides
        if guides != nil {
            guides!.horizontal = guides!.horizontal.mapValues { $0 + x }
            guides!.vertical = guides!.vertical.mapValues { $0 + y }
        }
        return Self(width, height, first: firstBaseline.map { $0 + y }, last: lastBaseline.map { $0 + y }, guides: guides)
    }
}
