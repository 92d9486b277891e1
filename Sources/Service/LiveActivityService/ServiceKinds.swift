#if Service
public import LiveActivityCore
public import LiveActivitySurfaces

/// The activity kinds of a service: a provider for each, and the widgets that draw them.
public struct ServiceKinds: Sendable {
    /// The providers, in the order in which kinds are listed. A provider's index is part of the id of each of its activities.
    public var providers: [AnyProvider]
    /// The widgets of the kinds. A kind without a widget has no presentations; everything else works.
    public var widgets: ActivityWidgets
    /// A one-line description of each kind.
    public var summaries: [ActivityKind: String]
    /// Returns the JSON Schemas of a kind, for the member `schemas` of `GET /v1/kinds/{kind}`; if `nil`, the answer lacks the
    /// member. Called on any thread for the first request of a kind in each second; an error fails that request.
    ///
    /// ```swift
    /// kinds.schemas = { try Contract.of($0).contract.schemas }
    /// ```
    public var schemas: (@Sendable (AnyProvider) throws -> JSONText)?

    /// Creates kinds from their providers.
    public init(
        providers: [AnyProvider], widgets: ActivityWidgets = ActivityWidgets(), summaries: [ActivityKind: String] = [:]
    ) {
        self.providers = providers
        self.widgets = widgets
        self.summaries = summaries
    }
}
#endif
