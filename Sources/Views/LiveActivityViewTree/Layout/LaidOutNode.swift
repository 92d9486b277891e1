public import Foundation

/// A view in its place: what ``layout(_:in:measuring:at:)`` makes of a ``ViewNode``.
///
/// Each effect is a node of its own around what it surrounds, as each has a frame of its own. All frames are in points from the top left
/// of the surface, whatever the layout direction.
public struct LaidOutNode: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case content(ViewNode.Content)
        case effect(ViewEffect)
    }

    public var kind: Kind
    public var frame: CGRect
    /// What the surrounding view offered, and so how much there was; `nil` in a direction where the view could choose.
    public var offered: ProposedSize
    /// Of a stack its views, of a control and the like its parts; of an effect what it surrounds, and then what it adds (a background,
    /// an overlay, a mask).
    public var children: [LaidOutNode]
    /// Of a text: how it is set in its frame.
    public var text: MeasuredText?
    /// A higher one is drawn later among its siblings.
    public var zIndex: Double
    /// Leading is right here.
    public var isRightToLeft: Bool
    /// Something below was left out, as the tree went beyond ``LayoutLimits``.
    public var isCut: Bool

    public init(
        _ kind: Kind, frame: CGRect, offered: ProposedSize, children: [LaidOutNode] = [], text: MeasuredText? = nil,
        zIndex: Double = 0, isRightToLeft: Bool = false, isCut: Bool = false
    ) {
        self.kind = kind
        self.frame = frame
        self.offered = offered
        self.children = children
        self.text = text
        self.zIndex = zIndex
        self.isRightToLeft = isRightToLeft
        self.isCut = isCut
    }

    /// Whether the view took more than it was offered, by more than a rounding error: it stands over the edge of what surrounds it.
    public var isTooLarge: Bool {
        frame.width > (offered.width ?? .infinity) + LayoutLimits.tolerance
            || frame.height > (offered.height ?? .infinity) + LayoutLimits.tolerance
    }

    /// Every node of the tree, a parent before its children.
    public func forEach(_ visit: (LaidOutNode) -> Void) {
        visit(self)
        for child in children { child.forEach(visit) }
    }

    /// The frames of the tree's `GeometryReader`s in the order in which the tree has them: what their closures are run with.
    public var geometryFrames: [CGRect] {
        var frames: [CGRect] = []
        forEach { if case .content(.geometry) = $0.kind { frames.append($0.frame) } }
        return frames
    }

    /// The texts of which not all is seen.
    public var truncatedTexts: [LaidOutNode] {
        var texts: [LaidOutNode] = []
        forEach { if $0.text?.isTruncated == true { texts.append($0) } }
        return texts
    }

    /// What takes place and stands over the edge of this rectangle: the surface's own, as a rule.
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

/// SwiftUI's `ProposedViewSize`: what a view is offered. `nil` asks for its ideal size, 0 for its minimum, infinity for its maximum.
public struct ProposedSize: Hashable, Sendable {
    public var width: Double?
    public var height: Double?

    public init(width: Double? = nil, height: Double? = nil) {
        self.width = width
        self.height = height
    }

    public static let unspecified = ProposedSize()
}

/// What keeps a layout finite, whatever the tree says.
public enum LayoutLimits {
    /// Views and effects inside one another. A typical card has some thirty.
    public static let depth = 160
    /// Views and effects in all.
    public static let nodes = 10_000
    /// Points. Longer sides are this long: forty times the largest surface.
    public static let side = 20_000.0
    /// Points that two frames may differ by and still be the same to the eye: a sixth of a pixel at 3x.
    public static let tolerance = 0.06
}
