public import LiveActivityCore
public import LiveActivitySurfaces

/// A kind of activity and the widget that draws it, for ``LiveActivitiesCLI``.
public struct KindWidget: Sendable {
    let kind: ActivityKind
    let register: @Sendable (inout ActivityWidgets) throws(PresentationError) -> Void

    /// The widget of a provider's activities.
    ///
    /// - Parameters:
    ///   - widget: The type of the widget. An instance is created for each presentation.
    ///   - provider: The provider, for its kind and attributes.
    ///   - strings: The widget's localized texts.
    public init<Presented: Widget & SendableMetatype, Provider: ActivityProvider>(
        _ widget: Presented.Type, of provider: Provider, strings: (any StringTable)? = nil
    ) {
        self.init(widget, kind: provider.kind, attributes: Provider.Attributes.self, strings: strings)
    }

    /// The widget of a kind that has attributes of this type, also of a kind without rules.
    public init<Presented: Widget & SendableMetatype, Attributes: ActivityAttributes>(
        _ widget: Presented.Type, kind: ActivityKind, attributes: Attributes.Type, strings: (any StringTable)? = nil
    ) {
        self.kind = kind
        register = { (widgets) throws(PresentationError) in
            try widgets.register(widget, kind: kind, attributes: attributes, strings: strings)
        }
    }
}
