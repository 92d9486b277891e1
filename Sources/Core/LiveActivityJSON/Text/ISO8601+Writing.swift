public import LiveActivityFoundation

extension Date {
    /// The date in UTC as ISO 8601, such as `2026-06-20T17:00:00Z`, with as many decimals as are needed to read exactly this
    /// date back: none, three or seven for contemporary dates. All interfaces write the dates around an activity's content in
    /// this form.
    ///
    /// A date outside the years 1 to 9999, or so close to 2001-01-01 that decimals cannot express it, is written as its number
    /// of seconds since then.
    public var iso8601: String {
        String(unsafeUninitializedCapacity: Self.iso8601BytesMax) { writeISO8601(into: $0) }
    }

    package static let iso8601BytesMax = 40

    /// Writes ``iso8601``; returns the number of bytes.
    package func writeISO8601(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        // A date beyond the year 9999, or one that is not finite, has no four-digit year and is written as a number.
        let seconds = timeIntervalSinceReferenceDate
        guard seconds > -63_113_904_000, seconds < 252_423_993_600 else { return writeNumber(into: buffer) }
        var whole = seconds.rounded(.down)
        var digits = 0
        var fraction = 0
        if whole != seconds {
            // Dates are doubles. Three decimals are tried first; seven distinguish every double of contemporary dates.
            let thousandths = ((seconds - whole) * 1_000).rounded()
            if whole + thousandths / 1_000 == seconds, thousandths < 1_000 {
                (digits, fraction) = (3, Int(thousandths))
            } else if abs(seconds) >= 0x1p29 {
                // In that range (before 1984 and after 2018) neighbouring doubles differ by more than 0.0000001.
                (digits, fraction) = (7, Int(((seconds - whole) * 10_000_000).rounded()))
                if fraction == 10_000_000 { (fraction, whole) = (0, whole + 1) }
            } else if let exact = Self.digits(whole, seconds) {
                (digits, fraction) = exact
            } else {
                return writeNumber(into: buffer)
            }
        }
        let total = Int(whole) + 978_307_200
        let day = total >= 0 ? total / 86_400 : (total - 86_399) / 86_400
        let second = total - day * 86_400
        let (year, month, dayOfMonth) = Self.civil(daysSince1970: day)

        var count = 0
        func put(_ value: Int, _ width: Int) {
            var rest = value
            for place in stride(from: width - 1, through: 0, by: -1) {
                buffer[count + place] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            }
            count += width
        }
        func put(_ character: Unicode.Scalar) {
            buffer[count] = UInt8(ascii: character)
            count += 1
        }
        put(year, 4)
        put("-")
        put(month, 2)
        put("-")
        put(dayOfMonth, 2)
        put("T")
        put(second / 3_600, 2)
        put(":")
        put(second / 60 % 60, 2)
        put(":")
        put(second % 60, 2)
        if digits > 0 {
            put(".")
            put(fraction, digits)
        }
        put("Z")
        return count
    }

    private func writeNumber(into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        var text = "\(timeIntervalSinceReferenceDate)"
        return text.withUTF8 {
            _ = buffer.initialize(from: $0)
            return $0.count
        }
    }

    /// The smallest number of decimals that read back as exactly `seconds`, with the fraction; `nil` if even 18 do not.
    private static func digits(_ whole: Double, _ seconds: Double) -> (Int, Int)? {
        var (scale, digits) = (1e7, 7)
        while digits <= 18 {
            let fraction = Int(((seconds - whole) * scale).rounded())
            let text = String(fraction)
            let padded = String(repeating: "0", count: max(digits - text.utf8.count, 0)) + text
            if padded.utf8.count == digits, joined(Int(whole), padded) == seconds { return (digits, fraction) }
            (scale, digits) = (scale * 10, digits + 1)
        }
        return nil
    }

    /// Combines whole seconds and the digits of a fraction, rounded once, from the exact decimal number.
    static func joined(_ whole: Int, _ fraction: String) -> Double? {
        whole >= 0 ? Double("\(whole).\(fraction)") : Double("0.\(fraction)").map { Double(whole) + $0 }
    }

    /// The proleptic Gregorian date of a day, computed in eras of 400 years that begin on 1 March of a year divisible by 400.
    static func civil(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }
}
