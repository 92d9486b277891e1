/// Numbers as JSON writes them.
package enum NumberText {
    // MARK: Writing

    /// The maximum number of bytes that ``write(_:to:)`` writes.
    static let longest = 40

    /// Writes the digits of `value` at `target`; returns the number of bytes.
    @inline(__always)
    static func write(_ value: Int64, to target: UnsafeMutablePointer<UInt8>) -> Int {
        if value >= 0 { return write(UInt64(value), to: target) }
        target[0] = UInt8(ascii: "-")
        return 1 &+ write(value.magnitude, to: target + 1)
    }

    static func write(_ value: UInt64, to target: UnsafeMutablePointer<UInt8>) -> Int {
        let count = digitCount(value)
        var place = count
        var rest = value
        while rest >= 100 {
            let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
            place &-= 2
            putPair(pair, at: target + place)
            rest = quotient
        }
        if rest >= 10 {
            putPair(rest, at: target)
        } else {
            target[0] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest)
        }
        return count
    }

    @inline(__always)
    private static func putPair(_ pair: UInt64, at target: UnsafeMutablePointer<UInt8>) {
        let digits: StaticString = """
            00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748\
            4950515253545556575859606162636465666768697071727374757677787980818283848586878889909192939495969798\
            99
            """
        target[0] = digits.utf8Start[Int(truncatingIfNeeded: pair) &* 2]
        target[1] = digits.utf8Start[Int(truncatingIfNeeded: pair) &* 2 &+ 1]
    }

    @inline(__always)
    private static func digitCount(_ value: UInt64) -> Int {
        var count = 1
        var bound: UInt64 = 10
        while value >= bound {
            count &+= 1
            let (next, overflow) = bound.multipliedReportingOverflow(by: 10)
            if overflow { break }
            bound = next
        }
        return count
    }

    /// Writes the shortest digits that read back as `value`, in Swift's notation without a trailing `.0`.
    ///
    /// - Precondition: `value` is finite.
    static func write(_ value: Double, to target: UnsafeMutablePointer<UInt8>) -> Int {
        let magnitude = value.magnitude
        if magnitude < 0x1p53 {
            let whole = Int64(value)
            if Double(whole) == value {
                if whole == 0, value.sign == .minus {
                    target[0] = UInt8(ascii: "-")
                    target[1] = UInt8(ascii: "0")
                    return 2
                }
                return write(whole, to: target)
            }
            // Most fractions that people enter or measure have few decimals. A number with at most 15 digits that rounds to
            // `value` is the shortest one, because no other such number rounds to it.
            if magnitude >= 0x1p-9 {
                if let count = writeDecimals(value, scale: 1_000, places: 3, to: target) { return count }
                if let count = writeDecimals(value, scale: 1_000_000, places: 6, to: target) { return count }
                if let count = writeSevenDecimals(value, to: target) { return count }
            }
        }
        return write(value.description, to: target)
    }

    static func write(_ value: Float, to target: UnsafeMutablePointer<UInt8>) -> Int {
        if value.magnitude < 0x1p24, value == value.rounded(.towardZero) {
            return write(Double(value), to: target)
        }
        return write(value.description, to: target)
    }

    @inline(__always)
    private static func writeDecimals(
        _ value: Double, scale: Double, places: Int, to target: UnsafeMutablePointer<UInt8>
    ) -> Int? {
        let scaled = (value.magnitude * scale).rounded(.toNearestOrEven)
        guard scaled < 1e15, scaled / scale == value.magnitude else { return nil }
        return write(scaled, scale: scale, places: places, isNegative: value < 0, to: target)
    }

    /// A date in seconds with more than six decimals, such as a clock with nanoseconds returns.
    ///
    /// From 2^29 up to here a `Double` has no precision for eight decimals, and `value * 1e7` is rounded to an integer: the
    /// number with seven decimals that is nearest to `value`. It is the shortest, since no number with six equals `value`,
    /// unless another one is equally near.
    @inline(__always)
    private static func writeSevenDecimals(_ value: Double, to target: UnsafeMutablePointer<UInt8>) -> Int? {
        let magnitude = value.magnitude
        guard magnitude >= 0x1p29, magnitude < 9e8 else { return nil }
        let scaled = magnitude * 1e7
        // The exact product has 23 binary places: half-way between two integers only the highest of them is set.
        let places = (magnitude.significandBitPattern | 1 << 52) &* 10_000_000 & (1 << 23 - 1)
        guard places != 1 << 22, scaled / 1e7 == magnitude else { return nil }
        return write(scaled, scale: 1e7, places: 7, isNegative: value < 0, to: target)
    }

    @inline(__always)
    private static func write(
        _ scaled: Double, scale: Double, places: Int, isNegative: Bool, to target: UnsafeMutablePointer<UInt8>
    ) -> Int {
        let (whole, fraction) = UInt64(scaled).quotientAndRemainder(dividingBy: UInt64(scale))
        var count = 0
        if isNegative {
            target[0] = UInt8(ascii: "-")
            count = 1
        }
        count &+= write(whole, to: target + count)
        target[count] = UInt8(ascii: ".")
        var rest = fraction
        for place in stride(from: places, through: 1, by: -1) {
            target[count &+ place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        count &+= places
        while target[count] == UInt8(ascii: "0") { count &-= 1 }
        return count &+ 1
    }

    private static func write(_ description: String, to target: UnsafeMutablePointer<UInt8>) -> Int {
        withBytes(of: description) { text in
            var count = text.count
            if count > 2, text[count - 2] == UInt8(ascii: "."), text[count - 1] == UInt8(ascii: "0") { count -= 2 }
            if let base = text.baseAddress { target.update(from: base, count: count) }
            return count
        }
    }

    // MARK: Reading (of text that is a JSON number)

    /// The meaning of a number for a reader that has only 64-bit integers and doubles, such as jansson.
    package enum Meaning {
        case integer(Int64)
        /// An exact double, or the nearest one for a number with a fraction or an exponent.
        case double(Double)
        /// An integer that is neither an `Int64` nor exactly a `Double`.
        case wideInteger
        /// A number too large for a `Double`, or so small that it would round to zero.
        case outOfRange
    }

    package static func meaning(_ text: UnsafeBufferPointer<UInt8>) -> Meaning {
        guard let double = double(text) else { return .outOfRange }
        // Minus zero is the only integer whose double carries more information than an integer could.
        if double == 0 || text.contains(where: { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }) {
            return .double(double)
        }
        if let small = integer(text, as: Int64.self) { return .integer(small) }
        guard let wide = integer(text, as: Int128.self), Double(exactly: wide) != nil else { return .wideInteger }
        return .double(double)
    }

    /// The nearest `Double`; `nil` if the number is too large, or so small that it would round to zero.
    package static func double(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        let parts = Parts(text)
        if parts.isExact, parts.mantissa < 1 << 53, parts.exponent >= -22, parts.exponent <= 22 {
            // Both numbers are exact, so the single rounding of the operation is correct.
            var value = Double(parts.mantissa)
            value = parts.exponent < 0 ? value / power(-parts.exponent) : value * power(parts.exponent)
            return parts.isNegative ? -value : value
        }
        guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else { return nil }
        return value == 0 && !parts.isZero ? nil : value
    }

    /// The nearest `Float`, rounded once; `nil` like ``double(_:)``.
    static func float(_ text: UnsafeBufferPointer<UInt8>) -> Float? {
        guard let value = Float(String(decoding: text, as: UTF8.self)), value.isFinite else { return nil }
        return value == 0 && !Parts(text).isZero ? nil : value
    }

    /// The number if it is exactly an integer of this type; `1.0` and `1e2` are.
    package static func integer<T: FixedWidthInteger>(_ text: UnsafeBufferPointer<UInt8>, as type: T.Type) -> T? {
        let parts = DecimalText(text)
        guard parts.exponent >= 0, parts.digits.count + parts.exponent <= 39 else { return parts.digits.isEmpty ? 0 : nil }
        var magnitude: UInt128 = 0
        for digit in parts.digits + Array(repeating: 0, count: parts.exponent) {
            let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt128(digit))
            if overflow || carry { return nil }
            magnitude = sum
        }
        if !parts.isNegative { return T(exactly: magnitude) }
        guard magnitude <= UInt128(1) << 127 else { return nil }
        return T(exactly: Int128(truncatingIfNeeded: 0 &- magnitude))
    }

    private static func power(_ exponent: Int) -> Double {
        switch exponent {
        case 0: 1
        case 1: 1e1
        case 2: 1e2
        case 3: 1e3
        case 4: 1e4
        case 5: 1e5
        case 6: 1e6
        case 7: 1e7
        case 8: 1e8
        case 9: 1e9
        case 10: 1e10
        case 11: 1e11
        case 12: 1e12
        case 13: 1e13
        case 14: 1e14
        case 15: 1e15
        case 16: 1e16
        case 17: 1e17
        case 18: 1e18
        case 19: 1e19
        case 20: 1e20
        case 21: 1e21
        default: 1e22
        }
    }

    /// The parts of a number's text, as far as 64 bits can hold them.
    private struct Parts {
        var mantissa: UInt64 = 0
        var exponent = 0
        var isNegative = false
        /// Whether `mantissa` has all digits.
        var isExact = true
        var isZero: Bool { isExact && mantissa == 0 }

        init(_ text: UnsafeBufferPointer<UInt8>) {
            var at = 0
            var digits = 0
            var isFraction = false
            while at < text.count {
                let byte = text[at]
                at &+= 1
                switch byte {
                case UInt8(ascii: "-"): isNegative = true
                case UInt8(ascii: "."): isFraction = true
                case UInt8(ascii: "0")...UInt8(ascii: "9"):
                    if mantissa != 0 || byte != UInt8(ascii: "0") { digits &+= 1 }
                    if digits > 18 { isExact = false }
                    if isExact { mantissa = mantissa &* 10 &+ UInt64(byte &- UInt8(ascii: "0")) }
                    if isFraction { exponent &-= 1 }
                default:
                    exponent &+= DecimalText.exponent(text, from: at)
                    return
                }
            }
        }
    }
}

/// The exact decimal value of a JSON number: `digits` × 10^`exponent`, without leading or trailing zeros.
///
/// Two texts mean the same number when these are equal. Zero has no digits and no sign.
package struct DecimalText: Equatable {
    var isNegative = false
    var digits: [UInt8] = []
    var exponent = 0

    package init(_ text: UnsafeBufferPointer<UInt8>) {
        var isFraction = false
        var at = 0
        scan: while at < text.count {
            let byte = text[at]
            at += 1
            switch byte {
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: "."): isFraction = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                if !digits.isEmpty || byte != UInt8(ascii: "0") { digits.append(byte - UInt8(ascii: "0")) }
                if isFraction { exponent -= 1 }
            default:
                exponent += Self.exponent(text, from: at)
                break scan
            }
        }
        while digits.last == 0 {
            digits.removeLast()
            exponent += 1
        }
        if digits.isEmpty {
            isNegative = false
            exponent = 0
        }
    }

    /// The number after an `e`; above a billion the exact value makes no difference.
    static func exponent(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var at = start
        let isNegative = text[at] == UInt8(ascii: "-")
        if isNegative || text[at] == UInt8(ascii: "+") { at += 1 }
        var value = 0
        while at < text.count {
            value = min(value * 10 + Int(text[at] - UInt8(ascii: "0")), 1_000_000_000)
            at += 1
        }
        return isNegative ? -value : value
    }
}
