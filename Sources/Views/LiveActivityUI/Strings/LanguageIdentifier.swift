/// A parsed BCP 47 language tag or locale identifier: `zh-Hant-TW`, `pt_BR`, `ar-u-nu-latn`, `de_DE@currency=CHF`.
struct LanguageIdentifier: Hashable, Sendable {
    /// The language in lower case; `und` if there is none.
    var language: String
    /// The script, for example `Hant`.
    var script: String?
    /// The region in upper case, or three digits.
    var region: String?

    init(_ text: some StringProtocol) {
        var parts = text.prefix { $0 != "@" && $0 != "." }.split { $0 == "-" || $0 == "_" }[...]
        let name = parts.popFirst().map { $0.lowercased() } ?? ""
        language = name.isEmpty ? "und" : Self.renamed[name] ?? name
        // Extensions begin with a single letter. They concern calendars and digits, not the language.
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

    /// Whether readers of this language can read `other`: the same language, and no script that is known to differ.
    func canRead(_ other: LanguageIdentifier) -> Bool {
        language == other.language && (script == nil || other.script == nil || script == other.script)
    }

    private init(_ language: String, _ script: String?, _ region: String?) {
        (self.language, self.script, self.region) = (language, script, region)
    }

    /// The identifiers to try, the nearest first. All have the same script.
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
        // `no` and `nb` usually both mean Bokmål.
        if language == "nb" { all.append(LanguageIdentifier("no", script, nil)) }
        if language == "no" { all.append(LanguageIdentifier("nb", script, nil)) }
        return all
    }

    /// The default script of languages that are commonly written in two scripts.
    private static func script(of language: String, in region: String?) -> String? {
        switch (language, region) {
        case ("zh", "TW"), ("zh", "HK"), ("zh", "MO"): "Hant"
        case ("zh", _): "Hans"
        case ("sr", _): "Cyrl"
        default: nil
        }
    }

    /// Obsolete language codes that are still in use.
    private static let renamed = ["iw": "he", "in": "id", "ji": "yi", "tl": "fil"]
}
