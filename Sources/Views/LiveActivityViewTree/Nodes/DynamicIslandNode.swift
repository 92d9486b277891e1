public import Foundation

/// Everything that a Live Activity shows in the Dynamic Island, resolved.
public struct DynamicIslandNode: Hashable, Sendable, Codable {
    /// The compact view on the leading side of the camera.
    public var compactLeading: ViewNode
    /// The compact view on the trailing side of the camera.
    public var compactTrailing: ViewNode
    /// The view while two activities share the island.
    public var minimal: ViewNode
    /// The regions of the expanded island in the order of the widget's code. A position may occur several times.
    public var expanded: [Region]
    /// The color of the border; `nil` is the system's.
    public var keylineTint: ResolvedColor?
    /// The URL that a tap opens; `nil` opens the app.
    public var url: URL?
    /// Content margins by WidgetKit's name of the presentation: `expanded`, `compactLeading`, `compactTrailing`,
    /// `minimal`.
    public var margins: [String: Margins]

    /// A resolved island.
    @inlinable public init(
        compactLeading: ViewNode, compactTrailing: ViewNode, minimal: ViewNode, expanded: [Region],
        keylineTint: ResolvedColor? = nil, url: URL? = nil, margins: [String: Margins] = [:]
    ) {
        (self.compactLeading, self.compactTrailing, self.minimal) = (compactLeading, compactTrailing, minimal)
        (self.expanded, self.keylineTint, self.url, self.margins) = (expanded, keylineTint, url, margins)
    }

    /// A choice of the island's views.
    public struct Parts: OptionSet, Hashable, Sendable {
        public let rawValue: Int

        /// A choice in a bit mask.
        @inlinable public init(rawValue: Int) { self.rawValue = rawValue }

        /// The leading compact view.
        public static let compactLeading = Self(rawValue: 1)
        /// The trailing compact view.
        public static let compactTrailing = Self(rawValue: 2)
        /// The minimal view.
        public static let minimal = Self(rawValue: 4)
        /// The regions of the expanded island.
        public static let expanded = Self(rawValue: 8)
        /// All views.
        public static let all: Self = [.compactLeading, .compactTrailing, .minimal, .expanded]
    }

    /// The position of a region in the expanded island.
    public enum Position: String, Hashable, Sendable, Codable {
        /// Beside the camera and below it, at the leading edge.
        case leading
        /// Beside the camera and below it, at the trailing edge.
        case trailing
        /// Below the camera.
        case center
        /// Below all other regions.
        case bottom
    }

    /// A region of the expanded island.
    public struct Region: Hashable, Sendable, Codable {
        public var position: Position
        /// Its priority: of the leading and the trailing region, the higher one takes its width first. Default: 0.
        public var priority: Double
        public var content: ViewNode
        /// Its own margins, where it is at an edge of the island; `nil` if it has none.
        public var margins: Margins?

        @inlinable public init(position: Position, priority: Double = 0, content: ViewNode, margins: Margins? = nil) {
            (self.position, self.priority, self.content, self.margins) = (position, priority, content, margins)
        }
    }

    /// Margins in points; `nil` is the system's margin.
    public struct Margins: Hashable, Sendable, Codable {
        public var top: Double?
        /// The margin at the leading edge.
        public var leading: Double?
        public var bottom: Double?
        /// The margin at the trailing edge.
        public var trailing: Double?

        /// Margins in points.
        @inlinable public init(top: Double? = nil, leading: Double? = nil, bottom: Double? = nil, trailing: Double? = nil) {
            (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
        }
    }
}
