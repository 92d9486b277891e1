extension ResolvedColor {
    /// The relative luminance by WCAG of an opaque color: 0 for black, 1 for white.
    var luminance: Double {
        0.2126 * Self.linear(red.clamped) + 0.7152 * Self.linear(green.clamped) + 0.0722 * Self.linear(blue.clamped)
    }

    /// The contrast ratio by WCAG between two opaque colors, from 1 to 21.
    func contrast(to other: ResolvedColor) -> Double {
        let (brighter, darker) = (max(luminance, other.luminance), min(luminance, other.luminance))
        return (brighter + 0.05) / (darker + 0.05)
    }

    /// This color drawn over an opaque one.
    func drawn(over below: ResolvedColor, opacity: Double = 1) -> ResolvedColor {
        let share = (self.opacity * opacity).clamped
        func mixed(_ top: Double, _ bottom: Double) -> Double { bottom + (top.clamped - bottom) * share }
        return ResolvedColor(
            red: mixed(red, below.red), green: mixed(green, below.green), blue: mixed(blue, below.blue))
    }
}
