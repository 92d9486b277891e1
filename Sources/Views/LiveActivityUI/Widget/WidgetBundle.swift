/// The widgets of an app.
public protocol WidgetBundle {
    associatedtype Body: Widget

    /// Creates the bundle.
    init()
    @WidgetBundleBuilder var body: Body { get }
}

extension WidgetBundle {
    /// The entry point for `@main`. It does nothing: a widget has no process of its own here, the host creates it.
    public static func main() {}
}

extension Widget {
    /// The entry point for `@main`. It does nothing: a widget has no process of its own here, the host creates it.
    public static func main() {}
}

/// Combines the widgets in the body of a bundle.
@resultBuilder
public enum WidgetBundleBuilder {
    // All parts have the same type, so that a bundle with nothing but `if #available` compiles.
    public static func buildExpression<Content: Widget>(_ content: Content) -> _Widgets { _Widgets([content]) }
    public static func buildBlock(_ parts: _Widgets...) -> _Widgets { _Widgets(parts.flatMap(\.widgets)) }
    public static func buildOptional(_ part: _Widgets?) -> _Widgets { part ?? _Widgets() }
    public static func buildEither(first part: _Widgets) -> _Widgets { part }
    public static func buildEither(second part: _Widgets) -> _Widgets { part }
    public static func buildLimitedAvailability(_ part: _Widgets) -> _Widgets { part }
}

/// Any number of widgets.
public struct _Widgets: Widget {
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
