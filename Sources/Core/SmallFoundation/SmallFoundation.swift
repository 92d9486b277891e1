// The parts of Foundation that this package uses, and nothing else, for the shared library of C hosts. README.md has the sizes.
//
// Their JSON has Foundation's forms, because LiveActivityJSON produces those. If a type's behaviour differs from Foundation's,
// its comment says so and Tests/Core/SmallFoundationTests has both results.

/// A number of seconds.
public typealias TimeInterval = Double

/// A point in time, in seconds from 2001-01-01 00:00 UTC.
public struct Date: Hashable, Comparable, Codable, Sendable {
    /// Seconds since 2001-01-01 00:00 UTC.
    public let timeIntervalSinceReferenceDate: TimeInterval

    /// Seconds from 1970-01-01 to 2001-01-01.
    public static let timeIntervalBetween1970AndReferenceDate: TimeInterval = 978_307_200

    @inlinable public init(timeIntervalSinceReferenceDate seconds: TimeInterval) { timeIntervalSinceReferenceDate = seconds }
    @inlinable public init(timeIntervalSince1970 seconds: TimeInterval) {
        self.init(timeIntervalSinceReferenceDate: seconds - Self.timeIntervalBetween1970AndReferenceDate)
    }

    @inlinable public var timeIntervalSince1970: TimeInterval {
        timeIntervalSinceReferenceDate + Self.timeIntervalBetween1970AndReferenceDate
    }
    @inlinable public func timeIntervalSince(_ other: Date) -> TimeInterval {
        timeIntervalSinceReferenceDate - other.timeIntervalSinceReferenceDate
    }
    @inlinable public func addingTimeInterval(_ seconds: TimeInterval) -> Date {
        Date(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate + seconds)
    }

    @inlinable public static func + (date: Date, seconds: TimeInterval) -> Date { date.addingTimeInterval(seconds) }
    @inlinable public static func - (date: Date, seconds: TimeInterval) -> Date { date.addingTimeInterval(-seconds) }
    @inlinable public static func += (date: inout Date, seconds: TimeInterval) { date = date + seconds }
    @inlinable public static func -= (date: inout Date, seconds: TimeInterval) { date = date - seconds }
    @inlinable public static func < (left: Date, right: Date) -> Bool {
        left.timeIntervalSinceReferenceDate < right.timeIntervalSinceReferenceDate
    }

    public static let distantFuture = Date(timeIntervalSinceReferenceDate: 63_113_904_000)
    public static let distantPast = Date(timeIntervalSinceReferenceDate: -63_114_076_800)

    public init(from decoder: any Decoder) throws {
        self.init(timeIntervalSinceReferenceDate: try decoder.singleValueContainer().decode(Double.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(timeIntervalSinceReferenceDate)
    }
}

extension Date: CustomStringConvertible {
    /// Foundation's format: `2026-06-20 17:00:00 +0000`; `<description unavailable>` for a date before ``distantPast`` or after
    /// ``distantFuture``.
    public var description: String {
        guard self >= .distantPast, self <= .distantFuture else { return "<description unavailable>" }
        let seconds = timeIntervalSince1970.rounded(.towardZero)
        var days = Int(seconds) / 86_400
        var rest = Int(seconds) % 86_400
        if rest < 0 { (days, rest) = (days - 1, rest + 86_400) }
        // Counted from 0000-03-01, so that a leap day is the last of its year.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let year = yearOfEra + era * 400 + (month < 10 ? 0 : 1)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let digits = String(year)
        let padded = String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
        let date = "\(padded)-\(two(month < 10 ? month + 3 : month - 9))-\(two(day))"
        return "\(date) \(two(rest / 3_600)):\(two(rest / 60 % 60)):\(two(rest % 60)) +0000"
    }
}

/// Bytes, encoded as base64.
///
/// Foundation also accepts padding before the last group (`QU=I`, `====`), which is not base64; this type does not.
public struct Data: Hashable, Codable, Sendable {
    var bytes: [UInt8]

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    public init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// Returns `nil` for anything but the standard alphabet with padding.
    public init?(base64Encoded text: String) {
        bytes = []
        var bits: UInt32 = 0
        var count = 0
        var padding = 0
        for byte in text.utf8 {
            count += 1
            if byte == UInt8(ascii: "=") {
                padding += 1
                bits <<= 6
            } else {
                guard padding == 0, let value = Self.alphabet.firstIndex(of: byte) else { return nil }
                bits = bits << 6 | UInt32(value)
            }
            if count % 4 == 0 {
                for place in 0..<3 where place < 3 - padding {
                    bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(16 - 8 * place)))
                }
                bits = 0
            }
        }
        guard count % 4 == 0, padding < 3 else { return nil }
    }

    public func base64EncodedString() -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<Swift.min(start + 3, bytes.count)]
            let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
            for place in 0..<4 {
                text.append(
                    place <= group.count ? Self.alphabet[Int(bits >> UInt32(18 - 6 * place)) & 63] : UInt8(ascii: "="))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension Data: Sequence {
    public func makeIterator() -> IndexingIterator<[UInt8]> { bytes.makeIterator() }
}

/// A language and region, represented only by its identifier, as this library formats nothing.
///
/// FoundationEssentials without Foundation's data replaces every locale by `en_001`; this type keeps the given identifier.
public struct Locale: Hashable, Codable, Sendable {
    /// The identifier, such as `en_US`.
    public let identifier: String
    /// - Parameter identifier: The identifier, which is stored unchanged.
    public init(identifier: String) { self.identifier = identifier }
    /// The locale of a process without settings: `en_001`, English without a region.
    public static var current: Locale { Locale(identifier: "en_001") }
}

/// A style for a value inside a string. Sources/Views/SmallFoundation has the styles.
public protocol FormatStyle: Hashable, Codable {
    associatedtype FormatInput
    associatedtype FormatOutput
    func format(_ value: FormatInput) -> FormatOutput
    /// The style for a language; the style itself if it is independent of the language.
    func locale(_ locale: Locale) -> Self
}

extension FormatStyle {
    public func locale(_ locale: Locale) -> Self { self }
}
