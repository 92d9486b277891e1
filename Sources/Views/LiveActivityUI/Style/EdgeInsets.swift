public import Foundation

/// Distances from the four edges in points.
public struct EdgeInsets: Hashable, Sendable {
    /// The distance from the top.
    public var top: CGFloat
    /// The distance from the leading edge.
    public var leading: CGFloat
    /// The distance from the bottom.
    public var bottom: CGFloat
    /// The distance from the trailing edge.
    public var trailing: CGFloat

    /// Distances in points.
    public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
        (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
    }

    /// No distance at any edge.
    public init() { self.init(top: 0, leading: 0, bottom: 0, trailing: 0) }

    @usableFromInline init(_ edges: Edge.Set, _ length: CGFloat) {
        self.init(
            top: edges.contains(.top) ? length : 0, leading: edges.contains(.leading) ? length : 0,
            bottom: edges.contains(.bottom) ? length : 0, trailing: edges.contains(.trailing) ? length : 0)
    }

    @usableFromInline var node: EdgeInsetsNode {
        EdgeInsetsNode(top: Double(top), leading: Double(leading), bottom: Double(bottom), trailing: Double(trailing))
    }
}

/// An edge of a rectangle.
public enum Edge: Int8, Hashable, Sendable, CaseIterable {
    case top, leading, bottom, trailing

    /// A set of edges.
    public struct Set: OptionSet, Hashable, Sendable {
        public let rawValue: Int8

        /// Edges in a bit mask.
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public init(_ edge: Edge) { rawValue = 1 << edge.rawValue }

        public static let top = Self(.top)
        public static let leading = Self(.leading)
        public static let bottom = Self(.bottom)
        public static let trailing = Self(.trailing)
        public static let horizontal: Self = [.leading, .trailing]
        public static let vertical: Self = [.top, .bottom]
        public static let all: Self = [.horizontal, .vertical]
    }
}

/// The leading or the trailing edge.
public enum HorizontalEdge: Int8, Hashable, Sendable, CaseIterable {
    case leading, trailing

    /// A set of horizontal edges.
    public struct Set: OptionSet, Hashable, Sendable {
        public let rawValue: Int8

        /// Edges in a bit mask.
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public init(_ edge: HorizontalEdge) { rawValue = 1 << edge.rawValue }

        public static let leading = Self(.leading)
        public static let trailing = Self(.trailing)
        public static let all: Self = [.leading, .trailing]
    }
}

/// The top or the bottom.
public enum VerticalEdge: Int8, Hashable, Sendable, CaseIterable {
    case top, bottom

    /// A set of vertical edges.
    public struct Set: OptionSet, Hashable, Sendable {
        public let rawValue: Int8

        /// Edges in a bit mask.
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public init(_ edge: VerticalEdge) { rawValue = 1 << edge.rawValue }

        public static let top = Self(.top)
        public static let bottom = Self(.bottom)
        public static let all: Self = [.top, .bottom]
    }
}

/// The horizontal or the vertical axis.
public enum Axis: Int8, Hashable, Sendable, CaseIterable {
    case horizontal, vertical

    /// A set of axes.
    public struct Set: OptionSet, Hashable, Sendable {
        public let rawValue: Int8

        /// Axes in a bit mask.
        public init(rawValue: Int8) { self.rawValue = rawValue }

        public static let horizontal = Self(rawValue: 1)
        public static let vertical = Self(rawValue: 2)
    }
}
