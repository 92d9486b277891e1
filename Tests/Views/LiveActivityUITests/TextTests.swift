import Foundation
import LiveActivityUI
import Testing

/// A text's string and its typesetting.
@Suite struct TextTests {
    /// A string table with a few words, like a String Catalog.
    struct Words: StringTable {
        let words: [String: String]

        func text(for key: String, arguments: [TextArgument], locale: Locale) -> String? {
            words[key].map { pattern in
                arguments.enumerated().reduce(pattern) { text, argument in
                    guard case .string(let value) = argument.element else {
                        return text.replacing("%\(argument.offset + 1)", with: "\(argument.element)")
                    }
                    return text.replacing("%\(argument.offset + 1)", with: value)
                }
            }
        }
    }

    func runs(
        _ text: some View, locale: String = "en_US", words: [String: String]? = nil,
        _ change: (inout EnvironmentValues) -> Void = { _ in }
    )
        throws -> [TextRun]
    {
        var environment = EnvironmentValues()
        environment.locale = Locale(identifier: locale)
        environment.strings = words.map { Words(words: $0) }
        change(&environment)
        return try #require(try ViewNode(resolving: text, in: environment).text).runs
    }

    func strings(_ text: some View, locale: String = "en_US", words: [String: String]? = nil) throws -> [String] {
        try runs(text, locale: locale, words: words).map { if case .string(let string) = $0.content { string } else { "" } }
    }

    @Test func valuesStandInTheTextForTheLanguage() throws {
        let (count, big, share, name) = (9, 1_234_567, 0.5, "Mia")
        #expect(try strings(Text("\(count) of \(big), \(share, specifier: "%.2f"), \(name)")) == ["9 of 1,234,567, 0.50, Mia"])
        #expect(try strings(Text("\(big)"), locale: "de_DE") == ["1.234.567"])
        #expect(try strings(Text("\(count)"), locale: "ar_EG") == ["٩"])
        #expect(try strings(Text(name)) == ["Mia"])
        #expect(try strings(Text("100%")) == ["100%"])
    }

    @Test func keysAreLookedUp() throws {
        let words = ["Arrives in %lld min": "Ankunft in %1 Min.", "Hello": "Hallo", "By %@ now": "Jetzt von %1."]
        #expect(try strings(Text("Hello"), words: words) == ["Hallo"])
        #expect(try strings(Text(verbatim: "Hello"), words: words) == ["Hello"])
        #expect(try strings(Text("Unknown"), words: words) == ["Unknown"])
        #expect(try strings(Text("Arrives in \(5) min"), words: words) == ["Ankunft in integer(5) Min."])
        #expect(try strings(Text("By \("Mia") now"), words: words) == ["Jetzt von Mia."])
        #expect(try strings(Text("By \(Text(verbatim: "Mia").bold()) now"), words: words) == ["Jetzt von ", "Mia", "."])
    }

    @Test func partsKeepTheirOwnLook() throws {
        let text =
            Text("a \(Text(verbatim: "b").bold().foregroundColor(.white)) \(Image(systemName: "car"))") + Text(verbatim: "c")
        let runs = try runs(text.italic().font(.caption))
        #expect(runs.count == 5)
        #expect(runs.map(\.font.weight) == [400, 700, 400, 400, 400])
        #expect(runs.allSatisfy { $0.font.isItalic && $0.font.size == 12 })
        #expect(runs[1].paint == .white && runs[0].paint == .black)
        guard case .image(let image) = runs[3].content else { Issue.record("not an image: \(runs[3].content)"); return }
        #expect(image.source == .system("car") && image.font.size == 12)
    }

    @Test func clocksKeepTheirRule() throws {
        let (start, end) = (Date(timeIntervalSinceReferenceDate: 0), Date(timeIntervalSinceReferenceDate: 60))
        #expect(
            try runs(Text(timerInterval: start...end, pauseTime: end, countsDown: false)).map(\.content)
                == [.timer(start...end, pauseTime: end, countsDown: false, showsHours: true)])
        #expect(try runs(Text(end, style: .relative)).map(\.content) == [.date(end, style: .relative)])
        #expect(try strings(Text(0.25, format: .percent)) == ["25%"])
        #expect(try strings(Text(0.25, format: .percent), locale: "de_DE") == ["25\u{a0}%"])
    }

    /// 2026-06-20 22:30 UTC is the next day in Berlin and the same in New York.
    @Test func datesAreInTheTimeZoneOfTheEnvironment() throws {
        let date = Date(timeIntervalSinceReferenceDate: 803_687_400)
        let gmt = try #require(TimeZone(identifier: "GMT"))
        func say(_ text: Text, in zone: String) throws -> String {
            var environment = EnvironmentValues()
            environment.locale = Locale(identifier: "en_GB")
            environment.timeZone = try #require(TimeZone(identifier: zone))
            let node = try #require(try ViewNode(resolving: text, in: environment).text)
            return node.runs.map { node.string(of: $0, at: date) }.joined()
        }
        func all(_ text: Text) throws -> [String] { try ["America/New_York", "Europe/Berlin"].map { try say(text, in: $0) } }
        #expect(try all(Text(date, style: .time)) == ["18:30", "0:30"])
        #expect(try all(Text(date, style: .date)) == ["20 June 2026", "21 June 2026"])
        #expect(try all(Text(date...(date + 600))) == ["18:30\u{2009}–\u{2009}18:40", "00:30\u{2009}–\u{2009}00:40"])
        #expect(try all(Text(date, format: .dateTime.day().month())) == ["20 Jun", "21 Jun"])
        var style = Date.FormatStyle.dateTime.day().month()
        style.timeZone = gmt
        #expect(try all(Text(date, format: style)) == ["20 Jun", "20 Jun"])
        // Without a zone in the environment the zone of the process that draws it applies.
        let plain = try ViewNode(resolving: Text(date, style: .time), in: EnvironmentValues())
        #expect(try #require(plain.text).timeZone == nil)
    }

    @Test func aRangeWithoutANumberIsEmpty() throws {
        let (now, never) = (Date(timeIntervalSinceReferenceDate: 0), Date(timeIntervalSinceReferenceDate: .nan))
        #expect(try strings(Text(now...never)) == [""])
        #expect(try strings(Text(now..<never, format: .interval.hour())) == [""])
    }

    @Test func aFontIsOfTheNearestThatSaysSo() throws {
        func font(_ view: some View, _ change: (inout EnvironmentValues) -> Void = { _ in }) throws -> ResolvedFont? {
            try runs(view, change).first?.font
        }
        let text = Text(verbatim: "a")
        #expect(try font(text) == ResolvedFont(size: 17))
        #expect(try ViewNode(resolving: VStack { text }.font(.title), in: EnvironmentValues()).text == nil)
        #expect(try font(text.padding().font(.title)) == ResolvedFont(size: 28))
        #expect(try font(text.font(.headline).padding().font(.title)) == ResolvedFont(size: 17, weight: 600))
        #expect(try font(text.padding().fontWeight(.medium).font(.headline)) == ResolvedFont(size: 17, weight: 500))
        #expect(
            try font(text.font(.system(size: 22, weight: .bold, design: .rounded)).monospacedDigit())
                == ResolvedFont(size: 22, weight: 700, design: .rounded, hasMonospacedDigits: true))
        #expect(
            try font(text.font(Font.monospacedDigit(.system(size: 9))())) == ResolvedFont(size: 9, hasMonospacedDigits: true))
        #expect(
            try font(text.font(.custom("Inter", size: 34))) { $0.dynamicTypeSize = .accessibility5 }
                == ResolvedFont(family: "Inter", size: 106))
        #expect(try font(text.font(.caption)) { $0.dynamicTypeSize = .accessibility1 } == ResolvedFont(size: 22))
        #expect(
            try font(text.font(.caption).dynamicTypeSize(...DynamicTypeSize.xLarge)) { $0.dynamicTypeSize = .accessibility1 }
                == ResolvedFont(size: 14))
    }
}
