import LiveActivityCore
import LiveActivitySurfaces
import LiveActivityWidgetTesting
import Testing
import WaitQueueActivity

@testable import WaitQueueWidget

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
                "0 parties ahead of you", "1 party ahead of you", "2 parties ahead of you", "3 parties ahead of you",
                "5 parties ahead of you", "11 parties ahead of you", "21 parties ahead of you", "100 parties ahead of you",
            ]
        ),
        (
            "ar",
            [
                "لا أحد قبلك", "مجموعة واحدة قبلك", "مجموعتان قبلك", "3 مجموعات قبلك", "5 مجموعات قبلك", "11 مجموعة قبلك",
                "21 مجموعة قبلك", "100 مجموعة قبلك",
            ]
        ),
        (
            "de",
            [
                "0 Gruppen vor dir", "1 Gruppe vor dir", "2 Gruppen vor dir", "3 Gruppen vor dir", "5 Gruppen vor dir",
                "11 Gruppen vor dir", "21 Gruppen vor dir", "100 Gruppen vor dir",
            ]
        ),
        (
            "es",
            [
                "0 grupos delante de ti", "1 grupo delante de ti", "2 grupos delante de ti", "3 grupos delante de ti",
                "5 grupos delante de ti", "11 grupos delante de ti", "21 grupos delante de ti", "100 grupos delante de ti",
            ]
        ),
        (
            "fr",
            [
                "0 groupe avant vous", "1 groupe avant vous", "2 groupes avant vous", "3 groupes avant vous",
                "5 groupes avant vous", "11 groupes avant vous", "21 groupes avant vous", "100 groupes avant vous",
            ]
        ),
        (
            "he",
            [
                "0 קבוצות לפניך", "קבוצה אחת לפניך", "שתי קבוצות לפניך", "3 קבוצות לפניך", "5 קבוצות לפניך", "11 קבוצות לפניך",
                "21 קבוצות לפניך", "100 קבוצות לפניך",
            ]
        ),
        ("ja", ["あと0組", "あと1組", "あと2組", "あと3組", "あと5組", "あと11組", "あと21組", "あと100組"]),
        ("ko", ["앞에 0팀", "앞에 1팀", "앞에 2팀", "앞에 3팀", "앞에 5팀", "앞에 11팀", "앞에 21팀", "앞에 100팀"]),
        (
            "pt-BR",
            [
                "0 grupo à sua frente", "1 grupo à sua frente", "2 grupos à sua frente", "3 grupos à sua frente",
                "5 grupos à sua frente", "11 grupos à sua frente", "21 grupos à sua frente", "100 grupos à sua frente",
            ]
        ),
        ("zh-Hans", ["前面还有 0 组", "前面还有 1 组", "前面还有 2 组", "前面还有 3 组", "前面还有 5 组", "前面还有 11 组", "前面还有 21 组", "前面还有 100 组"]),
    ])
    func numbersHaveTheirPluralForms(language: String, forms: [String]) {
        let texts = WaitQueueWidget.strings.texts(for: "%lld parties ahead of you", language: language)
        #expect(texts == forms)
    }
}
