import LiveActivityCore

/// Makes a command of a line of JSON.
struct LineParser {
    /// What became of a line.
    enum Parsed: Sendable {
        case command(TimedCommand)
        case problem(LineProblem)
    }

    /// What the lines are of, for problems.
    let file: String
    private let decoder = JanssonDecoder()

    init(file: String) { self.file = file }

    /// - Returns: `nil` for a blank line, which is nothing at all.
    func parse(_ line: LineReader.Line, number: Int) -> Parsed? {
        let text: UnsafeBufferPointer<UInt8>
        switch line {
        case .text(let bytes): text = bytes
        case .tooLong: return .problem(.lineTooLong(file: file, line: number))
        }
        if let command = SendLine.command(text) { return .command(command) }
        if text.allSatisfy(\.isJSONSpace) { return nil }
        do { return .command(try decoder.decode(TimedCommand.self, from: text)) } catch {
            return .problem(LineProblem(file: file, line: number, decoding: error))
        }
    }
}

extension UInt8 {
    fileprivate var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
