public import Foundation
public import LiveActivityCore

/// What one surface shows of one activity: trees of views, and what the system puts around them.
///
/// Plain data: it can be encoded, compared and kept. Two that are equal look the same at any moment, as what counts down by itself keeps
/// its rule.
public struct Presentation: Hashable, Sendable, Codable {
    public var surface: PresentationSurface
    public var activity: ActivityID
    public var kind: ActivityKind
    public var revision: UInt32
    /// Its content's stale date has passed. The system changes nothing for it: the views must show it (LIFE-31).
    public var isStale: Bool
    /// One, or several beside each other: the sides of a compact island, the regions of an expanded one.
    public var parts: [Part]
    public var background: Background
    /// Of what the person can press to dismiss the activity (WK-11); `nil` is the system's.
    public var systemActionForegroundColor: ResolvedColor?
    /// Of the line around an island (WK-11); `nil` is the system's.
    public var keylineTint: ResolvedColor?
    /// Where a tap leads; without one the app opens (WK-12).
    public var url: URL?
    public var controls: Controls
    public var isRightToLeft: Bool
    public var isLuminanceReduced: Bool
    /// Drawn in red, for the night (HIG-05); the trees' colours are the day's.
    public var isNightMode: Bool

    /// A tree of views and where in the presentation it stands.
    public struct Part: Hashable, Sendable, Codable {
        public var place: Place
        public var node: ViewNode
        /// How far the view stays from the edges of its place (WK-10).
        public var margins: EdgeInsetsNode
        /// Of a region in an expanded island: the higher takes its width first (WK-08).
        public var priority: Double

        public init(_ place: Place, _ node: ViewNode, margins: EdgeInsetsNode = .init(), priority: Double = 0) {
            self.place = place
            self.node = node
            self.margins = margins
            self.priority = priority
        }

        /// The view inside its margins.
        public var tree: ViewNode {
            guard margins != EdgeInsetsNode() else { return node }
            return ViewNode(node.content, effects: node.effects + [.padding(margins)])
        }
    }

    public enum Place: String, Hashable, Sendable, Codable, CaseIterable {
        /// The whole surface.
        case content
        case compactLeading, compactTrailing
        case minimal
        case expandedLeading, expandedTrailing, expandedCenter, expandedBottom
    }

    public enum Background: Hashable, Sendable, Codable {
        /// The island's own, opaque black whatever an activity says (HIG-23).
        case black
        /// The system's material, light or dark with the appearance (WK-11); here as the colour that it has on average.
        case material(ResolvedColor)
        /// `activityBackgroundTint`. Extended to the whole screen in StandBy (HIG-05).
        case tint(ResolvedColor)

        public var color: ResolvedColor {
            switch self {
            case .black: ResolvedColor(red: 0, green: 0, blue: 0)
            case .material(let color), .tint(let color): color
            }
        }
    }

    /// Whether buttons and toggles do something.
    public enum Controls: String, Hashable, Sendable, Codable {
        case work
        /// Once the person has authenticated (WK-15).
        case afterUnlocking
        /// Never on this surface (HIG-07, WK-14).
        case off
    }

    public subscript(place: Place) -> Part? { parts.first { $0.place == place } }
}
