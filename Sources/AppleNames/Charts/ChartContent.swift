public import SwiftUI

/// The contents of a chart: marks, and groups of marks.
public protocol ChartContent {
    associatedtype Body: ChartContent

    @ChartContentBuilder var body: Body { get }

    /// Appends the content's marks. The default implementation appends the marks in `body`.
    static func _append(_ content: Self, to marks: inout _ChartMarks)
}

extension ChartContent {
    public static func _append(_ content: Self, to marks: inout _ChartMarks) { Body._append(content.body, to: &marks) }
}

extension ChartContent where Body == Never { public var body: Never { preconditionFailure("\(Self.self) has no body") } }

extension Never: ChartContent { public static func _append(_ content: Never, to marks: inout _ChartMarks) {} }

/// The marks of a chart, in the order in which they are drawn.
public struct _ChartMarks { var all: [ChartMark] = [] }

@resultBuilder
public enum ChartContentBuilder {
    public static func buildExpression<Content: ChartContent>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: ChartContent>(_ content: repeat each Content) -> _ChartGroup<
        repeat each Content
    > {
        _ChartGroup(content: (repeat each content))
    }
    public static func buildIf<Content: ChartContent>(_ content: Content?) -> Content? { content }
    public static func buildEither<First: ChartContent, Second: ChartContent>(first: First) -> _ChartChoice<First, Second> {
        .first(first)
    }
    public static func buildEither<First: ChartContent, Second: ChartContent>(second: Second) -> _ChartChoice<First, Second> {
        .second(second)
    }
    public static func buildLimitedAvailability<Content: ChartContent>(_ content: Content) -> AnyChartContent {
        AnyChartContent(content)
    }
}

/// Several contents, one after another.
public struct _ChartGroup<each Content: ChartContent>: ChartContent {
    let content: (repeat each Content)

    public static func _append(_ group: Self, to marks: inout _ChartMarks) {
        for content in repeat each group.content { Self.append(content, to: &marks) }
    }

    private static func append<One: ChartContent>(_ content: One, to marks: inout _ChartMarks) {
        One._append(content, to: &marks)
    }
}

/// The content of one of the two branches of an `if` or `switch`.
public enum _ChartChoice<First: ChartContent, Second: ChartContent>: ChartContent {
    case first(First), second(Second)

    public static func _append(_ choice: Self, to marks: inout _ChartMarks) {
        switch choice {
        case .first(let content): First._append(content, to: &marks)
        case .second(let content): Second._append(content, to: &marks)
        }
    }
}

extension Optional: ChartContent where Wrapped: ChartContent {

    public static func _append(_ content: Self, to marks: inout _ChartMarks) {
        if let content { Wrapped._append(content, to: &marks) }
    }
}

public struct AnyChartContent: ChartContent {
    private let append: (inout _ChartMarks) -> Void

    public init<Content: ChartContent>(_ content: Content) { append = { Content._append(content, to: &$0) } }

    public static func _append(_ content: Self, to marks: inout _ChartMarks) { content.append(&marks) }
}

extension ForEach: ChartContent where Content: ChartContent {
    public static func _append(_ content: Self, to marks: inout _ChartMarks) {
        for element in content.data { Content._append(content.content(element), to: &marks) }
    }
}

extension ForEach where Content: ChartContent {
    public init(_ data: Data, @ChartContentBuilder content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID {
        self.init(each: data, content: content)
    }

    public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ChartContentBuilder content: @escaping (Data.Element) -> Content
    ) { self.init(each: data, content: content) }

    public init(_ data: Range<Int>, @ChartContentBuilder content: @escaping (Int) -> Content)
    where Data == Range<Int>, ID == Int { self.init(each: data, content: content) }
}

extension Group where Content: ChartContent {
    public init(@ChartContentBuilder content: () -> Content) { self.init(grouped: content()) }
}

extension Group: ChartContent where Content: ChartContent {
    public static func _append(_ group: Self, to marks: inout _ChartMarks) { Content._append(group.content, to: &marks) }
}
