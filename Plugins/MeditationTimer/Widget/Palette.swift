import LiveActivityUI
import PluginCards

/// Violet. Text has a contrast of at least 4.5:1 on either background.
let palette = CardPalette(
    tint: AdaptiveColor(light: Color(red: 0.427, green: 0.247, blue: 0.769), dark: Color(red: 0.749, green: 0.58, blue: 1)),
    background: AdaptiveColor(
        light: Color(red: 0.965, green: 0.945, blue: 1), dark: Color(red: 0.082, green: 0.055, blue: 0.125)))
