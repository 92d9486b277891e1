public import LiveActivityUI

extension View {
    /// Gives a Lock Screen card its tint and background, and one accessibility label for the whole card.
    ///
    /// The background is black while the display's luminance is reduced (Always-On).
    ///
    /// - Parameter summary: The card in one sentence, for VoiceOver.
    public func cardStyle(_ palette: CardPalette, summary: Text) -> ModifiedContent<Self, CardStyle> {
        modifier(CardStyle(palette: palette, summary: summary))
    }
}

/// The modifier of ``LiveActivityUI/View/cardStyle(_:summary:)``.
public struct CardStyle: ViewModifier {
    let palette: CardPalette
    let summary: Text

    @Environment(\.colorScheme) private var colorScheme
    @Environment(\.isLuminanceReduced) private var isLuminanceReduced

    public func body(content: Content) -> some View {
        content
            .tint(palette.tint)
            .activityBackgroundTint(isLuminanceReduced ? .black : palette.background.color(in: colorScheme))
            .activitySystemActionForegroundColor(palette.tint.color(in: colorScheme))
            .accessibilityElement(children: .contain)
            .accessibilityLabel(summary)
    }
}

extension DynamicIsland {
    /// Sets the margins of the compact presentation, the colour of the keyline, and the page that a tap opens.
    public func cardStyle(_ palette: CardPalette, url: URL?) -> DynamicIsland {
        contentMargins(.leading, 6, for: .compactLeading)
            .contentMargins(.trailing, 6, for: .compactTrailing)
            .keylineTint(palette.tint.dark)
            .widgetURL(url)
    }
}
