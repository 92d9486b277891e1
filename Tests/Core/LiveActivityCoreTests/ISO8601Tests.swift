import LiveActivityCore
import LiveActivityTesting
import Testing

@Suite struct ISO8601Tests {
    func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }

    @Test(arguments: [
        (803_667_600, "2026-06-20T17:00:00Z"), (0, "2001-01-01T00:00:00Z"), (-978_307_200, "1970-01-01T00:00:00Z"),
        (803_667_600.5, "2026-06-20T17:00:00.500Z"), (803_667_600.001, "2026-06-20T17:00:00.001Z"),
        (803_667_600.0001, "2026-06-20T17:00:00.0001000Z"), (-0.5, "2000-12-31T23:59:59.500Z"),
        (252_423_993_599, "9999-12-31T23:59:59Z"), (252_423_993_600, "252423993600.0"), (1e300, "1e+300"),
        (-63_113_903_999, "0001-01-01T00:00:01Z"), ((1e8).nextUp, "2004-03-03T09:46:40.00000001Z"),
        (1e-30, "1e-30"), (.infinity, "inf"),
    ])
    func isWrittenWithAsManyDigitsAsItTakes(seconds: Double, text: String) { #expect(date(seconds).iso8601 == text) }

    @Test func everyFiniteDateIsReadBackExactly() {
        for seed in SeededGenerator.seeds(20_000) {
            var random = SeededGenerator(seed: seed)
            let seconds: Double =
                switch Int.random(in: 0..<6, using: &random) {
                case 0: Double.random(in: 8e8...9e8, using: &random)
                case 1: Double.random(in: -63_113_904_000...252_423_993_600, using: &random)
                case 2: Double.random(in: -1...1, using: &random)
                case 3: Double.random(in: 0...6e8, using: &random)
                case 4: (Double.random(in: 8e8...9e8, using: &random) * 1_000).rounded() / 1_000
                default: Double(bitPattern: random.next())
                }
            guard seconds.isFinite else { continue }
            let text = date(seconds).iso8601
            guard Date(iso8601: text)?.timeIntervalSinceReferenceDate == seconds else {
                Issue.record("\(seconds) is written as \(text), which is read as another date")
                return
            }
        }
    }

    @Test(arguments: [
        ("2026-06-20T17:00:00Z", 803_667_600), ("2026-06-20 17:00:00Z", 803_667_600),
        ("2026-06-20T19:00:00+02:00", 803_667_600),
        ("2026-06-20T19:00:00+0200", 803_667_600), ("2026-06-20T16:30:00,25-00:30", 803_667_600.25),
        ("2024-02-29T00:00:00Z", 730_857_600), ("1e-30", 1e-30),
        // Leap seconds are read as the first second of the next month.
        ("2016-12-31T23:59:60Z", 504_921_600), ("2016-12-31T23:59:60.5Z", 504_921_600.5),
        ("2017-01-01T00:59:60+01:00", 504_921_600), ("2015-06-30T23:59:60Z", 457_401_600),
    ])
    func otherFormsAreReadToo(text: String, seconds: Double) { #expect(Date(iso8601: text) == date(seconds)) }

    @Test(arguments: [
        "", "now", "2026-06-20", "2026-06-20T17:00Z", "2026-06-20T17:00:00", "2026-13-20T17:00:00Z", "2026-02-29T00:00:00Z",
        "2026-06-31T17:00:00Z", "2026-06-20T24:00:00Z", "2026-06-20T17:60:00Z", "2026-06-20T17:00:60Z", "2016-12-30T23:59:60Z",
        "2016-12-31T22:59:60Z", "2016-12-31T23:59:60+01:00", "2016-12-31T23:59:61Z", "2026-06-20T17:00:00.Z",
        "2026-06-20T17:00:00Z ", "2026-06-20T17:00:00+25:00", "nan", "inf", "-inf",
        "2026",
        "２０２６-06-20T17:00:00Z",
    ])
    func anythingElseIsNoDate(text: String) { #expect(Date(iso8601: text) == nil) }
}
