public import LiveActivityFoundation

extension Date {
    /// Parses an ISO 8601 date: `2026-06-20T17:00:00Z`, with any fraction of a second, with `Z` or an offset `+hh:mm`, `+hhmm`
    /// or `+hh`. A space may replace the `T`. Reads back exactly what ``iso8601`` has written.
    ///
    /// A leap second, `23:59:60` in UTC at the end of a month, is read as the first second of the next month, as `Date` does
    /// not count leap seconds.
    ///
    /// - Returns: `nil` for anything else, for a day that does not exist, and for a time without an offset, which is not a
    ///   point in time.
    public init?(iso8601 text: String) {
        var text = text
        if let date = text.withUTF8({ Date(calendarDate: $0) }) {
            self = date
        } else {
            guard let seconds = Double(text), seconds.isFinite else { return nil }
            self.init(timeIntervalSinceReferenceDate: seconds)
            // A number is accepted only if the date has no other form; a year alone, say, is not valid.
            guard iso8601 == text else { return nil }
        }
    }

    private init?(calendarDate text: UnsafeBufferPointer<UInt8>) {
        var reader = Reader(rest: text[...])
        guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2), reader.skip("-"),
            let day = reader.number(2), reader.skip("T") || reader.skip("t") || reader.skip(" "),
            let hour = reader.number(2), reader.skip(":"), let minute = reader.number(2), reader.skip(":"),
            let second = reader.number(2), let fraction = reader.fraction(), let offset = reader.offset(),
            reader.rest.isEmpty, (1...12).contains(month), day > 0, hour < 24, minute < 60, second <= 60
        else { return nil }
        let days = Self.days(year: year, month: month, day: day)
        // A day that does not exist would be converted to another one.
        guard Self.civil(daysSince1970: days) == (year, month, day) else { return nil }
        let since1970 = days * 86_400 + hour * 3_600 + minute * 60 + second - offset
        guard second < 60 || Self.isMonthBeginning(since1970) else { return nil }
        let whole = since1970 - 978_307_200
        guard let exact = fraction.isEmpty ? Double(whole) : Self.joined(whole, fraction) else { return nil }
        self.init(timeIntervalSinceReferenceDate: exact)
    }

    /// ``joined(_:_:)-(_,String)`` for digits in bytes.
    private static func joined(_ whole: Int, _ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Double? {
        // Two numbers that a double has exactly, and one division: the result is rounded once.
        if whole >= 0, whole < 1 << 38, digits.count <= 7 {
            let (number, scale) = digits.reduce((whole, 1)) { ($0.0 * 10 + Int($1 - UInt8(ascii: "0")), $0.1 * 10) }
            if number < 1 << 53 { return Double(number) / Double(scale) }
        }
        return joined(whole, String(decoding: digits, as: UTF8.self))
    }

    /// Whether a month begins, in UTC, this many seconds after 1970.
    private static func isMonthBeginning(_ seconds: Int) -> Bool {
        seconds.isMultiple(of: 86_400) && civil(daysSince1970: seconds / 86_400).2 == 1
    }

    /// Days from 1970-01-01 to a date of the proleptic Gregorian calendar; the inverse of ``civil(daysSince1970:)``.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    private struct Reader {
        var rest: Slice<UnsafeBufferPointer<UInt8>>

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: character) else { return false }
            rest.removeFirst()
            return true
        }

        mutating func number(_ digits: Int) -> Int? {
            var value = 0
            for _ in 0..<digits {
                guard let digit = digit() else { return nil }
                value = value * 10 + digit
            }
            return value
        }

        private mutating func digit() -> Int? {
            guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
            rest.removeFirst()
            return Int(byte - UInt8(ascii: "0"))
        }

        /// The digits of a fraction, empty without one; `nil` for a point without digits.
        mutating func fraction() -> Slice<UnsafeBufferPointer<UInt8>>? {
            guard skip(".") || skip(",") else { return rest.prefix(0) }
            let start = rest
            while digit() != nil {}
            return start.count == rest.count ? nil : start.prefix(start.count - rest.count)
        }

        /// The offset in seconds east of Greenwich.
        mutating func offset() -> Int? {
            if skip("Z") || skip("z") { return 0 }
            let sign: Int
            if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
            guard let hours = number(2), hours < 24 else { return nil }
            if rest.isEmpty { return sign * hours * 3_600 }
            _ = skip(":")
            guard let minutes = number(2), minutes < 60 else { return nil }
            return sign * (hours * 3_600 + minutes * 60)
        }
    }
}
