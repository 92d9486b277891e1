import Foundation
import Testing

@testable import LiveActivityUI

@Suite struct StringCatalogTests {
    private let catalog: StringCatalog

    init() throws {
        catalog = try StringCatalog(parsing: Array(words.utf8))
    }

    private func say(_ key: String, _ arguments: TextArgument..., in locale: String) -> String? {
        catalog.text(for: key, arguments: arguments, locale: Locale(identifier: locale))
    }

    @Test func aKeyIsSaidInTheNearestLanguageThatHasIt() {
        let said = [
            "en", "en_GB", "pt_BR", "pt", "pt_PT", "de_AT", "zh_CN", "zh_TW", "zh-Hant-HK", "fr", "tlh", "", "@", "x-y-z",
        ].map {
            say("Picked up", in: $0)
        }
        #expect(
            said == [
                "Picked up", "Collected", "Coletado", "Coletado", "Coletado", "Abgeholt", "已取餐", "Picked up", "Picked up",
                "Picked up", "Picked up", "Picked up", "Picked up", "Picked up",
            ])
    }

    @Test func aLanguageThatLacksTheKeyHandsOnToTheSourceLanguage() {
        #expect(say("Only here", in: "de") == "Only here")
        #expect(say("Not there at all", in: "en") == nil)
        // A translation that was begun but not finished counts as missing.
        #expect(say("Only here", in: "pt") == "Only here")
    }

    @Test func numbersDecideTheForm() {
        let arabic = [0, 1, 2, 3, 11, 100, 102].map { say("%lld stops", .integer($0), in: "ar") }
        #expect(
            arabic == [
                "لا توقف", "توقف واحد", "توقفان", "3 توقفات", "11 توقفًا", "100 توقف", "102 توقف",
            ])
        #expect(say("%lld stops", .integer(3), in: "ar_EG") == "٣ توقفات")
        #expect([0, 1, 2].map { say("%lld stops", .integer($0), in: "en") } == ["No stops", "1 stop", "2 stops"])
        #expect([0, 1, 2].map { say("%lld stops", .unsigned($0), in: "de") } == ["0 Stopps", "1 Stopp", "2 Stopps"])
        // A plural form without a translation falls back to `other`.
        #expect(say("%lld stops", .integer(1), in: "zh_CN") == "1 站")
        #expect(say("%lld stops", .integer(12_345), in: "de") == "12.345 Stopps")
        #expect(say("%lld stops", .number(1.5), in: "en") == "1.500000 stops")
    }

    @Test func aTranslationMayTurnTheArgumentsRound() {
        #expect(say("%@ has %lld stops", .string("Alex"), .integer(1), in: "en") == "Alex has one stop")
        #expect(say("%@ has %lld stops", .string("Alex"), .integer(2), in: "en") == "Alex has 2 stops")
        #expect(say("%@ has %lld stops", .string("Alex"), .integer(2), in: "de") == "2 Stopps hat Alex")
    }

    @Test func severalNumbersHaveAFormEach() {
        #expect(say("%lld in %lld", .integer(1), .integer(1), in: "en") == "1 bird in 1 tree, 100%")
        #expect(say("%lld in %lld", .integer(2), .integer(1), in: "en") == "2 birds in 1 tree, 100%")
        #expect(say("%lld in %lld", .integer(1), .integer(1_000), in: "en") == "1 bird in 1,000 trees, 100%")
    }

    @Test func aPhonesWordsAreTaken() {
        #expect(say("Tap", in: "en") == "Tap it")
    }

    @Test func argumentsThatDoNotFitAreNoReasonToFail() {
        // Too few arguments for the translation, and for the source as well.
        #expect(say("%@ has %lld stops", .string("Alex"), in: "de") == nil)
        #expect(say("%lld stops", in: "de") == nil)
        #expect(say("%lld stops", .string("three"), in: "en") == "three stops")
        #expect(say("%@!", .integer(1_234), in: "en") == "1,234!")
        #expect(say("%@!", .number(.nan), in: "en") == "NaN!")
        #expect(say("%@!", .number(.infinity), in: "en") == "∞!")
        #expect(say("%lld stops", .number(1e300), in: "en")?.hasSuffix(" stops") == true)
        #expect(say("Picked up", .integer(1), .string("more"), in: "en") == "Picked up")
    }

    @Test(arguments: [
        ("100 %", "100 %"), ("%", "%"), ("%%", "%"), ("%q", "%q"), ("%0$@", "%0$@"), ("%1$", "%1$"), ("%#@gone@", "%#@gone@"),
        ("%#@gone", "%#@gone"), ("%99999999999$@", "%99999999999$@"), ("%.", "%."), ("%arg", "%arg"), ("%02lld", "07"),
        ("%.1f", "7"), ("%1$@ %1$@", "7 7"), ("", ""),
    ])
    func whatIsNoPlaceholderIsText(format: String, text: String) {
        var written = ""
        let voice = Voice(rules: .of(LanguageIdentifier("en")), numbers: .of(Locale(identifier: "en")))
        TextFormat(format).write(to: &written, [.integer(7)], in: voice)
        #expect(written == text)
    }

    @Test(arguments: [
        ("", "The text is not JSON"), ("[]", "found an array"), (#"{"sourceLanguage":"en"}"#, "strings"),
        (
            #"{"sourceLanguage":"en","strings":{"a":{"localizations":{"de":{"variations":{"plural":{"lots":{"stringUnit":{"value":"x"}}}}}}}}}"#,
            #""strings" > "a" > "localizations" > "de": 'lots' is not a plural form; the forms are zero, one, two, few, many, other"#
        ),
        (
            #"{"sourceLanguage":"en","strings":{"a":{"localizations":{"de":{"stringUnit":{"value":5}}}}}}"#,
            #""strings" > "a" > "localizations" > "de" > "stringUnit" > "value": "#
        ),
        (
            #"{"sourceLanguage":"en","strings":{"a":{"localizations":{"de":{"substitutions":{"s":{"argNum":0,"variations":{}}}}}}}}"#,
            "the substitution 's' refers to argument 0; arguments are numbered from 1 to 999"
        ),
    ])
    func whatIsNoCatalogIsRefusedWithThePlace(text: String, message: String) throws {
        let error = try #require(throws: StringCatalogError.self) { try StringCatalog(parsing: Array(text.utf8)) }
        #expect("\(error)".contains(message), "\(error)")
        let empty = StringCatalog(embedded: Array(text.utf8))
        #expect(empty.text(for: "a", arguments: [], locale: Locale(identifier: "de")) == nil)
        #expect(empty.languages == [])
    }

    @Test func whatTranslatorsStillHaveToDoIsTold() {
        #expect(catalog.languages == ["en", "ar", "de", "en-GB", "pt", "zh-Hans"])
        let gaps = catalog.gaps(in: ["de", "zh-Hans"]).map { "\($0.language) \($0.key) \($0.forms.map(\.rawValue))" }
        #expect(
            gaps == [
                "zh-Hans %@ has %lld stops []", "de %@! []", "zh-Hans %@! []", "de %lld in %lld []", "zh-Hans %lld in %lld []",
                "de Only here []", "zh-Hans Only here []", "de Tap []", "zh-Hans Tap []",
            ])
        #expect(catalog.gaps(in: ["ar"]).first { $0.key == "%lld stops" } == nil)
        #expect(catalog.gaps(in: ["en"]) == [])
    }

    /// The rules of a language were evaluated for 1,001 numbers and each text, which took minutes for a large catalog.
    @Test(.timeLimit(.minutes(5))) func aLargeCatalogIsSearchedForGaps() throws {
        let languages = ["ar", "cy", "de", "fr", "ga", "he", "ja", "lt", "lv", "mt", "pl", "pt", "ru", "sl", "uk"]
        let texts = (0..<3_000).map { text in
            let translations = languages.map { #""\#($0)":{"stringUnit":{"state":"translated","value":"\#(text)"}}"# }
            return #""text \#(text)":{"localizations":{\#(translations.joined(separator: ","))}}"#
        }
        let forms = #"{"variations":{"plural":{"other":{"stringUnit":{"state":"translated","value":"%lld"}}}}}"#
        let counts = (0..<200).map { text in
            #""%lld texts \#(text)":{"localizations":{\#(languages.map { #""\#($0)":\#(forms)"# }.joined(separator: ","))}}"#
        }
        let file = #"{"sourceLanguage":"en","strings":{\#((texts + counts).joined(separator: ","))}}"#
        let catalog = try StringCatalog(parsing: Array(file.utf8))
        let gaps = catalog.gaps(in: languages)
        // Japanese has no other form.
        #expect(gaps.count == 200 * 14)
        #expect(gaps.first { $0.language == "pl" }?.forms == [.one, .few, .many])
    }

    /// Many threads that format in many locales concurrently get the same results as one.
    @Test func threadsMayAskTogether() async {
        let expected = say("%lld stops", .integer(3), in: "ar_EG")
        await withTaskGroup(of: Bool.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    (0..<500).allSatisfy { turn in
                        let made = Locale(identifier: "ar_EG@x=\(worker)\(turn % 300)")
                        _ = catalog.text(for: "%lld stops", arguments: [.integer(3)], locale: made)
                        return catalog.text(for: "%lld stops", arguments: [.integer(3)], locale: Locale(identifier: "ar_EG"))
                            == expected
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}

private let words = #"""
    {
      "sourceLanguage" : "en",
      "strings" : {
        "%@!" : { },
        "%@ has %lld stops" : {
          "localizations" : {
            "de" : { "stringUnit" : { "state" : "translated", "value" : "%2$lld Stopps hat %1$@" } },
            "en" : { "variations" : { "plural" : {
              "one" : { "stringUnit" : { "state" : "translated", "value" : "%1$@ has one stop" } },
              "other" : { "stringUnit" : { "state" : "translated", "value" : "%1$@ has %2$lld stops" } } } } }
          }
        },
        "%lld in %lld" : {
          "localizations" : {
            "en" : {
              "stringUnit" : { "state" : "translated", "value" : "%#@birds@ in %#@trees@, 100%%" },
              "substitutions" : {
                "birds" : { "argNum" : 1, "formatSpecifier" : "lld", "variations" : { "plural" : {
                  "one" : { "stringUnit" : { "state" : "translated", "value" : "%arg bird" } },
                  "other" : { "stringUnit" : { "state" : "translated", "value" : "%arg birds" } } } } },
                "trees" : { "argNum" : 2, "formatSpecifier" : "lld", "variations" : { "plural" : {
                  "one" : { "stringUnit" : { "state" : "translated", "value" : "%arg tree" } },
                  "other" : { "stringUnit" : { "state" : "translated", "value" : "%arg trees" } } } } }
              }
            }
          }
        },
        "%lld stops" : {
          "comment" : "How many doors the courier calls at first.",
          "extractionState" : "manual",
          "localizations" : {
            "ar" : { "variations" : { "plural" : {
              "zero" : { "stringUnit" : { "state" : "translated", "value" : "لا توقف" } },
              "one" : { "stringUnit" : { "state" : "translated", "value" : "توقف واحد" } },
              "two" : { "stringUnit" : { "state" : "translated", "value" : "توقفان" } },
              "few" : { "stringUnit" : { "state" : "translated", "value" : "%lld توقفات" } },
              "many" : { "stringUnit" : { "state" : "translated", "value" : "%lld توقفًا" } },
              "other" : { "stringUnit" : { "state" : "translated", "value" : "%lld توقف" } } } } },
            "de" : { "variations" : { "plural" : {
              "one" : { "stringUnit" : { "state" : "translated", "value" : "%lld Stopp" } },
              "other" : { "stringUnit" : { "state" : "translated", "value" : "%lld Stopps" } } } } },
            "en" : { "variations" : { "plural" : {
              "zero" : { "stringUnit" : { "state" : "translated", "value" : "No stops" } },
              "one" : { "stringUnit" : { "state" : "translated", "value" : "%lld stop" } },
              "other" : { "stringUnit" : { "state" : "translated", "value" : "%lld stops" } } } } },
            "zh-Hans" : { "stringUnit" : { "state" : "translated", "value" : "%lld 站" } }
          }
        },
        "Only here" : { "localizations" : { "pt" : { "stringUnit" : { "state" : "new", "value" : "" } } } },
        "Picked up" : {
          "localizations" : {
            "de" : { "stringUnit" : { "state" : "translated", "value" : "Abgeholt" } },
            "en-GB" : { "stringUnit" : { "state" : "translated", "value" : "Collected" } },
            "pt" : { "stringUnit" : { "state" : "translated", "value" : "Coletado" } },
            "zh-Hans" : { "stringUnit" : { "state" : "translated", "value" : "已取餐" } }
          }
        },
        "Tap" : { "localizations" : { "en" : { "variations" : { "device" : {
          "applewatch" : { "stringUnit" : { "state" : "translated", "value" : "Touch it" } },
          "iphone" : { "stringUnit" : { "state" : "translated", "value" : "Tap it" } },
          "other" : { "stringUnit" : { "state" : "translated", "value" : "Click it" } } } } } } }
      },
      "version" : "1.0"
    }
    """#
