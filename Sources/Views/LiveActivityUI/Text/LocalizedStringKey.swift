public import Foundation

/// The key of a localized text: the type of a literal in `Text("…")`. Without a translation the key itself is shown.
///
/// As in SwiftUI, a value becomes a placeholder: `"Arrives in \(minutes) min"` has the key `Arrives in %lld min`.
public struct LocalizedStringKey: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        case literal(String)
        /// A value with its `String(format:)` specifier: `%lld`, `%.2f`, `%@`.
        case argument(TextArgument, specifier: String)
        /// A text with its own attributes, or one that updates itself.
        case text(Text)
    }

    let parts: [Part]

    /// A key without placeholders.
    public init(_ value: String) { parts = [.literal(value)] }

    /// The key in a table, with placeholders instead of values.
    var key: String {
        if case .literal(let only)? = parts.first, parts.count == 1 { return only }
        return parts.reduce(into: "") { key, part in
            switch part {
            // In a key with placeholders a percent sign is doubled, like in Apple's tools.
            case .literal(let text): key += text.replacing("%", with: "%%")
            case .argument(_, let specifier): key += specifier
            case .text: key += "%@"
            }
        }
    }
}

extension LocalizedStringKey: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) { parts = value.isEmpty ? [] : [.literal(value)] }

    public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    /// The parts of an interpolated key.
    public struct StringInterpolation: StringInterpolationProtocol {
        var parts: [Part] = []

        public init(literalCapacity: Int, interpolationCount: Int) { parts.reserveCapacity(2 * interpolationCount + 1) }

        public mutating func appendLiteral(_ literal: String) { if !literal.isEmpty { parts.append(.literal(literal)) } }

        /// Inserts a string: `%@`.
        public mutating func appendInterpolation(_ string: String) { parts.append(.argument(.string(string), specifier: "%@")) }

        /// Inserts a text with its own attributes: `%@`.
        public mutating func appendInterpolation(_ text: Text) { parts.append(.text(text)) }
        /// Inserts an image: `%@`.
        public mutating func appendInterpolation(_ image: Image) { parts.append(.text(Text(image))) }

        /// Inserts a self-updating date: `%@`.
        public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) {
            parts.append(.text(Text(date, style: style)))
        }
        /// Inserts a range of times: `%@`.
        public mutating func appendInterpolation(_ dates: ClosedRange<Date>) { parts.append(.text(Text(dates))) }
        public mutating func appendInterpolation(_ interval: DateInterval) { parts.append(.text(Text(interval))) }
        /// Inserts a running timer: `%@`.
        public mutating func appendInterpolation(
            timerInterval: ClosedRange<Date>, pauseTime: Date? = nil, countsDown: Bool = true, showsHours: Bool = true
        ) {
            parts.append(
                .text(
                    Text(timerInterval: timerInterval, pauseTime: pauseTime, countsDown: countsDown, showsHours: showsHours)))
        }

        /// Inserts the characters of an attributed string: `%@`. Its attributes have no effect.
        public mutating func appendInterpolation(_ string: AttributedString) { parts.append(.text(Text(string))) }

        /// Inserts another localized text: `%@`.
        public mutating func appendInterpolation(_ resource: LocalizedStringResource) { parts.append(.text(Text(resource))) }

        /// Inserts a value in the format of a Foundation format style.
        public mutating func appendInterpolation<Style: FormatStyle>(_ value: Style.FormatInput, format: Style)
        where Style.FormatInput: Equatable, Style.FormatOutput == String {
            parts.append(.text(Text(value, format: format)))
        }

        /// Inserts a value by a Foundation formatter, or its description if the formatter fails.
        public mutating func appendInterpolation<Subject: ReferenceConvertible>(_ subject: Subject, formatter: Formatter? = nil)
        { appendInterpolation(formatter?.string(for: subject) ?? "\(subject)") }
        /// Inserts a date by a Foundation formatter, or its description if the formatter fails.
        public mutating func appendInterpolation(_ date: Date, formatter: Formatter) {
            appendInterpolation(formatter.string(for: date) ?? "\(date)")
        }
        /// Inserts an object by a Foundation formatter, or its description if the formatter fails.
        public mutating func appendInterpolation<Subject: NSObject>(_ subject: Subject, formatter: Formatter? = nil) {
            appendInterpolation(formatter?.string(for: subject) ?? "\(subject)")
        }

        /// Inserts a number in the format of the language, with grouping and the language's digits.
        public mutating func appendInterpolation<Value: _FormatSpecifiable>(_ value: Value) {
            parts.append(.argument(value._arg, specifier: Value._specifier))
        }

        /// Inserts a number in the format of `String(format:)`.
        public mutating func appendInterpolation<Value: _FormatSpecifiable>(_ value: Value, specifier: String) {
            parts.append(.argument(value._arg, specifier: specifier))
        }

        @_disfavoredOverload
        public mutating func appendInterpolation<Value>(_ value: Value) { appendInterpolation(String(describing: value)) }
    }
}

/// A number that can be inserted in a key.
public protocol _FormatSpecifiable: Equatable {
    /// The number as an argument.
    var _arg: TextArgument { get }
    /// The placeholder in the key.
    static var _specifier: String { get }
}

extension _FormatSpecifiable where Self: FixedWidthInteger & SignedInteger {
    public var _arg: TextArgument { .integer(Int64(truncatingIfNeeded: self)) }
}
extension _FormatSpecifiable where Self: FixedWidthInteger & UnsignedInteger {
    public var _arg: TextArgument { .unsigned(UInt64(truncatingIfNeeded: self)) }
}
extension Int: _FormatSpecifiable { public static var _specifier: String { "%lld" } }
extension Int8: _FormatSpecifiable { public static var _specifier: String { "%d" } }
extension Int16: _FormatSpecifiable { public static var _specifier: String { "%d" } }
extension Int32: _FormatSpecifiable { public static var _specifier: String { "%d" } }
extension Int64: _FormatSpecifiable { public static var _specifier: String { "%lld" } }
extension UInt: _FormatSpecifiable { public static var _specifier: String { "%llu" } }
extension UInt8: _FormatSpecifiable { public static var _specifier: String { "%u" } }
extension UInt16: _FormatSpecifiable { public static var _specifier: String { "%u" } }
extension UInt32: _FormatSpecifiable { public static var _specifier: String { "%u" } }
extension UInt64: _FormatSpecifiable { public static var _specifier: String { "%llu" } }
extension Float: _FormatSpecifiable {
    public var _arg: TextArgument { .number(Double(self)) }
    public static var _specifier: String { "%f" }
}
extension Double: _FormatSpecifiable {
    public var _arg: TextArgument { .number(self) }
    public static var _specifier: String { "%lf" }
}
