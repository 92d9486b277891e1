package import Foundation
package import PreviewRequests

extension PreviewRequest {
    package init(_ project: IOSProject, out: URL, now: Date) {
        self.init(out: out, now: now)
        assets = project.assets
        texts = TextCatalog.json(of: project.texts)
        let sources = project.units.flatMap(\.files).compactMap { try? String(contentsOf: $0.url, encoding: .utf8) }
        literals = ComparedStrings.all(in: sources)
        symbols = SymbolProperties.all(in: sources)
        var seen: Set<String> = []
        words = sources.flatMap { text -> [String] in
            let literals = text.matches(of: /"([^"\\\n]{1,40})"/).map { String($0.1) }
            return SwiftFile.words(of: text) + literals
        }.filter { seen.insert($0).inserted }
    }
}
