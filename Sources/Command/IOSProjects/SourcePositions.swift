/// The characters of a source by the positions that the compiler gives.
struct SourcePositions {
    let text: [Character]
    /// The index of the first character of each line.
    private let lines: [Int]

    init(_ text: [Character]) {
        self.text = text
        lines = [0] + text.indices.filter { text[$0].isNewline }.map { $0 + 1 }
    }

    /// The index of a line and a column in bytes, both from 1; in a shorter line, that of its end.
    func index(_ line: Int, _ column: Int) -> Int? {
        guard lines.indices.contains(line - 1) else { return nil }
        var (index, bytes) = (lines[line - 1], 1)
        while index < text.count {
            if bytes >= column || text[index].isNewline { return index }
            bytes += text[index].utf8.count
            index += 1
        }
        return nil
    }
}
