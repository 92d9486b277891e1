public import AppleFoundation
public import Foundation
public import LiveActivityUI

/// A value that changes with the time, for a `Text` that updates itself.
public struct TimeDataSource<Value>: Sendable {
    let value: @Sendable (Date) -> Value
}

extension TimeDataSource where Value == Date {
    public static var currentDate: Self { Self { $0 } }
}

extension TimeDataSource where Value == Range<Date> {
    public static func dateRange(startingAt date: Date) -> Self { Self { min(date, $0)..<max(date, $0) } }
    public static func dateRange(endingAt date: Date) -> Self { dateRange(startingAt: date) }
}

extension TimeDataSource where Value == Duration {
    public static func durationOffset(to date: Date) -> Self { Self { .seconds($0.timeIntervalSince(date)) } }
}

extension Text {
    /// A value that changes with the time. Formats of ``SystemFormatStyle`` update themselves; others show the current value.
    public init<Format: FormatStyle>(_ source: TimeDataSource<Format.FormatInput>, format: Format)
    where Format.FormatOutput == String { self.init(verbatim: format.format(source.value(.now))) }

    public init<Format: FormatStyle>(_ source: TimeDataSource<Format.FormatInput>, format: Format)
    where Format.FormatOutput == AttributedString {
        self = (format as? any UpdatingFormat)?.text ?? Text(format.format(source.value(.now)))
    }

    public init<Format: FormatStyle>(_ input: Format.FormatInput, format: Format)
    where Format.FormatOutput == AttributedString { self.init(format.format(input)) }
}

/// A format that the node of a `Text` has.
private protocol UpdatingFormat { var text: Text { get } }

/// The system's formats of a time that runs.
public enum SystemFormatStyle {
    /// The time since a start. The smallest units are seconds here.
    public struct Stopwatch: FormatStyle, UpdatingFormat {
        let start: Date
        let showsHours: Bool

        public init(
            startingAt: Date, showsHours: Bool = true, maxFieldCount: Int = 4, maxPrecision: Duration = .milliseconds(10)
        ) { (start, self.showsHours) = (startingAt, showsHours) }

        public func format(_ date: Date) -> AttributedString {
            date.timeIntervalSince(start).clock(showsHours: showsHours)
        }
        fileprivate var text: Text { Text(timerInterval: start...(.distantFuture), countsDown: false, showsHours: showsHours) }
    }

    /// The time since the start of an interval, or until its end.
    public struct Timer: FormatStyle, UpdatingFormat {
        let interval: Range<Date>
        let countsDown: Bool
        let showsHours: Bool

        public init(
            countingDownIn interval: Range<Date>, showsHours: Bool = true, maxFieldCount: Int = 3,
            maxPrecision: Duration = .seconds(1)
        ) { (self.interval, countsDown, self.showsHours) = (interval, true, showsHours) }
        public init(
            countingUpIn interval: Range<Date>, showsHours: Bool = true, maxFieldCount: Int = 3,
            maxPrecision: Duration = .seconds(1)
        ) { (self.interval, countsDown, self.showsHours) = (interval, false, showsHours) }

        public func format(_ date: Date) -> AttributedString {
            let now = min(max(date, interval.lowerBound), interval.upperBound)
            let seconds = countsDown ? interval.upperBound.timeIntervalSince(now) : now.timeIntervalSince(interval.lowerBound)
            return seconds.clock(showsHours: showsHours)
        }
        fileprivate var text: Text {
            Text(timerInterval: interval.lowerBound...interval.upperBound, countsDown: countsDown, showsHours: showsHours)
        }
    }

    /// The distance to a date. The fields and their number have no effect.
    public struct DateOffset: FormatStyle, UpdatingFormat {
        let anchor: Date

        public init(
            to anchor: Date, allowedFields: Set<DateRangeFormatStyle.Field> = [.hour, .minute, .second],
            maxFieldCount: Int = 2, sign: NumberFormatStyleConfiguration.SignDisplayStrategy = .automatic
        ) { self.anchor = anchor }

        public func format(_ date: Date) -> AttributedString {
            abs(date.timeIntervalSince(anchor)).words
        }
        fileprivate var text: Text { Text(anchor, style: .offset) }
    }

    /// The distance to a date in words. The fields and their number have no effect.
    public struct DateReference: FormatStyle, UpdatingFormat {
        let date: Date

        public init(
            to date: Date, allowedFields: Set<DateRangeFormatStyle.Field> = [.hour, .minute, .second],
            maxFieldCount: Int = 2, thresholdField: DateRangeFormatStyle.Field = .day
        ) { self.date = date }

        public func format(_ now: Date) -> AttributedString {
            AttributedString(Date.AnchoredRelativeFormatStyle(anchor: date).format(now))
        }
        fileprivate var text: Text { Text(date, style: .relative) }
    }
}

extension TimeInterval {
    fileprivate func clock(showsHours: Bool) -> AttributedString {
        let pattern: Duration.TimeFormatStyle.Pattern = showsHours && self >= 3600 ? .hourMinuteSecond : .minuteSecond
        return AttributedString(Duration.seconds(rounded(.down)).formatted(.time(pattern: pattern)))
    }

    fileprivate var words: AttributedString {
        AttributedString(Duration.seconds(self).formatted(.units(allowed: [.hours, .minutes, .seconds], width: .narrow)))
    }
}

extension FormatStyle where Self == SystemFormatStyle.Stopwatch {
    public static func stopwatch(
        startingAt: Date, showsHours: Bool = true, maxFieldCount: Int = 4, maxPrecision: Duration = .milliseconds(10)
    ) -> Self {
        Self(startingAt: startingAt, showsHours: showsHours, maxFieldCount: maxFieldCount, maxPrecision: maxPrecision)
    }
}

extension FormatStyle where Self == SystemFormatStyle.Timer {
    public static func timer(
        countingDownIn interval: Range<Date>, showsHours: Bool = true, maxFieldCount: Int = 3,
        maxPrecision: Duration = .seconds(1)
    ) -> Self {
        Self(countingDownIn: interval, showsHours: showsHours, maxFieldCount: maxFieldCount, maxPrecision: maxPrecision)
    }
    public static func timer(
        countingUpIn interval: Range<Date>, showsHours: Bool = true, maxFieldCount: Int = 3,
        maxPrecision: Duration = .seconds(1)
    ) -> Self {
        Self(countingUpIn: interval, showsHours: showsHours, maxFieldCount: maxFieldCount, maxPrecision: maxPrecision)
    }
}

extension FormatStyle where Self == SystemFormatStyle.DateOffset {
    public static func offset(
        to anchor: Date, allowedFields: Set<DateRangeFormatStyle.Field> = [.hour, .minute, .second],
        maxFieldCount: Int = 2, sign: NumberFormatStyleConfiguration.SignDisplayStrategy = .automatic
    ) -> Self { Self(to: anchor, allowedFields: allowedFields, maxFieldCount: maxFieldCount, sign: sign) }
}

extension FormatStyle where Self == SystemFormatStyle.DateReference {
    public static func reference(
        to date: Date, allowedFields: Set<DateRangeFormatStyle.Field> = [.hour, .minute, .second],
        maxFieldCount: Int = 2, thresholdField: DateRangeFormatStyle.Field = .day
    ) -> Self { Self(to: date, allowedFields: allowedFields, maxFieldCount: maxFieldCount, thresholdField: thresholdField) }
}
