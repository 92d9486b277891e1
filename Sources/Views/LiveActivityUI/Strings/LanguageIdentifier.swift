/// A BCP 47 language tag, or a locale identifier, taken apart: `zh-Hant-TW`, `pt_BR`, `ar-u-nu-latn`, `de_DE@currency=CHF`.
struct LanguageIdentifier: Hashable, Sendable {
    /// In lower case; `und` where nothing is said.
    var language: String
    /// As in `Hant`.
    var script: String?
    /// In upper case, or three digits.
    var region: String?

    init(_ text: some StringProtocol) {
        var parts = text.prefix { $0 != "@" && $0 != "." }.split { $0 == "-" || $0 == "_" }[...]
        let name = parts.popFirst().map { $0.lowercased() } ?? ""
        language = name.isEmpty ? "und" : Self.renamed[name] ?? name
        // What follows a single letter is about calendars and digits, not about the language.
        parts = parts.prefix { $0.utf8.count > 1 }
        if let first = parts.first, first.utf8.count == 4, first.allSatisfy(\.isLetter) {
            script = first.prefix(1).uppercased() + first.dropFirst().lowercased()
            parts.removeFirst()
        }
        if let first = parts.first, first.utf8.count == 2 || first.utf8.count == 3 && first.allSatisfy(\.isNumber) {
            region = first.uppercased()
        }
        if script == nil { script = Self.script(of: language, in: region) }
    }

    /// Whether somebody who reads this can read `other` at all: the same language in a script that is not known to be another.
    func canRead(_ other: LanguageIdentifier) -> Bool {
        language == other.language && (script == nil || other.script == nil || script == other.script)
    }

    private init(_ language: String, _ script: String?, _ region: String?) {
        (self.language, self.script, self.region) = (language, script, region)
    }

    /// This and what a reader of it reads as well, the nearest first. A text in another script is none of them.
    var nearest: [LanguageIdentifier] {
        var all = [self]
        func add(_ region: String?) {
            let next = LanguageIdentifier(language, script, region)
            if !all.contains(next) { all.append(next) }
        }
        switch (language, region) {
        case ("es", let region?) where region != "ES": add("419")
        case ("en", let region?) where region != "US":
            add("GB")
            add("001")
        case ("pt", let region?) where region != "BR": add("PT")
        default: break
        }
        add(nil)
        // Norwegian is mostly Bokmål, whichever name it has.
        if language == "nb" { all.append(LanguageIdentifier("no", script, nil)) }
        if language == "no" { all.append(LanguageIdentifier("nb", script, nil)) }
        return all
    }

    /// Of the languages that are written in two scripts by many, the one that is meant where none is said.
    private static func script(of language: String, in region: String?) -> String? {
        switch (language, region) {
        case ("zh", "TW"), ("zh", "HK"), ("zh", "MO"): "Hant"
        case ("zh", _): "Hans"
        case ("sr", _): "Cyrl"
        default: nil
        }
    }

    /// Old names that systems still say.
    private static let renamed = ["iw": "he", "in": "id", "ji": "yi", "tl": "fil"]
}
