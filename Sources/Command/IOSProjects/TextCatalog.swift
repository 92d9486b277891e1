import Foundation

/// A project's localized strings as one string catalog, from its `.xcstrings` files, and from `.strings` and `.stringsdict`
/// files in folders such as `de.lproj`.
enum TextCatalog {
    /// The catalog as JSON; `nil` if there are no strings.
    ///
    /// If several files contain a key, the last one wins. Tables other than `Localizable` are included.
    static func json(of files: [URL]) -> Data? {
        var (texts, source): ([String: [String: Any]], String?) = ([:], nil)
        for file in files.sorted(by: { $0.path < $1.path }) {
            guard let data = try? Data(contentsOf: file) else { continue }
            if file.pathExtension == "xcstrings" {
                let content = (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:]
                source = source ?? content["sourceLanguage"] as? String
                for (key, text) in content["strings"] as? [String: [String: Any]] ?? [:] { merge(text, into: &texts[key]) }
            } else if let language = language(of: file) {
                let content = try? PropertyListSerialization.propertyList(from: data, options: [], format: nil)
                if file.pathExtension == "stringsdict" {
                    for (key, text) in content as? [String: [String: Any]] ?? [:] {
                        guard let localization = Plurals(text)?.localization else { continue }
                        merge(["localizations": [language: localization]], into: &texts[key])
                    }
                    continue
                }
                for (key, text) in content as? [String: String] ?? [:] {
                    merge(
                        ["localizations": [language: ["stringUnit": ["state": "translated", "value": text]]]], into: &texts[key]
                    )
                }
            }
        }
        guard !texts.isEmpty else { return nil }
        let catalog: [String: Any] = ["sourceLanguage": source ?? "en", "version": "1.0", "strings": texts]
        return try? JSONSerialization.data(withJSONObject: catalog, options: [.sortedKeys])
    }

    private static func merge(_ text: [String: Any], into known: inout [String: Any]?) {
        let before = known?["localizations"] as? [String: Any] ?? [:]
        let localizations = before.merging(text["localizations"] as? [String: Any] ?? [:]) { $1 }
        known = (known ?? [:]).merging(text) { $1 }
        if !localizations.isEmpty { known?["localizations"] = localizations }
    }

    /// The language of a file: `de` for `de.lproj/Localizable.strings`; `nil` for `Base.lproj`.
    private static func language(of file: URL) -> String? {
        let folder = file.deletingLastPathComponent()
        guard folder.pathExtension == "lproj" else { return nil }
        let name = folder.deletingPathExtension().lastPathComponent
        return name == "Base" ? "en" : name
    }
}
