public import Foundation

// View modifiers of WidgetKit.
extension View {
    /// The URL that a tap on the surface opens. Use it once for each presentation.
    @inlinable public func widgetURL(_ url: URL?) -> ModifiedContent<Self, _ResolvedModifier<URL?>> {
        resolved(url) { url, _ in url.map { .widgetURL($0) } }
    }

    /// The background of the Lock Screen presentation; `nil` is the system's material.
    @inlinable public func activityBackgroundTint(_ color: Color?) -> ModifiedContent<Self, _ResolvedModifier<Color?>> {
        resolved(color) { color, resolution in
            .activityBackgroundTint(color.map { resolution.resolved($0) })
        }
    }

    /// The color of the text of the system's button beside the Lock Screen presentation, which dismisses the activity.
    @inlinable public func activitySystemActionForegroundColor(_ color: Color?) -> ModifiedContent<
        Self, _ResolvedModifier<Color?>
    > {
        resolved(color) { color, resolution in
            .activitySystemActionForegroundColor(color.map { resolution.resolved($0) })
        }
    }

    /// The background of the whole surface. It is left out if ``EnvironmentValues/showsWidgetContainerBackground`` is
    /// `false`. The alignment has no effect.
    @inlinable public func containerBackground<Background: View>(
        for container: ContainerBackgroundPlacement, alignment: Alignment = .center, @ViewBuilder content: () -> Background
    ) -> ModifiedContent<Self, _ContainerBackgroundModifier<Background>> {
        modifier(_ContainerBackgroundModifier(content: content()))
    }
    /// A style as the background of the whole surface.
    @inlinable public func containerBackground<Style: ShapeStyle>(_ style: Style, for container: ContainerBackgroundPlacement)
        -> ModifiedContent<Self, _ContainerBackgroundModifier<_StyleView<Style>>>
    { modifier(_ContainerBackgroundModifier(content: _StyleView(style: style))) }

    /// For a leading or trailing region of the expanded island: whether it may move below the camera if it is too wide.
    @inlinable public func dynamicIsland(verticalPlacement: DynamicIslandExpandedRegionVerticalPlacement)
        -> ModifiedContent<Self, _ResolvedModifier<DynamicIslandExpandedRegionVerticalPlacement>>
    { resolved(verticalPlacement) { placement, _ in placement == .belowIfTooWide ? .belowIfTooWide : nil } }

    /// Adds space at some edges, in points; `nil` is the default of 16 points. The placement has no effect.
    @inlinable public func contentMargins(
        _ edges: Edge.Set = .all, _ length: CGFloat?, for placement: ContentMarginPlacement = .automatic
    )
        -> _WithEffect
    { padding(edges, length) }
    /// Adds the same space at all edges, in points. The placement has no effect.
    @inlinable public func contentMargins(_ length: CGFloat, for placement: ContentMarginPlacement = .automatic)
        -> _WithEffect
    { padding(length) }

    /// No effect: no surface of a Live Activity recolors views.
    @inlinable public func widgetAccentable(_ accentable: Bool = true) -> Self { self }
    /// No effect: no surface of a Live Activity curves its content.
    @inlinable public func widgetCurvesContent(_ curvesContent: Bool = true) -> Self { self }
    /// No effect: no surface of a Live Activity has a label beside the widget.
    @inlinable public func widgetLabel<Label: View>(@ViewBuilder label: () -> Label) -> Self { self }
    @inlinable public func widgetLabel(_ label: LocalizedStringKey) -> Self { self }
}

/// The container of a background. All are treated alike.
public enum ContainerBackgroundPlacement: Hashable, Sendable {
    case widget, navigation, tabView, window
}

/// The content to which margins apply. Accepted and not used.
public enum ContentMarginPlacement: Hashable, Sendable {
    case automatic, scrollContent, scrollIndicators
}

/// The position of a region beside the camera that is too wide.
public enum DynamicIslandExpandedRegionVerticalPlacement: Hashable, Sendable {
    /// It stays beside the camera.
    case `default`
    /// It moves below the camera.
    case belowIfTooWide
}

/// The modifier of `containerBackground(for:)`.
public struct _ContainerBackgroundModifier<Background: View>: _SurroundingModifier {
    @usableFromInline let content: Background

    @inlinable init(content: Background) { self.content = content }

    public func _effect(in resolution: Resolution) -> ViewEffect? {
        guard resolution.environment.showsWidgetContainerBackground else { return nil }
        return .containerBackground(resolution.node(of: content, stacked: .depth))
    }
}
