#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Date {
    /// The instant that an ISO 8601 text names: `2026-06-20T17:00:00Z`, with any fraction of a second, with `Z` or an
    /// offset `+hh:mm`, `+hhmm` or `+hh`. A space may stand for the `T`. `nil` for anything else, for a day that does
    /// not exist, and for a time without an offset, which does not name an instant.
    init?(iso8601 text: String) {
        var reader = Reader(rest: text.utf8[...])
        guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2), reader.skip("-"),
            let day = reader.number(2), reader.skip("T") || reader.skip("t") || reader.skip(" "),
            let hour = reader.number(2), reader.skip(":"), let minute = reader.number(2), reader.skip(":"),
            let second = reader.number(2), let fraction = reader.fraction(), let offset = reader.offset(),
            reader.rest.isEmpty,
            (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day),
            hour < 24, minute < 60, second < 60
        else { return nil }
        let seconds = Self.daysSince2001(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - offset
        self.init(timeIntervalSinceReferenceDate: Double(seconds) + fraction)
    }

    private static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func daysSince2001(_ year: Int, _ month: Int, _ day: Int) -> Int {
        // Counted in years that begin in March, so that the leap day is a year's last.
        let year = month > 2 ? year : year - 1
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let leapDays = year / 4 - year / 100 + year / 400
        return year * 365 + leapDays + dayOfYear - 730_791
    }

    private struct Reader {
        var rest: Substring.UTF8View

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

        mutating func fraction() -> Double? {
            guard skip(".") || skip(",") else { return 0 }
            var text = "0."
            while let digit = digit() { text += "\(digit)" }
            return text.utf8.count > 2 ? Double(text) : nil
        }

        /// Seconds east of Greenwich.
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
