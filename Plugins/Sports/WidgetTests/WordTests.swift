import LiveActivityCore
import LiveActivitySurfaces
import LiveActivityWidgetTesting
import SportsActivity
import Testing

@testable import SportsWidget

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
                "0 more matches", "1 more match", "2 more matches", "3 more matches", "5 more matches", "11 more matches",
                "21 more matches", "100 more matches",
            ]
        ),
        (
            "ar",
            [
                "لا مباريات أخرى", "مباراة أخرى", "مباراتان أخريان", "3 مباريات أخرى", "5 مباريات أخرى", "11 مباراة أخرى",
                "21 مباراة أخرى", "100 مباراة أخرى",
            ]
        ),
        (
            "de",
            [
                "0 weitere Spiele", "1 weiteres Spiel", "2 weitere Spiele", "3 weitere Spiele", "5 weitere Spiele",
                "11 weitere Spiele", "21 weitere Spiele", "100 weitere Spiele",
            ]
        ),
        (
            "es",
            [
                "0 partidos más", "1 partido más", "2 partidos más", "3 partidos más", "5 partidos más", "11 partidos más",
                "21 partidos más", "100 partidos más",
            ]
        ),
        (
            "fr",
            [
                "0 autre match", "1 autre match", "2 autres matchs", "3 autres matchs", "5 autres matchs", "11 autres matchs",
                "21 autres matchs", "100 autres matchs",
            ]
        ),
        (
            "he",
            [
                "עוד 0 משחקים", "עוד משחק אחד", "עוד שני משחקים", "עוד 3 משחקים", "עוד 5 משחקים", "עוד 11 משחקים",
                "עוד 21 משחקים", "עוד 100 משחקים",
            ]
        ),
        ("ja", ["ほか0試合", "ほか1試合", "ほか2試合", "ほか3試合", "ほか5試合", "ほか11試合", "ほか21試合", "ほか100試合"]),
        ("ko", ["외 0경기", "외 1경기", "외 2경기", "외 3경기", "외 5경기", "외 11경기", "외 21경기", "외 100경기"]),
        (
            "pt-BR",
            [
                "mais 0 jogo", "mais 1 jogo", "mais 2 jogos", "mais 3 jogos", "mais 5 jogos", "mais 11 jogos", "mais 21 jogos",
                "mais 100 jogos",
            ]
        ),
        ("zh-Hans", ["另有 0 场", "另有 1 场", "另有 2 场", "另有 3 场", "另有 5 场", "另有 11 场", "另有 21 场", "另有 100 场"]),
    ])
    func numbersHaveTheirPluralForms(language: String, forms: [String]) {
        let texts = SportsWidget.strings.texts(for: "%lld more matches", language: language)
        #expect(texts == forms)
    }
}
