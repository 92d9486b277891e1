public import LiveActivityCore
public import LiveActivitySurfaces

/// A kind of activity as ``LiveActivitiesCLI`` has it: its provider, the widget that draws it, and a few words about it.
public struct CommandKind: Sendable {
    let provider: AnyProvider
    let summary: String?
    /// Adds the widget; `nil` for a kind that is not drawn.
    let register: (@Sendable (inout ActivityWidgets) throws(PresentationError) -> Void)?

    /// A kind with rules, and its widget.
    ///
    /// - Parameters:
    ///   - provider: The rules.
    ///   - widget: The type of the widget. An instance is created for each presentation.
    ///   - strings: The widget's localized texts.
    ///   - summary: A few words about the kind, for `describe`.
    public init<Provider: ActivityProvider, Presented: Widget>(
        _ provider: Provider, widget: Presented.Type, strings: (any StringTable)? = nil, summary: String? = nil
    ) {
        self.init(
            AnyProvider(provider), attributes: Provider.Attributes.self, widget: widget, strings: strings, summary: summary)
    }

    /// A kind that has attributes of this type, and its widget. A kind without rules is made with this one.
    public init<Attributes: ActivityAttributes, Presented: Widget>(
        _ provider: AnyProvider, attributes: Attributes.Type, widget: Presented.Type, strings: (any StringTable)? = nil,
        summary: String? = nil
    ) {
        self.provider = provider
        self.summary = summary
        // The types need not be `Sendable`, and nothing else is captured that is not.
        nonisolated(unsafe) let add = { [kind = provider.kind] (widgets: inout ActivityWidgets) throws(PresentationError) in
            try widgets.register(widget, kind: kind, attributes: attributes, strings: strings)
        }
        register = { (widgets) throws(PresentationError) in try add(&widgets) }
    }

    /// A kind without a widget. It cannot be checked or drawn; everything else works.
    public init(_ provider: AnyProvider, summary: String? = nil) {
        self.provider = provider
        self.summary = summary
        register = nil
    }
}
