// Foundation's `CGFloat` is a separate type. Here it is an alias of `Double`, which has the same range on all platforms of this
// library.

/// A length or a factor.
public typealias CGFloat = Double

public struct CGPoint: Hashable, Sendable, Codable {
    public var x: CGFloat
    public var y: CGFloat

    @inlinable public init() { self.init(x: 0, y: 0) }
    @inlinable public init(x: CGFloat, y: CGFloat) { (self.x, self.y) = (x, y) }

    public static let zero = CGPoint()
}

/// A width and a height in points.
public struct CGSize: Hashable, Sendable, Codable {
    public var width: CGFloat
    public var height: CGFloat

    @inlinable public init() { self.init(width: 0, height: 0) }
    @inlinable public init(width: CGFloat, height: CGFloat) { (self.width, self.height) = (width, height) }
    @inlinable public init(width: Int, height: Int) { self.init(width: CGFloat(width), height: CGFloat(height)) }

    public static let zero = CGSize()
}

/// A position and a size in points.
public struct CGRect: Hashable, Sendable, Codable {
    public var origin: CGPoint
    public var size: CGSize

    @inlinable public init() { self.init(origin: CGPoint(), size: CGSize()) }
    @inlinable public init(origin: CGPoint, size: CGSize) { (self.origin, self.size) = (origin, size) }
    @inlinable public init(x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat) {
        self.init(origin: CGPoint(x: x, y: y), size: CGSize(width: width, height: height))
    }

    public static let zero = CGRect()
    /// The null rectangle, the intersection of disjoint rectangles.
    public static let null = CGRect(x: .infinity, y: .infinity, width: 0, height: 0)

    // A negative width or height extends to the other side.
    @inlinable public var minX: CGFloat { size.width < 0 ? origin.x + size.width : origin.x }
    @inlinable public var minY: CGFloat { size.height < 0 ? origin.y + size.height : origin.y }
    @inlinable public var maxX: CGFloat { size.width < 0 ? origin.x : origin.x + size.width }
    @inlinable public var maxY: CGFloat { size.height < 0 ? origin.y : origin.y + size.height }
    @inlinable public var midX: CGFloat { origin.x + size.width / 2 }
    @inlinable public var midY: CGFloat { origin.y + size.height / 2 }
    @inlinable public var width: CGFloat { abs(size.width) }
    @inlinable public var height: CGFloat { abs(size.height) }

    public var isNull: Bool { origin.x == .infinity || origin.y == .infinity }
    public var isEmpty: Bool { isNull || size.width == 0 || size.height == 0 }
    /// The same rectangle with a width and a height that are not negative.
    public var standardized: CGRect { isNull ? .null : CGRect(x: minX, y: minY, width: width, height: height) }

    /// The rectangle inset by `dx` and `dy` on each side; null if nothing remains.
    public func insetBy(dx: CGFloat, dy: CGFloat) -> CGRect {
        guard !isNull else { return self }
        let rect = standardized
        let (width, height) = (rect.size.width - 2 * dx, rect.size.height - 2 * dy)
        guard width >= 0, height >= 0 else { return .null }
        return CGRect(x: rect.origin.x + dx, y: rect.origin.y + dy, width: width, height: height)
    }

    public func offsetBy(dx: CGFloat, dy: CGFloat) -> CGRect {
        guard !isNull else { return self }
        let rect = standardized
        return CGRect(x: rect.origin.x + dx, y: rect.origin.y + dy, width: rect.size.width, height: rect.size.height)
    }

    /// The smallest rectangle that has both in it.
    public func union(_ other: CGRect) -> CGRect {
        guard !isNull else { return other }
        guard !other.isNull else { return self }
        let (left, top) = (min(minX, other.minX), min(minY, other.minY))
        return CGRect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }

    /// The intersection; null if the rectangles are disjoint.
    public func intersection(_ other: CGRect) -> CGRect {
        guard !isNull, !other.isNull else { return .null }
        let (left, top) = (max(minX, other.minX), max(minY, other.minY))
        let (right, bottom) = (min(maxX, other.maxX), min(maxY, other.maxY))
        guard left <= right, top <= bottom else { return .null }
        return CGRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    public func intersects(_ other: CGRect) -> Bool { !intersection(other).isNull }

    /// Whether the point is inside, or at the left or upper edge.
    public func contains(_ point: CGPoint) -> Bool {
        !isEmpty && !isNull && point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
    }

    public func contains(_ other: CGRect) -> Bool { union(other) == self }
}
