import Foundation

/// The previews and widgets that a Swift file declares, and the code that calls them.
///
/// A `#Preview` is replaced by a call of a function with the macro's parameters: the text after the macro's name is copied
/// unchanged.
struct PreviewSource {
    struct Preview: Equatable {
        /// The source after `#Preview`.
        let text: String
        /// The line of the macro, from 1.
        let line: Int
        /// The characters of the macro in the source.
        let range: Range<Int>
    }

    let previews: [Preview]
    /// The types that are a `PreviewProvider`.
    let providers: [String]
    /// The widgets with a Live Activity.
    let widgets: [String]
    private let original: String

    init(_ original: String) {
        self.original = original
        let text = Array(original)
        let code = SwiftFile.code(in: text)
        var previews: [Preview] = []
        var (index, line) = (0, 1)
        let name = Array("#Preview")
        while index < code.count {
            if code[index].isNewline { line += 1 }
            guard code[index] == "#", code[index...].starts(with: name), let end = Self.end(of: code, from: index + name.count)
            else {
                index += 1
                continue
            }
            let body = String(text[(index + name.count)..<end]).replacing(/@Previewable\s+/, with: "")
            previews.append(Preview(text: body, line: line, range: index..<end))
            line += code[index..<end].count(where: \.isNewline)
            index = end
        }
        self.previews = previews
        let declared = Self.types(in: code)
        providers = declared.filter { $0.inherited.contains("PreviewProvider") }.map(\.name)
        let hasActivity = String(code).contains("ActivityConfiguration")
        widgets = hasActivity ? declared.filter { $0.inherited.contains("Widget") }.map(\.name) : []
    }

    var isEmpty: Bool { previews.isEmpty && providers.isEmpty && widgets.isEmpty }

    /// The file's text with an appended function that lists its previews. In the same file it can access private types.
    ///
    /// - Parameters:
    ///   - function: The function's name.
    ///   - file: The file's name, used in the names of images.
    ///   - left: The numbers of the omitted previews, which do not compile.
    func listing(in function: String, file: String, without left: Set<Int>) -> String {
        let name = String(reflecting: file)
        var calls: [String] = []
        for widget in widgets { calls.append("list.widget(\(widget).self)") }
        for provider in providers { calls.append("list.begin(\(name), line: 0); list.provider(\(provider).self)") }
        for (index, preview) in previews.enumerated() where !left.contains(index) {
            calls.append("\(Self.mark(index))\nlist.begin(\(name), line: \(preview.line))\nlist.preview\(preview.text)")
        }
        return Self.listing(of: original(without: left), in: function, calls)
    }

    /// The source with spaces in place of these previews, as the compiler checks the macros too.
    private func original(without left: Set<Int>) -> String {
        guard !left.isEmpty else { return original }
        var text = Array(original)
        for (number, preview) in previews.enumerated() where left.contains(number) {
            for index in preview.range where !text[index].isNewline { text[index] = " " }
        }
        return String(text)
    }

    /// The number of the preview that has a line of the source.
    private func preview(at line: Int) -> Int? {
        previews.firstIndex { preview in
            let breaks = Array(original)[preview.range].count(where: \.isNewline)
            return (preview.line...preview.line + breaks).contains(line)
        }
    }

    /// The file's text with an appended function that makes these calls.
    static func listing(of original: String, in function: String, _ calls: [String]) -> String {
        """
        \(original)
        \(begin)
        import ProjectPreviews
        @MainActor public func \(function)(_ list: PreviewList) {
        \(calls.joined(separator: "\n"))
        }

        """
    }

    /// The marker line before a call that may be omitted.
    static func mark(_ index: Int) -> String { "\(mark)\(index)" }

    private static let mark = "//preview "
    private static let begin = "//previews of live-activities"

    /// The number of the preview or call to which a line of a listing belongs; `nil` for another line of the original file.
    static func preview(at line: Int, in listing: String) -> Int? {
        let lines = listing.split(separator: "\n", omittingEmptySubsequences: false)
        let start = lines.firstIndex { $0 == begin } ?? lines.count
        guard line > start else {
            // A listing of managers keeps the macros. A listing of previews has each macro that is not left out.
            guard lines[start...].contains(where: { $0.hasPrefix("list.preview") }) else { return nil }
            let numbers = lines[start...].compactMap(number)
            let place = Self(lines[..<start].joined(separator: "\n")).preview(at: line)
            return place.flatMap { numbers.indices.contains($0) ? numbers[$0] : nil }
        }
        return lines[start...].prefix(line - start).compactMap(number).last
    }

    private static func number(_ line: Substring) -> Int? { line.hasPrefix(mark) ? Int(line.dropFirst(mark.count)) : nil }

    /// The index after the arguments and closures of a macro; `nil` if there are none.
    private static func end(of code: [Character], from start: Int) -> Int? {
        func skipSpace(_ index: Int) -> Int { code[index...].firstIndex { !$0.isWhitespace } ?? code.count }
        var index = skipSpace(start)
        var end: Int?
        if index < code.count, code[index] == "(" {
            guard let after = SourceFunction.end(of: code, from: index) else { return nil }
            (end, index) = (after, skipSpace(after))
        }
        while index < code.count {
            var body = index
            if code[index].isLetter {
                let label = code[index...].firstIndex { !$0.isWordCharacter } ?? code.count
                body = skipSpace(label)
                guard end != nil, body < code.count, code[body] == ":" else { break }
                body = skipSpace(body + 1)
            }
            guard body < code.count, code[body] == "{", let after = SourceFunction.end(of: code, from: body) else { break }
            (end, index) = (after, skipSpace(after))
        }
        return end
    }

    /// The top-level types with the types from which they inherit.
    private static func types(in code: [Character]) -> [(name: String, inherited: Set<String>)] {
        var outside = ""
        var depth = 0
        for character in code {
            if character == "}" { depth -= 1 }
            if depth <= 0 { outside.append(character) }
            if character == "{" { depth += 1 }
        }
        return outside.matches(of: /\b(?:struct|class|enum)\s+(\w+)\s*:\s*([^{]*)\{/).map { match in
            (String(match.1), Set(SwiftFile.words(of: String(match.2))))
        }
    }
}
