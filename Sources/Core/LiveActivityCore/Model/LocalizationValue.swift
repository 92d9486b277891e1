extension LocalizedStringResource {
    /// A text with values in it, which knows both what it says and what it is called in a string table.
    ///
    /// Where Foundation has none, it is `String.LocalizationValue` too.
    public struct LocalizationValue: Hashable, Sendable {
        /// What it says.
        public let text: String
        /// The text with a placeholder for each value, as string tables have it: `Order %lld`.
        public let key: String

        public init(_ value: String) {
            text = value
            key = value
        }
    }
}

#if !canImport(Darwin)
extension String {
    public typealias LocalizationValue = LocalizedStringResource.LocalizationValue
}
#endif

extension LocalizedStringResource.LocalizationValue: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) { self.init(value) }

    public init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text
        key = stringInterpolation.key
    }

    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        fileprivate var text = ""
        fileprivate var key = ""

        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity)
        }

        public mutating func appendLiteral(_ literal: String) {
            text += literal
            for character in literal { key += character == "%" ? "%%" : String(character) }
        }

        /// Adds a value that has been made a text already.
        ///
        /// - Parameter placeholder: What stands for it in a string table, such as `%@` or `%.1f`.
        public mutating func append(_ value: String, placeholder: String) {
            text += value
            key += placeholder
        }

        public mutating func appendInterpolation(_ value: some BinaryInteger) { append("\(value)", placeholder: "%lld") }

        public mutating func appendInterpolation(_ value: some BinaryFloatingPoint) { append("\(value)", placeholder: "%lf") }

        public mutating func appendInterpolation(_ value: LocalizedStringResource) {
            append(value.description, placeholder: "%@")
        }

        public mutating func appendInterpolation<Style: FormatStyle>(_ value: Style.FormatInput, format: Style)
        where Style.FormatOutput == String {
            append(format.format(value), placeholder: "%@")
        }

        public mutating func appendInterpolation<Value>(_ value: Value) { append("\(value)", placeholder: "%@") }
    }
}
