import Foundation

// Stacks divide their length as SwiftUI's do. A stack subtracts the gaps from the proposed length. Views of higher
// layout priority are asked first; the minimum lengths of the others are reserved. Among views of equal priority, the
// least flexible one is asked first, and each is offered an equal share of the remaining length.

extension LayoutBox {
    /// The default gap between two views that are not both texts, in points.
    static let defaultSpacing = 8.0

    private var views: [LayoutBox] { children.filter { !$0.isEmpty } }

    // MARK: HStack and VStack

    func stackMetrics(_ stack: StackNode, _ proposal: ProposedSize, _ pass: LayoutPass) -> Metrics {
        let views = views
        guard !views.isEmpty else { return Metrics(0, 0) }
        let offers = offers(to: views, in: stack, proposal, pass)
        let answers = zip(views, offers).map { $0.metrics($1, pass) }
        let gaps = gaps(between: views, stack)
        let isHorizontal = stack.axis == .horizontal
        let length = answers.reduce(gaps.reduce(0, +)) { $0 + (isHorizontal ? $1.width : $1.height) }
        let across =
            isHorizontal ? extent(of: answers, stack.alignment.vertical) : extent(of: answers, stack.alignment.horizontal)

        var result = isHorizontal ? Metrics(length, across.length) : Metrics(across.length, length)
        guard length.isFinite, across.length.isFinite else { return result }
        // The first baseline is from the first view with text, the last baseline from the last one.
        var along = 0.0
        for (index, answer) in answers.enumerated() {
            let top = isHorizontal ? across.before - answer.guide(stack.alignment.vertical) : along
            if result.firstBaseline == nil { result.firstBaseline = answer.firstBaseline.map { $0 + top } }
            if let last = answer.lastBaseline { result.lastBaseline = last + top }
            along += answer.height + (index < gaps.count ? gaps[index] : 0)
        }
        return result
    }

    func placeStack(_ stack: StackNode, in frame: CGRect, _ proposal: ProposedSize, _ pass: LayoutPass) -> [LaidOutNode] {
        let views = views
        let offers = offers(to: views, in: stack, proposal, pass)
        let answers = zip(views, offers).map { $0.metrics($1, pass) }
        let gaps = gaps(between: views, stack)
        let isHorizontal = stack.axis == .horizontal
        let across =
            isHorizontal ? extent(of: answers, stack.alignment.vertical) : extent(of: answers, stack.alignment.horizontal)
        var along = 0.0
        return views.indices.map { index in
            let answer = answers[index]
            let x = isHorizontal ? along : across.before - answer.guide(stack.alignment.horizontal)
            let y = isHorizontal ? across.before - answer.guide(stack.alignment.vertical) : along
            along += (isHorizontal ? answer.width : answer.height) + (index < gaps.count ? gaps[index] : 0)
            return views[index].place(at: point(x, y, width: answer.width, in: frame), offers[index], pass)
        }
    }

    /// The size proposed to each view after the length has been divided.
    private func offers(
        to views: [LayoutBox], in stack: StackNode, _ proposal: ProposedSize, _ pass: LayoutPass
    ) -> [ProposedSize] {
        let isHorizontal = stack.axis == .horizontal
        func offer(_ length: Double?) -> ProposedSize {
            isHorizontal
                ? ProposedSize(width: length, height: proposal.height) : ProposedSize(width: proposal.width, height: length)
        }
        func length(_ view: LayoutBox, _ offered: Double?) -> Double {
            let metrics = view.metrics(offer(offered), pass)
            return isHorizontal ? metrics.width : metrics.height
        }
        guard let whole = isHorizontal ? proposal.width : proposal.height, whole.isFinite else {
            return Array(repeating: offer(isHorizontal ? proposal.width : proposal.height), count: views.count)
        }
        if views.count == 1 { return [offer(whole)] }

        var left = whole - gaps(between: views, stack).reduce(0, +)
        let order = views.indices.map { index in
            let least = length(views[index], 0)
            return (
                index: index, priority: views[index].priority, least: least,
                flexibility: length(views[index], .infinity) - least
            )
        }
        .sorted { ($1.priority, $0.flexibility, $0.index) < ($0.priority, $1.flexibility, $1.index) }

        var offers = Array(repeating: offer(0), count: views.count)
        var start = 0
        while start < order.count {
            let end = order[start...].firstIndex { $0.priority != order[start].priority } ?? order.count
            let aside = order[end...].reduce(0) { $0 + $1.least }
            left -= aside
            for (place, view) in order[start..<end].enumerated() {
                let share = max(0, left / Double(end - start - place))
                offers[view.index] = offer(share)
                left -= length(views[view.index], share)
            }
            left += aside
            start = end
        }
        return offers
    }

    /// The gaps between neighboring views. By default there is none next to a spacer, nor between a text and a text below it.
    ///
    /// Source: Documentation/Reference.md, SEEN-01.
    private func gaps(between views: [LayoutBox], _ stack: StackNode) -> [Double] {
        zip(views, views.dropFirst()).map { first, second in
            if let spacing = stack.spacing { return boundedOffset(spacing) }
            if first.isSpacer || second.isSpacer { return 0 }
            let areTexts = stack.axis == .vertical && first.isText(at: .bottom) && second.isText(at: .top)
            return areTexts ? 0 : Self.defaultSpacing
        }
    }

    // MARK: ZStack

    func depthMetrics(_ stack: StackNode, _ proposal: ProposedSize, _ pass: LayoutPass) -> Metrics {
        let answers = views.map { $0.metrics(proposal, pass) }
        let across = extent(of: answers, stack.alignment.horizontal)
        let down = extent(of: answers, stack.alignment.vertical)
        var result = Metrics(across.length, down.length)
        guard down.length.isFinite else { return result }
        for answer in answers {
            let top = down.before - answer.guide(stack.alignment.vertical)
            if result.firstBaseline == nil { result.firstBaseline = answer.firstBaseline.map { $0 + top } }
            if let last = answer.lastBaseline { result.lastBaseline = last + top }
        }
        return result
    }

    func placeDepth(_ stack: StackNode, in frame: CGRect, _ proposal: ProposedSize, _ pass: LayoutPass) -> [LaidOutNode] {
        let views = views
        let answers = views.map { $0.metrics(proposal, pass) }
        let across = extent(of: answers, stack.alignment.horizontal)
        let down = extent(of: answers, stack.alignment.vertical)
        return zip(views, answers).map { view, answer in
            let x = across.before - answer.guide(stack.alignment.horizontal)
            let y = down.before - answer.guide(stack.alignment.vertical)
            return view.place(at: point(x, y, width: answer.width, in: frame), proposal, pass)
        }
    }

    // MARK: Lines that views are aligned on

    /// The length that views need when they are aligned on a common line, and the part of it before that line.
    private func extent(of views: [Metrics], _ alignment: NodeAlignment.Vertical) -> (before: Double, length: Double) {
        extent(views.lazy.map { ($0.guide(alignment), $0.height) })
    }

    private func extent(of views: [Metrics], _ alignment: NodeAlignment.Horizontal) -> (before: Double, length: Double) {
        extent(views.lazy.map { ($0.guide(alignment), $0.width) })
    }

    private func extent(_ views: some Sequence<(Double, Double)>) -> (before: Double, length: Double) {
        var before = -Double.infinity
        var after = -Double.infinity
        for (guide, length) in views {
            guard length.isFinite, guide.isFinite else { return (0, .infinity) }
            before = max(before, guide)
            after = max(after, length - guide)
        }
        return before.isFinite ? (before, before + after) : (0, 0)
    }

    /// Converts a distance from the leading edge to a point on the surface.
    func point(_ leading: Double, _ top: Double, width: Double, in frame: CGRect) -> CGPoint {
        CGPoint(x: isRightToLeft ? frame.maxX - leading - width : frame.minX + leading, y: frame.minY + top)
    }
}
