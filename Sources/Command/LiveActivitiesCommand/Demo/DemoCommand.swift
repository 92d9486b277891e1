import ArgumentParser
import LiveActivityCore

/// `live-activities demo`: real input, drawn as a person would see it.
struct DemoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Replays real input and draws what a phone would show.",
        discussion: """
            Matches of the 2022 World Cup, a day of a ride's queue, a delivery and a
            meditation run through the engine on one virtual clock. In a terminal
            they are drawn as Lock Screen cards and as the Dynamic Island; q quits,
            the space bar pauses. Elsewhere, or with --plain, each change is a line.

            Goals and results are those of openfootball (CC0); waiting times are
            those of touringplans (MIT), on another date. Whistles, places in the
            queue, the pizza and the meditation are made up.

            Examples:
              live-activities demo
              live-activities demo --speed 100 --only sports
              live-activities demo --plain | grep alerted
            """)

    @Option(
        help: ArgumentHelp(
            "Virtual seconds a second, or 'max'. In a terminal 450, which takes about a minute; elsewhere max.",
            valueName: "factor"))
    var speed: Speed?

    @Flag(help: "Print lines, also in a terminal.")
    var plain = false

    @Option(name: .long, parsing: .upToNextOption, help: ArgumentHelp("Only these kinds.", valueName: "kind"))
    var only: [String] = []

    func validate() throws {
        let kinds = Providers.all.map(\.kind.rawValue)
        for kind in only where !kinds.contains(kind) {
            throw ValidationError("There is no kind '\(kind)': there are \(kinds.joined(separator: ", ")).")
        }
    }

    func run() throws {
        Interruption.watch()
        let kinds = only.isEmpty ? Set(Providers.all.map(\.kind)) : Set(only.map { ActivityKind($0) })
        let story = try DemoStory(only: kinds)
        do {
            if plain || !Descriptor.standardOutput.isTerminal {
                try PlainDemo.play(story, speed: speed?.factor, to: LineWriter(.standardOutput))
            } else {
                try TerminalDemo.play(story, speed: speed.map(\.factor) ?? DemoPace.speed)
            }
        } catch let error as SystemError {
            throw error.isBrokenPipe ? Status.readerIsGone : Status.inputOutput
        }
        if let signal = Interruption.signal { throw Status.interrupted(by: signal) }
    }

    struct Speed: ExpressibleByArgument, Hashable {
        /// `nil` is as fast as it goes.
        var factor: Double?

        init?(argument: String) {
            if argument == "max" { return }
            guard let factor = Double(argument), factor > 0, factor.isFinite else { return nil }
            self.factor = factor
        }
    }
}
