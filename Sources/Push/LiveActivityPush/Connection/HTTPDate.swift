#if Push
import LiveActivityCore

/// Reads dates of HTTP headers: `Sun, 22 Nov 2026 18:00:00 GMT`.
enum HTTPDate {
    /// - Returns: `nil` for any other form.
    static func date(_ text: String) -> Date? {
        let parts = text.split(whereSeparator: { $0 == " " || $0 == ":" })
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
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
}
#endif
