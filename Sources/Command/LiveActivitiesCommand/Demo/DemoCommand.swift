import ArgumentParser
import LiveActivitiesCLI
import LiveActivityCore

/// `live-activities demo`: draws recorded input as a user would see it.
struct DemoCommand: KindCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Replays recorded input and draws what a phone would show.",
        discussion: """
            Matches of the 2022 World Cup, a day of a ride's queue, a delivery and a
            meditation run through the engine on one virtual clock. In a terminal
            they are drawn as Lock Screen cards and as the Dynamic Island; q quits,
            the space bar pauses. Otherwise, or with --plain, each change is a line.

            Goals and results come from openfootball (CC0), waiting times from
            touringplans (MIT), moved to another date. Whistles, positions in the
            queue, the pizza and the meditation are invented.

            Examples:
              live-activities demo
              live-activities demo --speed 100 --only sports
              live-activities demo --plain | grep alerted
            """)

    @Option(
        help: ArgumentHelp(
            "Virtual seconds per second, or 'max'. By default 450 in a terminal, which takes about a minute; otherwise max.",
            valueName: "factor"))
    var speed: Speed?

    @Flag(help: "Print plain lines, even in a terminal.")
    var plain = false

    @Option(name: .long, parsing: .upToNextOption, help: ArgumentHelp("Only these kinds.", valueName: "kind"))
    var only: [String] = []

    func run(with registry: Registry) throws {
        for kind in only { try registry.validate(kind) }
        Interruption.watch()
        let kinds = only.isEmpty ? Set(registry.kinds) : Set(only.map { ActivityKind($0) })
        let story = try DemoStory(only: kinds, widgets: registry.widgets)
        guard !story.steps.isEmpty else {
            throw ValidationError("The demo has no activity of the kind '\(only.joined(separator: "', '"))'.")
        }
        if plain || !Descriptor.standardOutput.isTerminal {
            try PlainDemo.play(story, speed: speed?.factor, to: LineWriter(.standardOutput))
        } else {
            try TerminalDemo.play(story, speed: speed.map(\.factor) ?? DemoPace.speed)
        }
        if let signal = Interruption.signal { throw Status.interrupted(by: signal) }
    }

    struct Speed: ExpressibleByArgument, Hashable {
        /// Virtual seconds per second; `nil` for the maximum speed.
        var factor: Double?

        init?(argument: String) {
            if argument == "max" { return }
            guard let factor = Double(argument), factor > 0, factor.isFinite else { return nil }
            self.factor = factor
        }
    }
}
