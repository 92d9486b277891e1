/// A view of any type.
public struct AnyView: View {
    private let box: AnyViewBox

    /// Hides the type of a view.
    public init<Content: View>(_ view: Content) { box = ViewBox(view) }
    public init<Content: View>(erasing view: Content) { self.init(view) }

    /// Hides the type of a view; `nil` if the value is not a view.
    public init?(_fromValue value: Any) {
        guard let view = value as? any View else { return nil }
        self.init(view)
    }

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        resolution.descend { view.box.resolve(in: resolution, into: &nodes) }
    }
}

private class AnyViewBox { func resolve(in resolution: Resolution, into nodes: inout [ViewNode]) {} }

private final class ViewBox<Content: View>: AnyViewBox {
    let content: Content

    init(_ content: Content) { self.content = content }

    override func resolve(in resolution: Resolution, into nodes: inout [ViewNode]) {
        Content._resolve(content, in: resolution, into: &nodes)
    }
}
