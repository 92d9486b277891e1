public import Foundation

// What WidgetKit adds to views.
extension View {
    /// Where a tap on the surface leads; one a surface (WK-12).
    @inlinable public func widgetURL(_ url: URL?) -> ModifiedContent<Self, _ResolvedModifier<URL?>> {
        resolved(url) { url, _ in url.map { .widgetURL($0) } }
    }

    /// The background of the Lock Screen's card; `nil` is the system's material (WK-11).
    @inlinable public func activityBackgroundTint(_ color: Color?) -> ModifiedContent<Self, _ResolvedModifier<Color?>> {
        resolved(color) { color, resolution in
            .activityBackgroundTint(color.map { resolution.resolved($0) })
        }
    }

    /// The colour of the text on the system's own buttons beside the card (WK-11).
    @inlinable public func activitySystemActionForegroundColor(_ color: Color?) -> ModifiedContent<
        Self, _ResolvedModifier<Color?>
    > {
        resolved(color) { color, resolution in
            .activitySystemActionForegroundColor(color.map { resolution.resolved($0) })
        }
    }

    /// What the surface shows behind everything, and leaves out where it has its own (WK-25).
    @inlinable public func containerBackground<Background: View>(
        for container: ContainerBackgroundPlacement, alignment: Alignment = .center, @ViewBuilder content: () -> Background
    ) -> ModifiedContent<Self, _ContainerBackgroundModifier<Background>> {
        modifier(_ContainerBackgroundModifier(content: content()))
    }
    @inlinable public func containerBackground<Style: ShapeStyle>(_ style: Style, for container: ContainerBackgroundPlacement)
        -> ModifiedContent<Self, _ContainerBackgroundModifier<_StyleView<Style>>>
    { modifier(_ContainerBackgroundModifier(content: _StyleView(style: style))) }

    /// Of a leading or trailing region of the expanded island: what it may do where it is too wide (WK-09).
    @inlinable public func dynamicIsland(verticalPlacement: DynamicIslandExpandedRegionVerticalPlacement)
        -> ModifiedContent<Self, _ResolvedModifier<DynamicIslandExpandedRegionVerticalPlacement>>
    { resolved(verticalPlacement) { placement, _ in placement == .belowIfTooWide ? .belowIfTooWide : nil } }

    /// Keeps content away from the edges: here a padding.
    @inlinable public func contentMargins(
        _ edges: Edge.Set = .all, _ length: CGFloat?, for placement: ContentMarginPlacement = .automatic
    )
        -> ModifiedContent<Self, _EffectModifier>
    { padding(edges, length) }
    @inlinable public func contentMargins(_ length: CGFloat, for placement: ContentMarginPlacement = .automatic)
        -> ModifiedContent<Self, _EffectModifier>
    { padding(length) }

    /// Not kept: of the surfaces of a Live Activity none paints a view in its own tint.
    @inlinable public func widgetAccentable(_ accentable: Bool = true) -> Self { self }
    /// Not kept: no surface of a Live Activity bends its content.
    @inlinable public func widgetCurvesContent(_ curvesContent: Bool = true) -> Self { self }
    /// Not kept: no surface of a Live Activity has a label beside a widget.
    @inlinable public func widgetLabel<Label: View>(@ViewBuilder label: () -> Label) -> Self { self }
    /// Not kept: no surface of a Live Activity has a label beside a widget.
    @inlinable public func widgetLabel(_ label: LocalizedStringKey) -> Self { self }
}

/// Which container a background is for.
public struct ContainerBackgroundPlacement: Hashable, Sendable {
    private let name: String

    public static let widget = Self(name: "widget")
    public static let navigation = Self(name: "navigation")
    public static let tabView = Self(name: "tabView")
    public static let window = Self(name: "window")
}

public struct ContentMarginPlacement: Hashable, Sendable {
    private let name: String

    public static let automatic = Self(name: "automatic")
    public static let scrollContent = Self(name: "scrollContent")
    public static let scrollIndicators = Self(name: "scrollIndicators")
}

/// What a region beside the camera may do where it is too wide (WK-09).
public enum DynamicIslandExpandedRegionVerticalPlacement: Hashable, Sendable {
    case `default`
    case belowIfTooWide
}

public struct _ContainerBackgroundModifier<Background: View>: ViewModifier {
    public typealias Body = Never
    @usableFromInline let content: Background

    @inlinable init(content: Background) { self.content = content }

    public static func _resolve<Modified: View>(
        _ modifier: Self, around view: Modified, in resolution: Resolution, into nodes: inout [ViewNode]
    ) {
        resolution.surround(view, into: &nodes) {
            guard resolution.environment.showsWidgetContainerBackground else { return nil }
            return .containerBackground(resolution.node(of: modifier.content, stacked: .depth))
        }
    }
}
