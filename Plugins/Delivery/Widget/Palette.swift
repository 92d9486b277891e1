import LiveActivityUI
import PluginCards

/// Orange. Text has a contrast of at least 4.5:1 on either background.
let palette = CardPalette(
    tint: AdaptiveColor(light: Color(red: 0.659, green: 0.275, blue: 0), dark: Color(red: 1, green: 0.624, blue: 0.039)),
    background: AdaptiveColor(
        light: Color(red: 1, green: 0.965, blue: 0.922), dark: Color(red: 0.11, green: 0.071, blue: 0.024)))
