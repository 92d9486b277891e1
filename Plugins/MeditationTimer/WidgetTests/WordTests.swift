import LiveActivityCore
import LiveActivitySurfaces
import LiveActivityWidgetTesting
import MeditationTimerActivity
import Testing

@testable import MeditationTimerWidget

@Suite struct WordTests {
    @Test func everyTextIsThereInEveryLanguageAndForm() throws {
        let strings = try StringCatalog(parsing: PackageResources.Localizable_xcstrings)
        #expect(strings.languages == ["en"] + ["ar", "de", "es", "fr", "he", "ja", "ko", "pt-BR", "zh-Hans"])
        #expect(strings.gaps(in: strings.languages) == [])
    }

    @Test(arguments: [
        ("en", ["0 cycles", "1 cycle", "2 cycles", "3 cycles", "5 cycles", "11 cycles", "21 cycles", "100 cycles"]),
        ("ar", ["بلا دورات", "دورة واحدة", "دورتان", "3 دورات", "5 دورات", "11 دورة", "21 دورة", "100 دورة"]),
        ("de", ["0 Runden", "1 Runde", "2 Runden", "3 Runden", "5 Runden", "11 Runden", "21 Runden", "100 Runden"]),
        ("es", ["0 ciclos", "1 ciclo", "2 ciclos", "3 ciclos", "5 ciclos", "11 ciclos", "21 ciclos", "100 ciclos"]),
        ("fr", ["0 cycle", "1 cycle", "2 cycles", "3 cycles", "5 cycles", "11 cycles", "21 cycles", "100 cycles"]),
        ("he", ["0 סבבים", "סבב אחד", "שני סבבים", "3 סבבים", "5 סבבים", "11 סבבים", "21 סבבים", "100 סבבים"]),
        ("ja", ["0サイクル", "1サイクル", "2サイクル", "3サイクル", "5サイクル", "11サイクル", "21サイクル", "100サイクル"]),
        ("ko", ["0회", "1회", "2회", "3회", "5회", "11회", "21회", "100회"]),
        ("pt-BR", ["0 ciclo", "1 ciclo", "2 ciclos", "3 ciclos", "5 ciclos", "11 ciclos", "21 ciclos", "100 ciclos"]),
        ("zh-Hans", ["共 0 轮", "共 1 轮", "共 2 轮", "共 3 轮", "共 5 轮", "共 11 轮", "共 21 轮", "共 100 轮"]),
    ])
    func numbersHaveTheirPluralForms(language: String, forms: [String]) {
        let texts = MeditationTimerWidget.strings.texts(for: "%lld cycles", language: language)
        #expect(texts == forms)
    }
}
