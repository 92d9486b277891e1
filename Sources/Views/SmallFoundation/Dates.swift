extension Date {
    /// The time of the system's clock.
    public static var now: Date { Date() }

    public init() {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        self.init(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    }

    public func formatted(_ style: FormatStyle) -> String { style.format(self) }
}

/// UTC, or the time zone of the process (`TZ`, /etc/localtime): C's `gmtime_r` and `localtime_r` support no other.
public struct TimeZone: Hashable, Sendable, Codable {
    let isCurrent: Bool

    private init(isCurrent: Bool) { self.isCurrent = isCurrent }

    public static let gmt = TimeZone(isCurrent: false)
    public static var current: TimeZone { TimeZone(isCurrent: true) }
    public static var autoupdatingCurrent: TimeZone { current }

    /// Creates UTC from one of its names; `nil` for every other identifier.
    public init?(identifier: String) {
        guard ["GMT", "UTC", "Etc/UTC"].contains(identifier) else { return nil }
        self = .gmt
    }

    public var identifier: String { isCurrent ? "localtime" : "GMT" }

    func parts(of date: Date) -> tm {
        // The years 1 to 9999, as the C interface has them.
        let since1970 = date.timeIntervalSince1970
        var seconds = since1970.isNaN ? 0 : time_t(min(max(since1970, -62_135_596_800), 253_402_300_799).rounded(.down))
        var parts = tm()
        _ = isCurrent ? localtime_r(&seconds, &parts) : gmtime_r(&seconds, &parts)
        return parts
    }
}

/// The Gregorian calendar, in which all dates are written.
public struct Calendar: Hashable, Sendable, Codable { public static var current: Calendar { Calendar() } }

/// A start and an end.
public struct DateInterval: Hashable, Sendable, Codable {
    public var start: Date
    public var end: Date
    public init(start: Date, end: Date) { (self.start, self.end) = (start, end) }
}

extension Date {
    /// How a day or a time of day is written.
    public struct FormatStyle: LiveActivityFormatStyle, Sendable {
        /// The style of the date: with all words, or omitted.
        public enum DateStyle: Hashable, Codable, Sendable { case long, omitted }
        /// The style of the time: hours and minutes, or omitted.
        public enum TimeStyle: Hashable, Codable, Sendable { case shortened, omitted }

        var date: DateStyle
        var time: TimeStyle
        var locale: Locale
        public var timeZone: TimeZone

        public init(date: DateStyle, time: TimeStyle, locale: Locale = .current, timeZone: TimeZone = .current) {
            (self.date, self.time, self.locale, self.timeZone) = (date, time, locale, timeZone)
        }

        public func locale(_ locale: Locale) -> Self {
            var style = self
            style.locale = locale
            return style
        }

        public func format(_ value: Date) -> String {
            let (format, parts) = (LocaleFormat.of(locale), timeZone.parts(of: value))
            var texts: [String] = []
            if date == .long { texts.append(format.text(format.date, parts)) }
            if time == .shortened { texts.append(format.text(format.time, parts)) }
            return texts.joined(separator: " ")
        }
    }

    /// How two times of day are written as one.
    public struct IntervalFormatStyle: LiveActivityFormatStyle, Sendable {
        var locale = Locale.current
        public var timeZone = TimeZone.current

        public init(date: FormatStyle.DateStyle, time: FormatStyle.TimeStyle) {}

        public func locale(_ locale: Locale) -> Self {
            var style = self
            style.locale = locale
            return style
        }

        public func format(_ value: Range<Date>) -> String {
            let format = LocaleFormat.of(locale)
            let (start, end) = (timeZone.parts(of: value.lowerBound), timeZone.parts(of: value.upperBound))
            let isSameHalf = (start.tm_hour < 12) == (end.tm_hour < 12) && start.tm_yday == end.tm_yday
            let dropped = isSameHalf ? format.dropped : nil
            return format.text(format.time, start, withHalf: dropped != .first, isPadded: true)
                + (dropped != nil ? format.between.together : format.between.apart)
                + format.text(format.time, end, withHalf: dropped != .second, isPadded: true) + format.between.end
        }
    }
}

/// The protocol, inside types that have a type of its name.
public typealias LiveActivityFormatStyle = FormatStyle

extension LocaleFormat {
    /// Formats a date with a pattern. Unknown letters are copied, and so is quoted text.
    func text(_ pattern: String, _ parts: tm, withHalf: Bool = true, isPadded: Bool = false) -> String {
        var text = ""
        var rest = pattern[...]
        while let first = rest.first {
            if first == "'" {
                rest.removeFirst()
                let quoted = rest.prefix { $0 != "'" }
                text += quoted.isEmpty ? "'" : String(quoted)
                rest = rest.dropFirst(quoted.count + 1)
                continue
            }
            let letters = rest.prefix { $0 == first }
            rest = rest.dropFirst(letters.count)
            switch first {
            case "d": text += plain(Int(parts.tm_mday), digits: letters.count)
            case "M" where letters.count > 2: text += months[Int(parts.tm_mon)]
            case "M": text += plain(Int(parts.tm_mon) + 1, digits: letters.count)
            case "y": text += plain(Int(parts.tm_year) + 1900, digits: letters.count)
            // Foundation writes a time without a date with one digit for the hour, even if the language's pattern has two.
            case "H": text += plain(Int(parts.tm_hour), digits: isPadded ? letters.count : 1)
            case "h": text += plain((Int(parts.tm_hour) + 11) % 12 + 1, digits: letters.count)
            case "m": text += plain(Int(parts.tm_min), digits: letters.count)
            case "a": if withHalf { text += halves[parts.tm_hour < 12 ? 0 : 1] }
            default: text += letters
            }
        }
        guard !withHalf, time.contains("a") else { return text }
        // If the half of the day is omitted, the space next to it is removed too.
        return String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
