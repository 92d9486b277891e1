public import Foundation

/// A view with its frame: the result of ``layout(_:in:measuring:at:)`` for a ``ViewNode``.
///
/// Each effect has its own frame, so it is a separate node around its content. All frames are in points from the top left
/// corner of the surface, in either layout direction.
public struct LaidOutNode: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case content(ViewNode.Content)
        /// One effect; its first child is the view to which it applies.
        case effect(ViewEffect)
    }

    public var kind: Kind
    /// The frame in points from the top left corner of the surface.
    public var frame: CGRect
    /// The size that the surrounding view proposed. `nil` in a direction in which the view chose its own length.
    public var offered: ProposedSize
    /// The views of a stack or the parts of a control. For an effect, the view that it applies to, then the view that
    /// it adds (a background, an overlay, a mask).
    public var children: [LaidOutNode]
    /// The lines of a text in its frame; `nil` for other views.
    public var text: MeasuredText?
    /// The drawing order: a node with a higher index is drawn over its siblings.
    public var zIndex: Double
    /// Whether leading is the right side.
    public var isRightToLeft: Bool
    /// Whether some views of this subtree are missing because the tree exceeds ``LayoutLimits``.
    public var isCut: Bool

    /// A node with its frame.
    public init(
        _ kind: Kind, frame: CGRect, offered: ProposedSize, children: [LaidOutNode] = [], text: MeasuredText? = nil,
        zIndex: Double = 0, isRightToLeft: Bool = false, isCut: Bool = false
    ) {
        (self.kind, self.frame, self.offered, self.children, self.text) = (kind, frame, offered, children, text)
        (self.zIndex, self.isRightToLeft, self.isCut) = (zIndex, isRightToLeft, isCut)
    }

    /// Whether the view is larger than the space proposed to it, beyond ``LayoutLimits/tolerance``. It then overlaps
    /// the edge of the surrounding view.
    public var isTooLarge: Bool {
        frame.width > (offered.width ?? .infinity) + LayoutLimits.tolerance
            || frame.height > (offered.height ?? .infinity) + LayoutLimits.tolerance
    }

    /// Calls `visit` for every node of the tree, for parents before their children.
    public func forEach(_ visit: (LaidOutNode) -> Void) {
        visit(self)
        for child in children { child.forEach(visit) }
    }

    /// The frames of all `GeometryReader`s in tree order. Their closures are called with these sizes.
    public var geometryFrames: [CGRect] {
        var frames: [CGRect] = []
        forEach { if case .content(.geometry) = $0.kind { frames.append($0.frame) } }
        return frames
    }

    public var truncatedTexts: [LaidOutNode] {
        var texts: [LaidOutNode] = []
        forEach { if $0.text?.isTruncated == true { texts.append($0) } }
        return texts
    }

    /// The visible nodes that extend beyond `bounds`, which is normally the rectangle of the surface. Stacks, spacers
    /// and other containers are left out.
    public func contents(beyond bounds: CGRect) -> [LaidOutNode] {
        let allowed = bounds.insetBy(dx: -LayoutLimits.tolerance, dy: -LayoutLimits.tolerance)
        var found: [LaidOutNode] = []
        forEach { node in
            guard case .content(let content) = node.kind, !node.frame.isEmpty, !allowed.contains(node.frame) else { return }
            switch content {
            case .stack, .grid, .fitting, .geometry, .spacer, .empty: return
            default: found.append(node)
            }
        }
        return found
    }
}

/// The space proposed to a view in points, as SwiftUI's `ProposedViewSize`.
///
/// `nil` means the ideal length, 0 the minimum and infinity the maximum.
public struct ProposedSize: Hashable, Sendable {
    /// The proposed width in points.
    public var width: Double?
    /// The proposed height in points.
    public var height: Double?

    /// A proposal; each omitted length means the ideal length.
    public init(width: Double? = nil, height: Double? = nil) {
        self.width = width
        self.height = height
    }

    /// A proposal of the ideal size.
    public static let unspecified = ProposedSize()
}

/// Bounds that keep the layout of any tree finite.
public enum LayoutLimits {
    /// The maximum nesting depth of views and effects. A typical card has about 30 levels.
    public static let depth = 160
    /// The maximum number of views and effects in a tree.
    public static let nodes = 10_000
    /// The maximum number of measurements of views and effects, each for one proposed size, in the layout of a tree. A typical
    /// card takes some thousands.
    public static let measurements = 250_000
    /// The maximum length of a side in points; longer sides are clamped to it. It is forty times the side of the
    /// largest surface.
    public static let side = 20_000.0
    /// The difference in points below which two frames count as equal: a sixth of a pixel at 3×.
    public static let tolerance = 0.06
}
