import Foundation

/// What is logged: a literal whose interpolated values say who may read them.
///
/// As on Apple's systems a value of a type that can hold anything, such as a string, is written as `<private>` unless it is
/// `privacy: .public`; numbers and truth values can be read.
public struct OSLogMessage: ExpressibleByStringInterpolation {
    let text: String

    public init(stringLiteral value: String) { text = value }
    public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }
}

/// Who may read an interpolated value.
public struct OSLogPrivacy: Hashable, Sendable {
    public enum Mask: Hashable, Sendable {
        case hash
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

/// How a number is written.
public struct OSLogFloatFormatting: Sendable {
    let digits: Int

    public static let fixed = Self(digits: 6)
    public static func fixed(precision: Int) -> Self { Self(digits: precision) }
}

/// How an integer is written.
public struct OSLogIntegerFormatting: Sendable {
    let radix: Int
    let prefix: String

    public static let decimal = Self(radix: 10, prefix: "")
    public static let hex = Self(radix: 16, prefix: "")
    public static func hex(includePrefix: Bool) -> Self { Self(radix: 16, prefix: includePrefix ? "0x" : "") }
}

/// Gathers the parts of an ``OSLogMessage``.
public struct OSLogInterpolation: StringInterpolationProtocol {
    fileprivate(set) var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity) }

    public mutating func appendLiteral(_ literal: String) { text += literal }

    // What can hold anything is private where nothing is said; a number, which is described as well, is none of it.
    @_disfavoredOverload
    public mutating func appendInterpolation(
        _ value: @autoclosure () -> some CustomStringConvertible, privacy: OSLogPrivacy = .auto
    ) {
        append(value().description, privacy, isPublic: false)
    }
    public mutating func appendInterpolation(_ value: @autoclosure () -> any Any.Type, privacy: OSLogPrivacy = .auto) {
        append("\(value())", privacy, isPublic: true)
    }
    public mutating func appendInterpolation(_ value: @autoclosure () -> (any Error)?, privacy: OSLogPrivacy = .auto) {
        append(value().map { "\($0)" } ?? "nil", privacy, isPublic: false)
    }

    // Numbers and truth values can be read.
    public mutating func appendInterpolation(_ value: @autoclosure () -> Bool, privacy: OSLogPrivacy = .auto) {
        append("\(value())", privacy, isPublic: true)
    }
    public mutating func appendInterpolation(
        _ value: @autoclosure () -> some FixedWidthInteger, format: OSLogIntegerFormatting = .decimal,
        privacy: OSLogPrivacy = .auto
    ) {
        append(format.prefix + String(value(), radix: format.radix), privacy, isPublic: true)
    }
    public mutating func appendInterpolation(
        _ value: @autoclosure () -> Double, format: OSLogFloatFormatting = .fixed, privacy: OSLogPrivacy = .auto
    ) {
        append(String(format: "%.\(format.digits)f", value()), privacy, isPublic: true)
    }
    public mutating func appendInterpolation(
        _ value: @autoclosure () -> Float, format: OSLogFloatFormatting = .fixed, privacy: OSLogPrivacy = .auto
    ) {
        appendInterpolation(Double(value()), format: format, privacy: privacy)
    }

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
        // The same value gives the same mask within a run, so that messages about one thing can be told to be.
        case (false, .hash): text += "<mask.hash: \(String(UInt(bitPattern: value.hashValue), radix: 16))>"
        }
    }
}
