public import Foundation

/// All that a Live Activity shows in the Dynamic Island, resolved.
public struct DynamicIslandNode: Hashable, Sendable, Codable {
    public var compactLeading: ViewNode
    public var compactTrailing: ViewNode
    public var minimal: ViewNode
    /// In the order of the widget's code; a position may stand more than once.
    public var expanded: [Region]
    /// The line around the island; `nil` is the system's.
    public var keylineTint: ResolvedColor?
    public var url: URL?
    /// By the presentation's name in WidgetKit: `expanded`, `compactLeading`, `compactTrailing`, `minimal`.
    public var margins: [String: Margins]

    @inlinable public init(
        compactLeading: ViewNode, compactTrailing: ViewNode, minimal: ViewNode, expanded: [Region],
        keylineTint: ResolvedColor? = nil, url: URL? = nil, margins: [String: Margins] = [:]
    ) {
        self.compactLeading = compactLeading
        self.compactTrailing = compactTrailing
        self.minimal = minimal
        self.expanded = expanded
        self.keylineTint = keylineTint
        self.url = url
        self.margins = margins
    }

    /// Which of the island's views are meant.
    public struct Parts: OptionSet, Hashable, Sendable {
        public let rawValue: Int

        @inlinable public init(rawValue: Int) { self.rawValue = rawValue }

        public static let compactLeading = Self(rawValue: 1)
        public static let compactTrailing = Self(rawValue: 2)
        public static let minimal = Self(rawValue: 4)
        public static let expanded = Self(rawValue: 8)
        public static let all: Self = [.compactLeading, .compactTrailing, .minimal, .expanded]
    }

    public enum Position: String, Hashable, Sendable, Codable { case leading, trailing, center, bottom }

    public struct Region: Hashable, Sendable, Codable {
        public var position: Position
        public var priority: Double
        public var content: ViewNode

        @inlinable public init(position: Position, priority: Double = 0, content: ViewNode) {
            self.position = position
            self.priority = priority
            self.content = content
        }
    }

    /// Points; `nil` where the system decides.
    public struct Margins: Hashable, Sendable, Codable {
        public var top: Double?
        public var leading: Double?
        public var bottom: Double?
        public var trailing: Double?

        @inlinable public init(top: Double? = nil, leading: Double? = nil, bottom: Double? = nil, trailing: Double? = nil) {
            self.top = top
            self.leading = leading
            self.bottom = bottom
            self.trailing = trailing
        }
    }
}
