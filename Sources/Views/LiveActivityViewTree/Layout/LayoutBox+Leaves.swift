import Foundation

// The sizes of views without children.

extension LayoutBox {
    /// The length of a flexible view for which no length is proposed, in points.
    static let unspecifiedLength = 10.0
    /// One pixel at 3×, in points.
    static let hairline = 1.0 / 3

    func measured(_ content: ViewNode.Content, _ proposal: ProposedSize, _ pass: LayoutPass) -> Metrics {
        let width = proposal.width ?? Self.unspecifiedLength
        let height = proposal.height ?? Self.unspecifiedLength
        switch content {
        case .empty, .text, .stack, .grid, .fitting: return Metrics(0, 0)
        case .paint, .geometry: return Metrics(width, height)
        case .shape(let shape):
            return shape.outline.isCircle ? Self.square(proposal, ideal: Self.unspecifiedLength) : Metrics(width, height)
        case .spacer(let minLength):
            let least = bounded(minLength ?? Self.defaultSpacing)
            switch axis {
            case .horizontal: return Metrics(max(least, proposal.width ?? least), 0)
            case .vertical: return Metrics(0, max(least, proposal.height ?? least))
            default: return Metrics(max(least, proposal.width ?? least), max(least, proposal.height ?? least))
            }
        case .divider: return axis == .horizontal ? Metrics(Self.hairline, height) : Metrics(width, Self.hairline)
        case .image(let image): return measured(image, proposal)
        case .progress(let progress):
            if let parts = children.first { return parts.metrics(proposal, pass) }
            // A ring that shows no value has one size.
            if progress.style == .circular, progress.value == .indeterminate {
                return Metrics(ProgressNode.ring, ProgressNode.ring)
            }
            return progress.style == .circular
                ? Self.square(proposal, ideal: ProgressNode.ring) : Metrics(width, ProgressNode.bar)
        case .gauge(let gauge):
            if let parts = children.first { return parts.metrics(proposal, pass) }
            return gauge.style.isCircular
                ? Self.square(proposal, ideal: GaugeNode.dial, most: GaugeNode.dial) : Metrics(width, gauge.style.bar)
        case .control: return children[0].metrics(proposal, pass)
        }
    }

    /// The largest square that fits the proposed size.
    private static func square(_ proposal: ProposedSize, ideal: Double, most: Double = .infinity) -> Metrics {
        let side =
            switch (proposal.width, proposal.height) {
            case (nil, nil): ideal
            case (let side?, nil), (nil, let side?): side
            case (let width?, let height?): min(width, height)
            }
        return Metrics(min(side, most), min(side, most))
    }

    private func measured(_ image: ImageNode, _ proposal: ProposedSize) -> Metrics {
        let size = image.naturalSize
        guard image.isResizable else {
            guard case .system = image.source else { return Metrics(size.width, size.height) }
            // A symbol is centered vertically on the capital letters of adjacent text.
            let baseline = size.height / 2 + image.font.size * ImageNode.capHeight / 2
            return Metrics(size.width, size.height, first: baseline, last: baseline)
        }
        return Metrics(proposal.width ?? size.width, proposal.height ?? size.height)
    }

    // MARK: Text

    /// Whether the text updates continuously, such as a timer. It then takes all proposed width.
    ///
    /// Source: Documentation/Reference.md, SEEN-02.
    private var isRunning: Bool { if case .content(.text(let text)) = kind { text.isRunning } else { false } }

    func textMetrics(_ proposal: ProposedSize, _ pass: LayoutPass) -> Metrics {
        guard let text = measured(in: proposal, pass) else { return Metrics(0, 0) }
        // A stack proposes 0 to determine the minimum length of a text, which is 0.
        let width = (proposal.width ?? .infinity) <= 0 ? 0 : isRunning ? proposal.width ?? text.width : text.width
        return Metrics(width, text.height, first: text.firstBaseline, last: text.lastBaseline)
    }

    /// The lines of the text; `nil` for other views.
    func text(in proposal: ProposedSize, _ pass: LayoutPass) -> MeasuredText? {
        guard case .content(.text) = kind, var text = measured(in: proposal, pass) else { return nil }
        if (proposal.width ?? .infinity) <= 0, text.width > 0 { (text.width, text.isTruncated) = (0, true) }
        return text
    }

    private func measured(in proposal: ProposedSize, _ pass: LayoutPass) -> MeasuredText? {
        guard case .content(.text(let original)) = kind else { return nil }
        let text = reserved ?? original.reservingPlace(at: pass.now)
        reserved = text
        let natural = natural ?? pass.measuring.measure(text, at: pass.now, width: nil, height: nil).bounded
        self.natural = natural
        let (width, height) = (proposal.width ?? .infinity, proposal.height ?? .infinity)
        if width + LayoutLimits.tolerance >= natural.width,
            height + LayoutLimits.tolerance >= natural.height || natural.lines == 1
        {
            return natural
        }
        if width <= 0 { return natural }
        return pass.measuring.measure(
            text, at: pass.now, width: width.isFinite ? width : nil, height: height.isFinite ? height : nil
        ).bounded
    }
}

extension MeasuredText {
    /// The text with all lengths clamped, so that no measurer can break the layout.
    fileprivate var bounded: MeasuredText {
        var copy = self
        copy.width = LiveActivityViewTree.bounded(width)
        copy.height = LiveActivityViewTree.bounded(height)
        copy.firstBaseline = boundedOffset(firstBaseline)
        copy.lastBaseline = boundedOffset(lastBaseline)
        return copy
    }
}

extension ShapeNode.Outline {
    fileprivate var isCircle: Bool {
        switch self {
        case .circle: true
        case .inset(let outline, _), .trimmed(let outline, _, _), .rotated(let outline, _): outline.isCircle
        case .offset(let outline, _, _), .scaled(let outline, _, _): outline.isCircle
        default: false
        }
    }
}
