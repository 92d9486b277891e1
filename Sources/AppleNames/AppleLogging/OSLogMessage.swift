import Foundation

/// A log message: a string literal whose interpolated values have a privacy level.
///
/// As on Apple's systems, a value of a type that may contain personal data, such as a string, is written as `<private>` unless
/// it is marked `privacy: .public`. Numbers and Booleans are public by default.
public struct OSLogMessage: ExpressibleByStringInterpolation {
    let text: String

    public init(stringLiteral value: String) { text = value }
    public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }
}

public struct OSLogPrivacy: Hashable, Sendable {
    public enum Mask: Hashable, Sendable {
        /// A hash, which is equal for equal values within a run.
        case hash
        /// The text `<private>`.
        case none
    }

    enum Reader: Hashable, Sendable { case auto, everyone, nobody }

    let reader: Reader
    let mask: Mask

    public static let auto = Self(reader: .auto, mask: .none)
    public static let `public` = Self(reader: .everyone, mask: .none)
    public static let `private` = Self(reader: .nobody, mask: .none)
    public static let sensitive = Self(reader: .nobody, mask: .none)
    public static func auto(mask: Mask) -> Self { Self(reader: .auto, mask: mask) }
    public static func `private`(mask: Mask) -> Self { Self(reader: .nobody, mask: mask) }
    public static func sensitive(mask: Mask) -> Self { Self(reader: .nobody, mask: mask) }
}

/// The format of a floating-point number.
public struct OSLogFloatFormatting: Sendable {
    let digits: Int

    public static let fixed = Self(digits: 6)
    public static func fixed(precision: Int) -> Self { Self(digits: precision) }
}

public struct OSLogIntegerFormatting: Sendable {
    let radix: Int
    let prefix: String

    public static let decimal = Self(radix: 10, prefix: "")
    public static let hex = Self(radix: 16, prefix: "")
    /// Hexadecimal, with or without `0x`.
    public static func hex(includePrefix: Bool) -> Self { Self(radix: 16, prefix: includePrefix ? "0x" : "") }
}

/// Collects the parts of an ``OSLogMessage``.
public struct OSLogInterpolation: StringInterpolationProtocol {
    fileprivate(set) var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    public mutating func appendLiteral(_ literal: String) { text += literal }

    // Private by default, because the value may contain personal data. Disfavored, so that numbers, which also have a
    // description, use their own overload.
    /// Inserts a value by its description; private by default.
    @_disfavoredOverload public mutating func appendInterpolation(
        _ value: @autoclosure () -> some CustomStringConvertible, privacy: OSLogPrivacy = .auto
    ) { append(value().description, privacy, isPublic: false) }
    public mutating func appendInterpolation(_ value: @autoclosure () -> any Any.Type, privacy: OSLogPrivacy = .auto) {
        append("\(value())", privacy, isPublic: true)
    }
    /// Inserts an error; private by default.
    public mutating func appendInterpolation(_ value: @autoclosure () -> (any Error)?, privacy: OSLogPrivacy = .auto) {
        append(value().map { "\($0)" } ?? "nil", privacy, isPublic: false)
    }

    // Numbers and Booleans are public by default.
    public mutating func appendInterpolation(_ value: @autoclosure () -> Bool, privacy: OSLogPrivacy = .auto) {
        append("\(value())", privacy, isPublic: true)
    }
    public mutating func appendInterpolation(
        _ value: @autoclosure () -> some FixedWidthInteger, format: OSLogIntegerFormatting = .decimal,
        privacy: OSLogPrivacy = .auto
    ) { append(format.prefix + String(value(), radix: format.radix), privacy, isPublic: true) }
    public mutating func appendInterpolation(
        _ value: @autoclosure () -> Double, format: OSLogFloatFormatting = .fixed, privacy: OSLogPrivacy = .auto
    ) { append(String(format: "%.\(format.digits)f", value()), privacy, isPublic: true) }
    public mutating func appendInterpolation(
        _ value: @autoclosure () -> Float, format: OSLogFloatFormatting = .fixed, privacy: OSLogPrivacy = .auto
    ) { appendInterpolation(Double(value()), format: format, privacy: privacy) }

    private mutating func append(_ value: String, _ privacy: OSLogPrivacy, isPublic: Bool) {
        let isReadable =
            switch privacy.reader {
            case .auto: isPublic
            case .everyone: true
            case .nobody: false
            }
        switch (isReadable, privacy.mask) {
        case (true, _): text += value
        case (false, .none): text += "<private>"
        // Equal values have equal masks within a run, so that related messages can be recognized.
        case (false, .hash): text += "<mask.hash: \(String(UInt(bitPattern: value.hashValue), radix: 16))>"
        }
    }
}
