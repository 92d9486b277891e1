import LiveActivityFoundation
import SmallFoundation
import Testing

/// The library's replacement of Foundation for C hosts, compared with Foundation on the same inputs.
@Suite struct SmallFoundationTests {
    private typealias Small = SmallFoundation.Date
    private typealias Large = LiveActivityFoundation.Date

    private static let seconds: [Double] = [
        0, -1, 803_667_600.25, 803_667_600.75, -978_307_200, -978_307_200.5, -978_307_201.5, 63_113_904_000, 63_113_904_001,
        -63_114_076_800, -63_114_076_801, -63_000_000_000, -31_622_400, 86_399.999, 68_169_600, 1e12, -1e11,
    ]

    @Test(arguments: seconds) func aDateIsWrittenAndComputedAlike(_ seconds: Double) {
        let (small, large) = (Small(timeIntervalSinceReferenceDate: seconds), Large(timeIntervalSinceReferenceDate: seconds))
        #expect(small.description == large.description)
        #expect(small.timeIntervalSince1970 == large.timeIntervalSince1970)
        #expect(small.addingTimeInterval(0.1).timeIntervalSinceReferenceDate == (large + 0.1).timeIntervalSinceReferenceDate)
        #expect(
            Small(timeIntervalSince1970: seconds).timeIntervalSinceReferenceDate
                == Large(timeIntervalSince1970: seconds).timeIntervalSinceReferenceDate)
        #expect((small < Small(timeIntervalSinceReferenceDate: 5)) == (large < Large(timeIntervalSinceReferenceDate: 5)))
    }

    @Test func theEndsOfTimeAreTheSame() {
        #expect(Small.distantPast.timeIntervalSinceReferenceDate == Large.distantPast.timeIntervalSinceReferenceDate)
        #expect(Small.distantFuture.timeIntervalSinceReferenceDate == Large.distantFuture.timeIntervalSinceReferenceDate)
        #expect(Small.timeIntervalBetween1970AndReferenceDate == Large.timeIntervalBetween1970AndReferenceDate)
    }

    @Test func everyDayOfSixCenturiesIsWrittenAlike() {
        let different = stride(from: -12_622_780_800.0, through: 6_311_390_400, by: 86_400).first {
            Small(timeIntervalSinceReferenceDate: $0).description != Large(timeIntervalSinceReferenceDate: $0).description
        }
        #expect(different == nil)
    }

    @Test(arguments: [
        "", "QQ==", "QQ=", "QQ", "QUI=", "QUJD", "Q Q==", "QQ==\n", "QR==", "-_8=", "+/8=", "QQ==QQ==", "=", "A===", "QUI=x",
        "é",
        "QUJDQUJDQUI=", "QUJDQUJDQUJ", "\u{0}QQ==",
    ]) func base64IsReadAndWrittenAlike(_ text: String) {
        let (small, large) = (SmallFoundation.Data(base64Encoded: text), LiveActivityFoundation.Data(base64Encoded: text))
        #expect(small?.base64EncodedString() == large?.base64EncodedString())
    }

    /// Excludes host names with spaces or beyond ASCII. FoundationEssentials escapes them, as the replacement does. With all of
    /// Foundation linked, as in this test, they are encoded by IDNA or refused.
    @Test(arguments: [
        "", "a", "http://a/b", "a b", "http://a/ b", "é", "http://a/é", "%", "%zz", "%41", "http://[::1", "http://[::1]/",
        "http://a:b/", "http://a:8a/", "1:2", ":", "http://x/?q=a b#c d", "a\u{0}b", "http://a/<>\"{}|\\^`", "mailto:a@b", "//",
        "http://", "a:b:c", "http://a/[x]", "http://u:p@h:80/p;x?y#z#w", "  x", "http://h:99999/",
        "myapp://order/42?from=widget",
        "https://example.com/ß?ü=ö",
    ]) func aURLIsReadAlike(_ text: String) {
        let (small, large) = (SmallFoundation.URL(string: text), LiveActivityFoundation.URL(string: text))
        #expect(small?.absoluteString == large?.absoluteString)
    }

    @Test(arguments: [
        "", "0", "-0", "1", "+1", " 1", "1 ", "1.50", "1e3", "1E3", "1e+3", "1e-3", "0.1", ".5", "5.", "12abc", "abc", "-",
        "1e200",
        "1e127", "1e128", "1e-127", "1e-128", "1e-129", "123456789012345678901234567890123456789",
        "12345678901234567890123456789012345678901", "340282366920938463463374607431768211455",
        "340282366920938463463374607431768211456", "0.1234567890123456789012345678901234567890123", "1e", "1e+", "00012",
        "0.000",
        "1_000", "NaN", "-1.5e-3", "1000000000000000000000000000000000000000000", "1e40", "123e126", "1e165",
        "99999999999999999999999999999999999999995", "é", "-273.15", "1e99999999999",
    ]) func aDecimalIsReadAndWrittenAlike(_ text: String) {
        let (small, large) = (SmallFoundation.Decimal(string: text), LiveActivityFoundation.Decimal(string: text))
        #expect(small?.description == large?.description)
        #expect(small?.isNaN == large?.isNaN)
    }

    @Test func equalDecimalsAreEqualHoweverTheyAreWritten() {
        for (first, second) in [("1.50", "1.5"), ("1e3", "1000"), ("-0", "0"), ("0.10", "1e-1")] {
            #expect(SmallFoundation.Decimal(string: first) == SmallFoundation.Decimal(string: second))
            #expect(LiveActivityFoundation.Decimal(string: first) == LiveActivityFoundation.Decimal(string: second))
        }
    }

    // MARK: Known differences

    @Test("the stand-in refuses padding in the middle of base64", arguments: ["QU=I", "===="])
    func misplacedPadding(_ text: String) {
        #expect(SmallFoundation.Data(base64Encoded: text) == nil)
    }

    @Test("a locale keeps its identifier")
    func localeIdentifiers() {
        for identifier in ["en_US", "de", "zh-Hans-CN", ""] {
            #expect(SmallFoundation.Locale(identifier: identifier).identifier == identifier)
        }
        #expect(SmallFoundation.Locale.current.identifier == "en_001")
    }
}
