#if Service
public import LiveActivityCore
public import LiveActivitySurfaces

/// The kinds of activity that a service knows: a provider for each, and the widgets that draw them.
public struct ServiceKinds: Sendable {
    /// In the order in which they are listed. A provider's index is part of the id of each of its activities.
    public var providers: [AnyProvider]
    /// The widgets of the kinds. A kind without a widget has no presentations; everything else works.
    public var widgets: ActivityWidgets
    /// A few words about each kind.
    public var summaries: [ActivityKind: String]

    /// Kinds with these providers.
    public init(
        providers: [AnyProvider], widgets: ActivityWidgets = ActivityWidgets(), summaries: [ActivityKind: String] = [:]
    ) {
        self.providers = providers
        self.widgets = widgets
        self.summaries = summaries
    }
}
#endif
