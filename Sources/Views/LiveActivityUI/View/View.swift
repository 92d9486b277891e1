/// A view, with SwiftUI's shape.
///
/// ```swift
/// struct Badge: View {
///     @Environment(\.colorScheme) private var colorScheme
///     var name: String
///
///     var body: some View {
///         Label(name, systemImage: "star").padding(4)
///     }
/// }
/// ```
///
/// Unlike SwiftUI's protocol, this one is not bound to the main actor: a view is resolved on any thread, also on
/// several at once (see `ViewNode.init(resolving:in:)`). The body is evaluated once, and there are no gestures,
/// navigation or text input.
public protocol View {
    associatedtype Body: View

    @ViewBuilder var body: Body { get }

    /// Appends the nodes of the view: none, one, or several for a group. An app's own views get it from their body.
    static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode])
}

extension View {
    @inlinable public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        resolution.descend { Body._resolve(view.body, in: resolution, into: &nodes) }
    }
}

extension View where Body == Never { public var body: Never { preconditionFailure("\(Self.self) has no body") } }

extension Never: View {

    public var body: Never { preconditionFailure("there is no such view") }

    public static func _resolve(_ view: Never, in resolution: Resolution, into nodes: inout [ViewNode]) {}
}
