/// A modifier of a view.
///
/// In the body of an app's own modifier, `content` is the modified view.
public protocol ViewModifier {
    associatedtype Body: View
    typealias Content = _ViewModifier_Content<Self>

    @ViewBuilder func body(content: Content) -> Body

    /// Resolves the modifier with the modified view; see ``View/_resolve(_:in:into:)``.
    static func _resolve<Modified: View>(
        _ modifier: Self, around view: Modified, in resolution: Resolution, into nodes: inout [ViewNode])
}

extension ViewModifier {
    public static func _resolve<Modified: View>(
        _ modifier: Self, around view: Modified, in resolution: Resolution, into nodes: inout [ViewNode]
    ) {
        let content = Content(AnyView(view))
        resolution.descend {
            Body._resolve(modifier.body(content: content), in: resolution, into: &nodes)
        }
    }

    /// This modifier with another one around it.
    public func concat<Outer: ViewModifier>(_ modifier: Outer) -> ModifiedContent<Self, Outer> {
        ModifiedContent(content: self, modifier: modifier)
    }
}

extension ViewModifier where Body == Never {
    public func body(content: Content) -> Never { preconditionFailure("\(Self.self) has no body") }
}

/// The view to which an app's own modifier is applied.
public struct _ViewModifier_Content<Modifier: ViewModifier>: View {
    private let content: AnyView

    init(_ content: AnyView) { self.content = content }

    public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        AnyView._resolve(view.content, in: resolution, into: &nodes)
    }
}

/// A view with a modifier, or a modifier with another one around it.
public struct ModifiedContent<Content, Modifier> {
    /// The view, or the inner modifier.
    public var content: Content
    /// The modifier, or the outer one.
    public var modifier: Modifier

    @inlinable public init(content: Content, modifier: Modifier) {
        self.content = content
        self.modifier = modifier
    }
}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {

    @inlinable public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        Modifier._resolve(view.modifier, around: view.content, in: resolution, into: &nodes)
    }
}

extension ModifiedContent: ViewModifier where Content: ViewModifier, Modifier: ViewModifier {
    public static func _resolve<Modified: View>(
        _ modifier: Self, around view: Modified, in resolution: Resolution, into nodes: inout [ViewNode]
    ) {
        let inner = ModifiedContent<Modified, Content>(content: view, modifier: modifier.content)
        Modifier._resolve(modifier.modifier, around: inner, in: resolution, into: &nodes)
    }
}

extension ModifiedContent: Equatable where Content: Equatable, Modifier: Equatable {}
extension ModifiedContent: Sendable where Content: Sendable, Modifier: Sendable {}

extension View {
    /// Applies a modifier.
    @inlinable public func modifier<Modifier>(_ modifier: Modifier) -> ModifiedContent<Self, Modifier> {
        ModifiedContent(content: self, modifier: modifier)
    }
}

/// A modifier that changes nothing.
public struct EmptyModifier: ViewModifier, Sendable {
    public static let identity = EmptyModifier()

    /// A modifier that changes nothing.
    public init() {}

    public static func _resolve<Modified: View>(
        _ modifier: Self, around view: Modified, in resolution: Resolution, into nodes: inout [ViewNode]
    ) { Modified._resolve(view, in: resolution, into: &nodes) }
}
