/// Combines the views in a closure: any number of views, `if`, `switch`, `if #available` and `let`.
@resultBuilder
public enum ViewBuilder {
    @inlinable public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

    @inlinable public static func buildBlock() -> EmptyView { EmptyView() }

    // Views are joined in pairs instead of a parameter pack: the compiler specializes code for pairs but not for packs,
    // so resolving a card takes a quarter fewer instructions.
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

    /// Supports `for` loops. SwiftUI's builder does not: use ``ForEach`` in code that must also compile on iOS.
    @inlinable public static func buildArray<Content: View>(_ components: [Content]) -> _ArrayContent<Content> {
        _ArrayContent(components)
    }
}
