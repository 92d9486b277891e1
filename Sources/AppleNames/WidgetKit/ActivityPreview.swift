public import LiveActivityUI

/// A preview of a Live Activity. It is type-checked, but has no effect here.
@freestanding(declaration)
public macro Preview<Attributes: ActivityAttributes>(
    _ name: String? = nil, as kind: ActivityPreviewViewKind, using attributes: Attributes,
    widget: @escaping @MainActor () -> any Widget,
    @PreviewActivityBuilder<Attributes> contentStates: @escaping @MainActor () async -> [Attributes.ContentState]
) = #externalMacro(module: "PreviewMacros", type: "Preview")

/// The presentation that a preview shows.
public enum ActivityPreviewViewKind: Hashable, Sendable {
    case content
    case dynamicIsland(DynamicIslandPreviewViewState)
}

public enum DynamicIslandPreviewViewState: Hashable, Sendable {
    case compact, expanded, minimal
}

public typealias PreviewActivityBuilder<Attributes: ActivityAttributes> = _ArrayBuilder<Attributes.ContentState>

extension ActivityAttributes {
    /// A preview of a Live Activity in a `PreviewProvider`. Attributes have no reference to their widget, so it is an empty
    /// view; `live-activities ios previews` draws the widget.
    public func previewContext(_ contentState: ContentState, isStale: Bool = false, viewKind: ActivityPreviewViewKind)
        -> some View
    { FoundActivityPreview(attributes: self, state: contentState, isStale: isStale, kind: viewKind) }
}

/// Collects the Live Activities of a `PreviewProvider` while it is resolved. Passed in the environment.
package final class ActivityPreviewCollector {
    /// Called with each Live Activity.
    package var visit: (any ActivityPreviewContext, EnvironmentValues) -> Void

    package init(_ visit: @escaping (any ActivityPreviewContext, EnvironmentValues) -> Void) { self.visit = visit }
}

/// A Live Activity in a `PreviewProvider`.
package protocol ActivityPreviewContext {
    associatedtype Attributes: ActivityAttributes
    var attributes: Attributes { get }
    var state: Attributes.ContentState { get }
    var isStale: Bool { get }
    var kind: ActivityPreviewViewKind { get }
}

private struct FoundActivityPreview<Attributes: ActivityAttributes>: View, ActivityPreviewContext {
    typealias Body = Never
    let attributes: Attributes
    let state: Attributes.ContentState
    let isStale: Bool
    let kind: ActivityPreviewViewKind

    static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        resolution.environment[ActivityPreviewCollector.self]?.visit(view, resolution.environment)
    }
}
