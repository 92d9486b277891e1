import ArgumentParser
import LiveActivityCore

/// `live-activities describe`: what a kind of activity looks like in JSON.
struct DescribeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "describe",
        abstract: "Prints example JSON of a kind: attributes, state, events, actions, commands.",
        discussion: """
            Without KIND it lists the kinds. The commands are ready to paste:

              live-activities describe delivery --commands |
                live-activities run --virtual-time

            Examples:
              live-activities describe
              live-activities describe sports
              live-activities describe meditationTimer --json
            """)

    @Argument(help: ArgumentHelp("Which kind; all are listed without it.", valueName: "kind"))
    var kind: String?

    @Flag(help: "Print one JSON object, for programs.")
    var json = false

    @Flag(help: "Print nothing but the commands, a line each.")
    var commands = false

    func validate() throws {
        if json, commands { throw ValidationError("--json and --commands exclude each other.") }
        if commands, kind == nil { throw ValidationError("--commands needs a kind.") }
        if let kind, !Providers.all.contains(where: { $0.kind == ActivityKind(kind) }) {
            let kinds = Providers.all.map(\.kind.rawValue).joined(separator: ", ")
            throw ValidationError("There is no kind '\(kind)': there are \(kinds).")
        }
    }

    func run() throws {
        let descriptions = try Providers.all.compactMap { try KindDescription($0) }
        guard let kind else {
            if json { return try write(json: descriptions.map(\.kind)) }
            for description in descriptions {
                print("\(description.kind.rawValue.padded(to: 18))\(description.summary)")
            }
            print("\nlive-activities describe KIND prints one of them in JSON, with commands to paste.")
            return
        }
        guard let description = descriptions.first(where: { $0.kind == ActivityKind(kind) }) else { return }
        if json { return try write(json: description) }
        print(commands ? description.commands.map(\.text).joined(separator: "\n") : description.text)
    }

    private func write(json value: some Encodable) throws {
        print(String(decoding: try WireEncoder().encode(value), as: UTF8.self))
    }
}

extension KindDescription {
    /// For people: each part with what it is, every line of JSON as it could be sent.
    var text: String {
        var lines = ["\(kind): \(summary)", ""]
        lines.append("Attributes, given once, when an activity starts:")
        lines += attributes.map { "  \($0.text)" }
        if let state {
            lines += ["", "State, as the first of them begins with at \(Self.epoch.iso8601):", "  \(state.text)"]
        }
        lines += ["", "Events, with the seconds since the start at which they make sense:"]
        lines += events.map { "  \(String($0.after_s.trimmed).padded(to: 6, right: true))  \($0.event.text)" }
        lines += ["", "Actions, the controls on a surface, each at a moment at which it works:"]
        lines += actions.map { "  \($0.title.padded(to: 20))\($0.command?.text ?? "never in this story")" }
        lines += ["", "The whole story, to paste into 'live-activities run --virtual-time':"]
        lines += commands.map(\.text)
        return lines.joined(separator: "\n")
    }
}

extension JSONText {
    var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension TimeInterval {
    /// Without a fraction where it has none.
    fileprivate var trimmed: String { self == rounded() ? "\(Int(self))" : "\(self)" }
}

extension String {
    func padded(to width: Int, right: Bool = false) -> String {
        let padding = String(repeating: " ", count: Swift.max(0, width - count))
        return right ? padding + self : self + padding
    }
}
