extension ResolvedColor {
    /// WCAG's relative luminance: 0 for black, 1 for white. Of an opaque colour.
    var luminance: Double {
        0.2126 * Self.linear(red.clamped) + 0.7152 * Self.linear(green.clamped) + 0.0722 * Self.linear(blue.clamped)
    }

    /// WCAG's contrast ratio between two opaque colours, from 1 to 21.
    func contrast(to other: ResolvedColor) -> Double {
        let (brighter, darker) = (max(luminance, other.luminance), min(luminance, other.luminance))
        return (brighter + 0.05) / (darker + 0.05)
    }

    /// This colour drawn over an opaque one.
    func drawn(over below: ResolvedColor, opacity: Double = 1) -> ResolvedColor {
        let share = (self.opacity * opacity).clamped
        func mixed(_ top: Double, _ bottom: Double) -> Double { bottom + (top.clamped - bottom) * share }
        return ResolvedColor(
            red: mixed(red, below.red), green: mixed(green, below.green), blue: mixed(blue, below.blue))
    }
}
