#if Preview
import Foundation

/// The index of the drawn previews: the file `index.json`, and the page `index.html`.
struct PreviewIndex: Codable {
    struct Picture: Codable, Equatable {
        var name: String
        var state: String
        var surface: String
        var scheme: String
        var textSize: String
        /// The path, relative to the folder of the run.
        var file: String
        /// The width of the picture in points, which is its width in pixels on the page.
        var width: Double
        /// The difference from an earlier run; `nil` if the image is unchanged, or without a comparison.
        var difference: PreviewDifference?
    }

    struct Entry: Codable, Equatable {
        var name: String
        /// The source file and line; empty for samples.
        var source: String
        var isSample: Bool
        var pictures: [Picture] = []
        var sheets: [String] = []
        /// The reason why nothing was drawn.
        var failure: String?
        /// The states that were not drawn, each with the reason.
        var problems: [String] = []
        /// Parts of the views that iOS ignores.
        var notes: [String] = []

        init(_ place: PreviewPlace, isSample: Bool) {
            name = place.name
            source = place.file.isEmpty ? "" : place.line > 0 ? "\(place.file):\(place.line)" : place.file
            self.isSample = isSample
        }

        /// The title of the preview's sheets.
        var title: String { isSample ? "\(name) · sample values, generated from its declarations" : "\(name) · \(source)" }

        var summary: String {
            if let failure { return "\(title): not drawn: \(failure)" }
            let differing = pictures.count { $0.difference != nil }
            let drawn = "\(title): \(pictures.count) pictures" + (differing > 0 ? ", \(differing) differ" : "")
            return ([drawn] + (problems + notes).map { "  \($0)" }).joined(separator: "\n")
        }
    }

    var previews: [Entry] = []
    /// The files of the compared run that this one does not have.
    var gone: [String] = []

    /// An HTML page with all images. It needs neither a server nor scripts.
    var page: String {
        func text(_ text: String) -> String {
            text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;").replacing(
                "\"", with: "&quot;")
        }
        // All images have the same scale: one point is one CSS pixel.
        func figure(_ file: String, _ caption: String, width: Double? = nil) -> String {
            // File names contain no characters that must be escaped in a URL, except for non-ASCII letters.
            let path = file.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? file
            let width = width.map { " width=\"\(Int($0.rounded()))\"" } ?? ""
            return
                "<figure><img src=\"\(path)\"\(width) alt=\"\(text(caption))\"><figcaption>\(text(caption))</figcaption></figure>"
        }
        let sections = previews.map { entry in
            let figures = entry.pictures.map { picture in
                guard let difference = picture.difference else {
                    return figure(picture.file, picture.name, width: picture.width)
                }
                let share = "\((difference.share * 1_000).rounded() / 10) % of the pixels differ"
                return figure(difference.file ?? picture.file, "\(picture.name): \(share)").replacing(
                    "<figure>", with: "<figure class=\"changed\">")
            }
            let problems = (entry.failure.map { ["Not drawn: \($0)"] } ?? []) + entry.problems
            let failures = problems.map { "<p class=\"failure\">\(text($0))</p>" }.joined()
            let notes = entry.notes.map { "<p>\(text($0))</p>" }.joined()
            return "<section><h2>\(text(entry.title))</h2>\(failures)\(notes)<div>\(figures.joined())</div></section>"
        }
        let gone = gone.isEmpty ? "" : "<p class=\"failure\">No longer drawn: \(text(gone.joined(separator: ", ")))</p>"
        return """
            <!DOCTYPE html>
            <html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <title>Previews</title>
            <style>
            body { font: 15px system-ui, sans-serif; margin: 2em; background: #f4f4f6; color: #111; }
            section > div { display: flex; flex-wrap: wrap; gap: 1.2em; align-items: end; }
            figure { margin: 0; } figure { max-width: 100%; } img { max-width: 100%; display: block; } figcaption { font-size: 12px; opacity: .6; margin-top: .3em; }
            .changed img { outline: 3px solid #d60; max-width: 900px; } .failure { color: #b00; }
            @media (prefers-color-scheme: dark) { body { background: #121214; color: #eee; } }
            </style>
            <h1>Previews</h1>\(gone)
            \(sections.joined(separator: "\n"))
            </html>

            """
    }
}
#endif
