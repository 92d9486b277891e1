public import Foundation

// The value of self-updating texts at a given time, and the widest value, for which the layout reserves space.

extension TextRun.Content {
    /// The text that is shown at a given time; empty for an image.
    ///
    /// A timer does not move before its range, after its range and after its pause time.
    ///
    /// - Parameters:
    ///   - now: The current date.
    ///   - locale: A BCP 47 identifier. It determines digits, units and the order of a date.
    ///   - timeZone: The time zone of a day and of a time of day.
    public func string(at now: Date, locale: String, timeZone: TimeZone = .current) -> String {
        if let clock = clock(at: now) { return Self.text(clock.shown, showsHours: clock.showsHours, locale) }
        switch self {
        case .string(let string): return string
        case .image, .timer: return ""
        case .date(let date, let style): return Self.string(date, style, now, Locale(identifier: locale), timeZone)
        }
    }

    /// The widest text, with all digits replaced by zeros; `nil` if the text never changes.
    fileprivate func widestString(at now: Date, locale: String) -> String? {
        if let clock = clock(at: now) {
            let widest = max(min(clock.length, Self.longest), clock.shown)
            return Self.zeros(Self.text(widest, showsHours: clock.showsHours, locale))
        }
        switch self {
        case .string, .image, .timer, .date(_, style: .date), .date(_, style: .time): return nil
        case .date: return Self.zeros(string(at: now, locale: locale))
        }
    }

    /// A clock at one time, in seconds.
    private struct Clock {
        var shown: Double
        /// The largest value of the clock while it runs.
        var length: Double
        var showsHours: Bool
    }

    /// `nil` for content other than a clock.
    private func clock(at now: Date) -> Clock? {
        switch self {
        case .timer(let range, let pauseTime, let countsDown, let showsHours):
            let moment = min(max(pauseTime ?? now, range.lowerBound), range.upperBound)
            let seconds = countsDown ? range.upperBound.timeIntervalSince(moment) : moment.timeIntervalSince(range.lowerBound)
            return Clock(
                shown: countsDown ? seconds.rounded(.up) : seconds,
                length: range.upperBound.timeIntervalSince(range.lowerBound), showsHours: showsHours)
        case .date(let date, style: .timer):
            let ahead = Self.distance(from: now, to: date)
            return Clock(
                shown: ahead > 0 ? ahead.rounded(.up) : -ahead, length: max(abs(ahead), Self.growing), showsHours: true)
        case .string, .image, .date: return nil
        }
    }

    /// Eight hours in seconds. An activity is active at most that long, so a clock that shows less never exceeds it. A
    /// countdown that shows more, for example to a later day, becomes narrower while it runs.
    private static let longest = 8.0 * 3600
    /// Ten minutes in seconds, so that a timer that has just started has space for a second digit of minutes.
    private static let growing = 600.0

    /// Clamps seconds to what `Int` and `Duration` can represent. NaN, the result of a division by zero, becomes 0.
    private static func convertible(_ seconds: Double) -> Double { seconds.isNaN ? 0 : min(max(seconds, -1e11), 1e11) }

    /// The seconds from `now` to a date; negative if the date has passed.
    private static func distance(from now: Date, to date: Date) -> Double { convertible(date.timeIntervalSince(now)) }

    private static func text(_ seconds: Double, showsHours: Bool, _ locale: String) -> String {
        let seconds = Int(min(max(convertible(seconds), 0), 1e9))
        let (hours, minutes) = (seconds / 3600, seconds / 60)
        let tail = twoDigits(seconds % 60)
        let text = showsHours && hours > 0 ? "\(hours):\(twoDigits(minutes % 60)):\(tail)" : "\(minutes):\(tail)"
        return localDigits(text, locale)
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static func string(
        _ date: Date, _ style: TextRun.DateStyle, _ now: Date, _ locale: Locale, _ timeZone: TimeZone
    ) -> String {
        let ahead = distance(from: now, to: date)
        let distance = abs(ahead)
        switch style {
        case .timer: return ""
        case .relative:
            return Duration.seconds(distance.rounded()).formatted(
                .units(allowed: [.weeks, .days, .hours, .minutes, .seconds], width: .abbreviated, maximumUnitCount: 2).locale(
                    locale))
        case .offset:
            let amount = Duration.seconds(distance.rounded()).formatted(
                .units(allowed: [.weeks, .days, .hours, .minutes, .seconds], width: .wide, maximumUnitCount: 1).locale(locale))
            return (ahead < 0 ? "-" : "+") + amount
        case .date:
            return date.formatted(Date.FormatStyle(date: .long, time: .omitted, locale: locale, timeZone: timeZone))
        case .time:
            return date.formatted(Date.FormatStyle(date: .omitted, time: .shortened, locale: locale, timeZone: timeZone))
        }
    }

    // MARK: Digits

    /// Replaces digits by those of the locale's numbering system, for example ٤:٥٩ in Arabic of Egypt.
    private static func localDigits(_ text: String, _ locale: String) -> String {
        let zero: UInt32? =
            switch Locale(identifier: locale).numberingSystem.identifier {
            case "arab": 0x660
            case "arabext": 0x6F0
            case "deva": 0x966
            case "beng": 0x9E6
            case "mymr": 0x1040
            case "tibt": 0xF20
            default: nil
            }
        guard let zero else { return text }
        return String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { ("0"..."9").contains($0) ? Unicode.Scalar(zero + $0.value - 48) ?? $0 : $0 }))
    }

    /// Replaces every decimal digit by the zero of its script.
    private static func zeros(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar in
                    scalar.decimalDigit.flatMap { Unicode.Scalar(scalar.value - $0) } ?? scalar
                }))
    }
}

extension Unicode.Scalar {
    /// The value of a decimal digit of any script, from 0 to 9; `nil` for other characters.
    package var decimalDigit: UInt32? {
        properties.numericType == .decimal ? properties.numericValue.map { UInt32($0) } : nil
    }
}

extension TextNode {
    /// The text of one of its runs at a given time; empty for an image.
    ///
    /// - Parameter defaultTimeZone: The time zone of dates if the text has no time zone, or an unknown one.
    package func string(of run: TextRun, at now: Date, defaultTimeZone: TimeZone = .current) -> String {
        let zone = timeZone.flatMap { TimeZone(identifier: $0) } ?? defaultTimeZone
        return run.content.string(at: now, locale: locale, timeZone: zone)
    }

    /// Whether a part of the text changes from second to second: a timer, or a time relative to now.
    ///
    /// SwiftUI gives such a text all the width that is proposed to it, and its lines their ``alignment`` in that width.
    public var isRunning: Bool {
        runs.contains { run in
            switch run.content {
            case .timer, .date(_, style: .timer), .date(_, style: .relative), .date(_, style: .offset): true
            case .string, .image, .date(_, style: .date), .date(_, style: .time): false
            }
        }
    }

    /// The text with its self-updating parts at their widest. The layout reserves this space.
    func reservingPlace(at now: Date) -> TextNode {
        guard runs.contains(where: { $0.content.updatesItself }) else { return self }
        var copy = self
        for index in runs.indices {
            guard let widest = runs[index].content.widestString(at: now, locale: locale) else { continue }
            copy.runs[index].content = .string(widest)
        }
        return copy
    }
}

extension TextRun.Content {
    fileprivate var updatesItself: Bool {
        switch self {
        case .string, .image: false
        case .timer, .date: true
        }
    }
}
