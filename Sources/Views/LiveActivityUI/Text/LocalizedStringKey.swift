public import Foundation

/// A text that is looked up in the app's words, or stands for itself: what a literal in `Text("…")` is.
///
/// A value in it becomes a placeholder of the key, as Apple's does: `"Arrives in \(minutes) min"` has the key `Arrives in %lld min`.
public struct LocalizedStringKey: Hashable, Sendable {
    enum Part: Hashable, Sendable {
        case literal(String)
        /// The specifier is as in `String(format:)`: `%lld`, `%.2f`, `%@`.
        case argument(TextArgument, specifier: String)
        /// A text that keeps its own look, or updates itself.
        case text(Text)
    }

    let parts: [Part]

    public init(_ value: String) { parts = [.literal(value)] }

    /// The key as it stands in a table: the placeholders in place of the values.
    var key: String {
        if case .literal(let only)? = parts.first, parts.count == 1 { return only }
        return parts.reduce(into: "") { key, part in
            switch part {
            // In a key with placeholders a percent sign stands twice, as Apple's tools write it.
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

    public struct StringInterpolation: StringInterpolationProtocol {
        var parts: [Part] = []

        public init(literalCapacity: Int, interpolationCount: Int) { parts.reserveCapacity(2 * interpolationCount + 1) }

        public mutating func appendLiteral(_ literal: String) {
            if !literal.isEmpty { parts.append(.literal(literal)) }
        }

        public mutating func appendInterpolation(_ string: String) { parts.append(.argument(.string(string), specifier: "%@")) }

        public mutating func appendInterpolation(_ text: Text) { parts.append(.text(text)) }
        public mutating func appendInterpolation(_ image: Image) { parts.append(.text(Text(image))) }

        public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) {
            parts.append(.text(Text(date, style: style)))
        }
        public mutating func appendInterpolation(_ dates: ClosedRange<Date>) { parts.append(.text(Text(dates))) }
        public mutating func appendInterpolation(_ interval: DateInterval) { parts.append(.text(Text(interval))) }
        public mutating func appendInterpolation(
            timerInterval: ClosedRange<Date>, pauseTime: Date? = nil, countsDown: Bool = true, showsHours: Bool = true
        ) {
            parts.append(
                .text(
                    Text(timerInterval: timerInterval, pauseTime: pauseTime, countsDown: countsDown, showsHours: showsHours)))
        }

        public mutating func appendInterpolation(_ string: AttributedString) { parts.append(.text(Text(string))) }

        public mutating func appendInterpolation(_ resource: LocalizedStringResource) { parts.append(.text(Text(resource))) }

        /// A value written by a format style of Foundation.
        public mutating func appendInterpolation<Style: FormatStyle>(_ value: Style.FormatInput, format: Style)
        where Style.FormatInput: Equatable, Style.FormatOutput == String {
            parts.append(.text(Text(value, format: format)))
        }

        /// A value written by a formatter of Foundation; as it is where the formatter cannot.
        public mutating func appendInterpolation<Subject: ReferenceConvertible>(_ subject: Subject, formatter: Formatter? = nil)
        {
            appendInterpolation(formatter?.string(for: subject) ?? "\(subject)")
        }
        public mutating func appendInterpolation<Subject: NSObject>(_ subject: Subject, formatter: Formatter? = nil) {
            appendInterpolation(formatter?.string(for: subject) ?? "\(subject)")
        }

        /// A number, written for the language: grouped, with the language's digits.
        public mutating func appendInterpolation<Value: _FormatSpecifiable>(_ value: Value) {
            parts.append(.argument(value._arg, specifier: Value._specifier))
        }

        /// A number, written as `String(format:)` does.
        public mutating func appendInterpolation<Value: _FormatSpecifiable>(_ value: Value, specifier: String) {
            parts.append(.argument(value._arg, specifier: specifier))
        }

        /// What has no form of its own for people: as `String(describing:)`.
        @_disfavoredOverload
        public mutating func appendInterpolation<Value>(_ value: Value) { appendInterpolation(String(describing: value)) }
    }
}

/// A number that can stand in a key, and its placeholder there.
public protocol _FormatSpecifiable: Equatable {
    var _arg: TextArgument { get }
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
extension CGFloat: _FormatSpecifiable {
    public var _arg: TextArgument { .number(Double(self)) }
    public static var _specifier: String { "%lf" }
}
