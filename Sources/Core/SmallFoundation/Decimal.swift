/// A decimal number: an integer of up to 128 bits, scaled by a power of ten from -128 to 127.
public struct Decimal: Hashable, Sendable, CustomStringConvertible {
    private let isNegative: Bool
    /// Stored without trailing zeros, so that equal numbers have equal parts.
    private let mantissa: UInt128
    private let exponent: Int

    /// Always `false`: no initialiser of this type creates such a value.
    public var isNaN: Bool { false }

    /// Reads the number at the start of a string, after white space, as Foundation does: `12abc` is 12.
    ///
    /// Digits beyond 128 bits are dropped.
    ///
    /// - Returns: `nil` if there is no number, or if the exponent is out of range.
    public init?(string: String) {
        var rest = string.utf8.drop { $0 == 0x20 || 0x09...0x0D ~= $0 }
        var isNegative = false
        var isFound = false
        if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            isNegative = sign == UInt8(ascii: "-")
            isFound = true
            rest = rest.dropFirst()
        }
        var mantissa: UInt128 = 0
        var exponent = 0
        var isFraction = false
        var isFull = false
        while let byte = rest.first {
            if let digit = byte.digit {
                isFound = true
                let (product, overflow) = mantissa.multipliedReportingOverflow(by: 10)
                let (sum, carry) = product.addingReportingOverflow(UInt128(digit))
                isFull = isFull || overflow || carry
                if !isFull { mantissa = sum }
                if isFull != isFraction { exponent += isFull ? 1 : -1 }
            } else if byte == UInt8(ascii: "."), !isFraction {
                isFraction = true
            } else {
                break
            }
            rest = rest.dropFirst()
        }
        guard isFound else { return nil }
        if let byte = rest.first, byte | 0x20 == UInt8(ascii: "e") { exponent += Self.exponent(in: rest.dropFirst()) }
        guard -128...127 ~= exponent else { return nil }
        while mantissa != 0, mantissa % 10 == 0 {
            mantissa /= 10
            exponent += 1
        }
        self.isNegative = isNegative && mantissa != 0
        self.mantissa = mantissa
        self.exponent = mantissa == 0 ? 0 : exponent
    }

    /// The number after an `e`; 0 if there is none. It stops growing far outside the range of exponents.
    private static func exponent(in text: Substring.UTF8View) -> Int {
        var text = text
        var isNegative = false
        if let sign = text.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            isNegative = sign == UInt8(ascii: "-")
            text = text.dropFirst()
        }
        var value = 0
        while let digit = text.first?.digit {
            value = min(value * 10 + Int(digit), 100_000)
            text = text.dropFirst()
        }
        return isNegative ? -value : value
    }

    /// All digits, without an exponent: `-0.0015`.
    public var description: String {
        var digits = String(mantissa)
        if exponent >= 0 {
            digits += String(repeating: "0", count: exponent)
        } else {
            let missing = 1 - exponent - digits.utf8.count
            if missing > 0 { digits = String(repeating: "0", count: missing) + digits }
            digits.insert(".", at: digits.utf8.index(digits.endIndex, offsetBy: exponent))
        }
        return isNegative ? "-" + digits : digits
    }
}

/// Encoded as text, with all digits. LiveActivityJSON writes a JSON number instead.
extension Decimal: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let decimal = Decimal(string: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "Not a decimal number.")
        }
        self = decimal
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension UInt8 {
    fileprivate var digit: UInt8? { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self ? self - UInt8(ascii: "0") : nil }
}
