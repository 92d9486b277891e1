import Foundation
import Testing

@testable import LiveActivityUI

@Suite struct LocaleNumberTests {
    /// A locale's format, learnt from samples, writes every number as its formatter would.
    @Test(arguments: [
        "en", "ar", "ar_EG", "ar_SA", "he_IL", "fa", "de", "de_CH", "es", "es_MX", "pt", "pt_PT", "fr", "ja", "ko", "zh-Hans",
        "my",
        "ne", "en_IN", "pl", "bg", "zz", "", "ar-u-nu-latn", "en@numbers=hanidec",
    ])
    func numbersAreWrittenAsTheLocaleWritesThem(identifier: String) {
        let locale = Locale(identifier: identifier)
        let numbers = LocaleNumbers.of(locale)
        for value: Int64 in [0, 7, 10, 42, 999, 1_000, 1_234, 9_999, 10_000, 54_321, 999_999, 1_000_000, 123_456_789, .max] {
            #expect(numbers.text(value) == value.formatted(.number.locale(locale)))
            #expect(numbers.text(-value) == (-value).formatted(.number.locale(locale)))
        }
        #expect(numbers.text(.min) == Int64.min.formatted(.number.locale(locale)))
    }

    @Test func aClocksSecondsHaveTwoDigits() {
        func text(_ value: Int64, _ locale: String) -> String {
            var text = ""
            LocaleNumbers.of(Locale(identifier: locale)).append(value, to: &text, minimumDigits: 2)
            return text
        }
        #expect(text(7, "en") == "07")
        #expect(text(42, "en") == "42")
        #expect(text(7, "ar_EG") == "٠٧")
    }
}
