/// What a shape or a letter is filled with: settled for the colour scheme, contrast and luminance of the environment.
public indirect enum Paint: Hashable, Sendable, Codable {
    case color(ResolvedColor)
    case linear([GradientStop], start: UnitPointNode, end: UnitPointNode)
    case radial([GradientStop], center: UnitPointNode, startRadius: Double, endRadius: Double)
    case angular([GradientStop], center: UnitPointNode, startDegrees: Double, endDegrees: Double)
    case elliptical([GradientStop], center: UnitPointNode, startFraction: Double, endFraction: Double)
    /// A translucent background; drawn as its colour where nothing can be blurred.
    case material(ResolvedColor)
}

/// sRGB, not premultiplied, each from 0 to 1.
public struct ResolvedColor: Hashable, Sendable, Codable {
    public var red: Double
    public var green: Double
    public var blue: Double
    public var opacity: Double

    @inlinable public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.opacity = opacity
    }

    /// Red, green, blue and opacity, a byte each.
    @inlinable package init(hex: UInt32) {
        func component(_ shift: UInt32) -> Double { Double((hex >> shift) & 0xFF) / 255 }
        self.init(red: component(24), green: component(16), blue: component(8), opacity: component(0))
    }
}

public struct GradientStop: Hashable, Sendable, Codable {
    public var color: ResolvedColor
    public var location: Double

    @inlinable public init(_ color: ResolvedColor, at location: Double) {
        self.color = color
        self.location = location
    }
}

/// A point in a unit square: 0, 0 is the top left, as x runs with the layout direction the top leading, corner.
public struct UnitPointNode: Hashable, Sendable, Codable {
    public var x: Double
    public var y: Double

    @inlinable public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}
