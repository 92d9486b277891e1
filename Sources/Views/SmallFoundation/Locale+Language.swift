extension Locale {
    /// A language, its script and its region, as far as the identifier contains them.
    public struct Language: Hashable, Sendable {
        /// The code of a language, in lower case.
        public struct LanguageCode: Hashable, Sendable {
            public let identifier: String
            /// Whether the code has the form of ISO's codes, two or three letters. Foundation compares it with
            /// the list of codes.
            public var isISOLanguage: Bool {
                2...3 ~= identifier.utf8.count && identifier != "und" && identifier.utf8.allSatisfy { 0x61...0x7A ~= $0 }
            }
        }
        /// The code of a script, such as `Hant`.
        public struct Script: Hashable, Sendable { public let identifier: String }
        /// The code of a region, in upper case.
        public struct Region: Hashable, Sendable { public let identifier: String }

        public let languageCode: LanguageCode?
        public let script: Script?
        public let region: Region?

        public init(identifier: String) {
            var parts = identifier.prefix { $0 != "@" && $0 != "." }.split { $0 == "-" || $0 == "_" }[...]
            languageCode = parts.popFirst().map { LanguageCode(identifier: $0.lowercased()) }
            parts = parts.prefix { $0.utf8.count > 1 }
            if let first = parts.first, first.utf8.count == 4, first.allSatisfy(\.isLetter) {
                script = Script(identifier: first.prefix(1).uppercased() + first.dropFirst().lowercased())
                parts.removeFirst()
            } else {
                script = nil
            }
            region = parts.first.flatMap { 2...3 ~= $0.utf8.count ? Region(identifier: $0.uppercased()) : nil }
        }

        /// The text direction, from the script if there is one, otherwise from the language.
        public var characterDirection: LanguageDirection {
            if let script { return Self.rightToLeftScripts.contains(script.identifier) ? .rightToLeft : .leftToRight }
            return Self.rightToLeft.contains(languageCode?.identifier ?? "") ? .rightToLeft : .leftToRight
        }

        var isTraditionalChinese: Bool {
            if let script { return script.identifier == "Hant" }
            return ["TW", "HK", "MO"].contains(region?.identifier ?? "")
        }

        private static let rightToLeft: Set = [
            "ar", "arc", "ckb", "dv", "fa", "he", "iw", "ji", "ks", "mzn", "nqo", "ps", "sd", "syr", "ug", "ur", "yi",
        ]
        private static let rightToLeftScripts: Set = ["Adlm", "Arab", "Hebr", "Nkoo", "Rohg", "Syrc", "Thaa"]
    }

    /// The direction of a line.
    public enum LanguageDirection: Hashable, Sendable { case unknown, leftToRight, rightToLeft, topToBottom, bottomToTop }

    /// A set of digits.
    public struct NumberingSystem: Hashable, Sendable { public let identifier: String }

    /// How an identifier is written.
    public enum IdentifierType: Hashable, Sendable { case bcp47 }

    public var language: Language { Language(identifier: identifier) }

    /// The digits that the identifier specifies with `-u-nu-` or `@numbers=`, otherwise the language's.
    public var numberingSystem: NumberingSystem {
        for mark in ["-u-nu-", "@numbers="] {
            let bytes = Array(identifier.utf8)
            guard bytes.count > mark.utf8.count,
                let start = (0...bytes.count - mark.utf8.count).first(where: { bytes[$0...].starts(with: mark.utf8) })
            else { continue }
            let name = bytes[(start + mark.utf8.count)...].prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ";") }
            return NumberingSystem(identifier: String(decoding: name, as: UTF8.self))
        }
        let names: [UInt32: String] = [
            0x660: "arab", 0x6F0: "arabext", 0x966: "deva", 0x9E6: "beng", 0x1040: "mymr", 0xF20: "tibt",
        ]
        return NumberingSystem(identifier: names[LocaleFormat.of(self).zero.value] ?? "latn")
    }

    /// The identifier with hyphens, without keywords.
    public func identifier(_ type: IdentifierType) -> String {
        String(identifier.prefix { $0 != "@" && $0 != "." }.map { $0 == "_" ? "-" : $0 })
    }
}
