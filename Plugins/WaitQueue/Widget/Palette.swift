import LiveActivityUI
import PluginCards

/// Blue. Text has a contrast of at least 4.5:1 on either background.
let palette = CardPalette(
    tint: AdaptiveColor(light: Color(red: 0, green: 0.373, blue: 0.784), dark: Color(red: 0.392, green: 0.682, blue: 1)),
    background: AdaptiveColor(
        light: Color(red: 0.937, green: 0.961, blue: 1), dark: Color(red: 0.031, green: 0.071, blue: 0.125)))
