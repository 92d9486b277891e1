import Foundation
import Testing

@testable import LiveActivityUI

@Suite struct PluralRuleTests {
    /// The languages changed in CLDR since version 41, from which these samples are.
    private static let changed: Set<String> = ["ca", "he", "iw", "mo", "mt", "ro", "scn"]

    /// Each of CLDR's samples, in all languages and forms, selects the form that it illustrates.
    @Test func allOfCLDRsSamplesTakeTheirForm() throws {
        var checked = 0
        for group in cldrGroups where Self.changed.isDisjoint(with: group.languages) {
            for language in group.languages {
                let rules = try #require(PluralRules.cldr[language], "\(language)")
                #expect(rules.categories.map(\.rawValue) == group.forms.map(\.name), "\(language)")
                for form in group.forms {
                    for sample in form.samples {
                        let number = try #require(PluralOperands(sample), "\(sample)")
                        #expect(rules.category(of: number).rawValue == form.name, "\(sample) in \(language)")
                        checked += 1
                    }
                }
            }
        }
        #expect(checked > 10_000)
    }

    @Test(arguments: [
        ("he", ["0": "other", "1": "one", "2": "two", "3": "other", "20": "other", "0.5": "one", "1.5": "other"]),
        ("ro", ["0": "few", "1": "one", "2": "few", "19": "few", "20": "other", "101": "few", "1.5": "few"]),
        ("mt", ["0": "few", "1": "one", "2": "two", "3": "few", "11": "many", "20": "other", "102": "other", "103": "few"]),
        ("ca", ["0": "other", "1": "one", "2": "other", "1000000": "many", "1c6": "many"]),
    ])
    func whatCLDRChangedLaterIsAsItIsNow(language: String, forms: [String: String]) throws {
        for (number, form) in forms {
            let operands = try #require(PluralOperands(number[...]))
            #expect(PluralRules.of(LanguageIdentifier(language)).category(of: operands).rawValue == form, "\(number)")
        }
    }

    @Test func regionsHaveTheirLanguagesRulesUnlessTheyHaveTheirOwn() {
        func form(_ number: Int64, _ locale: String) -> PluralCategory {
            PluralRules.of(LanguageIdentifier(locale)).category(of: PluralOperands(number))
        }
        #expect(form(0, "pt") == .one)
        #expect(form(0, "pt-BR") == .one)
        #expect(form(0, "pt_PT") == .other)
        #expect(form(3, "ar_EG@calendar=islamic") == .few)
        #expect(form(2, "iw_IL") == .two)
        #expect(form(1, "tlh") == .other)
        #expect(form(1, "") == .other)
        #expect(form(.min, "en") == .other)
    }

    @Test(arguments: ["", "n", "n =", "n = x", "n % 0 = 1", "q = 1", "n = 3..1", "n = 1 and", "n < 2", "n = 1..2..3"])
    func whatIsNoConditionIsRefused(text: String) {
        #expect(PluralCondition(text[...]) == nil)
    }

    @Test(arguments: ["", "-", ".5", "1,5", "x", "1c", "1c99", "١"])
    func whatIsNoDecimalNumberIsRefused(text: String) {
        #expect(PluralOperands(text[...]) == nil)
    }
}

/// The groups of languages in CLDR's own file, with their samples expanded.
private var cldrGroups: [(languages: [String], forms: [(name: String, samples: [Substring])])] {
    let text = String(decoding: PackageResources.plurals_xml, as: UTF8.self)
    return text.matches(of: #/<pluralRules locales="([^"]*)">(.*?)</pluralRules>/#.dotMatchesNewlines()).map { group in
        let forms = group.2.matches(of: #/<pluralRule count="([a-z]*)">([^<]*)</#).map { rule in
            (name: String(rule.1), samples: rule.2.matches(of: #/@(?:integer|decimal)([^@]*)/#).flatMap { samples($0.1) })
        }
        return (group.1.split(separator: " ").map(String.init), forms)
    }
}

/// Expands `1, 3~5, 1.0~1.2, …`.
private func samples(_ list: Substring) -> [Substring] {
    list.split(separator: ",").map { $0.trimming(" ") }.filter { $0 != "…" }.flatMap { sample -> [Substring] in
        let ends = sample.split(separator: "~")
        guard ends.count == 2, let digits = ends.first?.split(separator: ".").dropFirst().first?.count ?? Optional(0),
            let first = Decimal(string: String(ends[0])), let last = Decimal(string: String(ends[1]))
        else { return [sample] }
        let step = Decimal(sign: .plus, exponent: -digits, significand: 1)
        return sequence(first: first) { $0 + step <= last ? $0 + step : nil }
            .map { String(format: "%.\(digits)f", NSDecimalNumber(decimal: $0).doubleValue)[...] }
    }
}

extension Substring {
    fileprivate func trimming(_ character: Character) -> Substring {
        drop { $0 == character }.reversed().drop { $0 == character }.reversed().reduce(into: "") { $0.append($1) }[...]
    }
}
