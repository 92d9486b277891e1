public import LiveActivityCore

/// How a Live Activity looks: on the Lock Screen and as a banner, and in the Dynamic Island (WK-01).
public struct ActivityConfiguration<Attributes: ActivityAttributes>: WidgetConfiguration {
    public typealias Body = Never
    let content: (ActivityViewContext<Attributes>) -> AnyView
    let dynamicIsland: (ActivityViewContext<Attributes>) -> DynamicIsland

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

/// What a Live Activity's views are made of.
public struct ActivityViewContext<Attributes: ActivityAttributes> {
    public let attributes: Attributes
    public let state: Attributes.ContentState
    /// The content's stale date has passed.
    public let isStale: Bool
    public let activityID: String

    public init(attributes: Attributes, state: Attributes.ContentState, isStale: Bool = false, activityID: String = "") {
        self.attributes = attributes
        self.state = state
        self.isStale = isStale
        self.activityID = activityID
    }

    /// Which family is drawn. WidgetKit has it in the environment alone; the seed has it here as well (SEED-03).
    public var activityFamily: ActivityFamily { Resolution.current?.environment.activityFamily ?? .medium }
}

extension ActivityViewContext: Sendable where Attributes: Sendable, Attributes.ContentState: Sendable {}

/// Which layout is drawn (WK-03). A view may switch over it without a `default`, so that there is no third case.
public enum ActivityFamily: String, Hashable, Sendable, CaseIterable, Codable {
    /// The Smart Stack of Apple Watch, and CarPlay.
    case small
    /// The Lock Screen.
    case medium

    /// Another name for ``small``: the seed has a family for CarPlay, WidgetKit has not (SEED-01).
    public static let carPlay = ActivityFamily.small
}

/// The looks of one kind of Live Activity, as a widget says them.
public struct ActivityLook<Attributes: ActivityAttributes> {
    public let options: WidgetOptions
    package let content: (ActivityViewContext<Attributes>) -> AnyView
    package let dynamicIsland: (ActivityViewContext<Attributes>) -> DynamicIsland

    init(
        options: WidgetOptions, content: @escaping (ActivityViewContext<Attributes>) -> AnyView,
        dynamicIsland: @escaping (ActivityViewContext<Attributes>) -> DynamicIsland
    ) {
        self.options = options
        self.content = content
        self.dynamicIsland = dynamicIsland
    }

    /// The looks for `Attributes` that a widget has; `nil` where it has none.
    public init?(_ widget: some Widget, for attributes: Attributes.Type = Attributes.self) {
        func describe<Some: Widget>(_ widget: Some, _ search: inout Search) { Some._describe(widget, to: &search) }
        var search = Search()
        describe(widget, &search)
        guard let found = search.found else { return nil }
        self = found
    }

    /// The looks for `Attributes` that one of a bundle's widgets has; `nil` where none has.
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

    /// The Lock Screen's content.
    public func content(_ context: ActivityViewContext<Attributes>, in environment: EnvironmentValues) throws(ResolutionError)
        -> ViewNode
    {
        try Resolution.node(in: environment) { $0.node(of: content(context)) }
    }

    /// What the Dynamic Island shows.
    ///
    /// - Parameter parts: Those that are resolved; the others stay empty.
    public func dynamicIsland(
        _ context: ActivityViewContext<Attributes>, in environment: EnvironmentValues, parts: DynamicIslandNode.Parts = .all
    ) throws(ResolutionError) -> DynamicIslandNode {
        let resolution = Resolution(environment)
        let node = resolution.run { resolution.dynamicIsland(dynamicIsland(context), parts: parts) }
        if let failure = resolution.failure { throw failure }
        return node
    }
}
