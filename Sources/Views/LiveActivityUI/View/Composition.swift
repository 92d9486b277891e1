// The views that a view builder creates. They are not containers: a surrounding stack treats their views as its own,
// and a modifier applies to each of them.

/// Two views in order.
public struct _ViewPair<First: View, Second: View>: View {
    @usableFromInline let first: First
    @usableFromInline let second: Second

    @inlinable init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    @inlinable public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        First._resolve(view.first, in: resolution, into: &nodes)
        Second._resolve(view.second, in: resolution, into: &nodes)
    }
}

/// Several views in order.
public struct TupleView<each Content: View>: View {
    public var value: (repeat each Content)

    /// Several views in order.
    @inlinable public init(_ value: repeat each Content) { self.value = (repeat each value) }

    @inlinable public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        func resolve<Child: View>(_ child: Child) { Child._resolve(child, in: resolution, into: &nodes) }
        repeat resolve(each view.value)
    }
}

/// One of two views, from `if` with `else` or `switch`.
public enum _ConditionalContent<TrueContent: View, FalseContent: View>: View {
    /// The first view.
    case first(TrueContent)
    /// The second view.
    case second(FalseContent)

    @inlinable public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        switch view {
        case .first(let content): TrueContent._resolve(content, in: resolution, into: &nodes)
        case .second(let content): FalseContent._resolve(content, in: resolution, into: &nodes)
        }
    }
}

/// The views of a `for` loop.
public struct _ArrayContent<Content: View>: View {
    @usableFromInline let elements: [Content]

    @inlinable init(_ elements: [Content]) { self.elements = elements }

    @inlinable public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        for element in view.elements where resolution.count() { Content._resolve(element, in: resolution, into: &nodes) }
    }
}

extension Optional: View where Wrapped: View {

    @inlinable public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        if let view { Wrapped._resolve(view, in: resolution, into: &nodes) }
    }
}

/// No view: takes no space, not even a gap in a stack.
public struct EmptyView: View, Sendable {
    @inlinable public init() {}

    @inlinable public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {}
}

/// Views to which modifiers apply together.
public struct Group<Content> {
    @usableFromInline package let content: Content

    /// A group of a chart's contents, which are not views.
    package init(grouped content: Content) { self.content = content }
}

extension Group: View where Content: View {

    @inlinable public init(@ViewBuilder content: () -> Content) { self.content = content() }

    @inlinable public static func _resolve(_ view: Self, in resolution: Resolution, into nodes: inout [ViewNode]) {
        Content._resolve(view.content, in: resolution, into: &nodes)
    }
}

// So that an app can store such a view in a constant.
extension _ViewPair: Sendable where First: Sendable, Second: Sendable {}
extension TupleView: Sendable where repeat each Content: Sendable {}
extension _ConditionalContent: Sendable where TrueContent: Sendable, FalseContent: Sendable {}
extension _ArrayContent: Sendable where Content: Sendable {}
extension Group: Sendable where Content: Sendable {}
