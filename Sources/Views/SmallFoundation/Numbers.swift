/// How a whole number is written: grouped, in the digits of a language.
public struct IntegerFormatStyle<Value: BinaryInteger & Sendable & Codable & Hashable>: FormatStyle, Sendable {
    var locale = Locale.current

    /// Digits with groups.
    public static var number: Self { Self() }

    public init() {}

    public func locale(_ locale: Locale) -> Self {
        var style = self
        style.locale = locale
        return style
    }

    public func format(_ value: Value) -> String {
        LocaleFormat.of(locale).text(digits: String(value.magnitude)[...], isNegative: value < 0)
    }
}

/// How a number with decimals is written.
public struct FloatingPointFormatStyle<Value: BinaryFloatingPoint & Sendable & Codable & Hashable>: FormatStyle, Sendable {
    var locale = Locale.current
    var fraction = 0...6

    /// Up to six decimals, and no zero at the end of them.
    public static var number: Self { Self() }

    public init() {}

    public func locale(_ locale: Locale) -> Self {
        var style = self
        style.locale = locale
        return style
    }

    /// How many decimals there are.
    public func precision(_ precision: Precision) -> Self {
        var style = self
        style.fraction = precision.fraction
        return style
    }

    /// A number of decimals.
    public struct Precision: Hashable, Sendable {
        let fraction: ClosedRange<Int>

        public static func fractionLength(_ length: Int) -> Self { Self(fraction: max(0, length)...max(0, length)) }
    }

    public func format(_ value: Value) -> String {
        let value = Double(value)
        guard value.isFinite else { return value.isNaN ? "NaN" : value < 0 ? LocaleFormat.of(locale).minus + "∞" : "∞" }
        let text = String(format: "%.\(min(fraction.upperBound, 20))f", abs(value))
        let parts = text.split(separator: ".")
        var decimals = parts.count > 1 ? parts[1] : ""
        while decimals.utf8.count > fraction.lowerBound, decimals.last == "0" { decimals.removeLast() }
        // No number is written as negative zero.
        let isZero = text.utf8.allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ".") }
        return LocaleFormat.of(locale).text(
            digits: parts[0], isNegative: value.sign == .minus && !(isZero && value == 0), fraction: decimals)
    }
}

extension BinaryInteger where Self: Sendable & Codable & Hashable {
    public func formatted(_ style: IntegerFormatStyle<Self>) -> String { style.format(self) }
}

extension BinaryFloatingPoint where Self: Sendable & Codable & Hashable {
    public func formatted(_ style: FloatingPointFormatStyle<Self>) -> String { style.format(self) }
}

extension String {
    /// Formats like C's printf, with the decimal separator of the language.
    public init(format: String, locale: Locale? = nil, _ arguments: any CVarArg...) {
        let bytes = withVaList(arguments) { list -> [UInt8] in
            var buffer = [CChar](repeating: 0, count: 512)
            let length = Int(vsnprintf(&buffer, buffer.count, format, list))
            return buffer.prefix(Swift.max(0, Swift.min(length, 511))).map { UInt8(bitPattern: $0) }
        }
        var text = String(decoding: bytes, as: UTF8.self)
        if let decimal = locale.map({ LocaleFormat.of($0).decimal }), decimal != ".", let point = text.firstIndex(of: ".") {
            text.replaceSubrange(point...point, with: decimal)
        }
        self = text
    }

    /// Uppercase by Unicode's rules, including the Turkish `i`.
    public func uppercased(with locale: Locale?) -> String {
        guard let code = locale?.language.languageCode?.identifier, code == "tr" || code == "az" else { return uppercased() }
        return String(map { $0 == "i" ? "İ" : $0 }).uppercased()
    }

    public func lowercased(with locale: Locale?) -> String {
        guard let code = locale?.language.languageCode?.identifier, code == "tr" || code == "az" else { return lowercased() }
        return String(map { $0 == "I" ? "ı" : $0 == "İ" ? "i" : $0 }).lowercased()
    }
}

/// Bytes that stay as they are in an address.
public struct CharacterSet: Sendable {
    let allowed: [UInt8]

    /// The characters that RFC 3986 allows in a path, including slashes.
    public static let urlPathAllowed = CharacterSet(
        allowed: Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,=:@/".utf8))
}

extension String {
    /// The string with every byte outside the set escaped as `%` and two digits.
    public func addingPercentEncoding(withAllowedCharacters allowed: CharacterSet) -> String? {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in utf8 {
            if allowed.allowed.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
