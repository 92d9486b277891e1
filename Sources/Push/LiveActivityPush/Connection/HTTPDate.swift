#if Push
package import LiveActivityCore

/// Dates of HTTP headers: `Sun, 22 Nov 2026 18:00:00 GMT` (RFC 9110, 5.6.7).
package enum HTTPDate {
    /// Reads a date.
    ///
    /// - Returns: `nil` for any other form.
    package static func date(_ text: String) -> Date? {
        let parts = text.split(whereSeparator: { $0 == " " || $0 == ":" })
        guard parts.count == 8, parts[7] == "GMT", let day = Int(parts[1]), let month = months.firstIndex(of: String(parts[2])),
            let year = Int(parts[3]), 1_970...9_999 ~= year, let hour = Int(parts[4]), let minute = Int(parts[5]),
            let second = Int(parts[6]), 1...31 ~= day, 0..<24 ~= hour, 0..<60 ~= minute, 0...60 ~= second
        else { return nil }
        // The number of days since 1970 in the Gregorian calendar. Years begin in March, so that a leap day is the last day of
        // a year.
        let (shiftedYear, shiftedMonth) = month < 2 ? (year - 1, month + 10) : (year, month - 2)
        let era = shiftedYear / 400, ofEra = shiftedYear % 400
        let dayOfYear = (153 * shiftedMonth + 2) / 5 + day - 1
        let days = era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + dayOfYear - 719_468
        return Date(timeIntervalSince1970: TimeInterval(days * 86_400 + hour * 3_600 + minute * 60 + second))
    }

    /// Writes a date, without its fraction of a second.
    package static func text(of date: Date) -> String {
        let seconds = Int(date.timeIntervalSince1970.rounded(.down))
        let days = seconds.quotient(floor: 86_400)
        let time = seconds - days * 86_400
        // Computes a Gregorian date from the days since 1 March of year 0, in periods of 400 years.
        let since = days + 719_468
        let era = since.quotient(floor: 146_097), dayOfEra = since - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        let month = shiftedMonth < 10 ? shiftedMonth + 2 : shiftedMonth - 10
        let year = yearOfEra + era * 400 + (month < 2 ? 1 : 0)
        let weekday = (days + 4) - (days + 4).quotient(floor: 7) * 7
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let clock = [time / 3_600, time / 60 % 60, time % 60].map(two).joined(separator: ":")
        return "\(weekdays[weekday]), \(two(day)) \(months[month]) \(year) \(clock) GMT"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}

extension Int { fileprivate func quotient(floor divisor: Int) -> Int { (self >= 0 ? self : self - divisor + 1) / divisor } }
#endif
