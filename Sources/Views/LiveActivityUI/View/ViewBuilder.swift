/// Makes one view of the statements in a closure or body: any number of views, `if`, `switch`, `if #available`, `let`.
@resultBuilder
public enum ViewBuilder {
    @inlinable public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

    @inlinable public static func buildBlock() -> EmptyView { EmptyView() }

    // Views are joined in pairs and not in a parameter pack: the compiler writes code for exactly these types, which it does not for a
    // pack, and resolving a card takes a quarter fewer instructions.
    @inlinable public static func buildPartialBlock<Content: View>(first: Content) -> Content { first }
    @inlinable public static func buildPartialBlock<Accumulated: View, Next: View>(accumulated: Accumulated, next: Next)
        -> _ViewPair<Accumulated, Next>
    { _ViewPair(accumulated, next) }

    @inlinable public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    @inlinable public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> {
        .first(first)
    }
    @inlinable public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> {
        .second(second)
    }
    @inlinable public static func buildLimitedAvailability(_ content: some View) -> AnyView { AnyView(content) }

    /// A `for` loop. SwiftUI's builder has none: code that is to compile on iOS too uses ``ForEach``.
    @inlinable public static func buildArray<Content: View>(_ components: [Content]) -> _ArrayContent<Content> {
        _ArrayContent(components)
    }
}
