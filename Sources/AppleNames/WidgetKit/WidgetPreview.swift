public import LiveActivityUI

/// A preview of a Home Screen widget. It is type-checked, but has no effect here.
@freestanding(declaration)
public macro Preview(
    _ name: String? = nil, as family: WidgetFamily, widget: @escaping @MainActor () -> any Widget,
    @PreviewTimelineBuilder timeline: @escaping @MainActor () async -> [any TimelineEntry]
) = #externalMacro(module: "PreviewMacros", type: "Preview")

/// A preview of a Home Screen widget with its provider's timeline. It is type-checked, but has no effect here.
@freestanding(declaration)
public macro Preview<Provider: TimelineProvider>(
    _ name: String? = nil, as family: WidgetFamily, widget: @escaping @MainActor () -> any Widget,
    timelineProvider: @escaping @MainActor () -> Provider
) = #externalMacro(module: "PreviewMacros", type: "Preview")

@freestanding(declaration)
public macro Preview<Intent: WidgetConfigurationIntent, Provider: AppIntentTimelineProvider>(
    _ name: String? = nil, as family: WidgetFamily, using intent: Intent, widget: @escaping @MainActor () -> any Widget,
    timelineProvider: @escaping @MainActor () -> Provider
) = #externalMacro(module: "PreviewMacros", type: "Preview")

/// Collects the entries of a preview.
public typealias PreviewTimelineBuilder = _ArrayBuilder<any TimelineEntry>

/// The size of a Home Screen widget in a `PreviewProvider`.
public struct WidgetPreviewContext: Sendable {
    public let family: WidgetFamily

    public init(family: WidgetFamily) { self.family = family }
}

extension View {
    public func previewContext(_ context: WidgetPreviewContext) -> some View { environment(\.widgetFamily, context.family) }
}
