import ArgumentParser
import LiveActivities
import LiveActivityCore

/// `live-activities describe`: explains the JSON of a kind with examples.
struct DescribeCommand: KindCommand {
    static let configuration = CommandConfiguration(
        commandName: "describe",
        abstract: "Prints example JSON of a kind: attributes, state, events, actions, commands.",
        discussion: """
            Without KIND it lists the kinds. The printed commands are valid input:

              \(Program.name) describe delivery --commands |
                \(Program.name) run --virtual-time

            Examples:
              \(Program.name) describe
              \(Program.name) describe sports
              \(Program.name) describe meditationTimer --json
            """)

    @Argument(help: ArgumentHelp("The kind; by default all kinds are listed.", valueName: "kind"))
    var kind: String?

    @Flag(help: "Print one JSON object, for programs.")
    var json = false

    @Flag(help: "Print only the commands, one per line.")
    var commands = false

    func validate() throws {
        if json, commands { throw ValidationError("--json and --commands cannot be used together.") }
        if commands, kind == nil { throw ValidationError("--commands needs a kind.") }
    }

    func run(with registry: Registry) throws {
        if let kind { try registry.validate(kind) }
        let descriptions = try registry.providers.compactMap { try registry.description(of: $0) }
        guard let kind else {
            if json { return try printLine(json: descriptions.map(\.kind)) }
            for description in descriptions { print("\(description.kind.rawValue.padded(to: 18))\(description.summary)") }
            print("\n'\(Program.name) describe KIND' prints the JSON of one of them, with commands to paste.")
            return
        }
        guard let description = descriptions.first(where: { $0.kind == ActivityKind(kind) }) else { return }
        if json { return try printLine(json: description) }
        print(commands ? description.commands.map(\.text).joined(separator: "\n") : description.text)
    }
}

extension KindDescription {
    /// The description as text: each part has a heading, and every line of JSON can be sent unchanged.
    var text: String {
        var lines = ["\(kind): \(summary)", ""]
        lines.append("Attributes, set once when an activity starts:")
        lines += attributes.map { "  \($0.text)" }
        if let state {
            lines += ["", "Initial state for the first of these attributes at \(Self.epoch.iso8601):", "  \(state.text)"]
        }
        lines += ["", "Events, each with its seconds since the start in the sample story:"]
        lines += events.map { "  \(String($0.after_s.trimmed).padded(to: 6, right: true))  \($0.event.text)" }
        lines += ["", "Actions, which are the controls on a surface, each at a time at which it is allowed:"]
        lines += actions.map { "  \($0.title.padded(to: 20))\($0.command?.text ?? "not allowed at any moment of this story")" }
        lines += ["", "The whole story, for '\(Program.name) run --virtual-time':"]
        lines += commands.map(\.text)
        return lines.joined(separator: "\n")
    }
}

extension JSONText { var text: String { String(decoding: bytes, as: UTF8.self) } }

extension TimeInterval {
    /// The number, without a trailing `.0`.
    fileprivate var trimmed: String { self == rounded() ? "\(Int(self))" : "\(self)" }
}

extension String {
    package func padded(to width: Int, right: Bool = false) -> String {
        let padding = String(repeating: " ", count: Swift.max(0, width - count))
        return right ? padding + self : self + padding
    }
}
