import LiveActivityUI
import PluginCards

/// Green. Text has a contrast of at least 4.5:1 on either background.
let palette = CardPalette(
    tint: AdaptiveColor(light: Color(red: 0.067, green: 0.439, blue: 0.227), dark: Color(red: 0.188, green: 0.82, blue: 0.345)),
    background: AdaptiveColor(
        light: Color(red: 0.937, green: 0.976, blue: 0.945), dark: Color(red: 0.031, green: 0.086, blue: 0.047)))
