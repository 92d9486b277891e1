public import LiveActivityUI

/// A button in a capsule that performs an action of the activity. It has the font of its surroundings.
public struct CardButton: View {
    private let title: LocalizedStringKey
    private let symbol: String
    private let action: ActivityAction
    private let padding: EdgeInsets

    /// - Parameters:
    ///   - systemImage: The name of an SF Symbol.
    ///   - action: The action that the provider's `perform(_:in:)` receives.
    ///   - verticalPadding: Above and below the title, in points.
    public init(_ title: LocalizedStringKey, systemImage: String, action: ActionID, verticalPadding: CGFloat = 7) {
        self.title = title
        symbol = systemImage
        self.action = ActivityAction(action)
        padding = EdgeInsets(top: verticalPadding, leading: 12, bottom: verticalPadding, trailing: 12)
    }

    public var body: some View {
        Button(intent: action) {
            Label(title, systemImage: symbol)
                .lineLimit(1)
                .padding(padding)
                .background(Color.primary.opacity(0.12), in: Capsule())
        }
        .buttonStyle(.plain)
        .fixedSize()
    }
}

/// The symbol of an activity's state in the palette's tint, with the state's name for VoiceOver.
public struct CardSymbol: View {
    private let symbol: String
    private let label: LocalizedStringKey
    private let tint: AdaptiveColor

    /// - Parameters:
    ///   - systemImage: The name of an SF Symbol.
    ///   - label: The label for VoiceOver.
    public init(systemImage: String, label: LocalizedStringKey, _ palette: CardPalette) {
        symbol = systemImage
        self.label = label
        tint = palette.tint
    }

    public var body: some View {
        Image(systemName: symbol)
            .foregroundStyle(tint)
            .accessibilityLabel(Text(label))
    }
}
