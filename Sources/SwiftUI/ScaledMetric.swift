public import LiveActivityUI

/// A length that grows with the person's text size.
@propertyWrapper
public struct ScaledMetric<Value: BinaryFloatingPoint> {
    private let value: Value
    private let style: Font.TextStyle
    @Environment(\.dynamicTypeSize) private var typeSize

    public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle) {
        value = wrappedValue
        style = textStyle
    }

    public init(wrappedValue: Value) { self.init(wrappedValue: wrappedValue, relativeTo: .body) }

    public var wrappedValue: Value { value * Value(style.size(at: typeSize) / style.size(at: .large)) }
}
