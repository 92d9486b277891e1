public import Foundation

extension Presentation {
    /// The presentation as one view, for a drawer that knows nothing of parts: both sides around the camera, the regions of an expanded
    /// island in their places.
    ///
    /// - Parameters:
    ///   - measuring: Decides whether a view that may stand below the camera is too wide to stand beside it (WK-09).
    ///   - now: For what counts by itself.
    public func tree(measuring: any TextMeasuring = ApproximateTextMeasuring(), at now: Date) -> ViewNode {
        var tree: ViewNode
        if surface.presentation == .expanded {
            tree = ExpandedIsland(self, measuring, now).tree
        } else if let leading = self[.compactLeading], let trailing = self[.compactTrailing] {
            tree = row(leading, trailing)
        } else {
            tree = parts.first?.marked ?? ViewNode(.empty)
        }
        if isRightToLeft { tree.effects.append(.layoutDirection(rightToLeft: true)) }
        // Every colour becomes its brightness, in red.
        if isNightMode {
            tree.effects += [.grayscale(1), .colorMultiply(ResolvedColor(red: 1, green: 0.18, blue: 0.12))]
        }
        return tree
    }

    /// How large the presentation is: as high, or wide, as its content within what the surface allows (HIG-21).
    public func size(measuring: any TextMeasuring = ApproximateTextMeasuring(), at now: Date) -> CGSize {
        let tree = surface.size.isFixed ? ViewNode(.empty) : tree(measuring: measuring, at: now)
        return size(of: idealSize(of: tree, measuring: measuring, at: now))
    }

    /// How large it is with content that would like to be this large.
    package func size(of ideal: CGSize) -> CGSize {
        let (width, height) = (surface.size.width, surface.size.height)
        // Both sides of an island and the camera between them.
        if surface.presentation == .compact { return CGSize(width: 2 * width.upperBound + gap, height: height.upperBound) }
        return CGSize(
            width: min(max(Double(ideal.width), width.lowerBound), width.upperBound),
            height: min(max(Double(ideal.height), height.lowerBound), height.upperBound))
    }

    /// What the presentation's tree would take if nothing bounded its height, or in a minimal presentation its width.
    package func idealSize(of tree: ViewNode, measuring: any TextMeasuring, at now: Date) -> CGSize {
        guard !surface.size.isFixed else { return .zero }
        let width = surface.size.width
        let offered = width.lowerBound == width.upperBound ? width.upperBound : nil
        return sizeThatFits(ProposedSize(width: offered), tree, measuring: measuring, at: now)
    }

    /// Between both sides; a Mac has no camera there.
    private var gap: Double { surface.isIsland ? PresentationSurface.cameraWidth : 4 }

    private func row(_ leading: Part, _ trailing: Part) -> ViewNode {
        let (width, height) = (surface.size.width.upperBound, surface.size.height.upperBound)
        func side(_ part: Part, _ alignment: NodeAlignment.Horizontal) -> ViewNode {
            part.marked.framed(width: width, height: height, NodeAlignment(horizontal: alignment))
        }
        return .row([side(leading, .leading), .gap(width: gap, height: height), side(trailing, .trailing)], spacing: 0)
    }
}

/// The regions of an expanded island in their places (WK-08, WK-09).
///
/// Leading and trailing stand beside the camera and go on below it; center stands between them, below the camera; bottom below all.
/// The center takes its width first, what remains is shared evenly, unless a region has a higher priority. A view that may go below
/// the camera and is too wide for its side gets a line of its own there.
private struct ExpandedIsland {
    let tree: ViewNode

    init(_ presentation: Presentation, _ measuring: any TextMeasuring, _ now: Date) {
        let width = presentation.surface.size.width.upperBound
        let camera = presentation.surface.isIsland ? PresentationSurface.cameraWidth : 0
        var below: [ViewNode] = []

        func views(_ place: Presentation.Place) -> [Presentation.Part] { presentation.parts.filter { $0.place == place } }
        func column(_ place: Presentation.Place, _ alignment: NodeAlignment.Horizontal) -> (node: ViewNode, priority: Double)? {
            let parts = views(place)
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
        let center = column(.expandedCenter, .center)
        // The camera's line, and the center under it.
        var middle: [ViewNode] = camera > 0 ? [.gap(width: camera, height: PresentationSurface.islandHeight)] : []
        if let center { middle.append(center.node) }
        let sides = max(leading?.priority ?? 0, trailing?.priority ?? 0)
        var columns: [ViewNode] = []
        func add(_ column: (node: ViewNode, priority: Double)?, _ alignment: NodeAlignment.Horizontal) {
            let node = (column?.node ?? ViewNode(.empty)).filling(NodeAlignment(horizontal: alignment, vertical: .top))
            columns.append(node.prioritized(column?.priority ?? 0))
        }
        add(leading, .leading)
        if !middle.isEmpty { columns.append(.column(middle, .center).prioritized(max(center?.priority ?? 0, sides) + 1)) }
        add(trailing, .trailing)

        var lines: [ViewNode] = [.row(columns, alignment: .top, spacing: 0)]
        lines += below
        lines += views(.expandedBottom).map { $0.marked.framed(maxWidth: .infinity, .center) }
        // The camera stays where it is, however low the content.
        tree = ViewNode(
            .stack(StackNode(axis: .vertical, spacing: 0, children: lines)),
            effects: [
                .frame(
                    FrameNode(maxWidth: .infinity, maxHeight: .infinity, alignment: NodeAlignment(vertical: .top)))
            ])
    }
}

extension Presentation.Part {
    /// The part's tree with its place as its identity, by which it is found in the whole.
    fileprivate var marked: ViewNode {
        var tree = tree
        tree.effects.append(.identity(place.identity))
        return tree
    }
}

extension Presentation.Place {
    private static let prefix = "presentation/"

    package var identity: String { Self.prefix + rawValue }

    /// `nil` for an identity that views have of their own.
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

    /// Nothing, of this size.
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

    fileprivate func framed(maxWidth: Double, _ alignment: NodeAlignment) -> ViewNode {
        adding(.frame(FrameNode(maxWidth: maxWidth, alignment: alignment)))
    }

    fileprivate func filling(_ alignment: NodeAlignment) -> ViewNode {
        adding(.frame(FrameNode(minWidth: 0, maxWidth: .infinity, alignment: alignment)))
    }

    fileprivate func prioritized(_ priority: Double) -> ViewNode { adding(.layoutPriority(priority)) }

    private func adding(_ effect: ViewEffect) -> ViewNode { ViewNode(content, effects: effects + [effect]) }

    /// Whether the app said that it may stand below the camera (WK-09).
    fileprivate var mayStandBelow: Bool { effects.contains(.belowIfTooWide) }
}
