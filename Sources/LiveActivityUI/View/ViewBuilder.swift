/// Makes one view of the statements in a closure or body: any number of views, `if`, `switch`, `if #available`, `let`.
@resultBuilder
public enum ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<repeat each Content> {
        TupleView(repeat each content)
    }

    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> {
        .first(first)
    }
    public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> {
        .second(second)
    }
    public static func buildLimitedAvailability(_ content: some View) -> AnyView { AnyView(content) }

    /// A `for` loop. SwiftUI's builder has none: code that is to compile on iOS too uses ``ForEach``.
    public static func buildArray<Content: View>(_ components: [Content]) -> _ArrayContent<Content> {
        _ArrayContent(components)
    }
}
