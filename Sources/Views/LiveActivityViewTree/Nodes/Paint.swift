/// The filling of a shape or a letter, resolved for the color scheme, contrast and luminance of the environment.
public indirect enum Paint: Hashable, Sendable, Codable {
    case color(ResolvedColor)
    /// A linear gradient between two points of the filled rectangle.
    case linear([GradientStop], start: UnitPointNode, end: UnitPointNode)
    /// A circular gradient; the radii are in points.
    case radial([GradientStop], center: UnitPointNode, startRadius: Double, endRadius: Double)
    /// A gradient around a point; angles are clockwise, 0 is right.
    case angular([GradientStop], center: UnitPointNode, startDegrees: Double, endDegrees: Double)
    /// An elliptical gradient; the radii are fractions of the filled rectangle.
    case elliptical([GradientStop], center: UnitPointNode, startFraction: Double, endFraction: Double)
    /// A translucent material, with the color that is drawn where nothing can be blurred.
    case material(ResolvedColor)
}

/// An sRGB color. Components are not premultiplied and range from 0 to 1.
public struct ResolvedColor: Hashable, Sendable, Codable {
    /// Red, 0 to 1.
    public var red: Double
    /// Green, 0 to 1.
    public var green: Double
    /// Blue, 0 to 1.
    public var blue: Double
    /// Opacity: 0 is transparent, 1 opaque.
    public var opacity: Double

    /// A color, by default opaque.
    @inlinable public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
        (self.red, self.green, self.blue, self.opacity) = (red, green, blue, opacity)
    }

    /// Red, green, blue and opacity, a byte each.
    @inlinable package init(hex: UInt32) {
        func component(_ shift: UInt32) -> Double { Double((hex >> shift) & 0xFF) / 255 }
        self.init(red: component(24), green: component(16), blue: component(8), opacity: component(0))
    }
}

/// A color of a gradient.
public struct GradientStop: Hashable, Sendable, Codable {
    public var color: ResolvedColor
    /// The location from the start (0) to the end (1) of the gradient.
    public var location: Double

    @inlinable public init(_ color: ResolvedColor, at location: Double) {
        self.color = color
        self.location = location
    }
}

/// A point of a unit square. (0, 0) is the top left corner; in a right-to-left layout, the top right one.
public struct UnitPointNode: Hashable, Sendable, Codable {
    /// The fraction of the width from the leading edge.
    public var x: Double
    /// The fraction of the height from the top.
    public var y: Double

    /// A point of the unit square.
    @inlinable public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}
