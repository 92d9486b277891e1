/// A part of what a surface shows, in SwiftUI's shape.
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
/// SwiftUI's belongs to the main actor; this one to none, as it is resolved on any thread (see ``ViewNode/init(resolving:in:)``), also on
/// several at once. A snapshot asks for the body once, and there is no gesture, navigation or text input.
public protocol View {
    associatedtype Body: View

    @ViewBuilder var body: Body { get }

    /// Puts what the view becomes at the end of `nodes`: nothing, one node, or several where it is a group. Views of an app's own
    /// have it from their body.
    static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode])
}

extension View {
    @inlinable public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        resolution.descend { Body._resolve(view.body, in: resolution, into: &nodes) }
    }
}

extension View where Body == Never {
    public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

extension Never: View {
    public typealias Body = Never

    public var body: Never { preconditionFailure("there is no such view") }

    public static func _resolve(_ view: Never, in resolution: Resolution, into nodes: inout [ViewNode]) {}
}
