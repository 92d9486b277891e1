public import LiveActivityUI
import MeditationTimerActivity
import PluginCards

/// The views of a meditation on every surface.
///
/// The texts are in the language of the attributes, where they have one. A surface knows only the device's language.
public struct MeditationTimerWidget: Widget {
    /// Creates the widget.
    public init() {}

    public var body: some WidgetConfiguration {
        ActivityConfiguration(for: MeditationTimerAttributes.self) { context in
            MeditationTimerCard(timer: context.attributes, state: context.state)
                .widgetURL(Self.page)
                .speaking(context.attributes.languageCode)
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.leading) {
                    ModeSymbol(mode: context.state.mode)
                        .font(.title.weight(.semibold))
                        .padding(.leading, 4)
                        .speaking(context.attributes.languageCode)
                }
                DynamicIslandExpandedRegion(.trailing) {
                    Clock(timer: context.attributes, mode: context.state.mode)
                        .font(.system(.title, design: .rounded, weight: .semibold))
                        .foregroundStyle(palette.tint)
                        .padding(.trailing, 4)
                        .speaking(context.attributes.languageCode)
                }
                DynamicIslandExpandedRegion(.bottom) {
                    HStack(spacing: 12) {
                        ModeWords(state: context.state)
                        Spacer(minLength: 0)
                        if context.state.mode.control != nil {
                            TimerButton(timer: context.attributes, mode: context.state.mode)
                        }
                    }
                    .padding(.horizontal, 4)
                    .padding(.top, 4)
                    .tint(palette.tint)
                    .speaking(context.attributes.languageCode)
                }
            } compactLeading: {
                ModeSymbol(mode: context.state.mode)
                    .font(.subheadline.weight(.semibold))
                    .speaking(context.attributes.languageCode)
            } compactTrailing: {
                Clock(timer: context.attributes, mode: context.state.mode)
                    .font(.system(.subheadline, design: .rounded, weight: .semibold))
                    .foregroundStyle(palette.tint)
                    .speaking(context.attributes.languageCode)
            } minimal: {
                Clock(timer: context.attributes, mode: context.state.mode)
                    .font(.system(.footnote, design: .rounded, weight: .semibold))
                    .foregroundStyle(palette.tint)
                    .speaking(context.attributes.languageCode)
            }
            .cardStyle(palette, url: Self.page)
        }
        .supplementalActivityFamilies([.small])
    }

    /// The texts of all views, in ten languages.
    public static let strings = StringCatalog(embedded: PackageResources.Localizable_xcstrings)

    /// The page that a tap opens; there is one timer at a time.
    private static let page = URL(string: "meditation://timer")
}

extension View {
    /// In this language; in the surface's language where it is `nil`.
    @ViewBuilder fileprivate func speaking(_ languageCode: String?) -> some View {
        if let languageCode {
            let isRightToLeft = Locale.Language(identifier: languageCode).characterDirection == .rightToLeft
            environment(\.locale, Locale(identifier: languageCode))
                .environment(\.layoutDirection, isRightToLeft ? .rightToLeft : .leftToRight)
        } else {
            self
        }
    }
}
