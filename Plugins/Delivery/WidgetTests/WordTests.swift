import DeliveryActivity
import LiveActivityCore
import LiveActivitySurfaces
import LiveActivityWidgetTesting
import Testing

@testable import DeliveryWidget

@Suite struct WordTests {
    @Test func everyTextIsThereInEveryLanguageAndForm() throws {
        let strings = try StringCatalog(parsing: PackageResources.Localizable_xcstrings)
        #expect(strings.languages == ["en"] + ["ar", "de", "es", "fr", "he", "ja", "ko", "pt-BR", "zh-Hans"])
        #expect(strings.gaps(in: strings.languages) == [])
    }

    @Test(arguments: [
        (
            "en",
            [
                "Alex, 0 stops before you", "Alex, 1 stop before you", "Alex, 2 stops before you", "Alex, 3 stops before you",
                "Alex, 5 stops before you", "Alex, 11 stops before you", "Alex, 21 stops before you",
                "Alex, 100 stops before you",
            ]
        ),
        (
            "ar",
            [
                "Alex، لا محطات قبلك", "Alex، محطة واحدة قبلك", "Alex، محطتان قبلك", "Alex، 3 محطات قبلك", "Alex، 5 محطات قبلك",
                "Alex، 11 محطة قبلك", "Alex، 21 محطة قبلك", "Alex، 100 محطة قبلك",
            ]
        ),
        (
            "de",
            [
                "Alex, noch 0 Stopps vor dir", "Alex, noch 1 Stopp vor dir", "Alex, noch 2 Stopps vor dir",
                "Alex, noch 3 Stopps vor dir", "Alex, noch 5 Stopps vor dir", "Alex, noch 11 Stopps vor dir",
                "Alex, noch 21 Stopps vor dir", "Alex, noch 100 Stopps vor dir",
            ]
        ),
        (
            "es",
            [
                "Alex, 0 paradas antes que tú", "Alex, 1 parada antes que tú", "Alex, 2 paradas antes que tú",
                "Alex, 3 paradas antes que tú", "Alex, 5 paradas antes que tú", "Alex, 11 paradas antes que tú",
                "Alex, 21 paradas antes que tú", "Alex, 100 paradas antes que tú",
            ]
        ),
        (
            "fr",
            [
                "Alex, 0 arrêt avant vous", "Alex, 1 arrêt avant vous", "Alex, 2 arrêts avant vous",
                "Alex, 3 arrêts avant vous", "Alex, 5 arrêts avant vous", "Alex, 11 arrêts avant vous",
                "Alex, 21 arrêts avant vous", "Alex, 100 arrêts avant vous",
            ]
        ),
        (
            "he",
            [
                "Alex, 0 עצירות לפניך", "Alex, עצירה אחת לפניך", "Alex, שתי עצירות לפניך", "Alex, 3 עצירות לפניך",
                "Alex, 5 עצירות לפניך", "Alex, 11 עצירות לפניך", "Alex, 21 עצירות לפניך", "Alex, 100 עצירות לפניך",
            ]
        ),
        (
            "ja",
            [
                "Alex、あと0件でお届け", "Alex、あと1件でお届け", "Alex、あと2件でお届け", "Alex、あと3件でお届け", "Alex、あと5件でお届け", "Alex、あと11件でお届け",
                "Alex、あと21件でお届け", "Alex、あと100件でお届け",
            ]
        ),
        (
            "ko",
            [
                "Alex, 앞에 0곳", "Alex, 앞에 1곳", "Alex, 앞에 2곳", "Alex, 앞에 3곳", "Alex, 앞에 5곳", "Alex, 앞에 11곳", "Alex, 앞에 21곳",
                "Alex, 앞에 100곳",
            ]
        ),
        (
            "pt-BR",
            [
                "Alex, 0 parada antes de você", "Alex, 1 parada antes de você", "Alex, 2 paradas antes de você",
                "Alex, 3 paradas antes de você", "Alex, 5 paradas antes de você", "Alex, 11 paradas antes de você",
                "Alex, 21 paradas antes de você", "Alex, 100 paradas antes de você",
            ]
        ),
        (
            "zh-Hans",
            [
                "Alex，您前面还有 0 单", "Alex，您前面还有 1 单", "Alex，您前面还有 2 单", "Alex，您前面还有 3 单", "Alex，您前面还有 5 单", "Alex，您前面还有 11 单",
                "Alex，您前面还有 21 单", "Alex，您前面还有 100 单",
            ]
        ),
    ])
    func numbersHaveTheirPluralForms(language: String, forms: [String]) {
        let texts = DeliveryWidget.strings.texts(
            for: "%@, %lld stops before you", language: language, arguments: { [.string("Alex"), .integer($0)] })
        #expect(texts == forms)
    }
}
