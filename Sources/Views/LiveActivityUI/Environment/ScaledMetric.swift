/// A length that grows with the user's text size, in proportion to a text style.
@propertyWrapper
public struct ScaledMetric<Value: BinaryFloatingPoint>: DynamicProperty {
    private let value: Value
    private let style: Font.TextStyle

    /// A length that is `wrappedValue` at the `large` text size and grows like `textStyle`.
    public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle) {
        value = wrappedValue
        style = textStyle
    }
    /// A length that grows like the body style.
    public init(wrappedValue: Value) { self.init(wrappedValue: wrappedValue, relativeTo: .body) }

    /// The length at the text size of the view that is being resolved.
    public var wrappedValue: Value {
        let size = Resolution.current?.environment.dynamicTypeSize ?? .large
        return value * Value(style.size(at: size) / style.size(at: .large))
    }
}
