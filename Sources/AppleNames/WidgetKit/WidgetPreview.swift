public import LiveActivityUI

/// A Home Screen widget in Xcode's canvas: type-checked here, and then nothing comes of it.
@freestanding(declaration)
public macro Preview(
    _ name: String? = nil, as family: WidgetFamily, widget: @escaping @MainActor () -> any Widget,
    @PreviewTimelineBuilder timeline: @escaping @MainActor () async -> [any TimelineEntry]
) = #externalMacro(module: "PreviewMacros", type: "Preview")

/// A Home Screen widget in Xcode's canvas, with the timeline that its provider gives.
@freestanding(declaration)
public macro Preview<Provider: TimelineProvider>(
    _ name: String? = nil, as family: WidgetFamily, widget: @escaping @MainActor () -> any Widget,
    timelineProvider: @escaping @MainActor () -> Provider
) = #externalMacro(module: "PreviewMacros", type: "Preview")

/// Makes a list of the entries in a closure.
@resultBuilder
public enum PreviewTimelineBuilder {
    public static func buildExpression(_ entry: any TimelineEntry) -> [any TimelineEntry] { [entry] }
    public static func buildExpression(_ entries: [any TimelineEntry]) -> [any TimelineEntry] { entries }
    public static func buildBlock(_ entries: [any TimelineEntry]...) -> [any TimelineEntry] { entries.flatMap(\.self) }
    public static func buildArray(_ entries: [[any TimelineEntry]]) -> [any TimelineEntry] { entries.flatMap(\.self) }
    public static func buildOptional(_ entries: [any TimelineEntry]?) -> [any TimelineEntry] { entries ?? [] }
    public static func buildEither(first entries: [any TimelineEntry]) -> [any TimelineEntry] { entries }
    public static func buildEither(second entries: [any TimelineEntry]) -> [any TimelineEntry] { entries }
}

/// A size of a Home Screen widget in a `PreviewProvider`.
public struct WidgetPreviewContext: Sendable {
    public let family: WidgetFamily

    public init(family: WidgetFamily) { self.family = family }
}

extension View {
    public func previewContext(_ context: WidgetPreviewContext) -> some View { environment(\.widgetFamily, context.family) }
}
