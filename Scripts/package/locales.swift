// Writes how languages write numbers, dates and durations, as Foundation does, for the C library, which has no Foundation:
//
//     swiftc -o /tmp/locales Scripts/package/locales.swift && /tmp/locales >Sources/Views/SmallFoundation/Data/locales.txt
//
// Sources/Views/SmallFoundation/LocaleFormat.swift reads it and documents its columns. Languages with another calendar than the
// Gregorian one are left out.
import Foundation

let languages = [
    "en", "en-AU", "en-CA", "en-GB", "en-IE", "en-IN", "en-NZ", "ar", "ar-EG", "bg", "ca", "cs", "da", "de", "de-AT", "de-CH",
    "el", "es",
    "es-MX", "es-US", "et", "fi", "fr", "fr-CA", "fr-CH", "he", "hi", "hr", "hu", "id", "it", "ja", "ko", "lt", "lv", "ms",
    "nb", "nl", "no", "pl", "pt",
    "pt-PT", "ro", "ru", "sk", "sl", "sr", "sv", "ta", "tr", "uk", "vi", "zh", "zh-Hant",
]
func clean(_ s: String) -> String { s.replacingOccurrences(of: "\t", with: " ").replacingOccurrences(of: "\n", with: " ") }

for name in languages {
    let locale = Locale(identifier: name)
    func number(_ value: Int) -> String { value.formatted(.number.locale(locale)) }
    let zero = number(0)
    let decimal = String(1.5.formatted(.number.locale(locale)).dropFirst().dropLast())
    let long = number(1_234_567_890)
    let groups = long.split { !$0.isNumber }
    let separator = long.first { !$0.isNumber }.map { String($0) } ?? ""
    let last = groups.count > 1 ? groups.last!.count : 0
    let other = groups.count > 1 ? groups[groups.count - 2].count : 0
    let from = (4...6).first { number(Int("123456".prefix($0))!).contains { !$0.isNumber } } ?? 7
    let minus = String(number(-5).prefix { !$0.isNumber })

    let formatter = DateFormatter()
    formatter.locale = locale
    formatter.timeZone = .gmt
    formatter.dateStyle = .long
    formatter.timeStyle = .none
    let date = formatter.dateFormat!
    formatter.dateStyle = .none
    formatter.timeStyle = .short
    let time = formatter.dateFormat!.replacingOccurrences(of: "B", with: "a")
    let names = formatter.monthSymbols
    let noon = Date(timeIntervalSince1970: 1_718_902_800)
    var interval = Date.IntervalFormatStyle(date: .omitted, time: .shortened).locale(locale)
    interval.timeZone = .gmt
    func clock(_ date: Date) -> String {
        var style = Date.FormatStyle(date: .omitted, time: .shortened, locale: locale)
        style.timeZone = .gmt
        return date.formatted(style)
    }
    // 10:00 to 17:00, and 17:00 to 18:00, where one of the two may be written without its half of the day.
    let (ten, five, six) = (noon.addingTimeInterval(-7 * 3600), noon, noon.addingTimeInterval(3600))
    let apart = interval.format(ten..<five)
    var (middle, end) = (" – ", "")
    if apart.hasPrefix(clock(ten)), let place = apart.range(of: clock(five)) {
        middle = String(apart.dropFirst(clock(ten).count)[..<place.lowerBound])
        end = String(apart[place.upperBound...])
    }
    let together = interval.format(five..<six)
    var drops = ""
    var close = middle
    let symbols = [formatter.amSymbol, formatter.pmSymbol].compactMap(\.self)
    func bare(_ text: String) -> String {
        text.replacingOccurrences(of: symbols[1], with: "").trimmingCharacters(in: .whitespaces.union(["\u{202F}", "\u{A0}"]))
    }
    if time.contains("a") {
        if together.hasPrefix(bare(clock(five))), together.hasSuffix(clock(six)) {
            drops = "first"
            close = String(together.dropFirst(bare(clock(five)).count).dropLast(clock(six).count))
        } else if together.hasPrefix(clock(five)), together.hasSuffix(bare(clock(six))) {
            drops = "second"
            close = String(together.dropFirst(clock(five).count).dropLast(bare(clock(six)).count))
        }
    }

    // Durations: the text of each unit by classes of numbers.
    typealias Style = Duration.UnitsFormatStyle
    let units: [(Style.Unit, Int)] = [(.weeks, 604_800), (.days, 86_400), (.hours, 3_600), (.minutes, 60), (.seconds, 1)]
    func text(_ unit: Int, _ n: Int, _ width: Style.UnitWidth) -> String {
        let text = Duration.seconds(n * units[unit].1).formatted(.units(allowed: [units[unit].0], width: width).locale(locale))
        return clean(text.replacingOccurrences(of: number(n), with: "#"))
    }
    var classes: [[String]] = []
    var classOf = ""
    for n in 0..<100 {
        let forms = (0..<5).map { text($0, n, .abbreviated) } + (0..<5).map { text($0, n, .wide) }
        let index = classes.firstIndex(of: forms) ?? classes.count
        if index == classes.count { classes.append(forms) }
        classOf += String(index)
    }
    let pair = Duration.seconds(65 * 60).formatted(
        .units(allowed: [.hours, .minutes], width: .abbreviated, maximumUnitCount: 2).locale(locale))
    let first = text(2, 1, .abbreviated).replacingOccurrences(of: "#", with: number(1))
    let second = text(3, 5, .abbreviated).replacingOccurrences(of: "#", with: number(5))
    let joint =
        pair.hasPrefix(first) && pair.hasSuffix(second) ? String(pair.dropFirst(first.count).dropLast(second.count)) : ", "

    let fields: [String] =
        [
            name, zero, decimal, separator, "\(last) \(other) \(from)", minus, date, time, symbols.joined(separator: "|"),
            names.joined(separator: "|"), middle, close, end, drops, joint, classOf,
        ] + classes.map { $0.joined(separator: "|") }
    print(fields.map(clean).joined(separator: "\t"))
}
