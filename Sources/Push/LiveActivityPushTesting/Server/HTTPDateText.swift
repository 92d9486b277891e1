#if Push
import LiveActivityCore

/// Writes dates of HTTP headers: `Sun, 22 Nov 2026 18:00:00 GMT`.
enum HTTPDateText {
    static func text(of date: Date) -> String {
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
