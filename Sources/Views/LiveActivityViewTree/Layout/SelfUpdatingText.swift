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
    public func string(at now: Date, locale: String) -> String {
        switch self {
        case .string(let string): return string
        case .image: return ""
        case .timer(let range, let pauseTime, let countsDown, let showsHours):
            let moment = min(max(pauseTime ?? now, range.lowerBound), range.upperBound)
            let seconds = countsDown ? range.upperBound.timeIntervalSince(moment) : moment.timeIntervalSince(range.lowerBound)
            return Self.clock(countsDown ? seconds.rounded(.up) : seconds, showsHours: showsHours, locale)
        case .date(let date, let style): return Self.string(date, style, now, Locale(identifier: locale))
        }
    }

    /// The widest text, with all digits replaced by zeros; `nil` if the text never changes.
    fileprivate func widestString(at now: Date, locale: String) -> String? {
        switch self {
        case .string, .image, .date(_, style: .date), .date(_, style: .time): return nil
        case .timer(let range, _, _, let showsHours):
            let length = range.upperBound.timeIntervalSince(range.lowerBound)
            return Self.zeros(Self.clock(min(length, Self.longest), showsHours: showsHours, locale))
        case .date(let date, style: .timer):
            let length = max(abs(date.timeIntervalSince(now)), Self.growing)
            return Self.zeros(Self.clock(min(length, Self.longest), showsHours: true, locale))
        case .date: return Self.zeros(string(at: now, locale: locale))
        }
    }

    /// Eight hours in seconds. An activity runs at most that long, so no clock in it shows more.
    private static let longest = 8.0 * 3600
    /// Ten minutes in seconds, so that a timer that has just started has space for a second digit of minutes.
    private static let growing = 600.0

    private static func clock(_ seconds: Double, showsHours: Bool, _ locale: String) -> String {
        let seconds = Int(min(max(seconds, 0), 1e9))
        let (hours, minutes) = (seconds / 3600, seconds / 60)
        let tail = twoDigits(seconds % 60)
        let text = showsHours && hours > 0 ? "\(hours):\(twoDigits(minutes % 60)):\(tail)" : "\(minutes):\(tail)"
        return localDigits(text, locale)
    }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    private static func string(_ date: Date, _ style: TextRun.DateStyle, _ now: Date, _ locale: Locale) -> String {
        let distance = abs(min(max(date.timeIntervalSince(now), -1e11), 1e11))
        switch style {
        case .timer:
            let isAhead = date > now
            return clock(isAhead ? distance.rounded(.up) : distance, showsHours: true, locale.identifier)
        case .relative:
            return Duration.seconds(distance.rounded()).formatted(
                .units(allowed: [.weeks, .days, .hours, .minutes, .seconds], width: .abbreviated, maximumUnitCount: 2).locale(
                    locale))
        case .offset:
            let amount = Duration.seconds(distance.rounded()).formatted(
                .units(allowed: [.weeks, .days, .hours, .minutes, .seconds], width: .wide, maximumUnitCount: 1).locale(locale))
            return (date < now ? "-" : "+") + amount
        case .date: return date.formatted(Date.FormatStyle(date: .long, time: .omitted, locale: locale))
        case .time: return date.formatted(Date.FormatStyle(date: .omitted, time: .shortened, locale: locale))
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
                    guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue else {
                        return scalar
                    }
                    return Unicode.Scalar(scalar.value - UInt32(value)) ?? scalar
                }))
    }
}

extension TextNode {
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
