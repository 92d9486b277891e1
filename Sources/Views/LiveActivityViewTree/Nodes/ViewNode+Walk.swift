extension ViewNode {
    /// Calls `visit` for this view and everything inside it, parents first: children of stacks, labels, and views that
    /// effects add.
    ///
    /// - Parameter path: The path to the view, for example `VStack[1].HStack[0].`; the name of the view is appended.
    package func walk(_ path: String = "", depth: Int = 0, _ visit: (ViewNode, String) -> Void) {
        let own = path + name
        visit(self, own)
        guard depth < LayoutLimits.depth else { return }
        forEachPart { $1.walk(own + $0, depth: depth + 1, visit) }
    }

    /// Calls `visit` for each direct part of the view, with the part's step in the path.
    package func forEachPart(_ visit: (String, ViewNode) -> Void) {
        func label(_ name: String, _ node: ViewNode?) { if let node { visit(".\(name).", node) } }
        switch content {
        case .stack(let stack): for (index, child) in stack.children.enumerated() { visit("[\(index)].", child) }
        case .control(let control): label("label", control.label)
        case .geometry(_, _, let inner): label("content", inner)
        case .progress(let progress):
            label("label", progress.label)
            label("currentValueLabel", progress.currentValueLabel)
        case .gauge(let gauge):
            label("label", gauge.label)
            label("currentValueLabel", gauge.currentValueLabel)
            label("minimumValueLabel", gauge.minimumValueLabel)
            label("maximumValueLabel", gauge.maximumValueLabel)
        case .grid(let grid):
            var index = 0
            for cell in grid.rows.lazy.flatMap(\.cells) {
                visit("[\(index)].", cell.content)
                index += 1
            }
        // Only one of the candidates is visible; the layout decides which one.
        case .fitting(_, let candidates): for (index, candidate) in candidates.enumerated() { visit("[\(index)].", candidate) }
        case .empty, .text, .image, .shape, .paint, .spacer, .divider: break
        }
        for effect in effects {
            switch effect {
            case .background(let node, _), .containerBackground(let node): label("background", node)
            case .overlay(let node, _): label("overlay", node)
            case .mask(let node, _): label("mask", node)
            default: break
            }
        }
    }

    /// The name of the view in SwiftUI.
    package var name: String {
        switch content {
        case .empty: "EmptyView"
        case .text: "Text"
        case .image: "Image"
        case .shape: "Shape"
        case .paint: "Color"
        case .spacer: "Spacer"
        case .divider: "Divider"
        case .stack(let stack):
            switch stack.axis {
            case .horizontal: "HStack"
            case .vertical: "VStack"
            case .depth: "ZStack"
            }
        case .progress: "ProgressView"
        case .gauge: "Gauge"
        case .control(let control):
            switch control.kind {
            case .button: "Button"
            case .toggle: "Toggle"
            case .link: "Link"
            }
        case .geometry: "GeometryReader"
        case .grid: "Grid"
        case .fitting: "ViewThatFits"
        }
    }

    // MARK: Settings of the whole presentation

    package struct SurfaceSettings {
        package var url: URL?
        package var backgroundTint: ResolvedColor?
        package var systemActionForegroundColor: ResolvedColor?
    }

    /// Settings of the whole presentation that modifiers in the tree make; the outermost ones win. Apple does not
    /// define which of several URLs wins.
    package var surfaceSettings: SurfaceSettings {
        var settings = SurfaceSettings()
        collect(into: &settings, 0)
        return settings
    }

    private func collect(into settings: inout SurfaceSettings, _ depth: Int) {
        for effect in effects.reversed() {
            switch effect {
            case .widgetURL(let url): settings.url = settings.url ?? url
            case .activityBackgroundTint(let color): settings.backgroundTint = settings.backgroundTint ?? color
            case .activitySystemActionForegroundColor(let color):
                settings.systemActionForegroundColor = settings.systemActionForegroundColor ?? color
            default: break
            }
        }
        guard depth < LayoutLimits.depth else { return }
        switch content {
        case .stack(let stack): for child in stack.children { child.collect(into: &settings, depth + 1) }
        case .control(let control): control.label.collect(into: &settings, depth + 1)
        case .geometry(_, _, let inner): inner.collect(into: &settings, depth + 1)
        case .grid(let grid): for cell in grid.rows.lazy.flatMap(\.cells) { cell.content.collect(into: &settings, depth + 1) }
        case .fitting(_, let candidates): candidates.first?.collect(into: &settings, depth + 1)
        case .progress, .gauge, .empty, .text, .image, .shape, .paint, .spacer, .divider: break
        }
    }
}
