public import LiveActivityUI

/// A Live Activity in Xcode's canvas: type-checked here, and then nothing comes of it.
@freestanding(declaration)
public macro Preview<Attributes: ActivityAttributes>(
    _ name: String? = nil, as kind: ActivityPreviewViewKind, using attributes: Attributes,
    widget: @escaping @MainActor () -> any Widget,
    @PreviewActivityBuilder<Attributes> contentStates: @escaping @MainActor () async -> [Attributes.ContentState]
) = #externalMacro(module: "PreviewMacros", type: "Preview")

/// What is shown of a Live Activity in a preview.
public enum ActivityPreviewViewKind: Hashable, Sendable {
    /// The Lock Screen.
    case content
    case dynamicIsland(DynamicIslandPreviewViewState)
}

public enum DynamicIslandPreviewViewState: Hashable, Sendable {
    case compact, expanded, minimal
}

/// Makes a list of the states in a closure.
@resultBuilder
public enum PreviewActivityBuilder<Attributes: ActivityAttributes> {
    public static func buildExpression(_ state: Attributes.ContentState) -> [Attributes.ContentState] { [state] }
    public static func buildExpression(_ states: [Attributes.ContentState]) -> [Attributes.ContentState] { states }
    public static func buildBlock(_ states: [Attributes.ContentState]...) -> [Attributes.ContentState] {
        states.flatMap(\.self)
    }
    public static func buildArray(_ states: [[Attributes.ContentState]]) -> [Attributes.ContentState] { states.flatMap(\.self) }
    public static func buildOptional(_ states: [Attributes.ContentState]?) -> [Attributes.ContentState] { states ?? [] }
    public static func buildEither(first states: [Attributes.ContentState]) -> [Attributes.ContentState] { states }
    public static func buildEither(second states: [Attributes.ContentState]) -> [Attributes.ContentState] { states }
    public static func buildLimitedAvailability(_ states: [Attributes.ContentState]) -> [Attributes.ContentState] { states }
}

extension ActivityAttributes {
    /// A Live Activity in a `PreviewProvider`. The attributes do not know their widget, so that nothing is shown.
    public func previewContext(_ contentState: ContentState, isStale: Bool = false, viewKind: ActivityPreviewViewKind)
        -> some View
    {
        EmptyView()
    }
}
