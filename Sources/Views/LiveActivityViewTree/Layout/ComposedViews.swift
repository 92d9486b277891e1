// Controls, progress views and gauges are laid out as compositions of simpler views: labels in stacks around the drawn part.
// Sizes are from widgets on iOS 17.

extension ControlNode {
    /// The label with the decoration of the control's style.
    var composed: ViewNode {
        let faded: [ViewEffect] = isEnabled ? [] : [.opacity(0.35)]
        switch (kind, style) {
        case (.toggle(let isOn, _), .automatic), (.toggle(let isOn, _), .switch_):
            let track = ShapeNode(.capsule, paint: isOn ? tint : .color(.fill))
            let knob = ViewNode(.shape(ShapeNode(.circle, paint: .color(.white))), effects: [.padding(EdgeInsetsNode(2))])
            let toggle = ViewNode(
                .shape(track),
                effects: [
                    .frame(FrameNode(width: 51, height: 31)),
                    .overlay(knob, NodeAlignment(horizontal: isOn ? .trailing : .leading)),
                ])
            let row = StackNode(axis: .horizontal, children: [label, ViewNode(.spacer(minLength: 8)), toggle])
            return ViewNode(.stack(row), effects: faded)
        case (.link, _), (_, .plain), (_, .borderless), (_, .link):
            return faded.isEmpty ? label : ViewNode(label.content, effects: label.effects + faded)
        case (_, .automatic), (_, .bordered), (_, .borderedProminent), (_, .switch_): return bordered(fill: fill, faded)
        }
    }

    private var fill: Paint {
        if case .toggle(true, _) = kind { return tint }
        guard style != .borderedProminent else { return tint }
        if case .color(var color) = tint {
            color.opacity *= 0.18
            return .color(color)
        }
        return .color(.fill)
    }

    private func bordered(fill: Paint, _ faded: [ViewEffect]) -> ViewNode {
        let outline: ShapeNode.Outline =
            switch borderShape {
            case .circle: .circle
            case .roundedRectangle: .roundedRectangle(width: 10, height: 10, isContinuous: true)
            case .automatic, .capsule: .capsule
            }
        let insets = borderShape == .circle ? EdgeInsetsNode(7) : EdgeInsetsNode(top: 7, leading: 12, bottom: 7, trailing: 12)
        var effects = label.effects + [.padding(insets)]
        if borderShape == .circle { effects.append(.aspectRatio(1, fill: false)) }
        effects.append(.background(ViewNode(.shape(ShapeNode(outline, paint: fill))), .center))
        return ViewNode(label.content, effects: effects + faded)
    }
}

extension ProgressNode {
    static let bar = 4.0
    static let ring = 24.0

    /// The bar with its labels above and below it, or the ring with its value inside. `nil` if there are no labels.
    var composed: ViewNode? {
        guard label?.isSomething == true || currentValueLabel?.isSomething == true else { return nil }
        let part = ViewNode(.progress(ProgressNode(style: style, value: value, tint: tint, track: track)))
        switch style {
        case .linear: return .column(spacing: 4, [label, part, currentValueLabel])
        case .circular:
            guard let inside = currentValueLabel, inside.isSomething else {
                return .column(spacing: 4, [part, label], .center)
            }
            return ViewNode(part.content, effects: [.overlay(inside, .center)])
        }
    }
}

extension GaugeNode {
    /// The diameter of a circular gauge in points.
    static let dial = 58.0
    /// The font size of the labels between the ends of an open ring.
    package static let limitFontSize = 10.0
    /// The distance of the label inside a ring from the edge of the gauge.
    private static let ringInset = 9.0
    /// The width between the ends of an open ring.
    private static let opening = 30.0
    /// The gap between the labels of the limits.
    private static let openingGap = 2.0

    var composed: ViewNode? {
        let labels = [label, currentValueLabel, minimumValueLabel, maximumValueLabel]
        guard labels.contains(where: { $0?.isSomething == true }) else { return nil }
        let part = ViewNode(.gauge(GaugeNode(style: style, fraction: fraction, tint: tint, track: track)))
        switch style {
        case .accessoryCircular, .accessoryCircularCapacity:
            let isOpen = style == .accessoryCircular
            let inside = currentValueLabel ?? (isOpen ? nil : label) ?? ViewNode(.empty)
            var effects: [ViewEffect] = [.overlay(inside.adding(.padding(EdgeInsetsNode(Self.ringInset))), .center)]
            if isOpen {
                // Between the ends of the ring. Source: Documentation/Reference.md, WK-31.
                let limits = [minimumValueLabel, maximumValueLabel].compactMap { $0 }.filter(\.isSomething)
                let below = limits.isEmpty ? [label].compactMap { $0 } : limits
                let width = (Self.opening - Double(below.count - 1) * Self.openingGap) / Double(max(below.count, 1))
                let parts = below.map { $0.adding(.frame(FrameNode(minWidth: 0, maxWidth: width))) }
                let row = ViewNode(.stack(StackNode(axis: .horizontal, spacing: Self.openingGap, children: parts)))
                effects.append(.overlay(row, NodeAlignment(vertical: .bottom)))
            }
            return ViewNode(part.content, effects: effects)
        case .linearCapacity, .accessoryLinear, .accessoryLinearCapacity:
            let ends = [minimumValueLabel, part, maximumValueLabel].compactMap { $0 }
            let row = ends.count == 1 ? part : ViewNode(.stack(StackNode(axis: .horizontal, spacing: 6, children: ends)))
            return .column(spacing: 4, [label, row, currentValueLabel])
        }
    }
}

extension GaugeNode.Style {
    package var isCircular: Bool { self == .accessoryCircular || self == .accessoryCircularCapacity }
    /// The thickness of the bar in points.
    var bar: Double { self == .linearCapacity ? 4 : 6 }
}

extension ViewNode {
    fileprivate var isSomething: Bool { content != .empty }
    fileprivate func adding(_ effect: ViewEffect) -> ViewNode { ViewNode(content, effects: effects + [effect]) }

    fileprivate static func column(
        spacing: Double, _ views: [ViewNode?], _ alignment: NodeAlignment.Horizontal = .leading
    ) -> ViewNode {
        ViewNode(
            .stack(
                StackNode(
                    axis: .vertical, alignment: NodeAlignment(horizontal: alignment), spacing: spacing,
                    children: views.compactMap { $0 })))
    }
}

extension FrameNode {
    package init(width: Double, height: Double) {
        self.init(
            minWidth: width, idealWidth: width, maxWidth: width, minHeight: height, idealHeight: height, maxHeight: height)
    }
}

extension EdgeInsetsNode {
    package init(_ length: Double) { self.init(top: length, leading: length, bottom: length, trailing: length) }
}

extension ResolvedColor {
    static let white = ResolvedColor(red: 1, green: 1, blue: 1)
    /// iOS's fill color for controls that are off; visible on light and on dark backgrounds.
    static let fill = ResolvedColor(red: 0.47, green: 0.47, blue: 0.5, opacity: 0.24)
}
