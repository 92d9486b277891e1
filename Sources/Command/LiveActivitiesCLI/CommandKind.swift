public import LiveActivityCore
public import LiveActivitySurfaces

/// A kind of activity for ``LiveActivitiesCLI``: its provider, the widget that draws it, and a one-line description.
public struct CommandKind: Sendable {
    let provider: AnyProvider
    let summary: String?
    /// Adds the widget; `nil` for a kind that is not drawn.
    let register: (@Sendable (inout ActivityWidgets) throws(PresentationError) -> Void)?

    /// Creates a kind with its provider and its widget.
    ///
    /// - Parameters:
    ///   - provider: The provider with the kind's rules.
    ///   - widget: The type of the widget. An instance is created for each presentation.
    ///   - strings: The widget's localized texts.
    ///   - summary: A one-line description of the kind, for `describe`.
    public init<Provider: ActivityProvider, Presented: Widget>(
        _ provider: Provider, widget: Presented.Type, strings: (any StringTable)? = nil, summary: String? = nil
    ) {
        self.init(
            AnyProvider(provider), attributes: Provider.Attributes.self, widget: widget, strings: strings, summary: summary)
    }

    /// Creates a kind by the type of its attributes, and its widget. Use it for a kind without rules.
    public init<Attributes: ActivityAttributes, Presented: Widget>(
        _ provider: AnyProvider, attributes: Attributes.Type, widget: Presented.Type, strings: (any StringTable)? = nil,
        summary: String? = nil
    ) {
        self.provider = provider
        self.summary = summary
        // Safe: only types are captured that need not be `Sendable`.
        nonisolated(unsafe) let add = { [kind = provider.kind] (widgets: inout ActivityWidgets) throws(PresentationError) in
            try widgets.register(widget, kind: kind, attributes: attributes, strings: strings)
        }
        register = { (widgets) throws(PresentationError) in try add(&widgets) }
    }

    /// Creates a kind without a widget. It cannot be checked or drawn; everything else works.
    public init(_ provider: AnyProvider, summary: String? = nil) {
        self.provider = provider
        self.summary = summary
        register = nil
    }
}
