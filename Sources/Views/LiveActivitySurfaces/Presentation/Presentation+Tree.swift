public import Foundation

extension Presentation {
    /// The presentation as one view: both compact sides around the camera, or the regions of an expanded island in
    /// their frames.
    ///
    /// - Parameters:
    ///   - measuring: Measures views that may move below the camera if they are too wide.
    ///   - now: The time that self-updating texts show.
    public func tree(measuring: any TextMeasuring = ApproximateTextMeasuring(), at now: Date) -> ViewNode {
        var tree: ViewNode
        if surface.presentation == .expanded {
            tree = ExpandedIsland(self, measuring, now).tree
        } else if let leading = self[.compactLeading], let trailing = self[.compactTrailing] {
            tree = row(leading, trailing, measuring, now)
        } else {
            tree = parts.first?.marked ?? ViewNode(.empty)
        }
        if isRightToLeft { tree.effects.append(.layoutDirection(rightToLeft: true)) }
        // Every color is replaced by a red of the same brightness.
        if isNightMode { tree.effects += [.grayscale(1), .colorMultiply(ResolvedColor(red: 1, green: 0.18, blue: 0.12))] }
        return tree
    }

    /// The size of the presentation in points: that of its content, within the limits of the surface.
    public func size(measuring: any TextMeasuring = ApproximateTextMeasuring(), at now: Date) -> CGSize {
        let tree = surface.size.isFixed ? ViewNode(.empty) : tree(measuring: measuring, at: now)
        return size(of: idealSize(of: tree, measuring: measuring, at: now))
    }

    /// The size for content of an ideal size.
    package func size(of ideal: CGSize) -> CGSize {
        let (width, height) = (surface.size.width, surface.size.height)
        // A compact presentation consists of both sides and the space between them.
        let isCompact = surface.presentation == .compact
        let (sides, gap) = isCompact ? (2.0, gap) : (1, 0)
        return CGSize(
            width: min(max(Double(ideal.width), sides * width.lowerBound + gap), sides * width.upperBound + gap),
            height: min(max(Double(ideal.height), height.lowerBound), height.upperBound))
    }

    /// The size of the content if its height, or in a minimal or compact presentation its width, were unlimited.
    package func idealSize(of tree: ViewNode, measuring: any TextMeasuring, at now: Date) -> CGSize {
        guard !surface.size.isFixed else { return .zero }
        let width = surface.size.width
        let offered = width.lowerBound == width.upperBound ? width.upperBound : nil
        return sizeThatFits(ProposedSize(width: offered), tree, measuring: measuring, at: now)
    }

    /// The distance between both sides. A Mac has no camera there.
    private var gap: Double { surface.isIsland ? SizedSurface.cameraWidth : 4 }

    /// Both sides of a compact presentation around the camera, which stays in the middle of the screen.
    private func row(_ leading: Part, _ trailing: Part, _ measuring: any TextMeasuring, _ now: Date) -> ViewNode {
        let height = surface.size.height.upperBound
        let widths = widths(leading, trailing, measuring, now)
        func side(_ part: Part, _ width: Double, _ alignment: NodeAlignment.Horizontal) -> ViewNode {
            part.marked.standing.framed(width: width, height: height, NodeAlignment(horizontal: alignment))
        }
        return .row(
            [
                side(leading, widths.leading, .leading), .gap(width: gap, height: height),
                side(trailing, widths.trailing, .trailing),
            ], spacing: 0)
    }
}

extension Presentation {
    /// The widths of both compact sides in points: those of their content, but of an island the narrower one is at least three
    /// quarters of the other.
    ///
    /// Each side is offered the largest width: a view that takes all it is offered, such as a running timer, makes the island
    /// as wide as it can become.
    ///
    /// Source: Documentation/Reference.md, SEEN-03.
    private func widths(
        _ leading: Part, _ trailing: Part, _ measuring: any TextMeasuring, _ now: Date
    ) -> (leading: Double, trailing: Double) {
        let limits = surface.size.width
        func width(_ side: Part) -> Double {
            let offered = ProposedSize(width: limits.upperBound, height: surface.size.height.upperBound)
            let taken = sizeThatFits(offered, side.marked, measuring: measuring, at: now)
            return min(max(Double(taken.width), limits.lowerBound), limits.upperBound)
        }
        let (first, second) = (width(leading), width(trailing))
        let least = surface.isIsland ? max(first, second) * 0.75 : 0
        return (max(first, least), max(second, least))
    }

    /// The middle of the camera in points from the left edge of the presentation, whose sides may have different widths; `nil`
    /// where there is no camera between two sides.
    package func cameraCenter(measuring: any TextMeasuring, at now: Date) -> Double? {
        guard surface.isIsland, let leading = self[.compactLeading], let trailing = self[.compactTrailing] else { return nil }
        let widths = widths(leading, trailing, measuring, now)
        return (isRightToLeft ? widths.trailing : widths.leading) + SizedSurface.cameraWidth / 2
    }
}

/// The layout of the regions of an expanded island.
///
/// Leading and trailing are beside the camera and continue below it. Center is between them, below the camera. Bottom
/// is below everything. Center takes its width first, but leaves leading and trailing theirs, up to what is beside the camera;
/// the rest is shared equally, unless a region has a higher priority. A view that may go below the camera and is too wide for
/// its side gets a row of its own there.
///
/// Source: Documentation/Reference.md, WK-08 and WK-09.
private struct ExpandedIsland {
    let tree: ViewNode

    init(_ presentation: Presentation, _ measuring: any TextMeasuring, _ now: Date) {
        let width = presentation.surface.size.width.upperBound
        let camera = presentation.surface.isIsland ? SizedSurface.cameraWidth : 0
        var below: [ViewNode] = []

        func views(_ region: Presentation.Region) -> [Presentation.Part] { presentation.parts.filter { $0.region == region } }
        func column(_ region: Presentation.Region, _ alignment: NodeAlignment.Horizontal) -> (node: ViewNode, priority: Double)?
        {
            let parts = views(region)
            let beside = parts.filter { part in
                guard part.node.mayStandBelow else { return true }
                let ideal = sizeThatFits(.unspecified, part.marked, measuring: measuring, at: now).width
                guard Double(ideal) > (width - camera) / 2 else { return true }
                below.append(
                    part.marked.framed(maxWidth: .infinity, NodeAlignment(horizontal: alignment, vertical: .top)))
                return false
            }
            guard let priority = beside.map(\.priority).max() else { return nil }
            return (.column(beside.map(\.marked), alignment), priority)
        }

        let (leading, trailing) = (column(.expandedLeading, .leading), column(.expandedTrailing, .trailing))
        var center = column(.expandedCenter, .center)
        // A long line in the center is wrapped or truncated before the views beside the camera are.
        let beside = [leading, trailing].compactMap { column in
            column.map { Double(sizeThatFits(.unspecified, $0.node, measuring: measuring, at: now).width) }
        }
        let side = min(beside.max() ?? SizedSurface.standardMargin, max(0, (width - camera) / 2))
        if let (node, priority) = center {
            // Measured also for a view that takes all proposed space, such as a running timer.
            let taken = Double(sizeThatFits(ProposedSize(width: width), node, measuring: measuring, at: now).width)
            let most = max(camera, width - 2 * side)
            if taken > most { center = (node.framed(width: most), priority) }
        }
        // The space of the camera, and the center below it.
        var middle: [ViewNode] = camera > 0 ? [.gap(width: camera, height: SizedSurface.islandHeight)] : []
        if let center { middle.append(center.node) }
        let sides = max(leading?.priority ?? 0, trailing?.priority ?? 0)
        var columns: [ViewNode] = []
        func add(_ column: (node: ViewNode, priority: Double)?, _ alignment: NodeAlignment.Horizontal) {
            let node = (column?.node ?? ViewNode(.empty)).standing.filling(NodeAlignment(horizontal: alignment, vertical: .top))
            columns.append(node.prioritized(column?.priority ?? 0))
        }
        add(leading, .leading)
        if !middle.isEmpty { columns.append(.column(middle, .center).prioritized(max(center?.priority ?? 0, sides) + 1)) }
        add(trailing, .trailing)

        var lines: [ViewNode] = [.row(columns, alignment: .top, spacing: 0)]
        lines += below
        lines += views(.expandedBottom).map { $0.marked.framed(maxWidth: .infinity, .center) }
        // The content is aligned to the top, because the camera does not move.
        tree = ViewNode(
            .stack(StackNode(axis: .vertical, spacing: 0, children: lines)),
            effects: [
                .frame(
                    FrameNode(maxWidth: .infinity, maxHeight: .infinity, alignment: NodeAlignment(vertical: .top)))
            ])
    }
}

extension Presentation.Part {
    /// The tree of the part, with the name of the part as its identity, so that it can be found in the whole tree.
    fileprivate var marked: ViewNode {
        var tree = tree
        tree.effects.append(.identity(region.identity))
        return tree
    }
}

extension Presentation.Region {
    private static let prefix = "presentation/"

    package var identity: String { Self.prefix + rawValue }

    /// `nil` for identities that views have set.
    package init?(identity: String) {
        guard identity.hasPrefix(Self.prefix) else { return nil }
        self.init(rawValue: String(identity.dropFirst(Self.prefix.count)))
    }
}

extension ViewNode {
    static func row(_ children: [ViewNode], alignment: NodeAlignment.Vertical = .center, spacing: Double?) -> ViewNode {
        ViewNode(
            .stack(
                StackNode(
                    axis: .horizontal, alignment: NodeAlignment(vertical: alignment), spacing: spacing, children: children)))
    }

    fileprivate static func column(_ children: [ViewNode], _ alignment: NodeAlignment.Horizontal) -> ViewNode {
        if children.count == 1 { return children[0] }
        return ViewNode(
            .stack(
                StackNode(axis: .vertical, alignment: NodeAlignment(horizontal: alignment), spacing: 0, children: children)))
    }

    /// An empty space of a fixed size.
    fileprivate static func gap(width: Double, height: Double) -> ViewNode {
        ViewNode(.spacer(minLength: 0)).framed(width: width, height: height, .center)
    }

    fileprivate func framed(width: Double, height: Double, _ alignment: NodeAlignment) -> ViewNode {
        adding(
            .frame(
                FrameNode(
                    minWidth: width, idealWidth: width, maxWidth: width, minHeight: height, idealHeight: height,
                    maxHeight: height, alignment: alignment)))
    }

    fileprivate func framed(width: Double) -> ViewNode {
        adding(.frame(FrameNode(minWidth: width, idealWidth: width, maxWidth: width)))
    }

    fileprivate func framed(maxWidth: Double, _ alignment: NodeAlignment) -> ViewNode {
        adding(.frame(FrameNode(maxWidth: maxWidth, alignment: alignment)))
    }

    fileprivate func filling(_ alignment: NodeAlignment) -> ViewNode {
        adding(.frame(FrameNode(minWidth: 0, maxWidth: .infinity, alignment: alignment)))
    }

    fileprivate func prioritized(_ priority: Double) -> ViewNode { adding(.layoutPriority(priority)) }

    private func adding(_ effect: ViewEffect) -> ViewNode { ViewNode(content, effects: effects + [effect]) }

    /// The view, which keeps its position even if it shows nothing: a stack leaves out an empty view.
    fileprivate var standing: ViewNode {
        guard content == .empty else { return self }
        return ViewNode(.stack(StackNode(axis: .vertical, spacing: 0, children: [])), effects: effects)
    }

    /// Whether the view may move below the camera.
    fileprivate var mayStandBelow: Bool { effects.contains(.belowIfTooWide) }
}
