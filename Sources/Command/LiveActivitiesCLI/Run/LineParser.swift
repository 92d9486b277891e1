import LiveActivities
import LiveActivityCore

/// Turns a line of JSON into a command.
struct LineParser {
    /// The result of parsing a line.
    enum Parsed: Sendable {
        case command(TimedCommand, unknown: [UnknownMember])
        /// A `send` command whose event is already decoded.
        case event(PreparedEvent, to: ActivityReference, at: Date?, unknown: [UnknownMember])
        case problem(LineProblem)
    }

    private let readers: [(kind: ActivityKind, reader: EventReader)]
    /// The file's name in messages.
    let file: String
    /// Whether events are decoded here, ahead of the host. A host with a journal needs them in their original form, as JSON.
    let preparesEvents: Bool
    private let decoder = WireDecoder()
    /// Decodes events, in which a date may also be ISO 8601 text.
    private let eventDecoder = WireDecoder()
    private let memberCheck: UnknownMemberCheck

    /// - Parameter kinds: The kinds in the order of their numbers in ids; `nil` for the registry's order.
    init(_ registry: Registry, file: String, preparesEvents: Bool = true, kinds: [ActivityKind]? = nil) {
        memberCheck = UnknownMemberCheck(registry.providers, numbers: kinds)
        readers = registry.providers.map { ($0.kind, EventReader($0)) }
        self.file = file
        self.preparesEvents = preparesEvents
        eventDecoder.acceptsISO8601Dates = true
        eventDecoder.notesUnread = true
    }

    /// - Returns: `nil` for a blank line, which is skipped.
    func parse(_ line: LineReader.Line, number: Int) -> Parsed? {
        let text: UnsafeBufferPointer<UInt8>
        switch line {
        case .text(let bytes): text = bytes
        case .tooLong: return .problem(.lineTooLong(file: file, line: number))
        }
        if let line = SendLine(text) {
            if preparesEvents, let reader = readers.first(where: { $0.kind == line.kind })?.reader,
                let event = try? reader.prepare(event: .text(line.event), with: eventDecoder)
            {
                let unknown = eventDecoder.unread.isEmpty ? [] : eventDecoder.unknownMembers(of: line.kind, in: "event")
                return .event(event, to: line.activity, at: line.at, unknown: unknown)
            }
            // If the event is invalid, the engine's error describes the fault.
            if let command = line.command { return checked(command) }
        }
        if text.allSatisfy(\.isJSONSpace) { return nil }
        do { return checked(try decoder.decode(TimedCommand.self, from: text)) } catch {
            return .problem(LineProblem(file: file, line: number, decoding: error))
        }
    }

    private func checked(_ command: TimedCommand) -> Parsed {
        .command(command, unknown: memberCheck.unknownMembers(in: command.command))
    }
}

extension UInt8 { fileprivate var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 } }
