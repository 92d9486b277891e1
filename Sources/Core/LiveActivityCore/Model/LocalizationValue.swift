extension LocalizedStringResource {
    /// A string with interpolated values, in displayed form and as a key of a string table. The equivalent of Foundation's
    /// `String.LocalizationValue`, which Linux does not have.
    public struct LocalizationValue: Hashable, Sendable {
        /// The string with its values inserted.
        public let text: String
        /// The string with a placeholder for each value, as in string tables: `Order %lld`.
        public let key: String

        /// Creates a localized string without values, which is its own key.
        public init(_ value: String) {
            text = value
            key = value
        }
    }
}

#if !canImport(Darwin)
extension String {
    /// Foundation's name of the type, which Linux does not have.
    public typealias LocalizationValue = LocalizedStringResource.LocalizationValue
}
#endif

extension LocalizedStringResource.LocalizationValue: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) { self.init(value) }

    public init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text
        key = stringInterpolation.key
    }

    /// Collects the text and its key while a literal is evaluated.
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

        /// Appends a value that is already a string.
        ///
        /// - Parameter placeholder: Its placeholder in a string table, such as `%@` or `%.1f`.
        public mutating func append(_ value: String, placeholder: String) {
            text += value
            key += placeholder
        }

        /// Adds an integer; its placeholder is `%lld`.
        public mutating func appendInterpolation(_ value: some BinaryInteger) { append("\(value)", placeholder: "%lld") }

        /// Adds a number; its placeholder is `%lf`.
        public mutating func appendInterpolation(_ value: some BinaryFloatingPoint) { append("\(value)", placeholder: "%lf") }

        /// Appends another localized string; its placeholder is `%@`.
        public mutating func appendInterpolation(_ value: LocalizedStringResource) {
            append(value.description, placeholder: "%@")
        }

        /// Adds a formatted value; its placeholder is `%@`.
        public mutating func appendInterpolation<Style: FormatStyle>(_ value: Style.FormatInput, format: Style)
        where Style.FormatOutput == String {
            append(format.format(value), placeholder: "%@")
        }

        /// Adds any other value as its description; its placeholder is `%@`.
        public mutating func appendInterpolation<Value>(_ value: Value) { append("\(value)", placeholder: "%@") }
    }
}
