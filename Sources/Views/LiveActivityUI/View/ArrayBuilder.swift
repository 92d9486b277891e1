/// Collects the values in a closure.
@resultBuilder
public enum _ArrayBuilder<Element> {
    public static func buildExpression(_ element: Element) -> [Element] { [element] }
    public static func buildExpression(_ elements: [Element]) -> [Element] { elements }
    public static func buildBlock(_ elements: [Element]...) -> [Element] { elements.flatMap(\.self) }
    public static func buildArray(_ elements: [[Element]]) -> [Element] { elements.flatMap(\.self) }
    public static func buildOptional(_ elements: [Element]?) -> [Element] { elements ?? [] }
    public static func buildEither(first elements: [Element]) -> [Element] { elements }
    public static func buildEither(second elements: [Element]) -> [Element] { elements }
    public static func buildLimitedAvailability(_ elements: [Element]) -> [Element] { elements }
}
