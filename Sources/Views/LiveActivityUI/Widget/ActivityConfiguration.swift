public import LiveActivityCore

/// The views of a Live Activity for the Lock Screen, banners and the Dynamic Island, as in WidgetKit.
public struct ActivityConfiguration<Attributes: ActivityAttributes>: WidgetConfiguration {
    let content: (ActivityViewContext<Attributes>) -> AnyView
    let dynamicIsland: (ActivityViewContext<Attributes>) -> DynamicIsland

    /// Views for activities with these attributes.
    ///
    /// - Parameters:
    ///   - attributesType: The attributes.
    ///   - content: The Lock Screen presentation. It is also used for watch and CarPlay if the small family is
    ///     declared.
    ///   - dynamicIsland: The presentations in the Dynamic Island.
    public init<Content: View>(
        for attributesType: Attributes.Type,
        @ViewBuilder content: @escaping (ActivityViewContext<Attributes>) -> Content,
        dynamicIsland: @escaping (ActivityViewContext<Attributes>) -> DynamicIsland
    ) {
        self.content = { AnyView(content($0)) }
        self.dynamicIsland = dynamicIsland
    }

    public static func _describe(_ configuration: Self, _ options: WidgetOptions, to visitor: inout some _ActivityVisitor) {
        visitor.visit(
            ActivityLook<Attributes>(
                options: options, content: configuration.content, dynamicIsland: configuration.dynamicIsland))
    }
}

/// The input of a Live Activity's views.
public struct ActivityViewContext<Attributes: ActivityAttributes> {
    /// The static attributes.
    public let attributes: Attributes
    /// The current content.
    public let state: Attributes.ContentState
    /// Whether the stale date of the content has passed.
    public let isStale: Bool
    public let activityID: String

    /// The input of a Live Activity's views.
    public init(attributes: Attributes, state: Attributes.ContentState, isStale: Bool = false, activityID: String = "") {
        (self.attributes, self.state, self.isStale, self.activityID) = (attributes, state, isStale, activityID)
    }

    /// The family for which views are drawn. In WidgetKit it is only available from the environment.
    public var activityFamily: ActivityFamily { Resolution.current?.environment.activityFamily ?? .medium }
}

extension ActivityViewContext: Sendable where Attributes: Sendable, Attributes.ContentState: Sendable {}

/// The layout for which a Live Activity is drawn. As in WidgetKit there are exactly two, so a `switch` needs no
/// `default`.
public enum ActivityFamily: String, Hashable, Sendable, CaseIterable, Codable {
    /// The Smart Stack of Apple Watch, and CarPlay.
    case small
    /// The Lock Screen.
    case medium

    /// An alias of ``small``. WidgetKit has no separate family for CarPlay; this name keeps code compiling that uses one.
    public static let carPlay = ActivityFamily.small
}

/// The views of one Live Activity, found in a widget.
public struct ActivityLook<Attributes: ActivityAttributes> {
    /// The options that modifiers of the configuration have set.
    public let options: WidgetOptions
    package let content: (ActivityViewContext<Attributes>) -> AnyView
    package let dynamicIsland: (ActivityViewContext<Attributes>) -> DynamicIsland

    init(
        options: WidgetOptions, content: @escaping (ActivityViewContext<Attributes>) -> AnyView,
        dynamicIsland: @escaping (ActivityViewContext<Attributes>) -> DynamicIsland
    ) { (self.options, self.content, self.dynamicIsland) = (options, content, dynamicIsland) }

    /// The views for `Attributes` in a widget; `nil` if it has none.
    public init?(_ widget: some Widget, for attributes: Attributes.Type = Attributes.self) {
        func describe<Some: Widget>(_ widget: Some, _ search: inout Search) { Some._describe(widget, to: &search) }
        var search = Search()
        describe(widget, &search)
        guard let found = search.found else { return nil }
        self = found
    }

    /// The views for `Attributes` in the widgets of a bundle; `nil` if there are none.
    public init?(_ bundle: some WidgetBundle, for attributes: Attributes.Type = Attributes.self) {
        func body<Some: WidgetBundle>(_ bundle: Some) -> Some.Body { bundle.body }
        self.init(body(bundle))
    }

    private struct Search: _ActivityVisitor {
        var found: ActivityLook?

        mutating func visit<Other: ActivityAttributes>(_ look: ActivityLook<Other>) {
            if found == nil { found = look as? ActivityLook }
        }
    }

    /// Resolves the Lock Screen presentation.
    ///
    /// - Throws: ``ResolutionError`` if the view is too deep or too large.
    public func content(_ context: ActivityViewContext<Attributes>, in environment: EnvironmentValues) throws(ResolutionError)
        -> ViewNode
    { try Resolution.node(in: environment) { $0.node(of: content(context)) } }

    /// Resolves the presentations in the Dynamic Island.
    ///
    /// - Parameters:
    ///   - context: The activity.
    ///   - environment: The environment.
    ///   - parts: The presentations to resolve. The others stay empty.
    /// - Throws: ``ResolutionError`` if a view is too deep or too large.
    public func dynamicIsland(
        _ context: ActivityViewContext<Attributes>, in environment: EnvironmentValues, parts: DynamicIslandNode.Parts = .all
    ) throws(ResolutionError) -> DynamicIslandNode {
        let resolution = Resolution(environment)
        let node = resolution.run { resolution.dynamicIsland(dynamicIsland(context), parts: parts) }
        if let failure = resolution.failure { throw failure }
        return node
    }
}
