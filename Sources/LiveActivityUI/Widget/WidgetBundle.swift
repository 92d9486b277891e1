/// The widgets of an app.
@MainActor @preconcurrency
public protocol WidgetBundle {
    associatedtype Body: Widget

    init()
    @WidgetBundleBuilder var body: Body { get }
}

extension WidgetBundle {
    /// What `@main` on a bundle would start. A widget here has no process of its own: whoever shows it makes it.
    public static func main() {}
}

extension Widget {
    /// What `@main` on a widget would start. A widget here has no process of its own: whoever shows it makes it.
    public static func main() {}
}

/// Makes one widget of those in a bundle's body.
@resultBuilder
public enum WidgetBundleBuilder {
    public static func buildExpression<Content: Widget>(_ content: Content) -> Content { content }
    public static func buildBlock() -> _Widgets { _Widgets([]) }
    public static func buildBlock<Content: Widget>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: Widget>(_ content: repeat each Content) -> _Widgets {
        var widgets: [any Widget] = []
        repeat widgets.append(each content)
        return _Widgets(widgets)
    }
    /// As in WidgetKit, only `if #available` may stand in a bundle: what there is must not change while an app runs.
    public static func buildOptional(_ content: _Widgets?) -> _Widgets { content ?? _Widgets([]) }
    public static func buildEither(first: _Widgets) -> _Widgets { first }
    public static func buildEither(second: _Widgets) -> _Widgets { second }
    public static func buildLimitedAvailability<Content: Widget>(_ content: Content) -> _Widgets { _Widgets([content]) }
}

/// Several widgets, or none.
nonisolated public struct _Widgets: Widget {
    public typealias Body = Never
    let widgets: [any Widget]

    init(_ widgets: [any Widget]) { self.widgets = widgets }
    public init() { widgets = [] }

    public var body: Never { preconditionFailure("several widgets have no body of their own") }

    public static func _describe(_ widget: Self, to visitor: inout some _ActivityVisitor) {
        func describe<Some: Widget>(_ widget: Some, _ visitor: inout some _ActivityVisitor) {
            Some._describe(widget, to: &visitor)
        }
        for widget in widget.widgets { describe(widget, &visitor) }
    }
}
