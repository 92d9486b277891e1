import Testing

@testable import SmallViewFoundation

/// The C library's formatting of numbers, dates and durations compared with Foundation's, in the same languages.
@Suite struct SmallFormatTests {
    private static let languages = LocaleFormat.languages
    /// 2026-06-20 00:00 UTC.
    private static let midnight = 803_606_400.0

    @Test func thereAreFiftyFourLanguages() { #expect(Self.languages.count == 54) }

    @Test(arguments: languages) func numbersAreWrittenAlike(_ language: String) {
        let locale = Locale(identifier: language)
        for number in [0, 7, -5, 999, 1_000, 1_234, -1_234, 12_345, 123_456, 1_234_567_890] {
            let written = IntegerFormatStyle<Int>.number.locale(locale).format(number)
            #expect(written == FoundationFormats.integer(number, language))
        }
        for number in [0.5, -0.25, 1_234.5, 1e6, 0.1 + 0.2, 2] {
            let written = FloatingPointFormatStyle<Double>.number.locale(locale).format(number)
            #expect(written == FoundationFormats.real(number, language))
        }
        let two = FloatingPointFormatStyle<Double>.number.precision(.fractionLength(2)).locale(locale)
        #expect(two.format(3.14159) == FoundationFormats.twoDecimals(3.14159, language))
    }

    @Test(arguments: languages) func daysAreWrittenAlike(_ language: String) {
        let style = Date.FormatStyle(date: .long, time: .omitted, locale: Locale(identifier: language), timeZone: .gmt)
        for month in 0..<12 {
            let seconds = Self.midnight + Double(month) * 30.5 * 86_400
            #expect(style.format(Date(timeIntervalSinceReferenceDate: seconds)) == FoundationFormats.day(seconds, language))
        }
    }

    /// Excludes Traditional Chinese, which divides the day into more than two named parts.
    @Test(arguments: languages.filter { $0 != "zh-Hant" }) func timesAreWrittenAlike(_ language: String) {
        let style = Date.FormatStyle(date: .omitted, time: .shortened, locale: Locale(identifier: language), timeZone: .gmt)
        for hour in 0..<24 {
            let seconds = Self.midnight + Double(hour) * 3_660
            #expect(style.format(Date(timeIntervalSinceReferenceDate: seconds)) == FoundationFormats.time(seconds, language))
        }
    }

    @Test(arguments: ["en", "de", "es", "fr", "he", "ko", "pt", "zh", "ar"]) func intervalsAreWrittenAlike(_ language: String) {
        var style = Date.IntervalFormatStyle(date: .omitted, time: .shortened).locale(Locale(identifier: language))
        style.timeZone = .gmt
        for (start, end) in [(10.0, 17.0), (17, 18), (9, 11)] {
            let (from, to) = (Self.midnight + start * 3_600, Self.midnight + end * 3_600)
            let written = style.format(Date(timeIntervalSinceReferenceDate: from)..<Date(timeIntervalSinceReferenceDate: to))
            #expect(written == FoundationFormats.interval(from..<to, language))
        }
    }

    @Test(arguments: languages) func durationsAreWrittenAlike(_ language: String) {
        for seconds in [0, 1, 2, 5, 21, 59, 60, 61, 65, 3_599, 3_600, 7_265, 86_399, 86_400, 90_000, 604_800, 1_300_000] {
            for isWide in [false, true] {
                let style = Duration.UnitsFormatStyle.units(
                    allowed: [.weeks, .days, .hours, .minutes, .seconds], width: isWide ? .wide : .abbreviated,
                    maximumUnitCount: isWide ? 1 : 2
                ).locale(Locale(identifier: language))
                #expect(
                    style.format(.seconds(seconds)) == FoundationFormats.duration(seconds, language, isWide: isWide),
                    "\(seconds) s")
            }
        }
    }

    @Test func rectanglesAreFoundationsWhereTheyMatter() {
        let rect = CGRect(x: 10, y: 20, width: 30, height: 40)
        #expect(rect.insetBy(dx: 5, dy: -5) == CGRect(x: 15, y: 15, width: 20, height: 50))
        #expect(rect.insetBy(dx: 16, dy: 0).isNull)
        #expect(rect.union(CGRect(x: 0, y: 0, width: 1, height: 1)) == CGRect(x: 0, y: 0, width: 40, height: 60))
        #expect(rect.intersection(CGRect(x: 41, y: 0, width: 5, height: 5)).isNull)
        #expect(rect.contains(CGPoint(x: 10, y: 20)) && !rect.contains(CGPoint(x: 40, y: 60)))
    }
}
