import Foundation

/// Foundation's output. In a separate file, because both modules declare members with the same names.
enum FoundationFormats {
    static func integer(_ number: Int, _ language: String) -> String {
        number.formatted(.number.locale(Locale(identifier: language)))
    }

    static func real(_ number: Double, _ language: String) -> String {
        number.formatted(.number.locale(Locale(identifier: language)))
    }

    static func twoDecimals(_ number: Double, _ language: String) -> String {
        number.formatted(.number.precision(.fractionLength(2)).locale(Locale(identifier: language)))
    }

    static func day(_ seconds: Double, _ language: String) -> String {
        var style = Date.FormatStyle(date: .long, time: .omitted, locale: Locale(identifier: language))
        style.timeZone = .gmt
        return Date(timeIntervalSinceReferenceDate: seconds).formatted(style)
    }

    static func time(_ seconds: Double, _ language: String) -> String {
        var style = Date.FormatStyle(date: .omitted, time: .shortened, locale: Locale(identifier: language))
        style.timeZone = .gmt
        return Date(timeIntervalSinceReferenceDate: seconds).formatted(style)
    }

    static func interval(_ seconds: Range<Double>, _ language: String) -> String {
        var style = Date.IntervalFormatStyle(date: .omitted, time: .shortened).locale(Locale(identifier: language))
        style.timeZone = .gmt
        return style.format(
            Date(timeIntervalSinceReferenceDate: seconds.lowerBound)..<Date(timeIntervalSinceReferenceDate: seconds.upperBound))
    }

    static func duration(_ seconds: Int, _ language: String, isWide: Bool) -> String {
        Duration.seconds(seconds).formatted(
            .units(
                allowed: [.weeks, .days, .hours, .minutes, .seconds], width: isWide ? .wide : .abbreviated,
                maximumUnitCount: isWide ? 1 : 2
            ).locale(Locale(identifier: language)))
    }
}
