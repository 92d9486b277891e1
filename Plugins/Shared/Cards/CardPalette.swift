public import LiveActivityUI

/// The colours that one kind of activity has on every surface.
///
/// Choose each pair so that text on it has a contrast of at least 4.5:1. `live-activities lint` checks it.
///
/// ```swift
/// let palette = CardPalette(
///     tint: AdaptiveColor(light: Color(red: 0, green: 0.37, blue: 0.78), dark: Color(red: 0.39, green: 0.68, blue: 1)),
///     background: AdaptiveColor(light: .white, dark: .black))
/// ```
public struct CardPalette: Sendable {
    /// Symbols, numbers, bars and controls.
    public let tint: AdaptiveColor

    /// The background of the Lock Screen's card.
    public let background: AdaptiveColor

    /// Creates a palette.
    public init(tint: AdaptiveColor, background: AdaptiveColor) {
        self.tint = tint
        self.background = background
    }

    /// Text of lower importance: the primary colour at 70 %.
    ///
    /// The system's secondary colour has a contrast of only 3.4:1 on white.
    public let secondaryText = Color.primary.opacity(0.7)
}

/// A colour for light surfaces and one for dark surfaces.
///
/// The appearance is that of the surface, not of the device: a menu bar may be light while the Dynamic Island is always
/// dark.
public struct AdaptiveColor: ShapeStyle {
    /// The colour on light surfaces.
    public let light: Color
    /// The colour on dark surfaces.
    public let dark: Color

    /// Creates a pair of colours.
    public init(light: Color, dark: Color) {
        self.light = light
        self.dark = dark
    }

    /// The colour for this appearance.
    public func color(in scheme: ColorScheme) -> Color { scheme == .dark ? dark : light }

    public func resolve(in environment: EnvironmentValues) -> Color { color(in: environment.colorScheme) }
}
