import LiveActivityCore

/// Makes a command of a line of JSON.
struct LineParser {
    /// What became of a line.
    enum Parsed: Sendable {
        case command(TimedCommand)
        /// A command to send an event that was read already.
        case event(PreparedEvent, to: ActivityReference, at: Date?)
        case problem(LineProblem)
    }

    /// What the lines are of, for problems.
    let file: String
    /// Whether events are read ahead of the host; if not, they stay the JSON that a journal keeps.
    let preparesEvents: Bool
    private let decoder = WireDecoder()
    /// For what is inside a command, where dates may be written as any language writes them.
    private let eventDecoder = WireDecoder()

    init(file: String, preparesEvents: Bool = true) {
        self.file = file
        self.preparesEvents = preparesEvents
        eventDecoder.acceptsISO8601Dates = true
    }

    /// - Returns: `nil` for a blank line, which is nothing at all.
    func parse(_ line: LineReader.Line, number: Int) -> Parsed? {
        let text: UnsafeBufferPointer<UInt8>
        switch line {
        case .text(let bytes): text = bytes
        case .tooLong: return .problem(.lineTooLong(file: file, line: number))
        }
        if let line = SendLine(text) {
            if preparesEvents, let provider = Providers.all.first(where: { $0.kind == line.kind }),
                let event = try? provider.prepare(event: .text(line.event), with: eventDecoder)
            {
                return .event(event, to: line.activity, at: line.at)
            }
            // What is wrong with it, if anything, is for the engine to say.
            if let command = line.command { return .command(command) }
        }
        if text.allSatisfy(\.isJSONSpace) { return nil }
        do { return .command(try decoder.decode(TimedCommand.self, from: text)) } catch {
            return .problem(LineProblem(file: file, line: number, decoding: error))
        }
    }
}

extension UInt8 {
    fileprivate var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}
