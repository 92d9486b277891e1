import Foundation

// In the C library an attributed string has no attributes.

extension Resolution {
    func append(_ string: AttributedString, _ attributes: TextAttributes, to runs: inout [TextRun]) {
        for run in string.runs { append(.string(String(string.characters[run.range])), attributes, to: &runs) }
    }
}
