public import Foundation
public import LiveActivityCore

/// The view of one activity on one surface, with the parts that the system draws around it.
///
/// It can be encoded, compared and stored. Equal presentations look the same at any time, because self-updating texts
/// keep their rule.
public struct Presentation: Hashable, Sendable, Codable {
    public var surface: SizedSurface
    public var activity: ActivityID
    public var kind: ActivityKind
    /// The revision of the activity.
    public var revision: UInt32
    /// Whether the stale date of the content has passed. The system does not change the drawing: the views must show
    /// it.
    public var isStale: Bool
    /// The views: one, or several for the sides of a compact island and the regions of an expanded one.
    public var parts: [Part]
    /// The background behind the views.
    public var background: Background
    /// The text color of the system's dismiss button; `nil` for the default.
    public var systemActionForegroundColor: ResolvedColor?
    /// The color of the border of the island; `nil` is the system's.
    public var keylineTint: ResolvedColor?
    /// The URL that a tap opens; `nil` opens the app.
    public var url: URL?
    /// Whether buttons and toggles work.
    public var controls: Controls
    /// Whether the layout runs from right to left.
    public var isRightToLeft: Bool
    /// Whether the presentation is drawn for an Always-On display.
    public var isLuminanceReduced: Bool
    /// Whether the presentation is drawn in red, for StandBy at night. The colors in the trees are not changed.
    public var isNightMode: Bool

    /// A presentation; the colors and the URL that widgets may set are `nil`.
    @inlinable package init(
        surface: SizedSurface, activity: ActivityID, kind: ActivityKind, revision: UInt32, isStale: Bool,
        parts: [Part], background: Background, controls: Controls, isRightToLeft: Bool, isLuminanceReduced: Bool,
        isNightMode: Bool
    ) {
        (self.surface, self.activity, self.kind, self.revision, self.isStale) = (surface, activity, kind, revision, isStale)
        (self.parts, self.background, self.controls, self.isRightToLeft) = (parts, background, controls, isRightToLeft)
        (self.isLuminanceReduced, self.isNightMode) = (isLuminanceReduced, isNightMode)
    }

    /// A view and its position in the presentation.
    public struct Part: Hashable, Sendable, Codable {
        /// The region of the presentation.
        public var region: Region
        public var node: ViewNode
        /// Margins around the view in points.
        public var margins: EdgeInsetsNode
        /// The priority of a region of an expanded island: of leading and trailing, the higher one takes its width
        /// first.
        public var priority: Double

        private enum CodingKeys: String, CodingKey {
            case region = "place"
            case node, margins, priority
        }

        /// A view at a position.
        public init(_ region: Region, _ node: ViewNode, margins: EdgeInsetsNode = .init(), priority: Double = 0) {
            (self.region, self.node, self.margins, self.priority) = (region, node, margins, priority)
        }

        /// The view with its margins.
        public var tree: ViewNode {
            guard margins != EdgeInsetsNode() else { return node }
            return ViewNode(node.content, effects: node.effects + [.padding(margins)])
        }
    }

    /// The positions of views in a presentation.
    public enum Region: String, Hashable, Sendable, Codable, CaseIterable {
        /// The whole surface.
        case content
        /// The sides of a compact presentation.
        case compactLeading, compactTrailing
        /// The minimal presentation.
        case minimal
        /// The regions of an expanded island.
        case expandedLeading, expandedTrailing, expandedCenter, expandedBottom
    }

    /// The background behind the views.
    public enum Background: Hashable, Sendable, Codable {
        /// Opaque black: the island, which cannot be changed, and other dark surfaces.
        case black
        /// The system's material, by its average color in light or dark appearance.
        case material(ResolvedColor)
        /// The color of `activityBackgroundTint(_:)`. In StandBy it fills the whole screen.
        case tint(ResolvedColor)

        /// The color to draw.
        public var color: ResolvedColor {
            switch self {
            case .black: ResolvedColor(red: 0, green: 0, blue: 0)
            case .material(let color), .tint(let color): color
            }
        }
    }

    /// Whether buttons and toggles work.
    public enum Controls: String, Hashable, Sendable, Codable {
        /// Controls are active.
        case work
        /// Controls work after the user has authenticated.
        case afterUnlocking
        /// Controls never work on this surface.
        case off
    }

    /// The part at a position, or `nil`.
    public subscript(region: Region) -> Part? { parts.first { $0.region == region } }
}
