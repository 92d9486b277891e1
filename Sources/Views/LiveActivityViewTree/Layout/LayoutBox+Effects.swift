import Foundation

// Effects that change the frame of a view. Effects that are not mentioned here do not change it.

extension LayoutBox {
    func measured(_ effect: ViewEffect, _ proposal: ProposedSize, _ pass: LayoutPass) -> Metrics {
        let inner = children[0]
        let offer = offer(effect, proposal, pass)
        switch effect {
        case .padding(let insets):
            let (leading, top) = (boundedOffset(insets.leading), boundedOffset(insets.top))
            let (width, height) = insets.lengths
            let answer = inner.metrics(offer, pass)
            return answer.moved(x: leading, y: top, width: max(0, answer.width + width), height: max(0, answer.height + height))
        case .frame(let frame):
            let answer = inner.metrics(offer, pass)
            let width = Self.length(proposal.width, answer.width, frame.minWidth, frame.idealWidth, frame.maxWidth)
            let height = Self.length(proposal.height, answer.height, frame.minHeight, frame.idealHeight, frame.maxHeight)
            guard width.isFinite, height.isFinite, answer.width.isFinite, answer.height.isFinite else {
                return Metrics(width, height)
            }
            let around = Metrics(width, height)
            let x = around.guide(frame.alignment.horizontal) - answer.guide(frame.alignment.horizontal)
            return answer.moved(
                x: x, y: Self.top(of: answer, in: around, frame.alignment.vertical), width: width, height: height)
        case .position: return Metrics(proposal.width ?? Self.unspecifiedLength, proposal.height ?? Self.unspecifiedLength)
        case .alignmentGuide(let alignment, let isHorizontal, let line):
            var answer = inner.metrics(offer, pass)
            var guides = answer.guides ?? Guides()
            let offset = boundedOffset(line.offset + line.width * answer.width + line.height * answer.height)
            if isHorizontal {
                guides.horizontal[alignment.horizontal] = offset
            } else {
                guides.vertical[alignment.vertical] = offset
            }
            answer.guides = guides
            return answer
        default:
            return inner.metrics(offer, pass)
        }
    }

    func place(_ effect: ViewEffect, in frame: CGRect, _ proposal: ProposedSize, _ pass: LayoutPass) -> [LaidOutNode] {
        let inner = children[0]
        let offer = offer(effect, proposal, pass)
        let answer = inner.metrics(offer, pass)
        func added(in frame: CGRect, _ alignment: NodeAlignment) -> LaidOutNode {
            let offer = ProposedSize(width: frame.width, height: frame.height)
            return children[1].place(at: corner(of: children[1].metrics(offer, pass), in: frame, alignment), offer, pass)
        }
        switch effect {
        case .padding(let insets):
            let (leading, top) = (boundedOffset(insets.leading), boundedOffset(insets.top))
            return [inner.place(at: point(leading, top, width: answer.width, in: frame), offer, pass)]
        case .frame(let around): return [inner.place(at: corner(of: answer, in: frame, around.alignment), offer, pass)]
        case .offset(let x, let y):
            // As in SwiftUI, a positive offset moves to the right in both layout directions.
            let origin = CGPoint(x: frame.minX + boundedOffset(x), y: frame.minY + boundedOffset(y))
            return [inner.place(at: origin, offer, pass)]
        case .position(let x, let y):
            let leading = boundedOffset(x) - answer.width / 2
            return [
                inner.place(
                    at: point(leading, boundedOffset(y) - answer.height / 2, width: answer.width, in: frame), offer, pass)
            ]
        case .background(_, let alignment), .overlay(_, let alignment), .mask(_, let alignment):
            return [inner.place(at: frame.origin, offer, pass), added(in: frame, alignment)]
        case .containerBackground:
            return [inner.place(at: frame.origin, offer, pass), added(in: CGRect(origin: .zero, size: pass.surface), .center)]
        default:
            return [inner.place(at: frame.origin, offer, pass)]
        }
    }

    /// The size that the effect proposes to the view inside it.
    private func offer(_ effect: ViewEffect, _ proposal: ProposedSize, _ pass: LayoutPass) -> ProposedSize {
        switch effect {
        case .padding(let insets):
            let (width, height) = insets.lengths
            return ProposedSize(
                width: proposal.width.map { max(0, $0 - width) }, height: proposal.height.map { max(0, $0 - height) })
        case .frame(let frame):
            return ProposedSize(
                width: Self.offer(proposal.width, frame.minWidth, frame.idealWidth, frame.maxWidth),
                height: Self.offer(proposal.height, frame.minHeight, frame.idealHeight, frame.maxHeight))
        case .fixedSize(let horizontal, let vertical):
            return ProposedSize(width: horizontal ? nil : proposal.width, height: vertical ? nil : proposal.height)
        case .aspectRatio(let ratio, let fill): return offer(ratio: ratio, fill: fill, proposal, pass)
        default:
            return proposal
        }
    }

    private func offer(ratio: Double?, fill: Bool, _ proposal: ProposedSize, _ pass: LayoutPass) -> ProposedSize {
        let ideal = children[0].metrics(.unspecified, pass)
        let ratio = ratio ?? ideal.width / ideal.height
        guard ratio.isFinite, ratio > 0 else { return proposal }
        switch (proposal.width, proposal.height) {
        case (nil, nil): return ProposedSize(width: ideal.width, height: ideal.width / ratio)
        case (let width?, nil): return ProposedSize(width: width, height: width / ratio)
        case (nil, let height?): return ProposedSize(width: height * ratio, height: height)
        case (let width?, let height?):
            let widthDecides = fill ? width / ratio >= height : width / ratio <= height
            return widthDecides
                ? ProposedSize(width: width, height: width / ratio) : ProposedSize(width: height * ratio, height: height)
        }
    }

    // MARK: Frames

    private static func offer(_ offered: Double?, _ least: Double?, _ ideal: Double?, _ most: Double?) -> Double? {
        let (least, ideal, most) = usable(least, ideal, most)
        guard let length = offered ?? ideal else { return nil }
        return max(min(length, most ?? .infinity), least ?? 0)
    }

    /// The length of a frame: the proposed length clamped to its bounds. A missing bound is the length of the view
    /// inside.
    private static func length(_ offered: Double?, _ inner: Double, _ least: Double?, _ ideal: Double?, _ most: Double?)
        -> Double
    {
        let (least, ideal, most) = usable(least, ideal, most)
        if least == nil, most == nil { return offered == nil ? ideal ?? inner : inner }
        let length = offered ?? ideal ?? inner
        let lower = least ?? min(inner, most ?? inner)
        let upper = most ?? max(inner, lower)
        return max(min(length, upper), lower)
    }

    /// The bounds, without the ones that SwiftUI ignores.
    private static func usable(_ least: Double?, _ ideal: Double?, _ most: Double?) -> (Double?, Double?, Double?) {
        guard least != .infinity, !FrameNode.isIgnored(least, most) else { return (nil, nil, nil) }
        return (usable(least), usable(ideal), usable(most))
    }

    private static func usable(_ length: Double?) -> Double? {
        guard let length, !length.isNaN else { return nil }
        return length == .infinity ? length : bounded(length)
    }

    // MARK: Alignment in a frame

    private func corner(of inner: Metrics, in frame: CGRect, _ alignment: NodeAlignment) -> CGPoint {
        let around = Metrics(frame.width, frame.height)
        let leading = around.guide(alignment.horizontal) - inner.guide(alignment.horizontal)
        return point(leading, Self.top(of: inner, in: around, alignment.vertical), width: inner.width, in: frame)
    }

    /// A frame has no text and therefore no baselines: the view is aligned to the top or the bottom instead.
    private static func top(of inner: Metrics, in around: Metrics, _ alignment: NodeAlignment.Vertical) -> Double {
        switch alignment {
        case .firstTextBaseline: 0
        case .lastTextBaseline: around.height - inner.height
        default: around.guide(alignment) - inner.guide(alignment)
        }
    }
}

extension EdgeInsetsNode {
    /// The sum of the insets in each direction.
    fileprivate var lengths: (width: Double, height: Double) {
        (boundedOffset(leading) + boundedOffset(trailing), boundedOffset(top) + boundedOffset(bottom))
    }
}
